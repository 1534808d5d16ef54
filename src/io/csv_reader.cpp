#include "adjoule/io/csv_reader.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string_view>

namespace adjoule {
namespace {

std::string place(const std::filesystem::path& path, int line) {
  return fmt::format("{}:{}", path.string(), line);
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string read_whole(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path))
    throw InputError(fmt::format("'{}' is a folder, not a CSV file", path.string()));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(fmt::format("cannot open the CSV file '{}'", path.string()));
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (text.find('\0') != std::string::npos)
    throw InputError(fmt::format("'{}' is not plain text (UTF-16 or binary?); save it as CSV in UTF-8", path.string()));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

struct Line {
  int number;
  std::string_view text;
};

/// Lines ended by LF, CRLF or CR that are not blank.
std::vector<Line> split_lines(std::string_view text) {
  std::vector<Line> lines;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    if (!trimmed(text.substr(0, end)).empty()) lines.push_back({number, text.substr(0, end)});
    const bool pair = text.substr(std::min(end, text.size())).starts_with("\r\n");
    text.remove_prefix(std::min(end + (pair ? 2 : 1), text.size()));
  }
  return lines;
}

/// The fields of a line; nothing if a quote is left open.
std::optional<std::vector<std::string>> split_fields(std::string_view text, char delimiter) {
  std::vector<std::string> fields;
  for (std::size_t i = 0;;) {
    while (i < text.size() && text[i] == ' ') ++i;
    std::string field;
    if (i < text.size() && text[i] == '"') {
      for (++i;; ++i) {
        if (i >= text.size()) return std::nullopt;
        if (text[i] == '"' && (i + 1 >= text.size() || text[i + 1] != '"')) break;
        if (text[i] == '"') ++i;
        field += text[i];
      }
      ++i;
    }
    const auto end = std::min(text.find(delimiter, i), text.size());
    field += text.substr(i, end - i);
    fields.emplace_back(trimmed(field));
    if (end == text.size()) return fields;
    i = end + 1;
  }
}

bool holds_all(const std::vector<std::string>& fields, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) { return std::ranges::count(fields, name) > 0; });
}

bool is_comment(std::string_view line) {
  return trimmed(line).starts_with('#');
}

[[noreturn]] void refuse_header(const std::filesystem::path& path, const std::vector<Line>& lines,
                                const std::vector<std::string>& names) {
  const std::string wanted = fmt::format("{} named {}", names.size() == 1 ? "a column" : "columns", join_names(names));
  for (const Line& line : lines)
    for (const char delimiter : {';', '\t', ','})
      if (is_comment(line.text))
        if (const auto fields = split_fields(trimmed(line.text).substr(1), delimiter);
            fields && holds_all(*fields, names))
          throw InputError(fmt::format("{}: the header is commented out; remove its '#'", place(path, line.number)));
  const auto first = std::ranges::find_if(lines, [](const Line& line) { return !is_comment(line.text); });
  if (first == lines.end())
    throw InputError(fmt::format("'{}' is empty; it needs a header line with {}", path.string(), wanted));
  throw InputError(
      fmt::format("{}: no header with {} (case matters, separated by comma, semicolon or tab) in this file; its "
                  "first line is '{}'",
                  place(path, first->number), wanted, trimmed(first->text.substr(0, 200))));
}

} // namespace

std::size_t CsvTable::column(const std::string& name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end())
    throw InputError(fmt::format("'{}' has no column '{}'; its columns: {}", path.string(), name, join_names(columns)));
  if (std::find(found + 1, columns.end(), name) != columns.end())
    throw InputError(fmt::format("'{}' has several columns '{}'; rename all but one", path.string(), name));
  return static_cast<std::size_t>(found - columns.begin());
}

std::optional<double> CsvTable::number(const CsvRow& row, std::size_t column) const {
  const std::string& text = row.fields.at(column);
  if (text.empty()) return std::nullopt;
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const char* const end = text.data() + text.size();
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data() + (plus ? 1 : 0), end, value);
  if (error == std::errc::result_out_of_range)
    throw InputError(
        fmt::format("{}: column '{}': {} does not fit a double", place(path, row.line), columns[column], text));
  if (error != std::errc{} || stop != end)
    throw InputError(fmt::format("{}: column '{}': '{}' is not a number{}", place(path, row.line), columns[column],
                                 text, stop != end && *stop == ',' ? "; write a decimal point, no comma" : ""));
  return value;
}

CsvTable read_csv(const std::filesystem::path& path, const std::vector<std::string>& required_columns) {
  const std::string text = read_whole(path);
  const std::vector<Line> lines = split_lines(text);
  CsvTable table{path, '\0', {}, {}};
  for (const Line& line : lines) {
    if (is_comment(line.text)) continue;
    if (table.columns.empty()) {
      for (const char delimiter : {';', '\t', ','})
        if (auto fields = split_fields(line.text, delimiter);
            table.columns.empty() && fields && holds_all(*fields, required_columns)) {
          table.delimiter = delimiter;
          table.columns = std::move(*fields);
        }
      continue;
    }
    auto fields = split_fields(line.text, table.delimiter);
    if (!fields) throw InputError(fmt::format("{}: a quote is left open", place(path, line.number)));
    while (fields->size() > table.columns.size() && fields->back().empty()) fields->pop_back();
    if (fields->size() > table.columns.size())
      throw InputError(fmt::format("{}: {} fields where the header has {}{}", place(path, line.number), fields->size(),
                                   table.columns.size(),
                                   table.delimiter == ',' ? " (a comma as decimal mark? write a point)" : ""));
    if (std::ranges::all_of(*fields, &std::string::empty)) continue; // spreadsheets leave such lines at the end
    fields->resize(table.columns.size());
    table.rows.push_back({line.number, std::move(*fields)});
  }
  if (table.columns.empty()) refuse_header(path, lines, required_columns);
  for (const std::string& name : required_columns) table.column(name);
  return table;
}

std::vector<double> read_csv_column(const std::filesystem::path& path, const std::string& column) {
  const CsvTable table = read_csv(path, {column});
  const std::size_t position = table.column(column);
  if (table.rows.empty()) throw InputError(fmt::format("'{}' has no data below its header", path.string()));
  std::vector<double> values;
  values.reserve(table.rows.size());
  for (const CsvRow& row : table.rows) {
    const std::optional<double> value = table.number(row, position);
    if (!value) throw InputError(fmt::format("{}: column '{}' is blank", place(path, row.line), column));
    if (!std::isfinite(*value))
      throw InputError(
          fmt::format("{}: column '{}' is {}, a finite number is needed", place(path, row.line), column, *value));
    values.push_back(*value);
  }
  return values;
}

} // namespace adjoule
