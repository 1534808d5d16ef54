#include "example_matrices.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/solvers/linear_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace adjoule {
namespace {

using testing::grid;
using testing::product;
using testing::random_columns;

class MultigridSolver : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_petsc()) GTEST_SKIP() << "built without PETSc";
  }
};

/// Conjugate gradients to a residual of 1e-8; the number of iterations, 1000 if they do not get there.
int iterations(const LinearSolver& preconditioner, const SparseMatrix& matrix, const Eigen::MatrixXd& b,
               Eigen::MatrixXd& x) {
  x = Eigen::MatrixXd::Zero(b.rows(), 1);
  Eigen::MatrixXd residual = b;
  Eigen::MatrixXd direction = preconditioner.solve(residual);
  double product_before = residual.col(0).dot(direction.col(0));
  for (int iteration = 1; iteration < 1000; ++iteration) {
    const Eigen::MatrixXd image = product(matrix, direction, false);
    const double length = product_before / direction.col(0).dot(image.col(0));
    x += length * direction;
    residual -= length * image;
    if (residual.norm() <= 1e-8 * b.norm()) return iteration;
    const Eigen::MatrixXd next = preconditioner.solve(residual);
    const double product_now = residual.col(0).dot(next.col(0));
    direction = next + product_now / product_before * direction;
    product_before = product_now;
  }
  return 1000;
}

/// Springs along the edges of an n^3 grid and across its squares, which resist stretching only: an elastic body, held
/// at x = 0, 3 unknowns a node; and the motions of a rigid body.
std::pair<SparseMatrix, Eigen::MatrixXd> elastic_body(Index n) {
  testing::MatrixBuilder builder(3 * n * n * n);
  const auto node = [n](Index x, Index y, Index z) { return x + n * (y + n * z); };
  const Index directions[][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                 {0, 1, 1}, {0, 1, -1}, {1, 0, 1}, {1, 0, -1}};
  Eigen::MatrixXd modes = Eigen::MatrixXd::Zero(3 * n * n * n, 6);
  for (Index z = 0; z < n; ++z)
    for (Index y = 0; y < n; ++y)
      for (Index x = 0; x < n; ++x) {
        const Index here = node(x, y, z);
        const double place[3] = {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        for (Index i = 0; i < 3; ++i) {
          const Index j = (i + 1) % 3;
          modes(3 * here + i, i) = 1.0;
          modes(3 * here + i, 3 + i) = -place[j];
          modes(3 * here + j, 3 + i) = place[i];
          if (x == 0) builder.add(3 * here + i, 3 * here + i, 1.0);
        }
        for (const auto& step : directions) {
          const Index to[3] = {x + step[0], y + step[1], z + step[2]};
          if (std::any_of(to, to + 3, [n](Index c) { return c < 0 || c >= n; })) continue;
          const Index there = node(to[0], to[1], to[2]);
          for (Index i = 0; i < 3; ++i)
            for (Index j = 0; j < 3; ++j) {
              const double stiffness = static_cast<double>(step[i] * step[j]);
              builder.add(3 * here + i, 3 * here + j, stiffness);
              builder.add(3 * there + i, 3 * there + j, stiffness);
              builder.add(3 * here + i, 3 * there + j, -stiffness);
              builder.add(3 * there + i, 3 * here + j, -stiffness);
            }
        }
      }
  return {builder.build(), modes};
}

TEST_F(MultigridSolver, PreconditionsAnElasticBodyWithItsRigidMotions) {
  const auto [matrix, modes] = elastic_body(8);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 1, 4);
  const auto exact = make_cholmod_solver();
  exact->factorize(matrix);
  const Eigen::MatrixXd expected = exact->solve(b);
  for (const int components : {3, 1}) {
    const auto solver = make_multigrid_solver([&modes = modes] { return modes; }, components);
    EXPECT_FALSE(solver->is_exact());
    solver->factorize(matrix);
    EXPECT_GT(solver->factor_bytes(), 12u * static_cast<std::size_t>(matrix.nonzeros()));
    Eigen::MatrixXd x;
    EXPECT_LT(iterations(*solver, matrix, b, x), 40) << components;
    EXPECT_LT((x - expected).norm(), 1e-6 * expected.norm());
  }
}

TEST_F(MultigridSolver, PreconditionsAScalarField) {
  const SparseMatrix matrix = grid(24, true);
  const auto solver = make_multigrid_solver([&] { return Eigen::MatrixXd::Ones(matrix.size(), 1); }, 1);
  solver->factorize(matrix);
  Eigen::MatrixXd x;
  EXPECT_LT(iterations(*solver, matrix, random_columns(matrix.size(), 1, 2), x), 30);
}

TEST_F(MultigridSolver, CycleIsSymmetricPositiveAndTheSameEachTime) {
  const auto [matrix, modes] = elastic_body(7);
  const auto solver = make_multigrid_solver([&modes = modes] { return modes; }, 3);
  const auto again = make_multigrid_solver([&modes = modes] { return modes; }, 3);
  solver->factorize(matrix);
  again->factorize(matrix);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 2, 7);
  const Eigen::MatrixXd x = solver->solve(b);
  EXPECT_NEAR(b.col(0).dot(x.col(1)), b.col(1).dot(x.col(0)), 1e-10 * std::abs(b.col(0).dot(x.col(0))));
  EXPECT_GT(b.col(0).dot(x.col(0)), 0.0);
  EXPECT_TRUE((again->solve(b).array() == x.array()).all());
  EXPECT_TRUE((solver->solve_transposed(b).array() == x.array()).all());
}

TEST_F(MultigridSolver, TakesNewValuesOnAKeptPattern) {
  SparseMatrix matrix = grid(14, true);
  const auto solver = make_multigrid_solver([&] { return Eigen::MatrixXd::Ones(matrix.size(), 1); }, 1);
  solver->factorize(matrix);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 1, 3);
  const Eigen::MatrixXd before = solver->solve(b);
  for (double& value : matrix.value) value *= 4.0;
  EXPECT_TRUE(solver->knows_pattern(matrix));
  solver->factorize(matrix);
  EXPECT_EQ(solver->analyses(), 1);
  EXPECT_LT((4.0 * solver->solve(b) - before).norm(), 1e-6 * before.norm());

  // The same pattern at another place.
  SparseMatrix other = grid(14, true);
  solver->factorize(other);
  EXPECT_EQ(solver->analyses(), 1);
  EXPECT_LT((solver->solve(b) - before).norm(), 1e-6 * before.norm());

  // Nothing of the past remains after a release.
  solver->release_factors();
  EXPECT_EQ(solver->factor_bytes(), 0u);
  EXPECT_THROW(solver->solve(b), InputError);
  solver->factorize(other);
  EXPECT_TRUE((solver->solve(b).array() == before.array()).all());
}

TEST_F(MultigridSolver, RefusesWhatDoesNotFit) {
  const SparseMatrix matrix = grid(5, true);
  const auto modes_of = [](Index rows) { return [rows] { return Eigen::MatrixXd::Ones(rows, 1); }; };
  EXPECT_THROW(make_multigrid_solver(modes_of(125), 3)->factorize(matrix), InputError);
  EXPECT_THROW(make_multigrid_solver(modes_of(124), 1)->factorize(matrix), InputError);
  const auto solver = make_multigrid_solver(modes_of(125), 1);
  solver->factorize(matrix);
  EXPECT_THROW(solver->solve(random_columns(126, 1, 1)), InputError);
}

} // namespace
} // namespace adjoule
