/// Numbers out of CSV files as they are met: comma, semicolon or tab, quotes, CRLF, lines above the header.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace adjoule {

/// A data line of a CSV file.
struct CsvRow {
  int line;                        ///< in the file, from 1
  std::vector<std::string> fields; ///< unquoted, without surrounding blanks; as many as the table has columns
};

/// The text of a CSV file below its header.
struct CsvTable {
  std::filesystem::path path;
  char delimiter; ///< ',', ';' or tab
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;

  /// Position of a column. Throws InputError that lists the columns if there is none, or several, of that name.
  std::size_t column(const std::string& name) const;
  /// The number in a field; nothing if the field is blank. Throws InputError with file and line if it is no number.
  /// The decimal mark is a point, whatever the process's locale. "nan" and "inf" are numbers.
  std::optional<double> number(const CsvRow& row, std::size_t column) const;
};

/// Reads a file. The header is the first line that holds all of `required_columns`, separated by comma, semicolon or
/// tab; lines above it, lines without any field and lines that start with '#' are skipped. Throws InputError with file
/// and line if there is no such header, or a line below it has more fields than the header, or an open quote.
CsvTable read_csv(const std::filesystem::path& path, const std::vector<std::string>& required_columns);

/// The finite numbers of one column, one a data line. Throws as `read_csv`, and InputError with file and line for a
/// blank field, NaN or infinity, and for a file without data lines.
std::vector<double> read_csv_column(const std::filesystem::path& path, const std::string& column);

} // namespace adjoule
