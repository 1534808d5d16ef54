#include "adjoule/physics/mechanical_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "body_description.hpp"
#include "kernels.hpp"
#include "rigid_modes.hpp"

#include <fmt/format.h>

namespace adjoule {

MechanicalSystem::MechanicalSystem(ModelSpace& space)
    : PhysicsSystem(space, {"displacement", "m", space.mesh().dimension()}) {}

void MechanicalSystem::set_material(ElasticMaterial material) {
  std::vector<CoefficientPointer> properties{material.young, material.poisson};
  if (material.thermal_strain) properties.push_back(material.thermal_strain);
  // A strain that is linear in T leaves the integrand a polynomial; only other properties call for the finer rule.
  Integral integral =
      make_integral(fmt::format("elasticity of {}", join_names(material.regions)),
                    elasticity_integrand(space_.section().kind, material.thermal_strain != nullptr),
                    space_.volume(material.regions, {material.young, material.poisson}), {field_}, properties);
  add_integral(std::move(integral));
  materials_.push_back(std::move(material));
}

void MechanicalSystem::set_density(const std::vector<std::string>& regions, CoefficientPointer density) {
  const int degree = 2 * space_.mesh().order() + 1;
  Integral integral = make_integral(fmt::format("inertia of {}", join_names(regions)), inertia_integrand(),
                                    space_.volume_of_degree(regions, degree), {field_}, {std::move(density)});
  integral.storage = true;
  add_integral(std::move(integral));
}

void MechanicalSystem::prescribe_displacement(const std::string& group, int component,
                                              CoefficientPointer displacement) {
  const Group& held = space_.mesh().group(group, {}, "[mechanical.displacement]");
  const bool moves = value_at_node(*displacement, space_.mesh(), held.nodes.front(), space_.parameters().all()) != 0.0;
  if (component >= components()) { // out of the plane: nothing to hold, and nothing to move
    if (!moves) return;
    throw InputError(fmt::format(
        "[mechanical.displacement] '{}': a 2-D model has no displacement out of its plane: leave z out", group));
  }
  if (component == 0 && moves) space_.require_off_axis(held, "[mechanical.displacement]");
  prescribe_group(group, component, displacement, "[mechanical.displacement]");
}

void MechanicalSystem::apply_traction(const std::string& group, const std::array<CoefficientPointer, 3>& traction) {
  add_integral(make_integral(fmt::format("traction on '{}'", group), vector_load_integrand(),
                             space_.boundary(group, "[mechanical.traction]", {traction.begin(), traction.end()}), {},
                             {traction.begin(), traction.end()}));
}

void MechanicalSystem::apply_force(const std::string& group, const std::array<Parameter, 3>& force) {
  const Parameter area = space_.boundary_measure(group, "[mechanical.force]");
  std::vector<CoefficientPointer> traction;
  for (const Parameter component : force)
    traction.push_back(quotient_coefficient(space_.parameters(), component, area));
  add_integral(make_integral(fmt::format("force on '{}'", group), vector_load_integrand(),
                             space_.boundary(group, "[mechanical.force]"), {}, std::move(traction)));
}

void MechanicalSystem::apply_pressure(const std::string& group, CoefficientPointer pressure) {
  add_integral(make_integral(fmt::format("pressure on '{}'", group), pressure_integrand(),
                             space_.boundary(group, "[mechanical.pressure]", {pressure}), {}, {pressure}));
}

void MechanicalSystem::apply_body_force(const std::string& region, const std::array<CoefficientPointer, 3>& force) {
  const std::vector<std::string> regions{region};
  add_integral(make_integral(fmt::format("body force in '{}'", region), vector_load_integrand(),
                             space_.volume(regions, {force.begin(), force.end()}), {}, {force.begin(), force.end()}));
}

void MechanicalSystem::add_spring(const std::string& group, CoefficientPointer stiffness) {
  spring_nodes_.push_back(space_.mesh().group(group, {}, "[mechanical.spring]").nodes);
  add_integral(make_integral(fmt::format("elastic foundation on '{}'", group), spring_integrand(),
                             space_.boundary(group, "[mechanical.spring]", {stiffness}), {field_}, {stiffness}));
}

void MechanicalSystem::check_support() const {
  const ConnectedBodies parts = bodies();
  const Mesh& mesh = space_.mesh();
  const std::vector<Index> body_of = body_of_node(parts);
  std::vector<std::vector<HeldComponent>> held(static_cast<std::size_t>(parts.count));
  std::vector<std::vector<Index>> nodes(static_cast<std::size_t>(parts.count));
  for (Index node = 0; node < mesh.node_count(); ++node) {
    const Index body = body_of[static_cast<std::size_t>(node)];
    if (body < 0) continue;
    nodes[static_cast<std::size_t>(body)].push_back(node);
    for (int c = 0; c < components(); ++c) {
      if (constraints_.is_prescribed(node * components() + c))
        held[static_cast<std::size_t>(body)].push_back({node, c});
    }
  }
  for (const std::vector<Index>& spring : spring_nodes_) {
    for (const Index node : spring) {
      const Index body = body_of[static_cast<std::size_t>(node)];
      if (body < 0) continue;
      for (int c = 0; c < components(); ++c) held[static_cast<std::size_t>(body)].push_back({node, c});
    }
  }
  for (int body = 0; body < parts.count; ++body) {
    const std::string free = free_rigid_modes(mesh, space_.section().kind, held[static_cast<std::size_t>(body)],
                                              nodes[static_cast<std::size_t>(body)]);
    if (free.empty()) continue;
    throw InputError(fmt::format(
        "free body: the supports of {} leave it free to move ({}). Hold it with [mechanical.displacement] or "
        "[mechanical.spring]",
        describe_body(mesh, parts, body), free));
  }
}

} // namespace adjoule
