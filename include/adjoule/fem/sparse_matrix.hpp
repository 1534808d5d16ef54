/// The square sparse matrix that assembly fills and direct solvers read.
#pragma once

#include "adjoule/core/index.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace adjoule {

/// Compressed columns, row numbers strictly ascending in each, both triangles stored. 32-bit positions, so that CHOLMOD
/// reads the arrays as they are; `checked_entry_count` guards the limit of 2^31 - 1 entries (some 30 million unknowns
/// of a scalar field).
struct SparseMatrix {
  Index size = 0;
  std::vector<Index> column_start; ///< size + 1
  std::vector<Index> row;
  std::vector<double> value;

  std::int64_t nonzeros() const { return column_start.empty() ? 0 : column_start.back(); }
};

/// `count` as a 32-bit number; AnalysisError if a SparseMatrix cannot hold that many entries.
Index checked_entry_count(std::int64_t count);

/// Throws InputError unless the arrays fit together: lengths, starts from 0 and not descending, rows in range and
/// ascending.
void check_structure(const SparseMatrix& matrix);

/// y = A x, in a fixed order of summation. InputError if the length of x is not the size of the matrix.
std::vector<double> multiply(const SparseMatrix& matrix, std::span<const double> x);
/// y = A^T x.
std::vector<double> multiply_transposed(const SparseMatrix& matrix, std::span<const double> x);

/// a_ii; 0 where the pattern has no diagonal entry.
std::vector<double> diagonal(const SparseMatrix& matrix);

/// |a_ij - a_ji| <= tolerance * max(|a_ij|, |a_ji|, sqrt(|a_ii a_jj|)) for all pairs: the verdict does not change when
/// unknowns are scaled. False as well if an entry stands in one triangle of the pattern only, or if a value is not
/// finite.
bool is_symmetric(const SparseMatrix& matrix, double tolerance = 1e-10);

/// Place of a value that is NaN or infinite.
struct MatrixEntry {
  Index row = -1;
  Index column = -1;
};
/// The first entry in storage order that is not finite, {-1, -1} if there is none.
MatrixEntry first_non_finite(const SparseMatrix& matrix);

} // namespace adjoule
