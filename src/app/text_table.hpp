// Columns of text for people.
#pragma once

#include <string>
#include <vector>

namespace adjoule {

using TextRow = std::vector<std::string>;

/// Rows as lines of aligned columns, indented by two: the first column and the `left` ones after it to the left, the
/// others to the right.
std::string text_table(const std::vector<TextRow>& rows, std::size_t left = 1);

/// Six significant digits.
std::string short_number(double value);

/// "1.23 kB"
std::string bytes_text(double bytes);

/// Nothing for a pure number, whose unit is "1".
std::string unit_text(const std::string& unit);

/// "(x, y, z) m"
std::string place_text(const double* position);

} // namespace adjoule
