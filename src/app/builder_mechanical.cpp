#include "builder.hpp"

#include "adjoule/core/log.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

/// A load out of the plane of a two-dimensional model has nowhere to go.
void refuse_out_of_plane(const Builder& builder, int axis, const std::string& path) {
  if (axis < builder.mesh().dimension() || builder.file.is_zero(path)) return;
  throw builder.file.error(path, fmt::format("{}: a two-dimensional model has no z component: set it to 0", path));
}

std::array<CoefficientPointer, 3> build_load_vector(Builder& builder, const std::string& path,
                                                    const std::string& group) {
  std::array<CoefficientPointer, 3> components;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string component = fmt::format("{}.{}", path, axis);
    refuse_out_of_plane(builder, axis, component);
    components[static_cast<std::size_t>(axis)] = build_load(builder, component, group);
  }
  return components;
}

bool is_linear(const CaseFile& file, const std::string& material) {
  return file.text(join_case_path(join_case_path("materials", material), "elasticity") + ".model") == "linear";
}

/// A pressure that follows the deformation would act on the changed thickness of the sheet.
void refuse_on_a_stretched_sheet(const Builder& builder, const std::string& group) {
  const Model& model = builder.model;
  if (model.system->space().section().kind != SectionKind::plane_stress) return;
  const std::string path = join_case_path("mechanical.pressure", group);
  for (const Facet& facet : builder.mesh().group(group, {}, "[mechanical.pressure]").facets) {
    const auto number = static_cast<std::size_t>(model.material_of_element[static_cast<std::size_t>(facet.element)]);
    if (is_linear(builder.file, model.materials[number].name)) continue;
    throw builder.file.error(path, fmt::format("{}: in plane stress a pressure on a material of finite strain is not "
                                               "available: use [mechanical.traction], section = \"plane_strain\" or a "
                                               "three-dimensional mesh",
                                               path));
  }
}

void add_materials(Builder& builder) {
  const CaseFile& file = builder.file;
  MechanicalSystem& mechanical = builder.system().mechanical();
  for (const ModelMaterial& material : builder.model.materials) {
    const std::string section = join_case_path("materials", material.name);
    const std::string elasticity = join_case_path(section, "elasticity");
    file.require(elasticity, "the mechanical problem");
    const PropertyPlace place = place_of(builder.mesh(), material);
    const CoefficientPointer thermal_strain = build_thermal_strain(builder, material, place);
    if (!thermal_strain && file.has("thermal")) {
      warn(fmt::format("{}: [{}] has no thermal_expansion: the temperature does not strain it (thermal_expansion = 0.0 "
                       "says so and ends this warning)",
                       file.at(section).location(), section));
    }
    if (is_linear(file, material.name)) {
      mechanical.set_material(
          ElasticMaterial{.regions = material.regions,
                          .young = build_material_property(builder, elasticity + ".young", place),
                          .poisson = build_material_property(builder, elasticity + ".poisson", place),
                          .thermal_strain = thermal_strain});
    } else {
      HyperelasticMaterial hyperelastic = build_hyperelastic(builder, material, place);
      hyperelastic.thermal_strain = thermal_strain;
      const std::string where = elasticity + (hyperelastic.mixed ? ".formulation" : "");
      at_place(file, where, [&] { mechanical.set_material(std::move(hyperelastic)); });
    }
    const std::string density = join_case_path(section, "density");
    if (file.has(density)) mechanical.set_density(material.regions, build_property(builder, density, place));
  }
}

void add_rigid_face(Builder& builder, const std::string& group) {
  const CaseFile& file = builder.file;
  const std::string section = join_case_path("mechanical.rigid", group), force = section + ".force";
  std::vector<int> axes;
  for (const std::string& name : file.names(section + ".components")) {
    axes.push_back(name.front() - 'x');
    if (axes.back() < builder.mesh().dimension()) continue;
    throw file.error(section + ".components",
                     fmt::format("{}: a two-dimensional model has no z component: leave it out", section));
  }
  std::optional<std::array<CoefficientPointer, 3>> total;
  if (file.has(force)) total = build_load_vector(builder, force, group);
  at_place(file, section, [&] { builder.system().mechanical().add_rigid_face(group, axes, total); });
}

void add_supports(Builder& builder) {
  const CaseFile& file = builder.file;
  MechanicalSystem& mechanical = builder.system().mechanical();
  for (const std::string& group : file.children("mechanical.displacement")) {
    const std::string path = join_case_path("mechanical.displacement", group);
    at_place(file, path, [&] { builder.mesh().group(group, {}, "[mechanical.displacement]"); });
    for (const CaseComponent& component : file.displacement(path)) {
      refuse_out_of_plane(builder, component.axis, component.path);
      const CoefficientPointer displacement = build_load(builder, component.path, group);
      at_place(file, path, [&] { mechanical.prescribe_displacement(group, component.axis, displacement); });
    }
  }
  for (const std::string& group : file.children("mechanical.rigid")) add_rigid_face(builder, group);
  for (const std::string& group : file.children("mechanical.spring")) {
    const std::string path = join_case_path("mechanical.spring", group);
    at_place(file, path, [&] { mechanical.add_spring(group, builder.number(path)); });
  }
}

} // namespace

void build_mechanical(Builder& builder) {
  const CaseFile& file = builder.file;
  MechanicalSystem& mechanical = builder.system().mechanical();
  add_materials(builder);
  add_supports(builder);
  for (const std::string& group : file.children("mechanical.traction")) {
    const std::string path = join_case_path("mechanical.traction", group);
    const std::array<CoefficientPointer, 3> traction = build_load_vector(builder, path, group);
    at_place(file, path, [&] { mechanical.apply_traction(group, traction); });
  }
  for (const std::string& group : file.children("mechanical.force")) {
    const std::string path = join_case_path("mechanical.force", group);
    const std::array<CoefficientPointer, 3> force = build_load_vector(builder, path, group);
    at_place(file, path, [&] { mechanical.apply_force(group, force); });
  }
  for (const std::string& group : file.children("mechanical.pressure")) {
    const std::string path = join_case_path("mechanical.pressure", group);
    const CoefficientPointer pressure = build_load(builder, path, group);
    at_place(file, path, [&] { mechanical.apply_pressure(group, pressure); });
    refuse_on_a_stretched_sheet(builder, group);
  }
  for (const std::string& region : file.children("mechanical.body_force")) {
    const std::string path = join_case_path("mechanical.body_force", region);
    const std::array<CoefficientPointer, 3> force = build_load_vector(builder, path, region);
    at_place(file, path, [&] {
      builder.mesh().group(region, builder.mesh().dimension(), "[mechanical.body_force]");
      mechanical.apply_body_force(region, force);
    });
  }
}

} // namespace adjoule
