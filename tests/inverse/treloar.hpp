/// Treloar's rubber (Trans. Faraday Soc. 40 (1944) 59): his three tests on an incompressible Ogden solid of three
/// terms.
#pragma once

#include "adjoule/inverse/homogeneous_test.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"

#include <array>

namespace adjoule::test {

/// mu_1 .. mu_3 (Pa), alpha_1 .. alpha_3 (Ogden, Proc. R. Soc. A 326 (1972) 565).
inline std::array<double, 6> ogden_set_of_1972() {
  constexpr double kgf_per_cm2 = 98066.5;
  return {6.3 * kgf_per_cm2, 0.012 * kgf_per_cm2, -0.1 * kgf_per_cm2, 1.3, 5.0, -2.0};
}

struct Treloar {
  Parameters parameters{};
  Design design{}; ///< mu_1 .. mu_3, alpha_1 .. alpha_3
  HomogeneousLaw law{};
  std::array<std::unique_ptr<HomogeneousTest>, 3> tests{}; ///< uniaxial, equibiaxial, pure shear

  explicit Treloar(const std::array<double, 6>& set) {
    law = {.energy = ogden_energy(3, OgdenConvention::ogden, {}), .volume = VolumeChange::none};
    const std::array<const char*, 6> names{"mu.0", "mu.1", "mu.2", "alpha.0", "alpha.1", "alpha.2"};
    for (std::size_t i = 0; i < 6; ++i) {
      const Parameter parameter = parameters.register_parameter(names[i], set[i]);
      law.properties.push_back(constant_coefficient(parameters, parameter));
      design.add(make_scalar_variable(parameters, names[i], {.scaling = VariableScaling::linear}));
    }
    tests = {read("uniaxial", StretchMode::uniaxial), read("equibiaxial", StretchMode::equibiaxial),
             read("pure_shear", StretchMode::planar)};
  }
  std::vector<DataTerm*> terms() const { return {tests[0].get(), tests[1].get(), tests[2].get()}; }

 private:
  std::unique_ptr<HomogeneousTest> read(const std::string& name, StretchMode mode) {
    const std::string path =
        std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/identify_treloar/treloar_" + name + ".csv";
    HomogeneousTestData data{.mode = mode, .stretch = read_csv_column(path, "stretch")};
    data.stress = read_csv_column(path, "nominal_stress_MPa");
    for (double& stress : data.stress) stress *= 1e6;
    data.standard_deviation.assign(data.stress.size(), 0.06e6);
    return std::make_unique<HomogeneousTest>(name, parameters, law, std::move(data));
  }
};

} // namespace adjoule::test
