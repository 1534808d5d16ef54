#include "property_checks.hpp"

#include "adjoule/core/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// The first node at which a property leaves its range.
struct Fault {
  double value = 0.0;
  double temperature = 0.0;
  std::array<double, 3> position{};

  std::string text(const PropertyUse& property) const {
    const std::string at_temperature =
        property.coefficient->reads_temperature() ? fmt::format("at {:.6g} K, ", temperature) : "";
    return fmt::format("{} gives {:.6g} {} {}at ({:.4g}, {:.4g}, {:.4g}) m, and {} is needed", property.path, value,
                       property.unit, at_temperature, position[0], position[1], position[2],
                       property.range.is_bounded() ? property.range.text() : "a finite value");
  }
};

std::optional<Fault> find_fault(const Model& model, const PropertyUse& property,
                                const std::vector<double>& temperature) {
  const MultiphysicsSystem& system = *model.system;
  for (std::size_t first = 0; first < property.nodes.size(); first += Batch::lanes) {
    PointContext at;
    const auto node_of = [&](int lane) {
      return static_cast<std::size_t>(
          property.nodes[std::min(first + static_cast<std::size_t>(lane), property.nodes.size() - 1)]);
    };
    for (int lane = 0; lane < Batch::lanes; ++lane) {
      for (int d = 0; d < 3; ++d) {
        at.position[d].set(lane, system.mesh().coordinates()[node_of(lane)][static_cast<std::size_t>(d)]);
      }
      if (!temperature.empty()) at.temperature.set(lane, temperature[node_of(lane)]);
    }
    const Batch value = property.coefficient->value(at, system.parameters().all());
    for (int lane = 0; lane < Batch::lanes; ++lane) {
      if (std::isfinite(value[lane]) && property.range.contains(value[lane])) continue;
      return Fault{value[lane], at.temperature[lane], system.mesh().coordinates()[node_of(lane)]};
    }
  }
  return {};
}

void warn_of_table(const MultiphysicsSystem& system, const PropertyUse& property,
                   const std::vector<double>& temperature) {
  const auto range = property.coefficient->temperature_range(system.parameters().all());
  if (!range || property.nodes.empty() || temperature.empty()) return;
  double low = temperature[static_cast<std::size_t>(property.nodes.front())], high = low;
  for (const Index node : property.nodes) {
    low = std::min(low, temperature[static_cast<std::size_t>(node)]);
    high = std::max(high, temperature[static_cast<std::size_t>(node)]);
  }
  if (low >= range->first && high <= range->second) return;
  warn(
      fmt::format("{}: the table covers {:.6g} to {:.6g} K and the temperature goes from {:.6g} to {:.6g} K: the value "
                  "at its end was used outside",
                  property.path, range->first, range->second, low, high));
}

} // namespace

std::vector<double> first_guess_of_temperature(const MultiphysicsSystem& system) {
  const ThermalSystem* thermal = system.find_thermal();
  if (!thermal) return {};
  const auto nodes = static_cast<std::size_t>(system.mesh().node_count());
  std::vector<double> temperature(nodes, thermal->initial_guess());
  if (thermal->is_given()) thermal->constraints().expand({}, system.parameters().all(), temperature);
  return temperature;
}

void check_properties_before_solve(const CaseFile& file, const Model& model) {
  const std::vector<double> temperature = first_guess_of_temperature(*model.system);
  for (const PropertyUse& property : model.properties) {
    if (const std::optional<Fault> fault = find_fault(model, property, temperature)) {
      const bool follows_temperature =
          property.coefficient->reads_temperature() && !model.system->find_thermal()->is_given();
      throw file.error(property.path,
                       fault->text(property) + (follows_temperature ? " (this is the first guess of the temperature; "
                                                                      "thermal.initial_temperature changes it)"
                                                                    : ""));
    }
  }
}

void check_properties_of_solution(const Model& model, const FieldValues& fields) {
  const ThermalSystem* thermal = model.system->find_thermal();
  const std::vector<double> none;
  const std::vector<double>& temperature = thermal ? fields.values[static_cast<std::size_t>(thermal->field())] : none;
  for (const PropertyUse& property : model.properties) {
    if (const std::optional<Fault> fault = find_fault(model, property, temperature)) {
      throw AnalysisError(fault->text(property) +
                          ": the solution means nothing there: lower the drive, or give the property a course that "
                          "stays in its range");
    }
    warn_of_table(*model.system, property, temperature);
  }
}

} // namespace adjoule
