/// Matrices and factors that no solution can come from.
#pragma once

#include "adjoule/solvers/linear_solver.hpp"

namespace adjoule {

/// False where all values are zero: a mere pattern.
bool has_values(const SparseMatrix& matrix);

/// AnalysisError where an entry is NaN or infinite.
void check_finite(const SparseMatrix& matrix);

/// FactorizationError where the factors that the solver holds of the matrix are those of a singular one. The
/// pivot where a singular matrix betrays itself is rounding error of a size that grows with the matrix, so a weak
/// one is only a suspicion. The proof is a vector x that A + E maps to 0 with |E| <= a few rounding errors of |A|
/// (Oettli, Prager 1964); inverse iteration finds it.
void check_regular(const LinearSolver& solver, const SparseMatrix& matrix);

} // namespace adjoule
