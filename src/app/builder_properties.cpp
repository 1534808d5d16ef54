// Properties of the file as coefficients.
#include "builder.hpp"

#include "adjoule/io/csv_reader.hpp"
#include "adjoule/io/vtu_reader.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/table.hpp"
#include "adjoule/materials/thermal_strain.hpp"
#include "sum_coefficient.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

const SchemaKey& key_of(const std::string& path) {
  return *case_schema().match(parse_case_path(path)).key;
}

/// The place of each element's value in an array over `elements`.
std::vector<Index> value_of_element(const Mesh& mesh, const std::vector<Index>& elements) {
  std::vector<Index> place(static_cast<std::size_t>(mesh.element_count()), -1);
  for (std::size_t i = 0; i < elements.size(); ++i)
    place[static_cast<std::size_t>(elements[i])] = static_cast<Index>(i);
  return place;
}

void check_element_values(const Builder& builder, const std::string& path, const CaseElementFile& source,
                          const std::vector<double>& values, const PropertyPlace& place) {
  if (values.size() != place.elements.size()) {
    throw builder.file.error(path,
                             fmt::format("{}: {} has {} values, and the material's regions have {} elements: give "
                                         "one row for each of them, in the mesh's order",
                                         path, source.file.string(), values.size(), place.elements.size()));
  }
  const SchemaKey& key = key_of(path);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (key.range.contains(values[i])) continue;
    throw builder.file.error(path, fmt::format("{}: value {} of {} is {}, and {} is needed ({})", path, i + 1,
                                               source.file.string(), values[i], key.range.text(), key.unit));
  }
}

bool is_element_field(const Builder& builder, const std::string& path) {
  return builder.named_in_gradient_fields(path) || builder.varied_by_design(path);
}

CoefficientPointer from_file(Builder& builder, const std::string& path, const CaseElementFile& source,
                             const PropertyPlace& place) {
  const std::vector<double> values = at_place(builder.file, path, [&] {
    return source.array.empty() ? read_csv_column(source.file, "value")
                                : read_vtu_cell_array(source.file, source.array);
  });
  check_element_values(builder, path, source, values, place);
  const SchemaKey& key = key_of(path);
  const Parameter parameter = builder.parameters().register_field(
      path, values, ParameterKind::per_element, {.unit = key.unit, .lower = key.range.lower, .upper = key.range.upper});
  CoefficientPointer property =
      element_coefficient(builder.parameters(), parameter, value_of_element(builder.mesh(), place.elements));
  if (is_element_field(builder, path)) {
    builder.model.element_fields.push_back({.path = path,
                                            .parameter = parameter,
                                            .property = property,
                                            .regions = place.regions,
                                            .elements = place.elements,
                                            .in_gradient = builder.named_in_gradient_fields(path),
                                            .in_design = builder.varied_by_design(path)});
  }
  return property;
}

CoefficientPointer from_table(const Builder& builder, const CaseTable& table) {
  std::vector<Parameter> temperatures, values;
  for (const CaseNumber& entry : table.temperatures) temperatures.push_back(builder.parameter(entry.path));
  for (const CaseNumber& entry : table.values) values.push_back(builder.parameter(entry.path));
  return table_coefficient(builder.parameters(), std::move(temperatures), std::move(values));
}

void require_temperature(const Builder& builder, const std::string& path, const Coefficient& property) {
  if (!property.reads_temperature() || builder.file.has("thermal")) return;
  throw builder.file.error(path,
                           fmt::format("{} follows the temperature, and the file has no [thermal] section: add one "
                                       "(thermal.prescribed = ... gives a temperature without a heat problem)",
                                       path));
}

/// A formula of the case; `t` is the model's time.
CoefficientPointer from_expression(Builder& builder, const std::string& path, const std::string& text) {
  constexpr const char* time = "t";
  std::vector<std::string> names{time};
  for (const auto& [name, parameter] : builder.constants) names.push_back(name);
  const std::vector<std::string> used = Expression(text, names).used_constants();
  std::map<std::string, Parameter> known = builder.constants;
  if (std::find(used.begin(), used.end(), time) != used.end()) {
    if (!builder.file.has("time"))
      throw InputError(fmt::format("{} reads the time t and the case has none: add [time] with quasistatic_times = "
                                   "[...], or write a number for t",
                                   path));
    known[time] = builder.system().space().time();
  }
  return expression_coefficient(builder.parameters(), text, known);
}

