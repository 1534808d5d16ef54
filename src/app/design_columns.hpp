// The values of a design as columns of a table.
#pragma once

#include "adjoule/inverse/design.hpp"
#include "adjoule/io/csv_writer.hpp"

#include <vector>

namespace adjoule {

/// One column a variable; of a field with many values the least, the mean and the largest. `values` has a design (SI) a
/// row.
std::vector<CsvColumn> design_columns(const Design& design, const std::vector<std::vector<double>>& values);

} // namespace adjoule
