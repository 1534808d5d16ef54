#include "adjoule/physics/mechanical_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "body_description.hpp"
#include "kernels.hpp"
#include "orientation.hpp"
#include "rigid_modes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

// The component of a load that a two-dimensional model has no direction for: 0, and no number of the model.
class Nothing final : public Coefficient {
 public:
  Batch value(const PointContext&, const ParameterVector&) const override { return 0.0; }
  Batch linearize(const PointContext&, const ParameterVector&, bool, CoefficientDerivative& derivative) const override {
    derivative.clear();
    return 0.0;
  }
  CoefficientVariation variation() const override { return CoefficientVariation::uniform; }
  std::vector<Parameter> parameters() const override { return {}; }
};

} // namespace

MechanicalSystem::MechanicalSystem(ModelSpace& space)
    : PhysicsSystem(space, {"displacement", "m", space.mesh().dimension()}) {
  space.load_factor();
}

std::vector<CoefficientPointer> MechanicalSystem::scaled(const std::array<CoefficientPointer, 3>& load) {
  std::vector<CoefficientPointer> result(3, std::make_shared<Nothing>());
  for (int d = 0; d < components(); ++d)
    result[static_cast<std::size_t>(d)] = scaled(load[static_cast<std::size_t>(d)]);
  return result;
}

void MechanicalSystem::set_material(ElasticMaterial material) {
  std::vector<CoefficientPointer> properties{material.young, material.poisson};
  if (material.thermal_strain) {
    material.thermal_strain = scaled(material.thermal_strain);
    properties.push_back(material.thermal_strain);
  }
  // A strain that is linear in T leaves the integrand a polynomial; only other properties call for the finer rule.
  Integral integral =
      make_integral(fmt::format("elasticity of {}", join_names(material.regions)),
                    elasticity_integrand(space_.section().kind, material.thermal_strain != nullptr),
                    space_.volume(material.regions, {material.young, material.poisson}), {field_}, properties);
  add_integral(std::move(integral));
  materials_.push_back(std::move(material));
}

void MechanicalSystem::set_material(HyperelasticMaterial material) {
  const std::string regions = join_names(material.regions);
  if (static_cast<int>(material.properties.size()) != material.energy->property_count()) {
    throw InputError(fmt::format("the material of {}: {} properties given, and its energy has {}", regions,
                                 material.properties.size(), material.energy->property_count()));
  }
  if (material.thermal_strain) material.thermal_strain = scaled(material.thermal_strain);
  std::vector<CoefficientPointer> properties = material.properties;
  if (material.thermal_strain) properties.push_back(material.thermal_strain);
  const SectionKind section = space_.section().kind;
  const bool thermal = material.thermal_strain != nullptr;
  std::vector<int> fields{field_};
  IntegrandPointer integrand;
  if (material.mixed) {
    if (section == SectionKind::plane_stress) {
      throw InputError(fmt::format("the material of {}: plane stress needs no mixed formulation, because its thickness "
                                   "is free to change: take the displacement formulation",
                                   regions));
    }
    if (!pressure_) pressure_ = std::make_unique<PressureSystem>(space_, *this);
    pressure_->add_material(material.regions, *material.mixed, material.thermal_strain);
    fields.push_back(pressure_->field());
    integrand = mixed_hyperelasticity_integrand(section, material.energy, thermal, material.mixed->law);
  } else {
    integrand = hyperelasticity_integrand(section, material.energy, thermal);
  }
  hyperelastic_domains_.push_back(space_.volume(material.regions, material.properties));
  add_integral(make_integral(fmt::format("hyperelasticity of {}", regions), std::move(integrand),
                             hyperelastic_domains_.back(), std::move(fields), std::move(properties)));
  hyperelastic_materials_.push_back(std::move(material));
}

bool MechanicalSystem::is_reachable(const std::vector<double>& from, const std::vector<double>& to) const {
  const Field& displacement = space_.fields()[static_cast<std::size_t>(field_)];
  return std::all_of(hyperelastic_domains_.begin(), hyperelastic_domains_.end(), [&](const auto& domain) {
    return least_volume_between(space_.mesh(), displacement, domain, from, to) > least_volume_on_the_way;
  });
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
  const bool moves = std::any_of(held.nodes.begin(), held.nodes.end(), [&](Index node) {
    return value_at_node(*displacement, space_.mesh(), node, space_.parameters().all()) != 0.0;
  });
  if (component >= components()) { // out of the plane: nothing to hold, and nothing to move
    if (!moves) return;
    throw InputError(fmt::format(
        "[mechanical.displacement] '{}': a 2-D model has no displacement out of its plane: leave z out", group));
  }
  // A formula that is zero now need not be so at another time.
  if (component == 0 && (moves || !displacement->is_constant()))
    space_.require_off_axis(held, "[mechanical.displacement]");
  prescribe_group(group, component, scaled(std::move(displacement)), "[mechanical.displacement]");
}

