// The check that factors solve a system whose solution is known.
#pragma once

#include "adjoule/solvers/linear_solver.hpp"
#include "example_matrices.hpp"

#include <gtest/gtest.h>

namespace adjoule::testing {

inline void expect_exact_solution(const LinearSolver& solver, const SparseMatrix& matrix, bool transposed) {
  const Eigen::MatrixXd expected = random_columns(matrix.size(), 5, 1);
  const Eigen::MatrixXd b = product(matrix, expected, transposed);
  const Eigen::MatrixXd x = transposed ? solver.solve_transposed(b) : solver.solve(b);
  EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-9);
}

} // namespace adjoule::testing
