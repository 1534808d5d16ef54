#include "adjoule/io/fields.hpp"

#include "adjoule/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace adjoule {
namespace {

enum class Carrier { node, element };

/// Where to look for a node or element: nodes have no number of their own that the user knows.
std::string describe(const Mesh& mesh, Carrier carrier, Index number) {
  const auto at =
      carrier == Carrier::node ? mesh.coordinates()[static_cast<std::size_t>(number)] : mesh.centroid(number);
  const std::string place = fmt::format("({:.6g}, {:.6g}, {:.6g}) m", at[0], at[1], at[2]);
  return carrier == Carrier::node ? fmt::format("node {} at {}", number, place)
                                  : fmt::format("element {} about {}", mesh.element_tag(number), place);
}

void check_field(const Mesh& mesh, const FieldArray& field, Carrier carrier) {
  const char* const kind = carrier == Carrier::node ? "node" : "element";
  if (field.name.empty()) throw InputError(fmt::format("a {} field has no name", kind));
  if (field.components != 1 && field.components != 3 && field.components != 6 && field.components != 9)
    throw InputError(fmt::format(
        "{} field '{}' has {} components; 1 (scalar), 3 (vector), 6 (symmetric tensor) or 9 (tensor) can be written",
        kind, field.name, field.components));
  const auto components = static_cast<std::size_t>(field.components);
  const Index count = carrier == Carrier::node ? mesh.node_count() : mesh.element_count();
  if (field.values.size() != components * static_cast<std::size_t>(count))
    throw InputError(fmt::format("{} field '{}' has {} values; {} {}s of {} components need {}", kind, field.name,
                                 field.values.size(), count, kind, components,
                                 components * static_cast<std::size_t>(count)));
  const auto bad = std::ranges::find_if_not(field.values, [](double value) { return std::isfinite(value); });
  if (bad == field.values.end()) return;
  const auto number = static_cast<Index>(static_cast<std::size_t>(bad - field.values.begin()) / components);
  throw AnalysisError(fmt::format(
      "{} field '{}' is {} at {}; {} of its {} values are not finite", kind, field.name, *bad,
      describe(mesh, carrier, number),
      std::ranges::count_if(field.values, [](double value) { return !std::isfinite(value); }), field.values.size()));
}

void check_all(const Mesh& mesh, const std::vector<FieldArray>& fields, Carrier carrier) {
  std::set<std::string> names;
  for (const FieldArray& field : fields) {
    check_field(mesh, field, carrier);
    if (!names.insert(field.name).second)
      throw InputError(
          fmt::format("two {} fields are named '{}'", carrier == Carrier::node ? "node" : "element", field.name));
  }
}

} // namespace

void check_fields(const Mesh& mesh, const OutputFields& fields) {
  check_all(mesh, fields.point, Carrier::node);
  check_all(mesh, fields.cell, Carrier::element);
}

} // namespace adjoule
