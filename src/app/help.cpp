#include "adjoule/app/help.hpp"

#include "adjoule/app/schema.hpp"
#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "help_facts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

std::string describe(const SchemaKey& key) {
  std::string facts = key.type_text();
  if (!key.unit.empty()) facts += fmt::format("; {}", key.unit);
  if (key.range.is_bounded()) facts += fmt::format("; {}", key.range.text());
  std::string text = fmt::format("{}\n  {}\n  {}\n", key.pattern, facts, key.help);
  const std::string default_value = default_text(key);
  if (default_value == "required") {
    text += "  Required.\n";
  } else if (!default_value.empty()) {
    text += fmt::format("  Default: {}.\n", default_value);
  }
  const std::string condition = condition_text(key);
  if (!condition.empty()) text += fmt::format("  {}.\n", capitalised(condition));
  if (key.differentiable) text += "  Differentiable.\n";
  if (!is_supported(key.stage)) text += "  Not supported yet.\n";
  return text;
}

std::string describe_section(const SchemaKey& section) {
  std::string text = fmt::format("[{}]\n  {}\n", section.pattern, section.help);
  if (!is_supported(section.stage)) text += "  Not supported yet.\n";
  for (const SchemaKey* key : case_schema().children(section.pattern)) {
    const std::string name = key->type == ValueType::section ? fmt::format("[{}]", key->name()) : key->name();
    text += fmt::format("    {:<26} {}{}{}\n", name, key->help,
                        key->default_value.empty() ? "" : fmt::format(" Default: {}.", key->default_value),
                        is_supported(key->stage) ? "" : " Not supported yet.");
  }
  return text;
}

std::string show(const SchemaKey& key) {
  return key.type == ValueType::section ? describe_section(key) : describe(key);
}

/// Whether the segments occur in the key's path in that order, the last one at its end.
bool occurs_in(const CasePath& segments, const CasePath& pattern) {
  if (segments.back() != pattern.back()) return false;
  std::size_t matched = 0;
  for (const std::string& part : pattern) {
    if (matched < segments.size() && (segments[matched] == part || (segments[matched] == "*" && part.front() == '<')))
      ++matched;
  }
  return matched == segments.size();
}

/// The pattern nearest to a text that matches none, compared as a whole or by its last name; empty if none is near.
std::string nearest_pattern(const std::string& text, const std::string& last_name) {
  std::vector<std::string> patterns;
  std::vector<const SchemaKey*> keys;
  for (const SchemaKey& key : case_schema().keys()) {
    patterns.push_back(key.pattern);
    keys.push_back(&key);
  }
  const SchemaKey* by_name = nearest_key(last_name, keys);
  const std::string whole = text == last_name ? "" : nearest_name(text, patterns);
  return whole.empty() && by_name ? by_name->pattern : whole;
}

} // namespace

std::string help_text(const std::string& key) {
  const Schema& schema = case_schema();
  if (key.empty()) {
    std::string text = "Sections and keys of a case file; `adjoule help KEY` explains each.\n";
    for (const SchemaKey* top : schema.children("")) {
      text +=
          fmt::format("  {:<14} {}{}\n", top->name(), top->help, is_supported(top->stage) ? "" : " Not supported yet.");
    }
    return text;
  }
  const CasePath segments = parse_case_path(key);
  const Schema::Match match = schema.match(segments);
  if (match.key) return show(*match.key);
  std::string text;
  for (const SchemaKey& candidate : schema.keys()) {
    if (occurs_in(segments, parse_case_path(candidate.pattern)))
      text += fmt::format("{}{}", text.empty() ? "" : "\n", show(candidate));
  }
  if (!text.empty()) return text;
  const std::string hint = nearest_pattern(key, segments.back());
  throw InputError(
      fmt::format("there is no key '{}'{}", key,
                  hint.empty() ? "; `adjoule help` lists the sections" : fmt::format("; did you mean '{}'?", hint)));
}

} // namespace adjoule
