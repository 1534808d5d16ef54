// Checks of names that refer to other keys: quantities, numbers and properties.
#include "case_file_parts.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// The place of one name in a list, for messages.
std::string entry_path(const CaseFile& case_file, const std::string& list, std::size_t index) {
  return case_file.at(list).is_array() ? fmt::format("{}.{}", list, index) : list;
}

/// The one number that may be infinite is the bulk modulus.
std::string no_derivative_of_infinity(const std::string& path) {
  return fmt::format("{} = inf makes the material incompressible: bulk has no derivative there; give a finite one, or "
                     "take it out",
                     path);
}

std::string hint_text(const std::string& name, const std::vector<std::string>& known, const std::string& what) {
  const std::string hint = nearest_name(name, known);
  return hint.empty() ? fmt::format("; {}: {}", what, join_names(known)) : fmt::format("; did you mean \"{}\"?", hint);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// `key` is what names the quantity, `place` where it stands.
void check_quantity(const CaseFile& case_file, const std::string& key, const std::string& place,
                    const std::string& name) {
  const std::vector<std::string> known = case_file.children("quantities");
  if (contains(known, name)) return;
  const std::string remedy = known.empty() ? "; the file has no [quantities.NAME] section: add one"
                                           : hint_text(name, known, "[quantities] has");
  throw case_file.error(place, fmt::format("{}: there is no quantity \"{}\"{}", key, name, remedy));
}

void check_gradient_quantities(const CaseFile& case_file) {
  if (!case_file.has("gradient.of")) return;
  const std::vector<std::string> names = case_file.names("gradient.of");
  for (std::size_t i = 0; i < names.size(); ++i)
    check_quantity(case_file, "gradient.of", entry_path(case_file, "gradient.of", i), names[i]);
}

/// What stands at the path instead of one number that a derivative can be taken to; empty if nothing does.
/// `per_element` is the remedy where it is given per element.
std::string other_form(const CaseFile& case_file, const std::string& path, const std::vector<std::string>& numbers,
                       const std::string& per_element) {
  const CaseValue* value = case_file.find(path);
  if (!value) return {};
  if (value->is_number()) return no_derivative_of_infinity(path);
  if (value->is_text()) return fmt::format("{} is an expression: name one of its constants, constants.NAME", path);
  if (value->find("elements")) return fmt::format("{} is given per element: {}", path, per_element);
  std::vector<std::string> inside;
  for (const std::string& number : numbers) {
    if (number.starts_with(path + ".")) inside.push_back(number);
  }
  return fmt::format("{} is {}: name one of its numbers: {}", path, value->description(), join_names(inside, 8));
}

std::vector<std::string> numbers_of(const CaseFile& case_file) {
  std::vector<std::string> known;
  for (const DifferentiableNumber& number : case_file.differentiable_numbers()) known.push_back(number.path);
  return known;
}

/// Why the path is none of the numbers that have a derivative.
std::string no_number(const CaseFile& case_file, const std::string& path, const std::vector<std::string>& known,
                      const std::string& per_element) {
  const Schema::Match match = case_schema().match(parse_case_path(path));
  if (match.key && match.key->differentiable && is_supported(match.key->stage)) {
    const std::string form = other_form(case_file, path, known, per_element);
    if (!form.empty()) return form;
  }
  const Schema::Differentiability derivative = case_schema().differentiable(path);
  const std::string reason = derivative.exists ? fmt::format("the file has no number {}", path) : derivative.reason;
  const std::string hint = nearest_name(path, known);
  const bool may_be_misspelt = derivative.exists || !match.key;
  return may_be_misspelt && !hint.empty() ? fmt::format("{}; did you mean \"{}\"?", reason, hint) : reason;
}

void check_gradient_parameters(const CaseFile& case_file) {
  if (!case_file.has("gradient.wrt")) return;
  const std::vector<std::string> known = numbers_of(case_file);
  const std::vector<std::string> names = case_file.names("gradient.wrt");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string place = entry_path(case_file, "gradient.wrt", i);
    if (names[i] == "all") {
      if (names.size() == 1) continue;
      throw case_file.error(place, "gradient.wrt: \"all\" stands alone");
    }
    const std::string path = case_path_text(parse_case_path(names[i]));
    if (contains(known, path)) continue;
    const std::string reason = no_number(case_file, path, known, "name it in gradient.fields");
    const bool means_all = !nearest_name(path, {"all"}).empty();
    throw case_file.error(place, fmt::format("gradient.wrt: {}{}", reason, means_all ? "; did you mean \"all\"?" : ""));
  }
}

/// Whether the path is a material property of the file, or an entry of one that is a list.
bool is_property(const CaseFile& case_file, const CasePath& path) {
  const Schema::Match match = case_schema().match(path);
  const CaseValue* value = case_file.find(case_path_text(path));
  if (!match.key || !match.key->per_element || !value || value->is_array()) return false;
  return match.component.empty() || (match.key->type == ValueType::properties && match.component.size() == 1);
}

