#include "finite_matrix.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

namespace adjoule {

void check_finite(const SparseMatrix& matrix) {
  const MatrixEntry bad = first_non_finite(matrix);
  if (bad.row >= 0)
    throw AnalysisError(
        fmt::format("the matrix entry of row {} and column {} is not a finite number: look for a material "
                    "value, a load or a state out of range",
                    bad.row, bad.column));
}

} // namespace adjoule
