#include "builder.hpp"

#include "adjoule/mesh/quality.hpp"

#include <fmt/format.h>

namespace adjoule {

Mesh build_mesh(const CaseFile& file) {
  const std::filesystem::path path = file.resolve(file.text("mesh.file"));
  MeshOptions options;
  const CaseValue& unit = file.at("mesh.unit");
  options.unit = unit.is_text() ? length_unit(unit.text) : unit.number;
  if (file.has("mesh.order") || path.extension() != ".msh") options.order = file.integer("mesh.order");
  if (file.has("mesh.size")) options.size = file.number("mesh.size");
  options.refine = file.integer("mesh.refine");
  for (const std::string& name : file.children("mesh.parameters")) {
    options.parameters[name] = file.number(join_case_path("mesh.parameters", name));
  }
  return at_place(file, "mesh.file", [&] {
    Mesh mesh = Mesh::read(path, options);
    require_valid(mesh, check_degeneracy(mesh));
    return mesh;
  });
}

SectionKind build_section(const CaseFile& file, const Mesh& mesh) {
  if (mesh.dimension() != 2) {
    if (file.has("model")) {
      throw file.error("model", fmt::format("[model] says what a two-dimensional mesh stands for, and this one is "
                                            "{}-dimensional: remove the section",
                                            mesh.dimension() == 3 ? "three" : "one"));
    }
    return SectionKind::solid;
  }
  if (!file.has("model.section")) {
    throw file.error("model", "the mesh is two-dimensional: add [model] with section = \"plane_strain\", "
                              "\"plane_stress\" or \"axisymmetric\"");
  }
  const std::string section = file.text("model.section");
  if (section == "plane_strain") return SectionKind::plane_strain;
  return section == "plane_stress" ? SectionKind::plane_stress : SectionKind::axisymmetric;
}

} // namespace adjoule
