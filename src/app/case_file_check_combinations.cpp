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

void check_materials(const CaseFile& case_file) {
  std::map<std::string, std::string> owners;
  for (const std::string& name : case_file.children("materials")) {
    const std::string material = join_case_path("materials", name);
    check_expansion(case_file, material);
    const std::string regions = join_case_path(material, "regions");
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

/// The place of one name in a list, for messages.
std::string entry_path(const CaseFile& case_file, const std::string& list, std::size_t index) {
  return case_file.at(list).is_array() ? fmt::format("{}.{}", list, index) : list;
}

/// The one number that may be infinite is the bulk modulus.
std::string no_derivative_of_infinity(const std::string& path) {
  return fmt::format("{} = inf makes the material incompressible: bulk has no derivative there; give a finite one, or "
                     "take it out of the list",
                     path);
}

std::string hint_text(const std::string& name, const std::vector<std::string>& known, const std::string& what) {
  const std::string hint = nearest_name(name, known);
  return hint.empty() ? fmt::format("; {}: {}", what, join_names(known)) : fmt::format("; did you mean \"{}\"?", hint);
}

void check_gradient_quantities(const CaseFile& case_file) {
  if (!case_file.has("gradient.of")) return;
  const std::vector<std::string> known = case_file.children("quantities");
  const std::vector<std::string> names = case_file.names("gradient.of");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(known.begin(), known.end(), names[i]) != known.end()) continue;
    throw case_file.error(entry_path(case_file, "gradient.of", i),
                          fmt::format("gradient.of: there is no quantity \"{}\"{}", names[i],
                                      hint_text(names[i], known, "[quantities] has")));
  }
}

/// What stands at the path instead of one number that a gradient can be taken to; empty if nothing does.
std::string other_form(const CaseFile& case_file, const std::string& path, const std::vector<std::string>& numbers) {
  const CaseValue* value = case_file.find(path);
  if (!value) return {};
  if (value->is_number()) return no_derivative_of_infinity(path);
  if (value->is_text()) return fmt::format("{} is an expression: name one of its constants, constants.NAME", path);
  if (value->find("elements")) return fmt::format("{} is given per element: name it in gradient.fields", path);
  std::vector<std::string> inside;
  for (const std::string& number : numbers) {
    if (number.starts_with(path + ".")) inside.push_back(number);
  }
  return fmt::format("{} is {}: name one of its numbers: {}", path, value->description(), join_names(inside, 8));
}

void check_gradient_parameters(const CaseFile& case_file) {
  if (!case_file.has("gradient.wrt")) return;
  std::vector<std::string> known;
  for (const DifferentiableNumber& number : case_file.differentiable_numbers()) known.push_back(number.path);
  const std::vector<std::string> names = case_file.names("gradient.wrt");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string place = entry_path(case_file, "gradient.wrt", i);
    if (names[i] == "all") {
      if (names.size() == 1) continue;
      throw case_file.error(place, "gradient.wrt: \"all\" stands alone");
    }
    const std::string path = case_path_text(parse_case_path(names[i]));
    if (std::find(known.begin(), known.end(), path) != known.end()) continue;
    const Schema::Match match = case_schema().match(parse_case_path(path));
    std::string reason;
    if (match.key && match.key->differentiable && is_supported(match.key->stage))
      reason = other_form(case_file, path, known);
    if (reason.empty()) {
      const Schema::Differentiability derivative = case_schema().differentiable(path);
      const std::string hint = nearest_name(path, known);
      reason = derivative.exists ? fmt::format("the file has no number {}", path) : derivative.reason;
      if (!nearest_name(path, {"all"}).empty()) {
        reason += "; did you mean \"all\"?";
      } else if ((derivative.exists || !match.key) && !hint.empty())
        reason += fmt::format("; did you mean \"{}\"?", hint);
    }
    throw case_file.error(place, "gradient.wrt: " + reason);
  }
}

/// Whether the path is a material property of the file, or an entry of one that is a list.
bool is_property(const CaseFile& case_file, const CasePath& path) {
  const Schema::Match match = case_schema().match(path);
  const CaseValue* value = case_file.find(case_path_text(path));
  if (!match.key || !match.key->per_element || !value || value->is_array()) return false;
  return match.component.empty() || (match.key->type == ValueType::properties && match.component.size() == 1);
}

void check_gradient_fields(const CaseFile& case_file) {
  const std::vector<std::string> names = case_file.names("gradient.fields");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const CasePath path = parse_case_path(names[i]);
    if (is_property(case_file, path)) {
      const CaseValue& value = case_file.at(case_path_text(path));
      if (!value.is_number() || std::isfinite(value.number)) continue;
      throw case_file.error(entry_path(case_file, "gradient.fields", i),
                            "gradient.fields: " + no_derivative_of_infinity(case_path_text(path)));
    }
    std::vector<std::string> known;
    for (const std::string& material : case_file.children("materials")) {
      for (const SchemaKey& key : case_schema().keys()) {
        const std::string prefix = "materials.<material>.";
        if (!key.per_element) continue;
        const std::string candidate = join_case_path("materials", material) + "." + key.pattern.substr(prefix.size());
        if (!case_file.has(candidate)) continue;
        for (const std::string& term : case_file.terms(candidate)) known.push_back(term);
      }
    }
    throw case_file.error(entry_path(case_file, "gradient.fields", i),
                          fmt::format("gradient.fields: \"{}\" is no material property of this file{}", names[i],
                                      hint_text(names[i], known, "there are")));
  }
}

} // namespace

void check_combinations(const CaseFile& case_file) {
  check_constants(case_file);
  check_materials(case_file);
  check_elasticity(case_file);
  check_terminals(case_file);
  check_heating(case_file);
  check_holds_of_zero(case_file);
  check_quantities(case_file);
  check_gradient_quantities(case_file);
  check_gradient_parameters(case_file);
  check_gradient_fields(case_file);
}

} // namespace adjoule
