#include "adjoule/app/output.hpp"

#include "adjoule/core/nearest_name.hpp"
#include "adjoule/core/version.hpp"
#include "adjoule/fem/corner_basis.hpp"
#include "adjoule/inverse/cell_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace adjoule {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// One value or, in any dimension, three a node.
FieldArray nodal_array(const std::string& name, int components, const std::vector<double>& values) {
  if (components == 1) return {name, 1, values};
  const auto own = static_cast<std::size_t>(components);
  FieldArray array{name, 3, std::vector<double>(values.size() / own * 3, 0.0)};
  for (std::size_t i = 0; i < values.size(); ++i) array.values[i / own * 3 + i % own] = values[i];
  return array;
}

std::string reaction_name(const PhysicsSystem& system) {
  if (system.name() == "electrical") return "current_reaction";
  return system.name() == "thermal" ? "heat_reaction" : "force_reaction";
}

void add_reaction(const MultiphysicsSystem& model, const PhysicsSystem& system, const FieldValues& fields,
                  OutputFields& output) {
  std::vector<double> reaction = model.reactions(system, fields);
  for (std::size_t i = 0; i < reaction.size(); ++i) {
    if (system.constraints().name_at(static_cast<Index>(i)).empty()) reaction[i] = 0.0;
  }
  const int components = model.space().fields()[static_cast<std::size_t>(system.field())].components;
  output.point.push_back(nodal_array(reaction_name(system), components, reaction));
}

} // namespace

std::vector<std::string> available_fields(const Model& model) {
  const MultiphysicsSystem& system = *model.system;
  std::vector<std::string> names;
  const auto add = [&names](bool present, std::vector<std::string> more) {
    if (present) names.insert(names.end(), more.begin(), more.end());
  };
  const ThermalSystem* thermal = system.find_thermal();
  add(system.find_electrical(), {"potential"});
  add(thermal, {"temperature"});
  add(system.find_mechanical(), {"displacement"});
  add(system.find_electrical(), {"current_density", "joule_heat"});
  add(thermal && !thermal->is_given(), {"heat_flux"});
  const MechanicalSystem* mechanical = system.find_mechanical();
  add(mechanical && mechanical->pressure(), {"pressure"});
  add(mechanical, {"von_mises", "stress", "strain"});
  add(mechanical && mechanical->is_nonlinear(),
      {"first_piola_kirchhoff", "logarithmic_strain", "principal_stretches", "principal_direction_1",
       "principal_direction_2", "principal_direction_3", "volume_ratio", "energy_density"});
  return names;
}

std::vector<std::string> chosen_fields(const CaseFile& file, const Model& model) {
  const std::vector<std::string> available = available_fields(model);
  if (!file.has("output.fields")) return available;
  std::vector<std::string> names = file.names("output.fields");
  for (const std::string& name : names) {
    if (contains(available, name)) continue;
    const std::string hint = nearest_name(name, available);
    throw file.error("output.fields", fmt::format("output.fields: this analysis has no {}{}; it has: {}", name,
                                                  hint.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", hint),
                                                  join_names(available)));
  }
  return names;
}

double output_memory(const Model& model, const std::vector<std::string>& names) {
  const Mesh& mesh = model.system->mesh();
  const auto nodes = static_cast<double>(mesh.node_count());
  const auto elements = static_cast<double>(mesh.element_count());
  double entries = 0.0;
  for (const ElementBlock& block : mesh.blocks()) entries += static_cast<double>(block.connectivity.size());
  // A value and a reaction for each field, in three components where it is a vector, and the material.
  double numbers = elements;
  for (const Field& field : model.system->space().fields())
    numbers += 2.0 * nodes * (field.components == 1 ? 1.0 : 3.0);
  for (const std::string& name : names)
    if (model.system->space().find_field(name) < 0) numbers += elements * cell_field_components(name);
  // Fields stand twice, here and in the grid that is written; the grid has its nodes, cells and their kinds besides.
  constexpr double number = sizeof(double);
  return 2.0 * number * numbers + number * (3.0 * nodes + entries + elements) + elements;
}

std::string field_unit_text(const std::string& field) {
  static const std::map<std::string, std::string> units{
      {"potential", "V"},           {"temperature", "K"},    {"displacement", "m"},
      {"current_density", "A/m^2"}, {"joule_heat", "W/m^3"}, {"heat_flux", "W/m^2"},
      {"von_mises", "Pa"},          {"stress", "Pa"},        {"first_piola_kirchhoff", "Pa"},
      {"energy_density", "J/m^3"},  {"pressure", "Pa"}};
  const auto found = units.find(field.substr(0, field.find('.')));
  return found == units.end() ? "" : found->second;
}

OutputFields make_output_fields(const CaseFile& file, const Model& model, const FieldValues& fields,
                                const std::vector<std::string>& names, bool reactions) {
  const MultiphysicsSystem& system = *model.system;
  OutputFields output;
  for (const PhysicsSystem* physics : system.systems()) {
    const Field& field = system.space().fields()[static_cast<std::size_t>(physics->field())];
    if (contains(names, field.name)) {
      std::vector<double> values = fields.values[static_cast<std::size_t>(physics->field())];
      fill_beyond_corners(system.mesh(), field, values);
      output.point.push_back(nodal_array(field.name, field.components, values));
    }
    const bool given = physics->integrals().empty(); // a prescribed temperature reacts to nothing
    const bool can_be_held = !physics->companion();  // and a pressure is held by nothing
    if (reactions && !given && can_be_held) add_reaction(system, *physics, fields, output);
  }
  for (const std::string& name : names) {
    if (system.space().find_field(name) >= 0) continue;
    output.cell.push_back({name, cell_field_components(name), cell_means(system, fields, name)});
  }
  FieldArray material{"material", 1, {}};
  for (const Index number : model.material_of_element) material.values.push_back(static_cast<double>(number));
  output.cell.push_back(std::move(material));

  std::vector<std::string> materials;
  for (std::size_t i = 0; i < model.materials.size(); ++i)
    materials.push_back(fmt::format("{} {}", i, model.materials[i].name));
  output.metadata = {{"case", file.name()},
                     {"program", std::string("adjoule ") + version()},
                     {"materials", join_names(materials, materials.size())}};
  if (file.has("title")) output.metadata["title"] = file.text("title");
  return output;
}

} // namespace adjoule
