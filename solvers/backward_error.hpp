/// Residuals of a linear system and their size relative to rounding errors.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <span>
#include <vector>

namespace adjoule {

/// What a residual is compared with: row by row, or as a whole, which is what iterations lower evenly.
enum class ErrorMeasure { componentwise, by_norm };

/// Backward error of approximate solutions of A x = b or A^T x = b.
class BackwardError {
 public:
  /// Keeps a reference to the matrix.
  BackwardError(const SparseMatrix& matrix, bool transposed, ErrorMeasure measure = ErrorMeasure::componentwise);

  /// Writes r = b - A x and returns, by norm, |r| / ||A| |x| + |b|| (Euclidean norms), or max_i |r_i| / (|A| |x| +
  /// |b|)_i. Where the latter's denominator is so small that it may consist of rounding errors itself, (|A| |x|)_i +
  /// |A_i| |x| in maximum norms takes its place (Arioli, Demmel, Duff 1989, doi 10.1137/0610013, eq. 3.5).
  double evaluate(std::span<const double> x, std::span<const double> b, std::span<double> residual);

 private:
  void multiply(std::span<const double> x, std::span<double> residual);
  void multiply_transposed(std::span<const double> x, std::span<double> residual);

  const SparseMatrix& matrix_;
  bool transposed_;
  ErrorMeasure measure_;
  std::vector<double> row_norm_;  ///< sum of |a_ij| of each row of A (or A^T)
  std::vector<double> magnitude_; ///< |A| |x|
};

} // namespace adjoule
