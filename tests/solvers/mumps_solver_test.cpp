#include "exact_solution.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/solvers/linear_solver.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <string>

namespace adjoule {
namespace {

using testing::grid;
using testing::product;
using testing::random_columns;
using testing::random_dominant;
using testing::saddle_point;

class MumpsSolver : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_mumps()) GTEST_SKIP() << "built without MUMPS";
    solver = make_mumps_solver();
  }

  void expect_exact_solution(const SparseMatrix& matrix) const {
    testing::expect_exact_solution(*solver, matrix, false);
    testing::expect_exact_solution(*solver, matrix, true);
  }

  std::unique_ptr<LinearSolver> solver;
};

TEST_F(MumpsSolver, SolvesUnsymmetricIndefiniteAndDefiniteSystemsBothWays) {
  for (const SparseMatrix& matrix : {random_dominant(2000, 3), grid(10, true, 1, 0.7), saddle_point(7, 60, false),
                                     saddle_point(7, 60, true), grid(6, true, 3), grid(1, true)}) {
    solver->factorize(matrix);
    expect_exact_solution(matrix);
    EXPECT_GT(solver->factor_bytes(), 0u);
  }
}

TEST_F(MumpsSolver, ProvesDefinitenessOfSymmetricMatricesOnly) {
  solver->factorize(grid(6, true, 3));
  EXPECT_TRUE(solver->proves_positive_definite());
  solver->factorize(saddle_point(7, 60, true));
  EXPECT_FALSE(solver->proves_positive_definite());
  solver->factorize(grid(6, true, 1, 0.5));
  EXPECT_FALSE(solver->proves_positive_definite());
}

TEST_F(MumpsSolver, KeepsTheAnalysisOfAnEqualPattern) {
  SparseMatrix matrix = grid(8, true, 1, 0.4);
  solver->factorize(matrix);
  for (double& value : matrix.value) value *= 3.0;
  solver->factorize(matrix);
  expect_exact_solution(matrix);
  EXPECT_EQ(solver->analyses(), 1);
  solver->release_factors();
  EXPECT_EQ(solver->factor_bytes(), 0u);
  EXPECT_THROW(solver->solve(random_columns(matrix.size(), 1, 1)), InputError);
  EXPECT_TRUE(solver->knows_pattern(matrix));
  solver->factorize(matrix);
  expect_exact_solution(matrix);
  EXPECT_EQ(solver->analyses(), 1);

  // One entry less.
  const SparseMatrix other = grid(8, false, 1, 0.4);
  const SparseMatrix smaller = grid(7, true, 1, 0.4);
  EXPECT_TRUE(solver->knows_pattern(other));
  EXPECT_FALSE(solver->knows_pattern(smaller));
  solver->factorize(smaller);
  expect_exact_solution(smaller);
  EXPECT_EQ(solver->analyses(), 2);
}

TEST_F(MumpsSolver, NamesTheUnknownOfAnEmptyColumnAndGoesOnAfterwards) {
  for (const double below : {0.0, 0.5}) { // symmetric or not
    testing::MatrixBuilder builder(20);
    for (Index i = 0; i < 20; ++i)
      if (i != 13) builder.add(i, i, 1.0 + i);
    if (below != 0.0) builder.add(3, 2, below);
    try {
      solver->factorize(builder.build());
      FAIL() << "singular matrix accepted";
    } catch (const FactorizationError& error) {
      EXPECT_EQ(error.fault(), FactorizationFault::singular);
      EXPECT_EQ(error.unknown(), 13);
    }
    EXPECT_EQ(solver->factor_bytes(), 0u);
    solver->factorize(grid(4, true));
    expect_exact_solution(grid(4, true));
  }
}

