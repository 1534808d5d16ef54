#include "backward_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

/// Calls visit(row, column, value) for the entries of A, or of A^T, in storage order.
template <typename Visit>
void for_each_entry(const SparseMatrix& matrix, bool transposed, Visit visit) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(matrix.size()); ++j)
    for (auto k = static_cast<std::size_t>(matrix.column_start()[j]);
         k < static_cast<std::size_t>(matrix.column_start()[j + 1]); ++k) {
      const auto i = static_cast<std::size_t>(matrix.row()[k]);
      if (transposed)
        visit(j, i, matrix.value[k]);
      else
        visit(i, j, matrix.value[k]);
    }
}

} // namespace

BackwardError::BackwardError(const SparseMatrix& matrix, bool transposed)
    : matrix_(matrix), transposed_(transposed), row_norm_(static_cast<std::size_t>(matrix.size()), 0.0),
      magnitude_(row_norm_.size()) {
  for_each_entry(matrix, transposed,
                 [&](std::size_t i, std::size_t, double value) { row_norm_[i] += std::abs(value); });
}

double BackwardError::evaluate(std::span<const double> x, std::span<const double> b, std::span<double> residual) {
  std::copy(b.begin(), b.end(), residual.begin());
  std::fill(magnitude_.begin(), magnitude_.end(), 0.0);
  for_each_entry(matrix_, transposed_, [&](std::size_t i, std::size_t j, double value) {
    const double product = value * x[j];
    residual[i] -= product;
    magnitude_[i] += std::abs(product);
  });
  double largest = 0.0;
  for (const double component : x) largest = std::max(largest, std::abs(component));
  const double rounding = 1000.0 * static_cast<double>(x.size()) * std::numeric_limits<double>::epsilon();
  double error = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double size = std::abs(residual[i]);
    if (size == 0.0) continue;
    const double bound = row_norm_[i] * largest;
    const double regular = magnitude_[i] + std::abs(b[i]);
    const double denominator = regular > rounding * (bound + std::abs(b[i])) ? regular : magnitude_[i] + bound;
    const double ratio = size / denominator;
    if (std::isnan(ratio)) return ratio;
    error = std::max(error, ratio);
  }
  return error;
}

} // namespace adjoule