void MechanicalSystem::add_rigid_face(const std::string& group, const std::vector<int>& components,
                                      const std::optional<std::array<CoefficientPointer, 3>>& total_force) {
  const std::string use = "[mechanical.rigid]";
  RigidFace face{space_.mesh().group(group, {}, use).nodes, {}};
  for (const int component : components) {
    if (component >= this->components()) continue; // out of the plane: nothing moves there
    const int tie = constraints_.tie(face.nodes, component, fmt::format("{} '{}'", use, group));
    face.components.push_back(component);
    if (!total_force) continue;
    const CoefficientPointer& force = (*total_force)[static_cast<std::size_t>(component)];
    require_uniform(*force, fmt::format("{} '{}'", use, group));
    total_loads_.push_back({tie, scaled(force), group});
  }
  rigid_faces_.push_back(std::move(face));
}

void MechanicalSystem::apply_traction(const std::string& group, const std::array<CoefficientPointer, 3>& traction) {
  add_integral(make_integral(fmt::format("traction on '{}'", group), vector_load_integrand(),
                             space_.boundary(group, "[mechanical.traction]", {traction.begin(), traction.end()}), {},
                             scaled(traction)));
}

void MechanicalSystem::apply_force(const std::string& group, const std::array<CoefficientPointer, 3>& force) {
  const Parameter area = space_.boundary_measure(group, "[mechanical.force]");
  std::array<CoefficientPointer, 3> traction;
  for (std::size_t d = 0; d < 3; ++d) {
    require_uniform(*force[d], fmt::format("[mechanical.force] '{}'", group));
    traction[d] = quotient_coefficient(space_.parameters(), force[d], area);
  }
  add_integral(make_integral(fmt::format("force on '{}'", group), vector_load_integrand(),
                             space_.boundary(group, "[mechanical.force]"), {}, scaled(traction)));
}

void MechanicalSystem::apply_pressure(const std::string& group, CoefficientPointer pressure) {
  space_.boundary(group, "[mechanical.pressure]"); // whether there is one
  pressure_loads_.push_back({group, scaled(std::move(pressure))});
}

void MechanicalSystem::complete() {
  for (const PressureLoad& load : pressure_loads_) complete(load);
}

void MechanicalSystem::complete(const PressureLoad& load) {
  std::vector<char> finite(static_cast<std::size_t>(space_.mesh().element_count()), 0);
  for (const HyperelasticMaterial& material : hyperelastic_materials_) {
    for (const Index element : space_.mesh().elements_of(material.regions))
      finite[static_cast<std::size_t>(element)] = 1;
  }
  std::vector<Facet> following, dead;
  for (const Facet& facet : space_.mesh().group(load.group, {}, "[mechanical.pressure]").facets)
    (finite[static_cast<std::size_t>(facet.element)] ? following : dead).push_back(facet);
  const std::string name = fmt::format("pressure on '{}'", load.group);
  if (!dead.empty()) {
    add_integral(
        make_integral(name, pressure_integrand(), space_.boundary(dead, {load.pressure}, false), {}, {load.pressure}));
  }
  if (following.empty()) return;
  if (space_.section().kind == SectionKind::plane_stress) {
    throw InputError(
        fmt::format("[mechanical.pressure] '{}': a pressure that follows the deformation acts on the changed "
                    "thickness of a sheet, which is not available in plane stress: use "
                    "[mechanical.traction], plane strain or a 3-D mesh",
                    load.group));
  }
  add_integral(make_integral(name, follower_pressure_integrand(space_.section().kind),
                             space_.boundary(following, {load.pressure}, false), {field_}, {load.pressure}));
}

void MechanicalSystem::apply_body_force(const std::string& region, const std::array<CoefficientPointer, 3>& force) {
  const std::vector<std::string> regions{region};
  add_integral(make_integral(fmt::format("body force in '{}'", region), vector_load_integrand(),
                             space_.volume(regions, {force.begin(), force.end()}), {}, scaled(force)));
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
  for (const RigidFace& face : rigid_faces_) {
    for (const Index node : face.nodes) {
      const Index body = body_of[static_cast<std::size_t>(node)];
      if (body < 0) continue;
      for (const int c : face.components) held[static_cast<std::size_t>(body)].push_back({node, c, face.nodes.front()});
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
