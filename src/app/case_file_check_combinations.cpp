#include "case_file_parts.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

namespace adjoule {
namespace {

void check_expansion(const CaseFile& case_file, const std::string& material) {
  const std::string expansion = join_case_path(material, "thermal_expansion");
  const CaseValue* value = case_file.find(expansion);
  if (!value) return;
  case_file.require(join_case_path(material, "reference_temperature"), "its thermal_expansion");
  const std::string kind = join_case_path(material, "expansion_kind");
  if (!value->is_number() && !case_file.has(kind)) {
    throw case_file.error(expansion, fmt::format("[{}] has a thermal_expansion that depends on temperature and no "
                                                 "expansion_kind: add expansion_kind = \"instantaneous\" or \"secant\"",
                                                 material));
  }
}

/// Homogeneous tests are the one thing that needs no mesh.
void check_mesh(const CaseFile& case_file) {
  if (!is_mesh_free(case_file)) case_file.require("mesh", "anything but homogeneous tests");
}

void check_materials(const CaseFile& case_file) {
  const bool has_mesh = case_file.has("mesh");
  std::map<std::string, std::string> owners;
  for (const std::string& name : case_file.children("materials")) {
    const std::string material = join_case_path("materials", name);
    check_expansion(case_file, material);
    const std::string regions = join_case_path(material, "regions");
    if (has_mesh) case_file.require(regions, "the mesh");
    if (!case_file.has(regions)) continue;
    for (const std::string& region : case_file.names(regions)) {
      const auto [owner, is_new] = owners.emplace(region, name);
      if (is_new) continue;
      throw case_file.error(regions,
                            fmt::format("{} names \"{}\", which material {} has already: a region has one material",
                                        regions, region, owner->second));
    }
  }
}

void check_constants(const CaseFile& case_file) {
  const std::vector<std::string> reserved{"T",   "x",   "y",   "z",    "t",    "pi",   "if",  "exp", "log", "sqrt",
                                          "sin", "cos", "tan", "sinh", "cosh", "tanh", "abs", "min", "max"};
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
  const auto is_letter_or_digit = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  for (const std::string& name : case_file.children("constants")) {
    const std::string path = join_case_path("constants", name);
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end()) {
      throw case_file.error(
          path, fmt::format("{}: '{}' has a meaning of its own in expressions: choose another name", path, name));
    }
    if (!is_letter(name.front()) || !std::all_of(name.begin(), name.end(), is_letter_or_digit)) {
      throw case_file.error(
          path,
          fmt::format("{}: a constant's name is made of letters, digits and '_', and starts with no digit", path));
    }
  }
}

void check_heating(const CaseFile& case_file) {
  if (case_file.has("thermal.joule_heating") && case_file.boolean("thermal.joule_heating") &&
      !case_file.has("electrical")) {
    throw case_file.error(
        "thermal.joule_heating",
        "thermal.joule_heating = true means nothing without [electrical]: add that section or take this key out");
  }
  if (!case_file.has("thermal.prescribed")) return;
  for (const std::string& name : case_file.children("thermal")) {
    const std::string path = join_case_path("thermal", name);
    if (name == "prescribed" || (name == "joule_heating" && !case_file.boolean(path))) continue;
    throw case_file.error(path,
                          fmt::format("{} means nothing beside thermal.prescribed, which stands instead of a heat "
                                      "problem: remove one of them",
                                      path));
  }
}

void check_times(const CaseFile& case_file) {
  if (!case_file.has("time")) return;
  const std::vector<CaseNumber> times = case_file.numbers("time.quasistatic_times");
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i].value > times[i - 1].value) continue;
    throw case_file.error(times[i].path, fmt::format("{} = {} does not ascend: the time before is {}", times[i].path,
                                                     times[i].value, times[i - 1].value));
  }
}

void check_terminals(const CaseFile& case_file) {
  for (const std::string& name : case_file.children("electrical.current")) {
    if (!case_file.has(join_case_path("electrical.potential", name))) continue;
    const std::string path = join_case_path("electrical.current", name);
    throw case_file.error(
        path, fmt::format("{}: the group has a potential too: a terminal takes a potential or a current", path));
  }
}

/// Whether the paths of a section's groups are there and every one of them is the number 0.
bool all_zero(const CaseFile& case_file, const std::string& section, const std::string& key) {
  const std::vector<std::string> groups = case_file.children(section);
  return std::all_of(groups.begin(), groups.end(), [&](const std::string& group) {
    const CaseValue* value = case_file.find(join_case_path(section, group) + key);
    return value && value->is_number() && value->number == 0.0;
  });
}

/// A coefficient of zero holds nothing.
void check_holds_of_zero(const CaseFile& case_file) {
  if (case_file.has("thermal") && !case_file.has("thermal.prescribed") &&
      case_file.children("thermal.temperature").empty() && all_zero(case_file, "thermal.convection", ".coefficient") &&
      all_zero(case_file, "thermal.radiation", ".emissivity")) {
    for (const char* section : {"thermal.convection", "thermal.radiation"}) {
      if (case_file.children(section).empty()) continue;
      throw case_file.error(section, fmt::format("[{}] is all that holds the temperature, and its coefficients are 0: "
                                                 "the temperature is not determined: give one that is positive, or "
                                                 "a [thermal.temperature]",
                                                 section));
    }
  }
  if (!case_file.children("mechanical.spring").empty() && case_file.children("mechanical.displacement").empty() &&
      all_zero(case_file, "mechanical.spring", "")) {
    throw case_file.error(
        "mechanical.spring",
        "[mechanical.spring] is all that holds the body, and its stiffnesses are 0: a free body: give "
        "one that is positive, or a [mechanical.displacement]");
  }
}

/// A quantity is a scalar, so its field has to be one, or become one on a face.
void check_quantities(const CaseFile& case_file) {
  const auto is_one_of = [](const std::string& name, const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : case_file.children("quantities")) {
    const std::string path = join_case_path(join_case_path("quantities", name), "field");
    if (!case_file.has(path)) continue;
    const std::string kind = case_file.text(join_case_path(join_case_path("quantities", name), "kind"));
    const std::string field = case_file.text(path);
    if (kind == "reaction") {
      const std::vector<std::string> fixed{"potential", "temperature", "displacement.x", "displacement.y",
                                           "displacement.z"};
      if (is_one_of(field, fixed)) continue;
      throw case_file.error(path, fmt::format("{} = \"{}\": a reaction belongs to a field that can be fixed: {}", path,
                                              field, join_names(fixed)));
    }
    const bool becomes_normal = kind == "average" || kind == "integral";
    const bool is_flux = field == "heat_flux" || field == "current_density";
    if (field != "displacement" && (!is_flux || becomes_normal)) continue;
    throw case_file.error(
        path, fmt::format("{0} = \"{1}\" is a vector: name its {1}.x, {1}.y, {1}.z or {1}.magnitude", path, field));
  }
}

} // namespace

void check_combinations(const CaseFile& case_file) {
  check_mesh(case_file);
  check_constants(case_file);
  check_materials(case_file);
  check_elasticity(case_file);
  check_terminals(case_file);
  check_times(case_file);
  check_heating(case_file);
  check_holds_of_zero(case_file);
  check_quantities(case_file);
  check_data(case_file);
  check_references(case_file);
}

} // namespace adjoule
