#include "case_file_parts.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

/// Position of the first '=' outside quotes, or npos.
std::size_t find_equals(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '"' && c == '\\') {
      ++i;
    } else if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '=') {
      return i;
    }
  }
  return std::string_view::npos;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

void set_source(CaseValue& value, const std::string& source) {
  value.source = source;
  value.line = 0;
  for (CaseValue& element : value.elements) set_source(element, source);
}

CaseValue read_value(const std::string& text) {
  if (text.find('\n') == std::string::npos) {
    try {
      CaseValue table = parse_toml("value = " + text, "");
      if (table.elements.size() == 1) return std::move(table.elements.front());
    } catch (const InputError&) {
      // Not TOML: a bare text, as a shell that has eaten the quotes leaves it.
    }
  }
  CaseValue value;
  value.kind = CaseValue::Kind::text;
  value.text = text;
  return value;
}

} // namespace

CasePath override_path(const std::string& text) {
  const std::string name = trimmed(std::string_view(text).substr(0, find_equals(text)));
  if (name.empty() || find_equals(text) == std::string_view::npos)
    throw InputError(fmt::format("--set {}: write --set PATH=VALUE, such as --set solve.tolerance=1e-8", text));
  try {
    return parse_case_path(name);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--set {}: {}", text, error.what()));
  }
}

void apply_override(CaseValue& root, const std::string& text) {
  const std::string source = "--set " + text;
  const CasePath path = override_path(text);
  CaseValue* place = &root;
  for (std::size_t i = 0; i < path.size(); ++i) {
    CaseValue* next = place->find(path[i]);
    if (!next && place->is_table()) {
      place->names.push_back(path[i]);
      next = &place->elements.emplace_back();
      next->source = source;
    }
    if (!next) {
      const std::string here = case_path_text(CasePath(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i)));
      throw InputError(fmt::format("{}: {} is {} and has no part '{}'{}", source, here, place->description(), path[i],
                                   place->is_array() ? ": entries are numbered from 0" : ""));
    }
    place = next;
  }
  *place = read_value(trimmed(std::string_view(text).substr(find_equals(text) + 1)));
  set_source(*place, source);
}

} // namespace adjoule
