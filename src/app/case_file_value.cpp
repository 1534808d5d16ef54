#include "case_file_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace adjoule {

const CaseValue* CaseValue::find(std::string_view name) const {
  if (kind == Kind::table) {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? nullptr : &elements[static_cast<std::size_t>(it - names.begin())];
  }
  if (kind == Kind::array) {
    std::size_t index = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), index);
    const bool whole = fault == std::errc() && end == name.data() + name.size();
    return whole && index < elements.size() ? &elements[index] : nullptr;
  }
  return nullptr;
}

CaseValue* CaseValue::find(std::string_view name) {
  return const_cast<CaseValue*>(std::as_const(*this).find(name));
}

std::string CaseValue::location() const {
  return line > 0 ? fmt::format("{}:{}", source, line) : source;
}

std::string CaseValue::description() const {
  switch (kind) {
    case Kind::boolean:
      return boolean ? "true" : "false";
    case Kind::integer:
      return fmt::format("the integer {}", integer);
    case Kind::number:
      return std::isfinite(number) ? fmt::format("the number {}", number) : fmt::format("{}", number);
    case Kind::text:
      return fmt::format("the text \"{}\"", text);
    case Kind::array:
      return elements.empty() ? "an empty list"
                              : fmt::format("a list of {} value{}", elements.size(), elements.size() > 1 ? "s" : "");
    case Kind::table:
      return "a table";
  }
  return {};
}

namespace {

std::string quoted_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (code < 0x20 || code == 0x7F)
      quoted += fmt::format("\\u{:04X}", code);
    else
      quoted += c;
  }
  return quoted + '"';
}

/// The shortest digits that give the same number back. Without a point or an exponent it would be an integer.
std::string number_text(double number) {
  std::string text = fmt::format("{}", number);
  if (std::isfinite(number) && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

} // namespace

std::string toml_text(const CaseValue& value) {
  switch (value.kind) {
    case CaseValue::Kind::boolean:
      return value.boolean ? "true" : "false";
    case CaseValue::Kind::integer:
      return fmt::format("{}", value.integer);
    case CaseValue::Kind::number:
      return number_text(value.number);
    case CaseValue::Kind::text:
      return quoted_text(value.text);
    case CaseValue::Kind::array:
    case CaseValue::Kind::table:
      break;
  }
  std::string text;
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    text += i > 0 ? ", " : "";
    if (value.is_table()) text += case_path_text({value.names[i]}) + " = ";
    text += toml_text(value.elements[i]);
  }
  if (value.is_array()) return "[" + text + "]";
  return text.empty() ? "{}" : "{ " + text + " }";
}

} // namespace adjoule