/// An additional value for each element, now 0: what the property varies by, element by element.
CoefficientPointer element_change(Builder& builder, const std::string& path, const CoefficientPointer& property,
                                  const PropertyPlace& place) {
  const SchemaKey& key = key_of(path);
  ParameterOptions options{.unit = key.unit};
  double offset = 0.0;
  if (builder.parameters().contains(path)) { // a number: what is added to it keeps the sum in the physical range
    offset = builder.parameters().value(builder.parameter(path));
    options.lower = key.range.lower - offset;
    options.upper = key.range.upper - offset;
  }
  const Parameter change =
      builder.parameters().register_field(path + " (per element)", std::vector<double>(place.elements.size(), 0.0),
                                          ParameterKind::per_element, std::move(options));
  builder.model.element_fields.push_back({.path = path,
                                          .parameter = change,
                                          .property = property,
                                          .regions = place.regions,
                                          .elements = place.elements,
                                          .offset = offset,
                                          .in_gradient = builder.named_in_gradient_fields(path),
                                          .in_design = builder.varied_by_design(path)});
  return element_coefficient(builder.parameters(), change, value_of_element(builder.mesh(), place.elements));
}

bool needs_element_change(const Builder& builder, const std::string& path) {
  return is_element_field(builder, path) && !std::holds_alternative<CaseElementFile>(builder.file.property(path));
}

} // namespace

CoefficientPointer build_property(Builder& builder, const std::string& path, const PropertyPlace& place) {
  CoefficientPointer& built = builder.built[path];
  if (built) return built;
  const CaseProperty source = builder.file.property(path);
  if (const auto* number = std::get_if<CaseNumber>(&source)) return built = builder.number(number->path);
  if (const auto* elements = std::get_if<CaseElementFile>(&source)) {
    return built = from_file(builder, path, *elements, place);
  }
  const CoefficientPointer property = at_place(builder.file, path, [&] {
    const auto* table = std::get_if<CaseTable>(&source);
    if (table) return from_table(builder, *table);
    return from_expression(builder, path, std::get<CaseExpression>(source).text);
  });
  require_temperature(builder, path, *property);
  const SchemaKey& key = key_of(path);
  builder.model.properties.push_back({path, key.unit, key.range, property, place.nodes});
  return built = property;
}

CoefficientPointer build_load(Builder& builder, const std::string& path, const std::string& group) {
  PropertyPlace place;
  for (const Group& known : builder.mesh().groups()) { // what uses the load says it if there is none of that name
    if (known.name == group) place.nodes = known.nodes;
  }
  return build_property(builder, path, place);
}

CoefficientPointer build_material_property(Builder& builder, const std::string& path, const PropertyPlace& place) {
  CoefficientPointer property = build_property(builder, path, place);
  if (!needs_element_change(builder, path)) return property;
  return sum_coefficient(property, element_change(builder, path, property, place));
}

CoefficientPointer build_thermal_strain(Builder& builder, const ModelMaterial& material, const PropertyPlace& place) {
  const std::string section = join_case_path("materials", material.name);
  const std::string path = join_case_path(section, "thermal_expansion");
  if (!builder.file.has(path)) return nullptr;
  if (!builder.file.has("thermal")) {
    throw builder.file.error(path, fmt::format("{} has nothing to act on: the temperature is neither solved for nor "
                                               "prescribed. Add [thermal] with boundary values or thermal.prescribed, "
                                               "or take thermal_expansion out",
                                               path));
  }
  const CoefficientPointer expansion = build_property(builder, path, place);
  const Parameter reference = builder.parameter(join_case_path(section, "reference_temperature"));
  const std::string kind_path = join_case_path(section, "expansion_kind");
  const bool secant = builder.file.has(kind_path) && builder.file.text(kind_path) == "secant";
  const ExpansionKind kind = secant ? ExpansionKind::secant : ExpansionKind::instantaneous;
  const auto strain = [&](const CoefficientPointer& coefficient) {
    return at_place(builder.file, path,
                    [&] { return thermal_strain(builder.parameters(), coefficient, reference, kind); });
  };
  if (!needs_element_change(builder, path)) return strain(expansion);
  // The strain is linear in the coefficient; the exact integral of a table stays as it is.
  return sum_coefficient(strain(expansion), strain(element_change(builder, path, expansion, place)));
}

} // namespace adjoule