TEST_F(MumpsSolver, FindsWhatIsNotHeld) {
  // Free in all three directions: the constant vectors are the null space, whatever else is exact.
  const SparseMatrix matrix = grid(9, false, 3);
  try {
    solver->factorize(matrix);
    EXPECT_LT(solver->weakest_pivot().ratio, 1e-12);
    EXPECT_LT(solver->reciprocal_condition(), 1e-12);
  } catch (const FactorizationError& error) {
    EXPECT_EQ(error.fault(), FactorizationFault::singular);
  }
}

TEST_F(MumpsSolver, WeakestPivotDoesNotDependOnUnitsOfTheUnknowns) {
  for (const double wind : {0.0, 0.3}) {
    const SparseMatrix matrix = grid(8, true, 1, wind);
    solver->factorize(matrix);
    const double ratio = solver->weakest_pivot().ratio;
    EXPECT_GT(ratio, 1e-3);
    EXPECT_GT(solver->reciprocal_condition(), 1e-4);
    EXPECT_LE(solver->reciprocal_condition(), 1.0);
    SparseMatrix scaled = matrix;
    for (Index j = 0; j < matrix.size(); ++j)
      for (auto k = static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j)]);
           k < static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j) + 1]); ++k)
        scaled.value[k] *= (matrix.row()[k] % 2 == 0 ? 1e-9 : 1.0) * (j % 2 == 0 ? 1e-9 : 1.0);
    solver->factorize(scaled);
    EXPECT_GT(solver->weakest_pivot().ratio, 0.1 * ratio);
  }
}

TEST_F(MumpsSolver, SeesAWeakSupport) {
  // A spring of 1e-10 holds a grid whose own springs are of size 1.
  SparseMatrix matrix = grid(6, false);
  const Index place = 40;
  for (auto k = static_cast<std::size_t>(matrix.column_start()[place]);
       k < static_cast<std::size_t>(matrix.column_start()[place + 1]); ++k)
    if (matrix.row()[k] == place) matrix.value[k] += 1e-10;
  solver->factorize(matrix);
  EXPECT_LT(solver->weakest_pivot().ratio, 1e-8);
  EXPECT_GT(solver->weakest_pivot().ratio, 1e-12);
}

TEST_F(MumpsSolver, EstimateFitsTheFactors) {
  for (const double wind : {0.0, 0.5}) {
    const SparseMatrix matrix = grid(12, true, 1, wind);
    const FactorEstimate estimate = solver->estimate(matrix);
    solver->factorize(matrix);
    EXPECT_EQ(solver->analyses(), 1);
    // MUMPS stores a symmetric pivot block in full.
    const auto bytes = static_cast<double>(solver->factor_bytes());
    EXPECT_GT(8.0 * estimate.entries, 0.4 * bytes);
    EXPECT_LT(8.0 * estimate.entries, 1.1 * bytes);
    EXPECT_GT(estimate.bytes, bytes);
    EXPECT_LT(estimate.bytes, 10.0 * bytes);
    EXPECT_GT(estimate.operations, 10.0 * estimate.entries);
  }
}

TEST_F(MumpsSolver, RefusesRightHandSidesOfAnotherLength) {
  solver->factorize(grid(4, true));
  EXPECT_THROW(solver->solve(random_columns(63, 1, 1)), InputError);
  EXPECT_EQ(solver->solve(Eigen::MatrixXd(64, 0)).cols(), 0);
}

TEST_F(MumpsSolver, ResultsAreBitwiseEqualForOneAndTwoThreads) {
  const int before = omp_get_max_threads();
  const SparseMatrix matrix = grid(12, true, 1, 0.5);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 3, 9);
  Eigen::MatrixXd reference;
  for (const int threads : {1, 2}) {
    omp_set_num_threads(threads);
    solver->factorize(matrix);
    const Eigen::MatrixXd x = solver->solve(b);
    if (threads == 1)
      reference = x;
    else
      EXPECT_TRUE((x.array() == reference.array()).all());
  }
  omp_set_num_threads(before);
}

} // namespace
} // namespace adjoule
