#include "adjoule/app/case_file.hpp"

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

} // namespace adjoule
