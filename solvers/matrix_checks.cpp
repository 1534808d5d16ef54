#include "matrix_checks.hpp"

#include "backward_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace adjoule {

bool has_values(const SparseMatrix& matrix) {
  return std::any_of(matrix.value.begin(), matrix.value.end(), [](double value) { return value != 0.0; });
}

void check_finite(const SparseMatrix& matrix) {
  const MatrixEntry bad = first_non_finite(matrix);
  if (bad.row >= 0)
    throw AnalysisError(
        fmt::format("the matrix entry of row {} and column {} is not a finite number: look for a material "
                    "value, a load or a state out of range",
                    bad.row, bad.column));
}

void check_regular(const LinearSolver& solver, const SparseMatrix& matrix) {
  constexpr double suspicious_ratio = 1e-9;
  constexpr double rounding_errors = 16.0 * std::numeric_limits<double>::epsilon();
  const WeakestPivot weakest = solver.weakest_pivot();
  if (weakest.ratio > suspicious_ratio) return;
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(matrix.size(), 1);
  x(weakest.unknown, 0) = 1.0;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(matrix.size());
  Eigen::VectorXd residual(matrix.size());
  const auto length = static_cast<std::size_t>(matrix.size());
  for (int iteration = 0; iteration < 2; ++iteration) {
    x = solver.solve(x);
    x /= x.cwiseAbs().maxCoeff();
  }
  const double error =
      BackwardError(matrix, false).evaluate({x.data(), length}, {zero.data(), length}, {residual.data(), length});
  if (error > rounding_errors) return;
  throw FactorizationError(
      fmt::format("the matrix is singular to working precision at unknown {}: a part of the model is "
                  "not held, or not connected to anything that holds it",
                  weakest.unknown),
      FactorizationFault::singular, weakest.unknown);
}

} // namespace adjoule
