/// Tables for people and spreadsheets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace adjoule {

/// One column of a table.
struct CsvColumn {
  std::string name;
  std::vector<double> values;
};

/// Writes a comma-separated file with a header line; the numbers read back to the same doubles, and NaN is a blank
/// field. Creates the folders above it. Throws InputError if the columns differ in length or the file cannot be made.
void write_csv(const std::filesystem::path& path, const std::vector<CsvColumn>& columns);

} // namespace adjoule
