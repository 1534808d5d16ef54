// Checks of single values: type and range.
#include "case_file_parts.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

constexpr double suspiciously_cold = 150.0; // K; colder entries are mostly degrees Celsius

[[noreturn]] void fail(const CaseValue& value, const std::string& message) {
  throw InputError(fmt::format("{}: {}", value.location(), message));
}

std::string unit_text(const SchemaKey& key) {
  return key.unit.empty() ? "" : fmt::format(" ({})", key.unit);
}

[[noreturn]] void fail_type(const SchemaKey& key, const CaseValue& value, const std::string& path,
                            const std::string& wanted) {
  const bool dotted_name = key.is_named_by_user() && value.is_table();
  fail(value, fmt::format("{} has to be {}{}, not {}{}", path, wanted, unit_text(key), value.description(),
                          dotted_name ? ": a name that contains a dot stands in quotes" : ""));
}

/// "5[V]": a number with a unit.
bool has_bracketed_unit(const std::string& text) {
  return text.find('[') != std::string::npos && text.find_last_not_of(" \t") == text.rfind(']');
}

void refuse_unit(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (!has_bracketed_unit(value.text)) return;
  fail(value, fmt::format("{} = \"{}\": units in brackets are not supported yet: write the number in SI units{}", path,
                          value.text, unit_text(key)));
}

void check_choice(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  std::vector<std::string> names;
  bool is_known = false;
  for (const Choice& choice : key.choices) {
    if (is_supported(choice.stage)) names.push_back(choice.name);
    is_known = is_known || choice.name == value.text;
  }
  if (std::find(names.begin(), names.end(), value.text) != names.end()) return;
  const std::string choices = join_names(names, names.size());
  if (is_known) {
    fail(value, fmt::format("{} = \"{}\" is not supported yet; supported: {}", path, value.text, choices));
  }
  const std::string hint = nearest_name(value.text, names);
  fail(value, fmt::format("{} = \"{}\" is not one of: {}{}", path, value.text, choices,
                          hint.empty() ? "" : fmt::format("; did you mean \"{}\"?", hint)));
}

void check_range(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (key.may_be_infinite && std::isinf(value.number) && key.range.contains(value.number)) return;
  if (!std::isfinite(value.number)) fail(value, fmt::format("{} = {} is not a finite number", path, value.number));
  const bool kelvin = key.unit == "K";
  if (!key.range.contains(value.number)) {
    fail(value, fmt::format("{} = {}{} is outside its range: {}{}", path, value.number,
                            key.unit.empty() ? "" : fmt::format(" {}", key.unit), key.range.text(),
                            kelvin ? "; temperatures are in kelvin, 20 degrees Celsius are 293.15" : ""));
  }
  if (kelvin && value.number < suspiciously_cold) {
    warn(fmt::format("{}: {} = {} K is very cold: temperatures are in kelvin, 20 degrees Celsius are 293.15",
                     value.location(), path, value.number));
  }
}

void check_number(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (value.is_text()) {
    refuse_unit(key, value, path);
    if (key.differentiable && !key.pattern.starts_with("constants")) {
      fail(value, fmt::format("{} = \"{}\": an expression is not supported here yet: write a number{}", path,
                              value.text, unit_text(key)));
    }
  }
  if (!value.is_number()) fail_type(key, value, path, "a number");
  check_range(key, value, path);
}

void check_integer(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (value.kind != CaseValue::Kind::integer) fail_type(key, value, path, "an integer");
  constexpr std::int64_t largest = 1'000'000'000;
  if (value.integer > largest || value.integer < -largest)
    fail(value, fmt::format("{} = {} is too large", path, value.integer));
  check_range(key, value, path);
}

void check_text(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (!value.is_text()) fail_type(key, value, path, "a text in quotes");
  if (value.text.empty()) fail(value, fmt::format("{} is an empty text", path));
}

void check_expression(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  refuse_unit(key, value, path);
  check_text(key, value, path);
}

void check_number_or_expression(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  value.is_text() ? check_expression(key, value, path) : check_number(key, value, path);
}

void check_array(const SchemaKey& key, const CaseValue& value, const std::string& path, std::size_t wanted) {
  const std::string kind = wanted ? fmt::format("a list of {} numbers", wanted) : "a list of numbers";
  if (value.is_text()) refuse_unit(key, value, path);
  if (!value.is_array() || (wanted ? value.elements.size() != wanted : value.elements.empty())) {
    fail_type(key, value, path, kind);
  }
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    check_number(key, value.elements[i], fmt::format("{}.{}", path, i));
  }
}

void check_load_vector(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (value.is_text()) refuse_unit(key, value, path);
  if (!value.is_array() || value.elements.size() != 3)
    fail_type(key, value, path, "a list of 3 numbers or expressions");
  for (std::size_t i = 0; i < 3; ++i) check_number_or_expression(key, value.elements[i], fmt::format("{}.{}", path, i));
}

void check_displacement(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (!value.is_table()) return check_load_vector(key, value, path);
  if (value.elements.empty()) fail(value, fmt::format("{} fixes nothing: give some of x, y, z", path));
  for (std::size_t i = 0; i < value.names.size(); ++i) {
    const std::string& axis = value.names[i];
    if (axis != "x" && axis != "y" && axis != "z") {
      fail(value.elements[i], fmt::format("{} has no component '{}': its components are x, y, z", path, axis));
    }
    check_number_or_expression(key, value.elements[i], join_case_path(path, axis));
  }
}

