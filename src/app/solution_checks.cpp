#include "property_checks.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/inverse/cell_fields.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

constexpr double largest_small_strain = 0.05, largest_temperature = 5000.0; // K; tungsten boils at 5800

const std::vector<double>& values_of(const PhysicsSystem& system, const FieldValues& fields) {
  return fields.values[static_cast<std::size_t>(system.field())];
}

void warn_of_heat(const MultiphysicsSystem& system, const FieldValues& fields) {
  const ThermalSystem* thermal = system.find_thermal();
  if (!thermal) return;
  const std::vector<double>& temperature = values_of(*thermal, fields);
  const auto hottest = std::max_element(temperature.begin(), temperature.end());
  if (hottest == temperature.end() || !(*hottest > largest_temperature)) return;
  const auto node = static_cast<std::size_t>(hottest - temperature.begin());
  warn(fmt::format("the temperature reaches {:.6g} K at {}, more than any solid bears: look for a wrong unit or a lost "
                   "exponent in the potentials, conductivities, heat transfer coefficients and in mesh.unit",
                   *hottest, place_text(system.mesh().coordinates()[node].data())));
}

void warn_of_strain(const MultiphysicsSystem& system, const FieldValues& fields) {
  const MechanicalSystem* mechanical = system.find_mechanical();
  if (!mechanical) return;
  std::vector<double> strain = cell_means(system, fields, "strain");
  for (const HyperelasticMaterial& material : mechanical->hyperelastic_materials()) {
    for (const Index element : system.mesh().elements_of(material.regions)) {
      const auto first = strain.begin() + 6 * static_cast<std::ptrdiff_t>(element);
      std::fill(first, first + 6, 0.0); // any strain is in place there
    }
  }
  const auto largest =
      std::max_element(strain.begin(), strain.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (largest == strain.end() || !(std::abs(*largest) > largest_small_strain)) return;
  const auto element = static_cast<Index>((largest - strain.begin()) / 6);
  warn(
      fmt::format("the strain reaches {:.4g} at {} and the model is one of small strains, good to about {:g}: look for "
                  "a wrong unit or a lost exponent in elasticity, thermal_expansion, the loads and in mesh.unit",
                  *largest, place_text(system.mesh().centroid(element).data()), largest_small_strain));
}

void warn_of_rest(const MultiphysicsSystem& system, const FieldValues& fields) {
  const ElectricalSystem* electrical = system.find_electrical();
  if (!electrical) return;
  const std::vector<double>& potential = values_of(*electrical, fields);
  const auto [low, high] = std::minmax_element(potential.begin(), potential.end());
  if (low == potential.end() || *high - *low > 1e-12 * std::max(std::abs(*high), std::abs(*low))) return;
  warn(fmt::format("nothing drives the electric current: all potentials are equal ({:.6g} V): give a second terminal "
                   "another potential, or a current",
                   *low));
}

} // namespace

void warn_of_solution(const Model& model, const FieldValues& fields) {
  warn_of_heat(*model.system, fields);
  warn_of_strain(*model.system, fields);
  warn_of_rest(*model.system, fields);
}

} // namespace adjoule
