// The integrands of the physics through the battery of tests/fem, with every kind of property.
#include "../../src/physics/kernels.hpp"
#include "fem/integrand_battery.hpp"

#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "adjoule/materials/table.hpp"
#include "adjoule/materials/thermal_strain.hpp"

namespace adjoule::test {
namespace {

CoefficientPointer number(BatteryModel& m, const std::string& path, double value) {
  return constant_coefficient(m.parameters, m.parameters.register_parameter(path, value));
}
/// Entries close enough for the lanes of one batch to lie in different segments; temperatures of the battery are 350 to
/// 650 K.
std::vector<Parameter> entries(BatteryModel& m, const std::string& path, const std::vector<double>& values) {
  std::vector<Parameter> all;
  for (std::size_t i = 0; i < values.size(); ++i)
    all.push_back(m.parameters.register_parameter(path + std::to_string(i), values[i]));
  return all;
}
CoefficientPointer table(BatteryModel& m, const std::string& path) {
  auto temperatures = entries(m, path + ".T", {300.0, 421.3, 467.1, 512.7, 566.9, 700.0});
  return table_coefficient(m.parameters, temperatures, entries(m, path + ".v", {1.0, 1.6, 1.4, 2.1, 2.0, 0.7}));
}
CoefficientPointer formula(BatteryModel& m, const std::string& path) {
  const Parameter a = m.parameters.register_parameter(path + ".a", 0.8);
  return expression_coefficient(m.parameters, "a * exp(T / 900) * (1 + x^2 + 0.3 * y)", {{"a", a}});
}
CoefficientPointer per_element(BatteryModel& m, const std::string& path, double middle) {
  const auto count = static_cast<std::size_t>(m.mesh.element_count());
  std::vector<Index> value(count);
  for (std::size_t e = 0; e < count; ++e) value[e] = static_cast<Index>(e);
  Numbers numbers(4);
  return element_coefficient(
      m.parameters,
      m.parameters.register_field(path, numbers.vector(count, 0.2 * middle, middle), ParameterKind::per_element),
      value);
}
CoefficientPointer nodal(BatteryModel& m, const std::string& path, double middle) {
  Numbers numbers(6);
  return nodal_coefficient(
      m.parameters, m.parameters.register_field(
                        path, numbers.vector(static_cast<std::size_t>(m.mesh.node_count()), 0.2 * middle, middle),
                        ParameterKind::per_node));
}
CoefficientPointer strain(BatteryModel& m, bool from_table) {
  const Parameter reference = m.parameters.register_parameter("reference", 320.0);
  CoefficientPointer alpha = number(m, "alpha", 2e-4);
  if (from_table) {
    auto temperatures = entries(m, "alpha.T", {300.0, 421.3, 467.1, 512.7, 566.9, 700.0});
    alpha = table_coefficient(m.parameters, temperatures,
                              entries(m, "alpha.v", {2e-4, 2.4e-4, 2.2e-4, 2.9e-4, 3e-4, 3.3e-4}));
  }
  return thermal_strain(m.parameters, alpha, reference, ExpansionKind::instantaneous);
}

Integral integral(const BatteryModel& m, IntegrandPointer integrand, int test, std::vector<int> fields,
                  std::vector<CoefficientPointer> properties) {
  Integral result;
  result.name = "kernel";
  result.integrand = std::move(integrand);
  result.test_field = test;
  result.fields = std::move(fields);
  result.properties = std::move(properties);
  result.section = m.section;
  return result;
}

/// Moderate strains, so that no element turns inside out, and pressures of the size of the moduli.
void calm_down(BatteryModel& m) {
  for (double& value : m.state.values[displacement]) value *= 0.02;
}
/// A compressible two-term Ogden energy with its properties of several kinds; mixed: without its bulk modulus.
std::vector<CoefficientPointer> ogden_properties(BatteryModel& m, bool split) {
  std::vector<CoefficientPointer> properties{per_element(m, "mu0", 1.3), number(m, "mu1", -0.2),
                                             number(m, "alpha0", 1.7), formula(m, "alpha1")};
  if (split) properties.push_back(nodal(m, "K", 7.0));
  return properties;
}
Integral hyperelasticity(BatteryModel& m, bool thermal) {
  calm_down(m);
  std::vector<CoefficientPointer> properties = ogden_properties(m, true);
  if (thermal) properties.push_back(strain(m, false));
  const IsotropicEnergyPointer energy = ogden_energy(2, OgdenConvention::ogden, VolumetricLaw::simo_taylor);
  return integral(m, hyperelasticity_integrand(m.section.kind, energy, thermal), displacement, {displacement},
                  properties);
}
Integral mixed_hyperelasticity(BatteryModel& m, VolumetricLaw law) {
  calm_down(m);
  std::vector<CoefficientPointer> properties = ogden_properties(m, false);
  properties.push_back(strain(m, false));
  const IsotropicEnergyPointer energy = ogden_energy(2, OgdenConvention::abaqus, std::nullopt);
  return integral(m, mixed_hyperelasticity_integrand(m.section.kind, energy, true, law), displacement,
                  {displacement, pressure}, properties);
}
Integral volumetric_constraint(BatteryModel& m, VolumetricLaw law, bool compressible) {
  calm_down(m);
  std::vector<CoefficientPointer> properties;
  if (compressible) properties.push_back(nodal(m, "K", 7.0));
  properties.push_back(strain(m, false));
  return integral(m, volumetric_constraint_integrand(m.section.kind, law, compressible, true), pressure,
                  {displacement, pressure}, properties);
}

struct Entry {
  std::string name;
  std::function<Integral(BatteryModel&)> make;
  bool boundary = false;
  bool table = false;
  bool plane_stress = true; ///< whether it exists there
};

std::vector<Entry> kernels() {
  using M = BatteryModel;
  return {
      {"conduction_table",
       [](M& m) { return integral(m, conduction_integrand(), temperature, {temperature}, {table(m, "k")}); }},
      {"conduction_formula",
       [](M& m) { return integral(m, conduction_integrand(), potential, {potential}, {formula(m, "s")}); }},
      {"conduction_per_element",
       [](M& m) { return integral(m, conduction_integrand(), potential, {potential}, {per_element(m, "s", 2.0)}); }},
      {"joule_heat_table",
       [](M& m) { return integral(m, joule_heat_integrand(), temperature, {potential}, {table(m, "s")}); }},
      {"heat_source", [](M& m) { return integral(m, scalar_load_integrand(), temperature, {}, {formula(m, "q")}); }},
      {"heat_capacity",
       [](M& m) {
         return integral(m, heat_capacity_integrand(), temperature, {temperature},
                         {number(m, "rho", 2.0), table(m, "c")});
       },
       false, true},
      {"inertia",
       [](M& m) { return integral(m, inertia_integrand(), displacement, {displacement}, {nodal(m, "rho", 2.0)}); }},
      {"body_force",
       [](M& m) {
         return integral(m, vector_load_integrand(), displacement, {},
                         {number(m, "fx", 1.0), formula(m, "fy"), number(m, "fz", -2.0)});
       }},
      {"elasticity",
       [](M& m) {
         return integral(m, elasticity_integrand(m.section.kind, false), displacement, {displacement},
                         {nodal(m, "E", 3.0), number(m, "nu", 0.3)});
       }},
      {"thermal_elasticity_table",
       [](M& m) {
         return integral(m, elasticity_integrand(m.section.kind, true), displacement, {displacement},
                         {table(m, "E"), number(m, "nu", 0.25), strain(m, true)});
       }},
      {"thermal_elasticity_constant",
       [](M& m) {
         return integral(m, elasticity_integrand(m.section.kind, true), displacement, {displacement},
                         {per_element(m, "E", 3.0), number(m, "nu", 0.25), strain(m, false)});
       }},
      {"convection",
       [](M& m) {
         return integral(m, convection_integrand(), temperature, {temperature},
                         {table(m, "h"), number(m, "ambient", 300.0)});
       },
       true, true},
      {"radiation",
       [](M& m) {
         return integral(m, radiation_integrand(), temperature, {temperature},
                         {number(m, "e", 0.8), nodal(m, "ambient", 300.0)});
       },
       true},
      {"pressure", [](M& m) { return integral(m, pressure_integrand(), displacement, {}, {formula(m, "p")}); }, true},
      {"spring",
       [](M& m) { return integral(m, spring_integrand(), displacement, {displacement}, {number(m, "k", 2.0)}); }, true},
      {"traction",
       [](M& m) {
         const CoefficientPointer force =
             quotient_coefficient(m.parameters, number(m, "F", 3.0), m.parameters.register_parameter("A", 1.7));
         return integral(m, vector_load_integrand(), displacement, {}, {force, force, force});
       },
       true},
      {"hyperelasticity", [](M& m) { return hyperelasticity(m, false); }},
      {"thermal_hyperelasticity", [](M& m) { return hyperelasticity(m, true); }},
      {"mixed_hyperelasticity_quadratic", [](M& m) { return mixed_hyperelasticity(m, VolumetricLaw::quadratic); },
       false, false, false},
      {"mixed_hyperelasticity_logarithmic", [](M& m) { return mixed_hyperelasticity(m, VolumetricLaw::logarithmic); },
       false, false, false},
      {"volumetric_constraint_incompressible",
       [](M& m) { return volumetric_constraint(m, VolumetricLaw::quadratic, false); }, false, false, false},
      {"volumetric_constraint_logarithmic",
       [](M& m) { return volumetric_constraint(m, VolumetricLaw::logarithmic, true); }, false, false, false},
      {"volumetric_constraint_simo_taylor",
       [](M& m) { return volumetric_constraint(m, VolumetricLaw::simo_taylor, true); }, false, false, false},
      {"follower_pressure",
       [](M& m) {
         calm_down(m);
         return integral(m, follower_pressure_integrand(m.section.kind), displacement, {displacement},
                         {formula(m, "p")});
       },
       true, false, false},
  };
}

std::vector<IntegrandCase> all_cases() {
  struct Setting {
    std::string name;
    ElementType type;
    SectionKind section;
  };
  const std::vector<Setting> settings{
      {"tetrahedron4", ElementType::tetrahedron4, SectionKind::solid},
      {"tetrahedron10", ElementType::tetrahedron10, SectionKind::solid},
      {"hexahedron20", ElementType::hexahedron20, SectionKind::solid},
      {"prism6", ElementType::prism6, SectionKind::solid},
      {"triangle6_plane_strain", ElementType::triangle6, SectionKind::plane_strain},
      {"triangle3_plane_stress", ElementType::triangle3, SectionKind::plane_stress},
      {"quadrilateral8_axisymmetric", ElementType::quadrilateral8, SectionKind::axisymmetric}};
  std::vector<IntegrandCase> cases;
  for (const Setting& s : settings)
    for (const Entry& entry : kernels()) {
      if (s.section == SectionKind::plane_stress && !entry.plane_stress) continue;
      BoxRecipe recipe{.type = s.type, .cells = {2, 1, 1}, .distortion = 0.03};
      if (s.section == SectionKind::axisymmetric) recipe.origin[0] = 0.5;
      const auto make = [entry](BatteryModel& model) {
        if (model.section.is_plane()) model.section.thickness = number(model, "thickness", 0.3);
        return entry.make(model);
      };
      cases.push_back({entry.name + "_" + s.name, recipe, s.section, make, entry.boundary ? on_boundary : on_body,
                       entry.name.find("table") != std::string::npos || entry.table ? 0.02 : 1.0});
    }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Physics, IntegrandBattery, ::testing::ValuesIn(all_cases()), case_name);

} // namespace
} // namespace adjoule::test
