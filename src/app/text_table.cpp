#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace adjoule {

std::string text_table(const std::vector<TextRow>& rows, std::size_t left) {
  std::vector<std::size_t> widths;
  for (const TextRow& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += c < left ? fmt::format("  {:<{}}", row[c], widths[c]) : fmt::format("  {:>{}}", row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string short_number(double value) {
  return fmt::format("{:.6g}", value == 0.0 ? 0.0 : value); // no "-0"
}

std::string bytes_text(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000.0;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string unit_text(const std::string& unit) {
  return unit == "1" ? "" : unit;
}

std::string place_text(const double* position) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", position[0], position[1], position[2]);
}

} // namespace adjoule
