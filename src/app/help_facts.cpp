#include "help_facts.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

std::string alternatives(const Condition& condition) {
  std::string text;
  for (std::size_t i = 0; i < condition.values.size(); ++i) {
    const bool last = i + 1 == condition.values.size();
    text += (i == 0 ? "" : last ? " or " : ", ") + condition.values[i];
  }
  return fmt::format("{} = {}", condition.neighbour, text);
}

} // namespace

std::string default_text(const SchemaKey& key) {
  if (key.type == ValueType::section) return {};
  if (!key.default_value.empty()) return key.default_value;
  if (!key.default_note.empty()) return key.default_note;
  return key.required ? "required" : std::string();
}

std::string condition_text(const SchemaKey& key) {
  const bool same = key.required_with && key.only_with && key.required_with->values == key.only_with->values;
  if (same) return "required with, and only with, " + alternatives(*key.only_with);
  std::string text;
  if (key.required_with) text = "required with " + alternatives(*key.required_with);
  if (key.only_with) text += (text.empty() ? "" : "; ") + std::string("only with ") + alternatives(*key.only_with);
  if (!key.needed_by.empty()) text += (text.empty() ? "" : "; ") + fmt::format("needed by {}", key.needed_by);
  return text;
}

} // namespace adjoule