/// Refuses what does not belong into a table of one of the two forms of a property.
void check_members(const CaseValue& value, const std::string& path, const std::vector<std::string>& known) {
  for (std::size_t i = 0; i < value.names.size(); ++i) {
    if (std::find(known.begin(), known.end(), value.names[i]) != known.end()) continue;
    const std::string hint = nearest_name(value.names[i], known);
    fail(value.elements[i], fmt::format("unknown key '{}'{}", join_case_path(path, value.names[i]),
                                        hint.empty() ? fmt::format("; known here: {}", join_names(known))
                                                     : fmt::format("; did you mean '{}'?", hint)));
  }
}

void check_table(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  check_members(value, path, {"temperature", "value"});
  const CaseValue* temperatures = value.find("temperature");
  const CaseValue* values = value.find("value");
  if (!temperatures || !values) {
    fail(value,
         fmt::format("{} as a table needs both temperature = [...] (K) and value = [...]{}", path, unit_text(key)));
  }
  const SchemaKey kelvin{.pattern = key.pattern, .unit = "K", .range = Range::positive()};
  check_array(kelvin, *temperatures, path + ".temperature", 0);
  check_array(key, *values, path + ".value", 0);
  const std::size_t count = temperatures->elements.size();
  if (count != values->elements.size() || count < 2) {
    fail(value,
         fmt::format(
             "{} has {} temperatures and {} values: a table needs as many of one as of the other, and at least two",
             path, count, values->elements.size()));
  }
  for (std::size_t i = 1; i < count; ++i) {
    if (temperatures->elements[i].number > temperatures->elements[i - 1].number) continue;
    fail(temperatures->elements[i],
         fmt::format("{}.temperature.{} = {} does not ascend: the entry before is {}", path, i,
                     temperatures->elements[i].number, temperatures->elements[i - 1].number));
  }
}

void check_property(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (value.is_text()) return check_expression(key, value, path);
  if (!value.is_table()) return check_number(key, value, path);
  if (value.find("elements")) {
    if (!key.per_element) fail(value, fmt::format("{} cannot be given per element", path));
    check_members(value, path, {"elements", "array"});
    for (std::size_t i = 0; i < value.names.size(); ++i)
      check_text(key, value.elements[i], join_case_path(path, value.names[i]));
    if (value.find("elements")->text.ends_with(".vtu") != (value.find("array") != nullptr)) {
      fail(value, fmt::format("{}: a .vtu file needs array = \"NAME\", the cell array to take; a CSV file has no array",
                              path));
    }
    return;
  }
  check_table(key, value, path);
}

void check_properties(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (value.is_array()) return check_array(key, value, path, 0);
  check_property(key, value, path);
}

void check_names(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  if (value.is_text()) {
    check_text(key, value, path);
    if (!key.choices.empty()) check_choice(key, value, path);
    return;
  }
  if (!value.is_array()) fail_type(key, value, path, "a name or a list of names");
  if (value.elements.empty() && key.choices.empty() && key.default_value != "[]")
    fail(value, fmt::format("{} is an empty list: name at least one", path));
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    check_text(key, value.elements[i], fmt::format("{}.{}", path, i));
    if (!key.choices.empty()) check_choice(key, value.elements[i], fmt::format("{}.{}", path, i));
    const auto same = [&](const CaseValue& other) { return other.text == value.elements[i].text; };
    const auto here = value.elements.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(value.elements.begin(), here, same)) {
      fail(*here, fmt::format("{} names \"{}\" twice", path, here->text));
    }
  }
}

} // namespace

void check_value(const SchemaKey& key, const CaseValue& value, const std::string& path) {
  switch (key.type) {
    case ValueType::section:
      if (!value.is_table())
        fail(value,
             fmt::format("{} is a section: write [{}] and its keys below, not {}", path, path, value.description()));
      return;
    case ValueType::number:
      return check_number(key, value, path);
    case ValueType::integer:
      return check_integer(key, value, path);
    case ValueType::boolean:
      if (value.kind != CaseValue::Kind::boolean) fail_type(key, value, path, "true or false, without quotes");
      return;
    case ValueType::text:
      return check_text(key, value, path);
    case ValueType::choice:
      check_text(key, value, path);
      return check_choice(key, value, path);
    case ValueType::choice_or_number:
      if (value.is_text())
        return has_bracketed_unit(value.text) ? refuse_unit(key, value, path) : check_choice(key, value, path);
      return check_number(key, value, path);
    case ValueType::vector:
      return check_array(key, value, path, 3);
    case ValueType::load_vector:
      return check_load_vector(key, value, path);
    case ValueType::number_array:
      return check_array(key, value, path, 0);
    case ValueType::property:
      return check_property(key, value, path);
    case ValueType::properties:
      return check_properties(key, value, path);
    case ValueType::number_or_expression:
      return check_number_or_expression(key, value, path);
    case ValueType::displacement:
      return check_displacement(key, value, path);
    case ValueType::names:
      return check_names(key, value, path);
  }
}

} // namespace adjoule