/// Throws unless the path is a property that can vary from element to element. `key` asks for that, at `place`.
void check_element_property(const CaseFile& case_file, const std::string& key, const std::string& place,
                            const std::string& name) {
  const CasePath path = parse_case_path(name);
  if (is_property(case_file, path)) {
    const CaseValue& value = case_file.at(case_path_text(path));
    if (!value.is_number() || std::isfinite(value.number)) return;
    throw case_file.error(place, fmt::format("{}: {}", key, no_derivative_of_infinity(case_path_text(path))));
  }
  std::vector<std::string> known;
  for (const std::string& material : case_file.children("materials")) {
    for (const SchemaKey& property : case_schema().keys()) {
      const std::string prefix = "materials.<material>.";
      if (!property.per_element) continue;
      const std::string candidate =
          join_case_path("materials", material) + "." + property.pattern.substr(prefix.size());
      if (!case_file.has(candidate)) continue;
      for (const std::string& term : case_file.terms(candidate)) known.push_back(term);
    }
  }
  throw case_file.error(place, fmt::format("{}: \"{}\" is no material property of this file{}", key, name,
                                           hint_text(name, known, "there are")));
}

void check_gradient_fields(const CaseFile& case_file) {
  const std::vector<std::string> names = case_file.names("gradient.fields");
  for (std::size_t i = 0; i < names.size(); ++i)
    check_element_property(case_file, "gradient.fields", entry_path(case_file, "gradient.fields", i), names[i]);
}

/// A property as a field of variables needs a value of its own in every element.
void check_field_variable(const CaseFile& case_file, const std::string& place, const std::string& name) {
  const std::string per = case_file.text(join_case_path(place, "per"));
  check_element_property(case_file, place, place, name);
  const CaseValue& value = case_file.at(case_path_text(parse_case_path(name)));
  if (value.is_number() || value.find("elements")) return;
  throw case_file.error(place,
                        fmt::format("{}: per = \"{}\" needs a property that is a number or given per element, "
                                    "and {} is {}: write a number there, or vary its numbers",
                                    place, per, name, value.is_text() ? "an expression" : "a table over temperature"));
}

/// The paths below a section of design variables.
void check_variables(const CaseFile& case_file, const std::string& section) {
  const std::vector<std::string> known = numbers_of(case_file);
  std::vector<std::string> taken;
  for (const std::string& name : case_file.children(section)) {
    const std::string place = join_case_path(section, name);
    const std::string path = [&] {
      try {
        return case_path_text(parse_case_path(name));
      } catch (const InputError& error) {
        throw case_file.error(place, error.what());
      }
    }();
    if (contains(taken, path))
      throw case_file.error(place, fmt::format("{}: {} is there twice: keep one of them", place, path));
    taken.push_back(path);
    if (case_file.text(join_case_path(place, "per")) != "value") {
      check_field_variable(case_file, place, path);
    } else if (!contains(known, path)) {
      throw case_file.error(
          place,
          fmt::format("{}: {}", section, no_number(case_file, path, known, "add per = \"element\" (or \"region\")")));
    }
  }
}

/// [identify.experiments] may have the numbers in other files.
bool finds_numbers_elsewhere(const CaseFile& case_file) {
  return !case_file.children("identify.experiments").empty();
}

void check_constraints(const CaseFile& case_file) {
  for (const std::string& name : case_file.children("optimize.constraints")) {
    const std::string place = join_case_path("optimize.constraints", name);
    check_quantity(case_file, "optimize.constraints", place, name);
    const CaseValue* lower = case_file.find(join_case_path(place, "lower"));
    const CaseValue* upper = case_file.find(join_case_path(place, "upper"));
    if (!lower && !upper)
      throw case_file.error(place, fmt::format("[{}] bounds nothing: give lower, upper, or both", place));
    if (lower && upper && lower->number >= upper->number) {
      throw case_file.error(place, fmt::format("[{}]: lower = {} is not below upper = {}: no design can meet both",
                                               place, lower->number, upper->number));
    }
  }
}

void check_optimization(const CaseFile& case_file) {
  if (!case_file.has("optimize")) return;
  const bool maximize = case_file.has("optimize.maximize"), minimize = case_file.has("optimize.minimize");
  if (maximize == minimize) {
    throw case_file.error("optimize",
                          fmt::format("[optimize] has {}: give one of them, the name of a quantity",
                                      maximize ? "both maximize and minimize" : "neither maximize nor minimize"));
  }
  const std::string key = maximize ? "optimize.maximize" : "optimize.minimize";
  check_quantity(case_file, key, key, case_file.text(key));
  check_constraints(case_file);
  if (case_file.children("optimize.variables").empty()) {
    throw case_file.error("optimize",
                          "[optimize] varies nothing: add a section [optimize.variables.\"PATH\"] with the path of a "
                          "number of this file");
  }
  if (case_file.has("optimize.method") && case_file.text("optimize.method") == "lbfgs" &&
      !case_file.children("optimize.constraints").empty()) {
    throw case_file.error("optimize.method", "optimize.method = \"lbfgs\" takes no constraints: choose \"mma\", or "
                                             "take [optimize.constraints] out");
  }
}

} // namespace

void check_references(const CaseFile& case_file) {
  check_gradient_quantities(case_file);
  check_gradient_parameters(case_file);
  check_gradient_fields(case_file);
  check_optimization(case_file);
  check_variables(case_file, "optimize.variables");
  if (!finds_numbers_elsewhere(case_file)) check_variables(case_file, "identify.unknowns");
}

} // namespace adjoule
