/// Tables of tests/data.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace adjoule::test {

/// Rows of a CSV file of tests/data by the names of its header.
inline std::vector<std::map<std::string, std::string>> read_rows(const std::string& name) {
  std::ifstream file(std::string(ADJOULE_TEST_DATA) + "/" + name);
  const auto cells_of = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = cells_of(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    rows.emplace_back();
    for (std::size_t i = 0; i < header.size(); ++i) rows.back()[header[i]] = cells[i];
  }
  return rows;
}

} // namespace adjoule::test
