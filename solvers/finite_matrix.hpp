/// The check that a matrix can be factorised at all.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

namespace adjoule {

/// Throws AnalysisError, with row and column, for an entry that is not a finite number.
void check_finite(const SparseMatrix& matrix);

} // namespace adjoule
