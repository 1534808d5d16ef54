#include "adjoule/app/schema_path.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

bool is_bare(std::string_view segment) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !segment.empty() && std::all_of(segment.begin(), segment.end(), plain);
}

std::string quoted(std::string_view segment) {
  std::string text = "\"";
  for (const char c : segment) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

/// Reads a quoted segment that starts at `position`, and moves behind its closing quote.
std::string read_quoted(std::string_view text, std::size_t& position) {
  const char quote = text[position++];
  std::string segment;
  while (position < text.size() && text[position] != quote) {
    if (quote == '"' && text[position] == '\\' && position + 1 < text.size()) ++position;
    segment += text[position++];
  }
  if (position == text.size()) throw InputError(fmt::format("the path '{}' has a quote that does not end", text));
  ++position;
  return segment;
}

} // namespace

CasePath parse_case_path(std::string_view text) {
  CasePath path;
  std::size_t position = 0;
  while (true) {
    if (position < text.size() && (text[position] == '"' || text[position] == '\'')) {
      path.push_back(read_quoted(text, position));
      if (position < text.size() && text[position] != '.') {
        throw InputError(fmt::format("the path '{}' needs a dot behind the quoted name '{}'", text, path.back()));
      }
    } else {
      const std::size_t end = std::min(text.find('.', position), text.size());
      path.emplace_back(text.substr(position, end - position));
      if (path.back().empty()) {
        throw InputError(fmt::format("the path '{}' has an empty name: names stand between single dots", text));
      }
      position = end;
    }
    if (position >= text.size()) return path;
    ++position;
  }
}

std::string case_path_text(const CasePath& path) {
  std::string text;
  for (const std::string& segment : path) text = join_case_path(text, segment);
  return text;
}

std::string join_case_path(std::string_view parent, std::string_view name) {
  const std::string segment = is_bare(name) ? std::string(name) : quoted(name);
  return parent.empty() ? segment : fmt::format("{}.{}", parent, segment);
}

} // namespace adjoule
