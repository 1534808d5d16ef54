#include "adjoule/app/schema_key.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

std::string choice_list(const std::vector<Choice>& choices) {
  std::string text;
  for (const Choice& choice : choices) {
    text += (text.empty() ? "" : ", ") + choice.name + (is_supported(choice.stage) ? "" : " (not supported yet)");
  }
  return text;
}

} // namespace

bool Range::contains(double value) const {
  const bool above = lower_open ? value > lower : value >= lower;
  const bool below = upper_open ? value < upper : value <= upper;
  return above && below;
}

bool Range::is_bounded() const {
  return std::isfinite(lower) || std::isfinite(upper);
}

std::string Range::text() const {
  if (!is_bounded()) return {};
  if (!std::isfinite(upper)) return fmt::format("{} {}", lower_open ? ">" : ">=", lower);
  if (!std::isfinite(lower)) return fmt::format("{} {}", upper_open ? "<" : "<=", upper);
  if (!lower_open && !upper_open) return fmt::format("{} to {}", lower, upper);
  return fmt::format("{} {} value {} {}", lower, lower_open ? "<" : "<=", upper_open ? "<" : "<=", upper);
}

std::string SchemaKey::name() const {
  const std::size_t dot = pattern.rfind('.');
  return dot == std::string::npos ? pattern : pattern.substr(dot + 1);
}

bool SchemaKey::is_named_by_user() const {
  return name().front() == '<';
}

std::string SchemaKey::type_text() const {
  switch (type) {
    case ValueType::section:
      return "section";
    case ValueType::number:
      return "number";
    case ValueType::integer:
      return "integer";
    case ValueType::boolean:
      return "true or false";
    case ValueType::text:
      return "text";
    case ValueType::choice:
      return "one of: " + choice_list(choices);
    case ValueType::choice_or_number:
      return "one of: " + choice_list(choices) + "; or a number";
    case ValueType::vector:
      return "list of 3 numbers";
    case ValueType::load_vector:
      return "list of 3 numbers or expressions";
    case ValueType::number_array:
      return "list of numbers";
    case ValueType::property:
      if (may_be_infinite) return "number (or inf), table, expression or per-element file";
      return per_element ? "number, table, expression or per-element file" : "number, table or expression";
    case ValueType::properties:
      return "list of numbers; or one number, table, expression or per-element file";
    case ValueType::number_or_expression:
      return "number or expression";
    case ValueType::displacement:
      return "list of 3 numbers or expressions, or table with some of x, y, z";
    case ValueType::names:
      return choices.empty() ? "name or list of names" : "name or list of names out of: " + choice_list(choices);
  }
  return {};
}

} // namespace adjoule
