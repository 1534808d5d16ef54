#include "adjoule/io/csv_writer.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"

#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace adjoule {
namespace {

std::string quoted(const std::string& name) {
  if (name.find_first_of(",;\t\"\r\n#") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
  return text;
}

} // namespace

void write_csv(const std::filesystem::path& path, const std::vector<CsvColumn>& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].values.size() != columns[0].values.size())
      throw InputError(fmt::format("'{}': column '{}' has {} values, column '{}' has {}", path.string(),
                                   columns[i].name, columns[i].values.size(), columns[0].name,
                                   columns[0].values.size()));
    if (i) text += ',';
    text += quoted(columns[i].name);
  }
  text += '\n';
  const std::size_t rows = columns.empty() ? 0 : columns[0].values.size();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i) text += ',';
      const double value = columns[i].values[row];
      if (!std::isnan(value)) fmt::format_to(std::back_inserter(text), "{}", value);
    }
    text += '\n';
  }
  write_text_file(path, text);
}

} // namespace adjoule
