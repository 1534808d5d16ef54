#include "backward_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

/// Fewer entries are not worth the start of a team of threads.
constexpr std::int64_t large = 200000;

double error_by_norm(std::span<const double> magnitude, std::span<const double> b, std::span<const double> residual) {
  double squares = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double terms = magnitude[i] + std::abs(b[i]);
    squares += residual[i] * residual[i];
    scale += terms * terms;
  }
  return squares == 0.0 ? 0.0 : std::sqrt(squares / scale);
}

} // namespace

BackwardError::BackwardError(const SparseMatrix& matrix, bool transposed, ErrorMeasure measure)
    : matrix_(matrix), transposed_(transposed), measure_(measure), row_norm_(static_cast<std::size_t>(matrix.size())),
      magnitude_(row_norm_.size()) {}

void BackwardError::multiply(std::span<const double> x, std::span<double> residual) {
  std::fill(magnitude_.begin(), magnitude_.end(), 0.0);
  std::fill(row_norm_.begin(), row_norm_.end(), 0.0);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const auto end = static_cast<std::size_t>(matrix_.column_start()[j + 1]);
    for (auto k = static_cast<std::size_t>(matrix_.column_start()[j]); k < end; ++k) {
      const auto i = static_cast<std::size_t>(matrix_.row()[k]);
      const double product = matrix_.value[k] * x[j];
      residual[i] -= product;
      magnitude_[i] += std::abs(product);
      row_norm_[i] += std::abs(matrix_.value[k]);
    }
  }
}

void BackwardError::multiply_transposed(std::span<const double> x, std::span<double> residual) {
#pragma omp parallel for schedule(static) if (matrix_.nonzeros() > large)
  for (std::size_t j = 0; j < x.size(); ++j) {
    const auto end = static_cast<std::size_t>(matrix_.column_start()[j + 1]);
    double sum = 0.0, magnitude = 0.0, norm = 0.0;
    for (auto k = static_cast<std::size_t>(matrix_.column_start()[j]); k < end; ++k) {
      const double product = matrix_.value[k] * x[static_cast<std::size_t>(matrix_.row()[k])];
      sum += product;
      magnitude += std::abs(product);
      norm += std::abs(matrix_.value[k]);
    }
    residual[j] -= sum;
    magnitude_[j] = magnitude;
    row_norm_[j] = norm;
  }
}

double BackwardError::evaluate(std::span<const double> x, std::span<const double> b, std::span<double> residual) {
  std::copy(b.begin(), b.end(), residual.begin());
  if (transposed_)
    multiply_transposed(x, residual);
  else
    multiply(x, residual);
  if (measure_ == ErrorMeasure::by_norm) return error_by_norm(magnitude_, b, residual);
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
