// The only file that includes toml++: it takes long to compile.
#include "case_file_parts.hpp"

#include <fmt/format.h>

// toml++ 3.3 asserts what some malformed files break ("[= 1"), and then reports the very fault properly.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>

namespace adjoule {
namespace {

CaseValue convert(const toml::node& node, const std::string& source, int line);

CaseValue convert_table(const toml::table& table, const std::string& source) {
  struct Entry {
    const toml::key* key;
    const toml::node* node;
  };
  std::vector<Entry> entries;
  for (const auto& [key, node] : table) entries.push_back({&key, &node});
  // toml++ sorts by name; the format wants the order of the file.
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    const toml::source_position p = a.key->source().begin;
    const toml::source_position q = b.key->source().begin;
    return p.line != q.line ? p.line < q.line : p.column < q.column;
  });
  CaseValue value;
  for (const Entry& entry : entries) {
    value.names.emplace_back(entry.key->str());
    value.elements.push_back(convert(*entry.node, source, static_cast<int>(entry.key->source().begin.line)));
  }
  return value;
}

CaseValue convert(const toml::node& node, const std::string& source, int line) {
  CaseValue value;
  switch (node.type()) {
    case toml::node_type::table:
      value = convert_table(*node.as_table(), source);
      break;
    case toml::node_type::array:
      value.kind = CaseValue::Kind::array;
      for (const toml::node& element : *node.as_array()) {
        value.elements.push_back(convert(element, source, static_cast<int>(element.source().begin.line)));
      }
      break;
    case toml::node_type::string:
      value.kind = CaseValue::Kind::text;
      value.text = node.as_string()->get();
      break;
    case toml::node_type::integer:
      value.kind = CaseValue::Kind::integer;
      value.integer = node.as_integer()->get();
      value.number = static_cast<double>(value.integer);
      break;
    case toml::node_type::floating_point:
      value.kind = CaseValue::Kind::number;
      value.number = node.as_floating_point()->get();
      break;
    case toml::node_type::boolean:
      value.kind = CaseValue::Kind::boolean;
      value.boolean = node.as_boolean()->get();
      break;
    default:
      throw InputError(
          fmt::format("{}:{}: a case file has no dates and times: write a number, or a text in quotes", source, line));
  }
  value.source = source;
  value.line = line;
  return value;
}

/// Columns of TOML count letters, which have several bytes.
std::size_t byte_at(std::string_view text, const toml::source_position& position) {
  std::size_t byte = 0;
  for (toml::source_index line = 1; line < position.line; ++line) byte = text.find('\n', byte) + 1;
  const auto within_letter = [&] {
    return byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U;
  };
  for (toml::source_index column = 1; column < position.column; ++column) {
    ++byte;
    while (within_letter()) ++byte;
  }
  return byte;
}

/// A header gives its place to the tables above it too, where they have none of their own.
bool is_header_of(std::string_view header, const CasePath& path) {
  const toml::table document = toml::parse(header);
  const toml::table* table = &document;
  for (const std::string& segment : path) {
    table = (*table)[segment].as_table();
    if (!table) return false;
  }
  return table->empty();
}

TomlPlace::Kind kind_of(const toml::node& node, std::string_view source, const CasePath& path) {
  const toml::table* table = node.as_table();
  if (!table || table->is_inline()) return TomlPlace::Kind::value;
  if (source.front() != '[') return TomlPlace::Kind::dotted;
  return is_header_of(source, path) ? TomlPlace::Kind::section : TomlPlace::Kind::implied;
}

} // namespace

std::optional<TomlPlace> find_in_toml(std::string_view text, const CasePath& path) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  const std::size_t mark = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const std::string_view content = text.substr(mark);
  const toml::table root = toml::parse(content);
  const toml::node* node = &root;
  for (const std::string& segment : path) {
    if (const toml::table* table = node->as_table()) {
      node = table->get(segment);
    } else if (const toml::array* array = node->as_array()) {
      std::size_t index = array->size();
      std::from_chars(segment.data(), segment.data() + segment.size(), index);
      node = array->get(index);
    } else {
      node = nullptr;
    }
    if (!node) return std::nullopt;
  }
  const std::size_t begin = byte_at(content, node->source().begin);
  const std::size_t end = byte_at(content, node->source().end);
  return TomlPlace{kind_of(*node, content.substr(begin, end - begin), path), mark + begin, mark + end};
}

CaseValue parse_toml(std::string_view text, const std::string& source) {
  try {
    return convert(toml::parse(text, source), source, 0);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw InputError(fmt::format("{}:{}:{}: this is not TOML: {}", source, at.line, at.column, error.description()));
  }
}

} // namespace adjoule
