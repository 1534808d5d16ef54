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

void ThermalSystem::joule_heating(const ElectricalSystem& electrical) {
  for (const RegionProperty& conductor : electrical.conductivities()) {
    add_integral(make_integral(fmt::format("Joule heat in {}", join_names(conductor.regions)), joule_heat_integrand(),
                               space_.volume(conductor.regions, {conductor.value}), {electrical.field()},
                               {conductor.value}));
  }
}

void ThermalSystem::remember_level(const CoefficientPointer& temperature) {
  levels_.push_back(temperature);
}

void ThermalSystem::prescribe_temperature(const std::string& group, CoefficientPointer temperature) {
  remember_level(temperature);
  prescribe_group(group, 0, temperature, "[thermal.temperature]");
}

void ThermalSystem::prescribe_field(CoefficientPointer temperature) {
  given_ = true;
  remember_level(temperature);
  std::vector<Index> nodes(static_cast<std::size_t>(space_.mesh().node_count()));
  for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n] = static_cast<Index>(n);
  constraints_.prescribe(nodes, 0, std::move(temperature), "thermal.prescribed");
}

void ThermalSystem::apply_flux(const std::string& group, CoefficientPointer flux) {
  add_integral(make_integral(fmt::format("heat flux on '{}'", group), scalar_load_integrand(),
                             space_.boundary(group, "[thermal.flux]"), {}, {std::move(flux)}));
}

void ThermalSystem::apply_source(const std::string& region, CoefficientPointer source) {
  const std::vector<std::string> regions{region};
  add_integral(make_integral(fmt::format("heat source in '{}'", region), scalar_load_integrand(),
                             space_.volume(regions), {}, {std::move(source)}));
}

void ThermalSystem::add_convection(const std::string& group, CoefficientPointer coefficient,
                                   CoefficientPointer ambient) {
  remember_level(ambient);
  exchanging_nodes_.push_back(space_.mesh().group(group, {}, "[thermal.convection]").nodes);
  const bool nonlinear = coefficient->reads_temperature() || coefficient->reads_position();
  add_integral(make_integral(fmt::format("convection on '{}'", group), convection_integrand(),
                             space_.boundary(group, "[thermal.convection]", nonlinear), {field_},
                             {std::move(coefficient), std::move(ambient)}));
}

void ThermalSystem::add_radiation(const std::string& group, CoefficientPointer emissivity, CoefficientPointer ambient) {
  remember_level(ambient);
  exchanging_nodes_.push_back(space_.mesh().group(group, {}, "[thermal.radiation]").nodes);
  add_integral(make_integral(fmt::format("radiation from '{}'", group), radiation_integrand(),
                             space_.boundary(group, "[thermal.radiation]", true), {field_},
                             {std::move(emissivity), std::move(ambient)}));
}

double ThermalSystem::initial_guess() const {
  if (initial_guess_) return *initial_guess_;
  if (levels_.empty()) return 293.15; // nothing fixes the level: check_support refuses the model
  return levels_.front()->value({}, space_.parameters().all())[0];
}

bool ThermalSystem::is_admissible(std::span<const double> values) const {
  return std::all_of(values.begin(), values.end(), [](double temperature) { return temperature > 0.0; });
}

void ThermalSystem::check_support(const std::vector<Index>& body_of_element, int bodies) const {
  std::vector<bool> held = bodies_with(body_of_element, bodies, true, false);
  const std::vector<Index> body_of = body_of_node(body_of_element);
  for (const std::vector<Index>& nodes : exchanging_nodes_) {
    for (const Index node : nodes) {
      const Index body = body_of[static_cast<std::size_t>(node)];
      if (body >= 0) held[static_cast<std::size_t>(body)] = true;
    }
  }
  for (int body = 0; body < bodies; ++body) {
    if (held[static_cast<std::size_t>(body)]) continue;
    throw InputError(
        fmt::format("{} exchanges heat with nothing of known temperature, so its steady temperature is not determined. "
                    "Give one of its boundaries a value in [thermal.temperature], [thermal.convection] or "
                    "[thermal.radiation]",
                    describe_body(space_.mesh(), body_of_element, body, bodies)));
  }
}

} // namespace adjoule
