#include "adjoule/physics/electrical_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "body_description.hpp"
#include "kernels.hpp"

#include <fmt/format.h>

namespace adjoule {

ElectricalSystem::ElectricalSystem(ModelSpace& space) : PhysicsSystem(space, {"potential", "V", 1}) {}

void ElectricalSystem::set_conductivity(const std::vector<std::string>& regions, CoefficientPointer conductivity) {
  add_integral(make_integral(fmt::format("electrical conduction in {}", join_names(regions)), conduction_integrand(),
                             space_.volume(regions, {conductivity}), {field_}, {conductivity}));
  conductivities_.push_back({regions, std::move(conductivity)});
}

void ElectricalSystem::prescribe_potential(const std::string& group, CoefficientPointer potential) {
  prescribe_group(group, 0, potential, "[electrical.potential]");
}

void ElectricalSystem::drive_current(const std::string& name, CoefficientPointer current) {
  require_uniform(*current, fmt::format("[electrical.current] '{}'", name));
  const Group& group = space_.mesh().group(name, {}, "[electrical.current]");
  space_.require_off_axis(group, "[electrical.current]");
  const int tie = constraints_.tie(group.nodes, 0, fmt::format("[electrical.current] '{}'", name));
  total_loads_.push_back({tie, std::move(current), name});
}

void ElectricalSystem::apply_current_density(const std::string& group, CoefficientPointer current_density) {
  add_integral(make_integral(fmt::format("current density on '{}'", group), scalar_load_integrand(),
                             space_.boundary(group, "[electrical.current_density]", {current_density}), {},
                             {current_density}));
}

void ElectricalSystem::check_support() const {
  const ConnectedBodies parts = bodies();
  const std::vector<bool> fixed = bodies_with_prescribed(parts);
  for (int body = 0; body < parts.count; ++body) {
    if (fixed[static_cast<std::size_t>(body)]) continue;
    throw InputError(
        fmt::format("floating conductor: {} has no prescribed potential, so its potential is not determined. Give one "
                    "of its boundaries a value in [electrical.potential] (a current alone does not fix the level), or "
                    "join it to the rest of the mesh",
                    describe_body(space_.mesh(), parts, body)));
  }
}

} // namespace adjoule
