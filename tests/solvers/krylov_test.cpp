// Krylov methods against dense solutions.
#include "../../solvers/krylov.hpp"

#include "example_matrices.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

using testing::grid;
using testing::product;
using testing::random_columns;
using testing::random_dominant;
using testing::saddle_point;

Eigen::MatrixXd dense(const SparseMatrix& matrix) {
  return product(matrix, Eigen::MatrixXd::Identity(matrix.size(), matrix.size()), false);
}

/// Jacobi's preconditioner.
PreconditionedSystem with_diagonal(const SparseMatrix& matrix, bool transposed = false) {
  const std::vector<double> diagonal_entries = diagonal(matrix);
  const Eigen::VectorXd inverse =
      Eigen::Map<const Eigen::VectorXd>(diagonal_entries.data(), matrix.size()).cwiseInverse();
  return {matrix, transposed,
          [inverse](const Eigen::MatrixXd& x) -> Eigen::MatrixXd { return inverse.asDiagonal() * x; }};
}

TEST(ConjugateGradients, MatchDenseSolutionsInTheEnergyNorm) {
  const SparseMatrix matrix = grid(6, true, 3);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 3, 1);
  const Eigen::MatrixXd expected = dense(matrix).ldlt().solve(b);
  for (const double reduction : {1e-2, 1e-6, 1e-10}) {
    const KrylovResult result = conjugate_gradients(with_diagonal(matrix), b, reduction, 500);
    EXPECT_TRUE(result.converged);
    EXPECT_FALSE(result.indefinite);
    const Eigen::MatrixXd error = result.solution - expected;
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      const double energy = error.col(j).dot(product(matrix, error.col(j), false).col(0));
      EXPECT_LT(std::sqrt(energy / expected.col(j).dot(b.col(j))), 3.0 * reduction);
    }
  }
}

TEST(ConjugateGradients, ColumnsAreTheSameAloneAndTogether) {
  const SparseMatrix matrix = grid(5, true);
  Eigen::MatrixXd b = random_columns(matrix.size(), 4, 2);
  b.col(2).setZero();
  const Eigen::MatrixXd together = conjugate_gradients(with_diagonal(matrix), b, 1e-8, 500).solution;
  for (Eigen::Index j = 0; j < b.cols(); ++j)
    EXPECT_EQ(conjugate_gradients(with_diagonal(matrix), b.col(j), 1e-8, 500).solution, together.col(j));
}

TEST(ConjugateGradients, NegativeCurvatureIsReported) {
  SparseMatrix matrix = grid(5, true);
  for (Index j = 0; j < matrix.size(); ++j) {
    for (auto k = static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j)]);
         k < static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j) + 1]); ++k)
      if (matrix.row()[k] == j) matrix.value[k] -= 1.5;
  }
  const KrylovResult result =
      conjugate_gradients(with_diagonal(matrix), random_columns(matrix.size(), 1, 3), 1e-8, 500);
  EXPECT_TRUE(result.indefinite);
  EXPECT_FALSE(result.converged);
}

TEST(ConjugateGradients, GiveUpEarlyWhereTheLimitIsOutOfReach) {
  const SparseMatrix matrix = grid(12, true);
  const KrylovResult result =
      conjugate_gradients(with_diagonal(matrix), random_columns(matrix.size(), 1, 4), 1e-12, 12);
  EXPECT_FALSE(result.converged);
  EXPECT_LT(result.iterations, 12);
}

TEST(Gmres, MatchesDenseSolutionsOfUnsymmetricAndIndefiniteMatricesBothWays) {
  for (const SparseMatrix& matrix : {grid(6, true, 1, 0.8), random_dominant(300, 2)}) {
    const Eigen::MatrixXd b = random_columns(matrix.size(), 2, 5);
    for (const bool transposed : {false, true}) {
      const Eigen::MatrixXd a = transposed ? Eigen::MatrixXd(dense(matrix).transpose()) : dense(matrix);
      const KrylovResult result = generalized_minimal_residuals(with_diagonal(matrix, transposed), b, 1e-12, 500);
      EXPECT_TRUE(result.converged);
      EXPECT_LT((result.solution - a.partialPivLu().solve(b)).norm(), 1e-9 * b.norm());
    }
  }
  // With the factors of a matrix nearby it takes a few iterations, and a restart does not harm.
  const SparseMatrix saddle = saddle_point(4, 10, false);
  SparseMatrix changed = saddle;
  for (std::size_t k = 0; k < changed.value.size(); ++k) changed.value[k] *= 1.0 + 0.01 * static_cast<double>(k % 7);
  const Eigen::MatrixXd b = random_columns(saddle.size(), 1, 6);
  const Eigen::PartialPivLU<Eigen::MatrixXd> factors(dense(saddle));
  const PreconditionedSystem system{changed, false,
                                    [&](const Eigen::MatrixXd& x) -> Eigen::MatrixXd { return factors.solve(x); }};
  const KrylovResult result = generalized_minimal_residuals(system, b, 1e-11, 100);
  EXPECT_TRUE(result.converged);
  EXPECT_LT((result.solution - dense(changed).partialPivLu().solve(b)).norm(), 1e-8 * result.solution.norm());
}

TEST(Gmres, RestartsAndReportsWhatItCannotReach) {
  const SparseMatrix matrix = grid(10, true, 1, 0.3);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 1, 7);
  const KrylovResult long_run = generalized_minimal_residuals(with_diagonal(matrix), b, 1e-10, 1000);
  EXPECT_TRUE(long_run.converged);
  EXPECT_GT(long_run.iterations, 30) << "no restart was needed";
  EXPECT_LT((product(matrix, long_run.solution, false) - b).norm(), 1e-8 * b.norm());
  const KrylovResult short_run = generalized_minimal_residuals(with_diagonal(matrix), b, 1e-10, 8);
  EXPECT_FALSE(short_run.converged);
}

} // namespace
} // namespace adjoule
