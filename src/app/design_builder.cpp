#include "adjoule/app/design_builder.hpp"

#include "builder.hpp"
#include "element_volumes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

VariableOptions options_of(const CaseFile& file, const std::string& place) {
  VariableOptions options;
  const auto given = [&](const char* key) { return file.find(join_case_path(place, key)); };
  if (const CaseValue* initial = given("initial")) options.initial = initial->number;
  if (const CaseValue* lower = given("lower")) options.lower = lower->number;
  if (const CaseValue* upper = given("upper")) options.upper = upper->number;
  const std::string scaling = file.text(join_case_path(place, "scaling"));
  if (scaling == "linear") options.scaling = VariableScaling::linear;
  if (scaling == "log") options.scaling = VariableScaling::logarithmic;
  return options;
}

/// Whether the solution, or a quantity directly, depends on the parameter.
bool is_used(const Model& model, Parameter parameter) {
  const auto holds = [&](const std::vector<Parameter>& list) {
    return std::find(list.begin(), list.end(), parameter) != list.end();
  };
  return holds(model.system->used_parameters()) ||
         std::any_of(model.quantities.begin(), model.quantities.end(),
                     [&](const ModelQuantity& quantity) { return holds(quantity.objective->parameters()); });
}

void require_use(const CaseFile& file, const Model& model, const std::string& place, const std::string& path,
                 Parameter parameter) {
  if (is_used(model, parameter)) return;
  throw file.error(place,
                   fmt::format("{}: nothing in this analysis uses {}, so that no result can depend on it: take it out",
                               place, path));
}

/// The variable of each of the field's elements where each region has one; an element of several regions counts in the
/// first.
std::vector<Index> region_of_element(const Mesh& mesh, const ElementField& field) {
  std::vector<Index> variable(field.elements.size(), -1);
  Index count = 0;
  for (const std::string& region : field.regions) {
    const std::vector<Index>& members = mesh.group(region).elements;
    bool any = false;
    for (std::size_t i = 0; i < variable.size(); ++i) {
      if (variable[i] >= 0 || !std::binary_search(members.begin(), members.end(), field.elements[i])) continue;
      variable[i] = count;
      any = true;
    }
    if (any) ++count;
  }
  return variable;
}

} // namespace

FieldVariable field_variable(const Model& model, const ElementField& field, bool per_region) {
  FieldVariable variable{
      .name = field.path, .parameter = model.system->parameters().path(field.parameter), .offset = field.offset};
  if (per_region) {
    variable.variable_of_entry = region_of_element(model.system->mesh(), field);
  } else {
    for (std::size_t i = 0; i < field.elements.size(); ++i) variable.variable_of_entry.push_back(static_cast<Index>(i));
  }
  const std::vector<double> volumes = element_volumes(model, field);
  const Index last = *std::max_element(variable.variable_of_entry.begin(), variable.variable_of_entry.end());
  variable.measure.assign(static_cast<std::size_t>(last) + 1, 0.0);
  for (std::size_t i = 0; i < volumes.size(); ++i)
    variable.measure[static_cast<std::size_t>(variable.variable_of_entry[i])] += volumes[i];
  return variable;
}

std::unique_ptr<DesignMap> build_variable(const CaseFile& file, const std::string& section, const std::string& name,
                                          const Model& model) {
  const std::string place = join_case_path(section, name);
  const std::string path = case_path_text(parse_case_path(name));
  const std::string per = file.text(place + ".per");
  const VariableOptions options = options_of(file, place);
  const Parameters& parameters = model.system->parameters();
  if (per == "value") {
    require_use(file, model, place, path, at_place(file, place, [&] { return parameters.find(path); }));
    return at_place(file, place, [&] { return make_scalar_variable(parameters, path, options); });
  }
  const auto field = std::find_if(model.element_fields.begin(), model.element_fields.end(),
                                  [&](const ElementField& candidate) { return candidate.path == path; });
  if (field == model.element_fields.end()) {
    throw file.error(
        place, fmt::format("{}: nothing in this analysis uses {} element by element: take it out, or per = \"{}\" out",
                           place, path, per));
  }
  require_use(file, model, place, path, field->parameter);
  return at_place(file, place, [&] {
    return make_field_variable(parameters, field_variable(model, *field, per == "region"), options);
  });
}

std::unique_ptr<DesignMap> build_variable(const CaseFile& file, const std::string& section, const std::string& name,
                                          const Parameters& parameters) {
  const std::string place = join_case_path(section, name);
  const std::string per = file.text(place + ".per");
  if (per != "value")
    throw file.error(place,
                     fmt::format("{}: per = \"{}\" needs a mesh, which this case has not: take it out", place, per));
  return at_place(file, place, [&] {
    return make_scalar_variable(parameters, case_path_text(parse_case_path(name)), options_of(file, place));
  });
}

Design build_design(const CaseFile& file, const Model& model, const std::string& section) {
  const std::vector<std::string> names = file.children(section);
  if (names.empty()) {
    throw file.error(section, fmt::format("there is nothing to vary: add a section [{}.\"PATH\"] with the path of a "
                                          "number of this file",
                                          section));
  }
  Design design;
  for (const std::string& name : names) design.add(build_variable(file, section, name, model));
  return design;
}

} // namespace adjoule
