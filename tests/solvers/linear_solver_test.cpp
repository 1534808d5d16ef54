#include "exact_solution.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/solvers/linear_solver.hpp"

#include <gtest/gtest.h>
#include <omp.h>

extern "C" int openblas_get_num_threads(void);

namespace adjoule {
namespace {

using testing::expect_exact_solution;
using testing::grid;
using testing::product;
using testing::random_columns;
using testing::random_dominant;
using testing::saddle_point;

using MakeSolver = std::unique_ptr<LinearSolver> (*)();
constexpr MakeSolver make_cholmod = [] { return make_cholmod_solver(); };
constexpr MakeSolver make_umfpack = [] { return make_umfpack_solver(); };

TEST(CholmodSolver, SolvesSupernodalAndSimplicialSystemsWithSeveralRightHandSides) {
  for (const SparseMatrix& matrix : {grid(20, true), grid(2, true), grid(9, true, 3), grid(1, true)}) {
    const auto solver = make_cholmod_solver();
    solver->factorize(matrix);
    expect_exact_solution(*solver, matrix, false);
    expect_exact_solution(*solver, matrix, true);
    EXPECT_GT(solver->factor_bytes(), 0u);
    EXPECT_TRUE(solver->proves_positive_definite());
  }
}

// Supernodes of all widths, and right-hand sides that reach only a part of them.
TEST(CholmodSolver, SolvesSingleRightHandSidesThatAreFullOrAllButZero) {
  for (const SparseMatrix& matrix : {grid(20, true), grid(9, true, 3), grid(10, true, 2), grid(2, true)}) {
    const auto solver = make_cholmod_solver();
    solver->factorize(matrix);
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(matrix.size(), 4);
    columns.col(0) = random_columns(matrix.size(), 1, 1);
    columns(0, 1) = 1.0;
    columns(matrix.size() / 2, 2) = -3.0;
    columns(matrix.size() - 1, 3) = 2.0;
    for (Eigen::Index j = 0; j < columns.cols(); ++j) {
      const Eigen::MatrixXd b = columns.col(j);
      const Eigen::MatrixXd x = solver->solve(b);
      EXPECT_LT((product(matrix, x, false) - b).cwiseAbs().maxCoeff(), 1e-12) << matrix.size() << " " << j;
      EXPECT_LT((x - solver->solve(columns).col(j)).cwiseAbs().maxCoeff(), 1e-12 * x.cwiseAbs().maxCoeff());
    }
    EXPECT_TRUE(solver->solve(Eigen::MatrixXd::Zero(matrix.size(), 1)).isZero(0.0));
  }
}

TEST(UmfpackSolver, SolvesUnsymmetricIndefiniteAndDefiniteSystemsBothWays) {
  for (const SparseMatrix& matrix : {random_dominant(2000, 3), grid(10, true, 1, 0.7), saddle_point(7, 60, false),
                                     saddle_point(7, 60, true), grid(6, true, 3)}) {
    const auto solver = make_umfpack_solver();
    solver->factorize(matrix);
    expect_exact_solution(*solver, matrix, false);
    expect_exact_solution(*solver, matrix, true);
    EXPECT_GT(solver->factor_bytes(), 0u);
  }
}

TEST(UmfpackSolver, TransposedSolveIsTheAdjointOfTheSolve) {
  const SparseMatrix matrix = grid(10, true, 1, 0.9);
  const auto solver = make_umfpack_solver();
  solver->factorize(matrix);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 1, 5);
  const Eigen::MatrixXd w = random_columns(matrix.size(), 1, 6);
  const double left = solver->solve(b).col(0).dot(w.col(0));
  const double right = b.col(0).dot(solver->solve_transposed(w).col(0));
  const double wrong = b.col(0).dot(solver->solve(w).col(0));
  EXPECT_NEAR(left, right, 1e-11 * std::abs(left));
  EXPECT_GT(std::abs(left - wrong), 1e-3 * std::abs(left));
}

TEST(LinearSolver, EqualPatternKeepsTheAnalysisAndNewValuesCount) {
  for (const auto& make : {make_cholmod, make_umfpack}) {
    const auto solver = make();
    SparseMatrix matrix = grid(8, true, 3);
    solver->factorize(matrix);
    for (double& value : matrix.value) value *= 3.0;
    solver->factorize(matrix);
    expect_exact_solution(*solver, matrix, false);
    EXPECT_EQ(solver->analyses(), 1) << solver->name();

    // Same size and number of entries, another pattern: the analysis must not survive.
    testing::MatrixBuilder first(4);
    testing::MatrixBuilder second(4);
    for (Index i = 0; i < 4; ++i) {
      first.add(i, i, 2.0);
      second.add(i, i, 2.0);
    }
    first.add(0, 1, 1.0);
    first.add(1, 0, 1.0);
    second.add(0, 3, 1.0);
    second.add(3, 0, 1.0);
    solver->factorize(first.build());
    solver->factorize(second.build());
    expect_exact_solution(*solver, second.build(), false);
    EXPECT_EQ(solver->analyses(), 3) << solver->name();
  }
}

TEST(CholmodSolver, NamesTheUnknownWhosePivotIsNegative) {
  // Uncoupled unknowns: whatever the permutation, only this pivot can fail. Then the same in a coupled grid
  // (supernodal) by a dominant entry.
  testing::MatrixBuilder builder(50);
  for (Index i = 0; i < 50; ++i) builder.add(i, i, i == 31 ? -1.0 : 1.0);
  SparseMatrix coupled = grid(12, true);
  const Index place = 777;
  for (Index k = coupled.column_start()[place]; k < coupled.column_start()[place + 1]; ++k)
    if (coupled.row()[static_cast<std::size_t>(k)] == place) coupled.value[static_cast<std::size_t>(k)] = -100.0;
  for (const auto& [matrix, unknown] : {std::pair{builder.build(), Index{31}}, std::pair{coupled, place}}) {
    const auto solver = make_cholmod_solver();
    try {
      solver->factorize(matrix);
      FAIL() << "indefinite matrix accepted";
    } catch (const FactorizationError& error) {
      EXPECT_EQ(error.fault(), FactorizationFault::not_positive_definite);
      EXPECT_EQ(error.unknown(), unknown);
      EXPECT_NE(std::string(error.what()).find(std::to_string(unknown)), std::string::npos);
    }
    EXPECT_EQ(solver->factor_bytes(), 0u);
    EXPECT_THROW(solver->solve(random_columns(matrix.size(), 1, 1)), InputError);
  }
}

TEST(CholmodSolver, WorksAgainWithTheSameAnalysisAfterAnIndefiniteMatrix) {
  for (const Index n : {2, 12}) {
    const auto solver = make_cholmod_solver();
    const SparseMatrix good = grid(n, true);
    SparseMatrix bad = good;
    for (double& value : bad.value) value = -value;
    solver->factorize(good);
    EXPECT_THROW(solver->factorize(bad), FactorizationError);
    solver->factorize(good);
    expect_exact_solution(*solver, good, false);
    EXPECT_EQ(solver->analyses(), 1);
  }
}

TEST(UmfpackSolver, NamesTheUnknownOfAnEmptyOrDependentColumn) {
  testing::MatrixBuilder builder(20);
  for (Index i = 0; i < 20; ++i)
    if (i != 13) builder.add(i, i, 1.0 + i);
  const auto solver = make_umfpack_solver();
  try {
    solver->factorize(builder.build());
    FAIL() << "singular matrix accepted";
  } catch (const FactorizationError& error) {
    EXPECT_EQ(error.fault(), FactorizationFault::singular);
    EXPECT_EQ(error.unknown(), 13);
  }
}

TEST(LinearSolver, WeakestPivotDoesNotDependOnUnitsOfTheUnknowns) {
  SparseMatrix matrix = grid(8, true);
  for (const auto& make : {make_cholmod, make_umfpack}) {
    const auto solver = make();
    solver->factorize(matrix);
    const double ratio = solver->weakest_pivot().ratio;
    const double condition = solver->reciprocal_condition();
    EXPECT_GT(ratio, 1e-3);
    EXPECT_GT(condition, 1e-4);
    EXPECT_LE(condition, 1.0);
    SparseMatrix scaled = matrix;
    for (Index j = 0; j < matrix.size(); ++j)
      for (auto k = static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j)]);
           k < static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j) + 1]); ++k)
        scaled.value[k] *= (matrix.row()[k] % 2 == 0 ? 1e-9 : 1.0) * (j % 2 == 0 ? 1e-9 : 1.0);
    solver->factorize(scaled);
    EXPECT_GT(solver->weakest_pivot().ratio, 0.1 * ratio) << solver->name();
  }
}

