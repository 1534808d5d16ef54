/// Residuals of a linear system and their size relative to rounding errors.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <span>
#include <vector>

namespace adjoule {

/// Componentwise backward error of approximate solutions of A x = b or A^T x = b.
class BackwardError {
 public:
  /// Keeps a reference to the matrix.
  BackwardError(const SparseMatrix& matrix, bool transposed);

  /// Writes r = b - A x and returns max_i |r_i| / (|A| |x| + |b|)_i. Where that denominator is so small that it may
  /// consist of rounding errors itself, (|A| |x|)_i + |A_i| |x| in maximum norms takes its place (Arioli, Demmel, Duff
  /// 1989, doi 10.1137/0610013, eq. 3.5).
  double evaluate(std::span<const double> x, std::span<const double> b, std::span<double> residual);

 private:
  void multiply(std::span<const double> x, std::span<double> residual);
  void multiply_transposed(std::span<const double> x, std::span<double> residual);

  const SparseMatrix& matrix_;
  bool transposed_;
  std::vector<double> row_norm_;  ///< sum of |a_ij| of each row of A (or A^T)
  std::vector<double> magnitude_; ///< |A| |x|
};

} // namespace adjoule
