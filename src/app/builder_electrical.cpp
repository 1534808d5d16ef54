#include "builder.hpp"

namespace adjoule {

void build_electrical(Builder& builder) {
  const CaseFile& file = builder.file;
  ElectricalSystem& electrical = builder.system().electrical();
  for (const ModelMaterial& material : builder.model.materials) {
    const std::string path = join_case_path(join_case_path("materials", material.name), "electrical_conductivity");
    file.require(path, "the electrical problem");
    electrical.set_conductivity(material.regions,
                                build_material_property(builder, path, place_of(builder.mesh(), material)));
  }
  for (const std::string& group : file.children("electrical.potential")) {
    const std::string path = join_case_path("electrical.potential", group);
    const CoefficientPointer potential = build_load(builder, path, group);
    at_place(file, path, [&] { electrical.prescribe_potential(group, potential); });
  }
  for (const std::string& group : file.children("electrical.current")) {
    const std::string path = join_case_path("electrical.current", group);
    const CoefficientPointer current = build_load(builder, path, group);
    at_place(file, path, [&] { electrical.drive_current(group, current); });
  }
  for (const std::string& group : file.children("electrical.current_density")) {
    const std::string path = join_case_path("electrical.current_density", group);
    const CoefficientPointer density = build_load(builder, path, group);
    at_place(file, path, [&] { electrical.apply_current_density(group, density); });
  }
}

} // namespace adjoule