TEST(LinearSolver, ResultsAreBitwiseEqualForOneAndTwoThreads) {
  const int before = omp_get_max_threads();
  const SparseMatrix symmetric = grid(18, true, 3);
  const SparseMatrix unsymmetric = grid(12, true, 1, 0.5);
  const Eigen::MatrixXd b_symmetric = random_columns(symmetric.size(), 3, 9);
  const Eigen::MatrixXd b_unsymmetric = random_columns(unsymmetric.size(), 3, 9);
  Eigen::MatrixXd reference[2];
  for (const int threads : {1, 2}) {
    omp_set_num_threads(threads);
    const auto cholmod = make_cholmod_solver();
    const auto umfpack = make_umfpack_solver();
    cholmod->factorize(symmetric);
    umfpack->factorize(unsymmetric);
    const Eigen::MatrixXd x[2] = {cholmod->solve(b_symmetric), umfpack->solve(b_unsymmetric)};
    for (int k = 0; k < 2; ++k) {
      if (threads == 1)
        reference[k] = x[k];
      else
        EXPECT_TRUE((x[k].array() == reference[k].array()).all());
    }
  }
  omp_set_num_threads(before);
}

TEST(LinearSolver, LeavesTheThreadSettingsOfTheCallerAlone) {
  const int levels = omp_get_max_active_levels();
  const int blas_threads = openblas_get_num_threads();
  const auto solver = make_cholmod_solver();
  solver->factorize(grid(5, true));
  SparseMatrix bad = grid(5, true);
  for (double& value : bad.value) value = -value;
  EXPECT_THROW(solver->factorize(bad), FactorizationError);
  EXPECT_EQ(omp_get_max_active_levels(), levels);
  EXPECT_EQ(openblas_get_num_threads(), blas_threads);
}

} // namespace
} // namespace adjoule
