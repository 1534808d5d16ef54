// Checks of the sets of data of [identify.data].
#include "adjoule/core/nearest_name.hpp"
#include "case_file_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The one of `field`, `quantity` and `test` that is there.
std::string kind_of(const CaseFile& case_file, const std::string& set) {
  std::vector<std::string> found;
  for (const char* kind : {"field", "quantity", "test"}) {
    if (case_file.has(fmt::format("{}.{}", set, kind))) found.emplace_back(kind);
  }
  if (found.size() == 1) return found.front();
  throw case_file.error(
      set, fmt::format("[{}] has {}: give one of field = \"displacement\", quantity = \"...\" and "
                       "test = \"...\", which says what was measured",
                       set, found.empty() ? "no kind of data" : fmt::format("both {} and {}", found[0], found[1])));
}

void check_quantity_of_data(const CaseFile& case_file, const std::string& set) {
  const std::string name = case_file.text(set + ".quantity");
  const std::vector<std::string> known = case_file.children("quantities");
  if (!contains(known, name)) {
    const std::string hint = nearest_name(name, known);
    throw case_file.error(set + ".quantity", fmt::format("{}.quantity: there is no quantity \"{}\"{}", set, name,
                                                         hint.empty() ? "; [quantities] has: " + join_names(known)
                                                                      : fmt::format("; did you mean \"{}\"?", hint)));
  }
  if (case_file.text(join_case_path("quantities", name) + ".kind") == "misfit")
    throw case_file.error(set + ".quantity",
                          fmt::format("{}.quantity: \"{}\" is a misfit, which nobody measures", set, name));
}

/// Columns and units that belong to another kind of data would be passed over in silence.
void check_parts(const CaseFile& case_file, const std::string& set, const std::string& kind) {
  const std::vector<std::string> columns =
      kind == "field"      ? std::vector<std::string>{"x", "y", "z", "ux", "uy", "uz", "t", "noise", "flag"}
      : kind == "quantity" ? std::vector<std::string>{"t", "value", "noise", "flag"}
                           : std::vector<std::string>{"stretch", "strain", "stress", "noise", "flag"};
  const std::vector<std::string> units = kind == "field" ? std::vector<std::string>{"position", "displacement", "t"}
                                         : kind == "quantity" ? std::vector<std::string>{"value", "t"}
                                                              : std::vector<std::string>{"stress", "strain"};
  for (const auto& [part, known] : {std::pair{"columns", columns}, {"units", units}}) {
    const std::string section = fmt::format("{}.{}", set, part);
    for (const std::string& name : case_file.children(section)) {
      if (contains(known, name)) continue;
      throw case_file.error(join_case_path(section, name),
                            fmt::format("{}.{} does not belong to data with {}, whose {} are: {}", section, name, kind,
                                        part, join_names(known)));
    }
  }
  if (kind == "test" && case_file.has(set + ".flag_below"))
    throw case_file.error(set + ".flag_below", fmt::format("{}.flag_below does not belong to data with test", set));
  if (kind == "test" && case_file.at(set + ".file").is_array())
    throw case_file.error(set + ".file", fmt::format("{}.file: a test stands in one file", set));
}

} // namespace

void check_data(const CaseFile& case_file) {
  for (const std::string& name : case_file.children("identify.data")) {
    const std::string set = join_case_path("identify.data", name);
    const std::string kind = kind_of(case_file, set);
    check_parts(case_file, set, kind);
    if (kind == "quantity") check_quantity_of_data(case_file, set);
    if (kind != "test" && case_file.has(set + ".noise") && case_file.has(set + ".columns.noise")) {
      throw case_file.error(set + ".noise",
                            fmt::format("[{}] has both noise and columns.noise: keep one of them", set));
    }
  }
}

} // namespace adjoule
