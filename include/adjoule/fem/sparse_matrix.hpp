/// The square sparse matrix that assembly fills and direct solvers read.
#pragma once

#include "adjoule/core/index.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace adjoule {

/// Where the entries of a square matrix stand: compressed columns, row numbers strictly ascending in each, both
/// triangles stored. Immutable, so that matrices, assembly and solvers hold one copy together. 32-bit positions, so
/// that CHOLMOD reads the arrays as they are; `checked_entry_count` guards the limit of 2^31 - 1 entries (some 30
/// million unknowns of a scalar field).
class SparsePattern {
 public:
  /// Throws InputError unless the arrays fit together: `size` + 1 starts from 0 on that do not descend, rows in range
  /// and ascending.
  SparsePattern(Index size, std::vector<Index> column_start, std::vector<Index> row);

  Index size() const { return size_; }
  const std::vector<Index>& column_start() const { return column_start_; } ///< size + 1
  const std::vector<Index>& row() const { return row_; }
  std::int64_t nonzeros() const { return column_start_.back(); }
  friend bool operator==(const SparsePattern&, const SparsePattern&) = default;

 private:
  Index size_;
  std::vector<Index> column_start_, row_;
};

using SparsePatternPointer = std::shared_ptr<const SparsePattern>;

/// Whether two patterns (or none) are equal, at once where they are the same object.
bool same_pattern(const SparsePatternPointer& a, const SparsePatternPointer& b);

/// Values on a pattern that may be shared with other matrices.
class SparseMatrix {
 public:
  SparseMatrix(); ///< of size 0
  /// All values 0.
  explicit SparseMatrix(SparsePatternPointer pattern);
  /// Throws InputError unless there is one value for each entry.
  SparseMatrix(SparsePatternPointer pattern, std::vector<double> values);

  const SparsePatternPointer& pattern() const { return pattern_; }
  Index size() const { return pattern_->size(); }
  const std::vector<Index>& column_start() const { return pattern_->column_start(); } ///< size + 1
  const std::vector<Index>& row() const { return pattern_->row(); }
  std::int64_t nonzeros() const { return pattern_->nonzeros(); }

  std::vector<double> value; ///< one for each entry

 private:
  SparsePatternPointer pattern_;
};

/// `count` as a 32-bit number; AnalysisError if a SparsePattern cannot hold that many entries.
Index checked_entry_count(std::int64_t count);

/// Throws InputError unless there is one value for each entry.
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
