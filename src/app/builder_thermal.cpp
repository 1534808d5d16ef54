#include "builder.hpp"

#include "adjoule/materials/expression.hpp"

#include <fmt/format.h>

#include <numeric>

namespace adjoule {
namespace {

void prescribe(Builder& builder) {
  const CaseFile& file = builder.file;
  const std::string path = "thermal.prescribed";
  PropertyPlace everywhere;
  everywhere.nodes.resize(static_cast<std::size_t>(builder.mesh().node_count()));
  std::iota(everywhere.nodes.begin(), everywhere.nodes.end(), 0);
  const CoefficientPointer temperature = build_property(builder, path, everywhere);
  if (temperature->reads_temperature()) {
    throw file.error(path,
                     fmt::format("{} gives the temperature and cannot read T: use x, y, z, t and constants", path));
  }
  builder.system().thermal().prescribe_field(temperature);
}

void add_materials(Builder& builder) {
  ThermalSystem& thermal = builder.system().thermal();
  for (const ModelMaterial& material : builder.model.materials) {
    const std::string section = join_case_path("materials", material.name);
    const std::string conductivity = join_case_path(section, "thermal_conductivity");
    const std::string density = join_case_path(section, "density");
    const std::string heat = join_case_path(section, "specific_heat");
    const PropertyPlace place = place_of(builder.mesh(), material);
    builder.file.require(conductivity, "the heat problem");
    thermal.set_conductivity(material.regions, build_material_property(builder, conductivity, place));
    if (builder.file.has(density) && builder.file.has(heat)) {
      thermal.set_capacity(material.regions, build_property(builder, density, place),
                           build_property(builder, heat, place));
    }
  }
}

void add_exchange(Builder& builder) {
  const CaseFile& file = builder.file;
  ThermalSystem& thermal = builder.system().thermal();
  for (const std::string& group : file.children("thermal.convection")) {
    const std::string section = join_case_path("thermal.convection", group);
    at_place(file, section, [&] { builder.mesh().group(group, {}, "[thermal.convection]"); });
    const PropertyPlace place{.regions = {}, .elements = {}, .nodes = builder.mesh().group(group).nodes};
    const CoefficientPointer coefficient = build_property(builder, section + ".coefficient", place);
    const CoefficientPointer ambient = build_load(builder, section + ".ambient", group);
    at_place(file, section, [&] { thermal.add_convection(group, coefficient, ambient); });
  }
  for (const std::string& group : file.children("thermal.radiation")) {
    const std::string section = join_case_path("thermal.radiation", group);
    const CoefficientPointer ambient = build_load(builder, section + ".ambient", group);
    at_place(file, section, [&] { thermal.add_radiation(group, builder.number(section + ".emissivity"), ambient); });
  }
}

} // namespace

void build_thermal(Builder& builder) {
  const CaseFile& file = builder.file;
  if (file.has("thermal.prescribed")) return prescribe(builder);
  ThermalSystem& thermal = builder.system().thermal();
  add_materials(builder);
  for (const std::string& group : file.children("thermal.temperature")) {
    const std::string path = join_case_path("thermal.temperature", group);
    const CoefficientPointer temperature = build_load(builder, path, group);
    at_place(file, path, [&] { thermal.prescribe_temperature(group, temperature); });
  }
  for (const std::string& group : file.children("thermal.flux")) {
    const std::string path = join_case_path("thermal.flux", group);
    const CoefficientPointer flux = build_load(builder, path, group);
    at_place(file, path, [&] { thermal.apply_flux(group, flux); });
  }
  for (const std::string& region : file.children("thermal.source")) {
    const std::string path = join_case_path("thermal.source", region);
    const CoefficientPointer source = build_load(builder, path, region);
    at_place(file, path, [&] {
      builder.mesh().group(region, builder.mesh().dimension(), "[thermal.source]");
      thermal.apply_source(region, source);
    });
  }
  add_exchange(builder);
  const bool joule = file.has("thermal.joule_heating") ? file.boolean("thermal.joule_heating") : file.has("electrical");
  if (joule) thermal.joule_heating(builder.system().electrical());
  if (file.has("thermal.initial_temperature")) thermal.set_initial_guess(file.number("thermal.initial_temperature"));
}

} // namespace adjoule
