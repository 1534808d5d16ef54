#include "adjoule/physics/thermal_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "body_description.hpp"
#include "kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

ThermalSystem::ThermalSystem(ModelSpace& space) : PhysicsSystem(space, {"temperature", "K", 1}) {}

void ThermalSystem::set_conductivity(const std::vector<std::string>& regions, CoefficientPointer conductivity) {
  add_integral(make_integral(fmt::format("heat conduction in {}", join_names(regions)), conduction_integrand(),
                             space_.volume(regions, {conductivity}), {field_}, {conductivity}));
  conductivities_.push_back({regions, std::move(conductivity)});
}

void ThermalSystem::set_capacity(const std::vector<std::string>& regions, CoefficientPointer density,
                                 CoefficientPointer specific_heat) {
  const int degree = 2 * space_.mesh().order() + 1;
  Integral integral =
      make_integral(fmt::format("heat capacity of {}", join_names(regions)), heat_capacity_integrand(),
                    space_.volume_of_degree(regions, degree), {field_}, {std::move(density), std::move(specific_heat)});
  integral.storage = true;
  add_integral(std::move(integral));
}

void ThermalSystem::complete() {
  if (!joule_source_) return;
  for (const RegionProperty& conductor : joule_source_->conductivities()) {
    add_integral(make_integral(fmt::format("Joule heat in {}", join_names(conductor.regions)), joule_heat_integrand(),
                               space_.volume(conductor.regions, {conductor.value}), {joule_source_->field()},
                               {conductor.value}));
  }
}

void ThermalSystem::add_exchange(const std::string& group, const CoefficientPointer& ambient, const std::string& use) {
  if (ambient->reads_temperature()) {
    throw InputError(fmt::format("{} '{}': the ambient temperature cannot follow that of the body: give a number or a "
                                 "formula in x, y, z, t",
                                 use, group));
  }
  exchanging_nodes_.push_back(space_.mesh().group(group, {}, use).nodes);
  remember_level(ambient, exchanging_nodes_.back());
}

void ThermalSystem::remember_level(const CoefficientPointer& temperature, const std::vector<Index>& nodes) {
  if (!level_ && !nodes.empty()) level_ = {temperature, nodes.front()};
}

void ThermalSystem::prescribe_temperature(const std::string& group, CoefficientPointer temperature) {
  remember_level(temperature, space_.mesh().group(group, {}, "[thermal.temperature]").nodes);
  prescribe_group(group, 0, temperature, "[thermal.temperature]");
}

void ThermalSystem::prescribe_field(CoefficientPointer temperature) {
  given_ = true;
  std::vector<Index> nodes(static_cast<std::size_t>(space_.mesh().node_count()));
  for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n] = static_cast<Index>(n);
  remember_level(temperature, nodes);
  constraints_.prescribe(nodes, 0, std::move(temperature), "thermal.prescribed");
}

void ThermalSystem::apply_flux(const std::string& group, CoefficientPointer flux) {
  add_integral(make_integral(fmt::format("heat flux on '{}'", group), scalar_load_integrand(),
                             space_.boundary(group, "[thermal.flux]", {flux}), {}, {flux}));
}

void ThermalSystem::apply_source(const std::string& region, CoefficientPointer source) {
  const std::vector<std::string> regions{region};
  add_integral(make_integral(fmt::format("heat source in '{}'", region), scalar_load_integrand(),
                             space_.volume(regions, {source}), {}, {source}));
}

void ThermalSystem::add_convection(const std::string& group, CoefficientPointer coefficient,
                                   CoefficientPointer ambient) {
  add_exchange(group, ambient, "[thermal.convection]");
  add_integral(make_integral(fmt::format("convection on '{}'", group), convection_integrand(),
                             space_.boundary(group, "[thermal.convection]", {coefficient, ambient}), {field_},
                             {coefficient, ambient}));
}

void ThermalSystem::add_radiation(const std::string& group, CoefficientPointer emissivity, CoefficientPointer ambient) {
  add_exchange(group, ambient, "[thermal.radiation]");
  radiates_ = true;
  add_integral(make_integral(fmt::format("radiation from '{}'", group), radiation_integrand(),
                             space_.boundary(group, "[thermal.radiation]", {emissivity, ambient}, true), {field_},
                             {emissivity, ambient}));
}

double ThermalSystem::initial_guess() const {
  if (initial_guess_) return *initial_guess_;
  if (!level_) return 293.15; // nothing fixes the level: check_support refuses the model
  return value_at_node(*level_->first, space_.mesh(), level_->second, space_.parameters().all());
}

bool ThermalSystem::is_admissible(std::span<const double> values) const {
  return std::all_of(values.begin(), values.end(), [](double temperature) { return temperature > 0.0; });
}

void ThermalSystem::check_support() const {
  const ConnectedBodies parts = bodies();
  std::vector<bool> held = bodies_with_prescribed(parts);
  const std::vector<Index> body_of = body_of_node(parts);
  for (const std::vector<Index>& nodes : exchanging_nodes_) {
    for (const Index node : nodes) {
      const Index body = body_of[static_cast<std::size_t>(node)];
      if (body >= 0) held[static_cast<std::size_t>(body)] = true;
    }
  }
  for (int body = 0; body < parts.count; ++body) {
    if (held[static_cast<std::size_t>(body)]) continue;
    throw InputError(
        fmt::format("{} exchanges heat with nothing of known temperature, so its steady temperature is not determined. "
                    "Give one of its boundaries a value in [thermal.temperature], [thermal.convection] or "
                    "[thermal.radiation]",
                    describe_body(space_.mesh(), parts, body)));
  }
}

} // namespace adjoule
