#include "example_matrices.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/solvers/system_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace adjoule {
namespace {

using testing::grid;
using testing::product;
using testing::random_columns;
using testing::random_dominant;
using testing::saddle_point;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

double& diagonal_entry(SparseMatrix& matrix, Index unknown) {
  const auto column = static_cast<std::size_t>(unknown);
  for (Index k = matrix.column_start()[column]; k < matrix.column_start()[column + 1]; ++k)
    if (matrix.row()[static_cast<std::size_t>(k)] == unknown) return matrix.value[static_cast<std::size_t>(k)];
  throw std::logic_error("no diagonal entry");
}

/// Symmetric with a positive diagonal and one negative eigenvalue.
SparseMatrix indefinite_with_positive_diagonal(Index n) {
  SparseMatrix matrix = grid(n, true);
  for (Index i = 0; i < matrix.size(); ++i) diagonal_entry(matrix, i) -= 0.15;
  return matrix;
}

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SystemSolver, ChoosesByWhatTheMatrixIs) {
  SystemSolver solver;
  EXPECT_EQ(solver.name(), "");
  solver.factorize(grid(6, true));
  EXPECT_EQ(solver.name(), "cholmod");
  solver.factorize(grid(6, true, 1, 0.5));
  EXPECT_EQ(solver.name(), "umfpack");
  solver.factorize(grid(6, true));
  EXPECT_EQ(solver.name(), "cholmod");
  solver.factorize(saddle_point(5, 20, true));
  EXPECT_EQ(solver.name(), "umfpack");
  solver.factorize(random_dominant(300, 1));
  EXPECT_EQ(solver.name(), "umfpack");
  EXPECT_EQ(solver.factorizations(), 5);
  EXPECT_GT(solver.factorization_seconds(), 0.0);
  EXPECT_GT(solver.factor_bytes(), 0u);
}

TEST(SystemSolver, BackwardErrorIsAtRoundingLevelBothWays) {
  for (const SparseMatrix& matrix : {grid(12, true, 3), grid(12, true, 1, 0.8), random_dominant(3000, 2),
                                     saddle_point(8, 100, false), grid(3, true)}) {
    SystemSolver solver;
    solver.factorize(matrix);
    const Eigen::MatrixXd b = random_columns(matrix.size(), 4, 3);
    for (const bool transposed : {false, true}) {
      const SystemSolver::Result result = solver.solve(matrix, b, transposed);
      EXPECT_TRUE(result.converged);
      EXPECT_LE(result.relative_residual, 1e-13);
      EXPECT_LT((product(matrix, result.solution, transposed) - b).cwiseAbs().maxCoeff(), 1e-11);
    }
    EXPECT_GT(solver.solve_seconds(), 0.0);
  }
}

TEST(SystemSolver, SmallComponentsAreAsAccurateAsLargeOnes) {
  // Two uncoupled grids of stiffness 1 and 1e-12 with loads alike: a norm over all rows would not see the second one.
  const SparseMatrix half = grid(6, true);
  testing::MatrixBuilder builder(2 * half.size());
  for (Index j = 0; j < half.size(); ++j)
    for (Index k = half.column_start()[static_cast<std::size_t>(j)];
         k < half.column_start()[static_cast<std::size_t>(j) + 1]; ++k) {
      const Index i = half.row()[static_cast<std::size_t>(k)];
      const double value = half.value[static_cast<std::size_t>(k)];
      builder.add(i, j, value);
      // A part of 1e-7 too much in the soft half of the old matrix.
      builder.add(half.size() + i, half.size() + j, 1e-12 * value);
    }
  const SparseMatrix matrix = builder.build();
  SparseMatrix old = matrix;
  for (std::size_t k = half.value.size(); k < old.value.size(); ++k) old.value[k] *= 1.0 + 1e-7;
  const Eigen::MatrixXd expected = random_columns(matrix.size(), 1, 4);
  SystemSolver solver;
  solver.factorize(old);
  const SystemSolver::Result result = solver.solve(matrix, product(matrix, expected, false), false);
  EXPECT_TRUE(result.converged);
  EXPECT_GE(result.refinements, 1);
  EXPECT_LT((result.solution - expected).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(SystemSolver, StaleFactorsAreRefinedToTheNewMatrix) {
  for (const double wind : {0.0, 0.5}) {
    const SparseMatrix old = grid(10, true, 1, wind);
    SparseMatrix now = old;
    for (std::size_t k = 0; k < now.value.size(); ++k) now.value[k] *= 1.0 + 0.01 * static_cast<double>(k % 5) / 5.0;
    for (Index i = 0; i < now.size(); ++i) diagonal_entry(now, i) += 0.003;
    SystemSolver solver;
    solver.factorize(old);
    const Eigen::MatrixXd expected = random_columns(now.size(), 2, 8);
    for (const bool transposed : {false, true}) {
      const Eigen::MatrixXd b = product(now, expected, transposed);
      const SystemSolver::Result result = solver.solve(now, b, transposed, 1e-13, 60);
      EXPECT_TRUE(result.converged);
      EXPECT_GT(result.refinements, 1);
      EXPECT_LT((result.solution - expected).cwiseAbs().maxCoeff(), 1e-9);
    }
    EXPECT_EQ(solver.factorizations(), 1);
  }
}

TEST(SystemSolver, FactorsOfAnotherMatrixAreReportedAsNotConverged) {
  const SparseMatrix factorized = grid(9, true);
  SparseMatrix other = factorized;
  for (Index i = 0; i < other.size(); ++i) diagonal_entry(other, i) *= std::pow(10.0, i % 7);
  SystemSolver solver;
  solver.factorize(factorized);
  const SystemSolver::Result result = solver.solve(other, random_columns(other.size(), 2, 8), false, 1e-13, 2);
  EXPECT_FALSE(result.converged);
  EXPECT_GT(result.relative_residual, 1e-3);
  EXPECT_TRUE(result.solution.allFinite());
}

TEST(SystemSolver, ApproximatesWithStaleFactorsWhereThatIsCheaper) {
  const SparseMatrix old = grid(20, true);
  SparseMatrix now = old;
  for (Index i = 0; i < now.size(); ++i) diagonal_entry(now, i) += 0.5;
  const Eigen::MatrixXd expected = random_columns(now.size(), 2, 9);
  const Eigen::MatrixXd b = product(now, expected, false);
  SystemSolver solver;
  EXPECT_FALSE(solver.approximate(now, b, 1e-3)) << "there are no factors";
  solver.factorize(old);
  const std::optional<Eigen::MatrixXd> rough = solver.approximate(now, b, 1e-3);
  ASSERT_TRUE(rough);
  EXPECT_LT((*rough - expected).norm(), 1e-2 * expected.norm());
  EXPECT_GT(solver.iterations(), 0);
  EXPECT_EQ(solver.factorizations(), 1);
  EXPECT_EQ(*rough, *solver.approximate(now, b, 1e-3)) << "the same bits every time";
  EXPECT_FALSE(solver.approximate(now, b, 1e-300)) << "a factorisation is cheaper than rounding can reach";
  solver.forget_factors();
  EXPECT_FALSE(solver.factorized());
  EXPECT_FALSE(solver.approximate(now, b, 1e-3));
  const int analyses = solver.analyses();
  solver.factorize(now);
  EXPECT_EQ(solver.analyses(), analyses);
  SystemSolver small;
  const SparseMatrix tiny = grid(3, true);
  small.factorize(tiny);
  EXPECT_FALSE(small.approximate(tiny, random_columns(27, 1, 1), 1e-3)) << "a factorisation costs next to nothing";
}

TEST(SystemSolver, LargeUnsymmetricMatricesGoToMumpsWhereItIsBuilt) {
  if (!has_mumps()) GTEST_SKIP() << "MUMPS is not built";
  const SparseMatrix matrix = grid(15, true, 1, 0.5);
  for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::mumps}) {
    SystemSolver solver(kind);
    solver.factorize(matrix);
    EXPECT_EQ(solver.name(), "mumps");
    EXPECT_TRUE(solver.is_direct());
    for (const bool transposed : {false, true})
      EXPECT_TRUE(solver.solve(matrix, random_columns(matrix.size(), 2, 5), transposed).converged);
  }
}

TEST(SystemSolver, MultigridIsIteratedToTheSameAccuracy) {
  if (!has_petsc()) GTEST_SKIP() << "PETSc is not built";
  const SparseMatrix matrix = grid(12, true);
  SystemSolver solver(LinearSolverKind::petsc);
  solver.factorize(matrix);
  EXPECT_EQ(solver.name(), "petsc");
  EXPECT_FALSE(solver.is_direct());
  const SystemSolver::Result result = solver.solve(matrix, random_columns(matrix.size(), 2, 5), true);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.relative_residual, 1e-13);
  EXPECT_GT(solver.iterations(), 2);
  EXPECT_THROW(solver.factorize(grid(12, true, 1, 0.5)), InputError);
}

TEST(SystemSolver, FallsBackToUmfpackWithOneNote) {
  const SparseMatrix matrix = indefinite_with_positive_diagonal(8);
  SystemSolver solver;
  set_quiet(false);
  ::testing::internal::CaptureStderr();
  solver.factorize(matrix);
  const int analyses = solver.analyses();
  solver.factorize(matrix);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(solver.name(), "umfpack");
  EXPECT_EQ(occurrences(said, "going on with umfpack"), 1) << said;
  EXPECT_EQ(occurrences(said, "\n"), 1) << said;
  EXPECT_EQ(solver.analyses(), analyses);
  const Eigen::MatrixXd b = random_columns(matrix.size(), 2, 11);
  EXPECT_TRUE(solver.solve(matrix, b, false).converged);
}

TEST(SystemSolver, ReturnsToCholmodForADefiniteMatrix) {
  const SparseMatrix matrix = indefinite_with_positive_diagonal(8);
  const SparseMatrix definite = grid(8, true);
  SystemSolver solver;
  solver.factorize(matrix);
  EXPECT_EQ(solver.name(), "umfpack");
  solver.factorize(definite);
  EXPECT_EQ(solver.name(), "cholmod");
}

TEST(SystemSolver, DefinitenessIsJudgedByCholeskysMethodWhateverTheKind) {
  const SparseMatrix indefinite = indefinite_with_positive_diagonal(8);
  SparseMatrix definite = indefinite;
  for (Index j = 0; j < definite.size(); ++j) {
    for (auto k = definite.column_start()[static_cast<std::size_t>(j)];
         k < definite.column_start()[static_cast<std::size_t>(j) + 1]; ++k) {
      if (definite.row()[static_cast<std::size_t>(k)] == j) definite.value[static_cast<std::size_t>(k)] += 1e3;
    }
  }
  for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::umfpack}) {
    SystemSolver solver(kind);
    solver.factorize(indefinite);
    EXPECT_FALSE(solver.proves_positive_definite());
    EXPECT_FALSE(solver.factorize_if_positive_definite(indefinite));
    const Eigen::MatrixXd b = random_columns(indefinite.size(), 1, 4);
    EXPECT_TRUE(solver.solve(indefinite, b, false).converged) << "UMFPACK's factors stay";
    EXPECT_TRUE(solver.factorize_if_positive_definite(definite));
    EXPECT_TRUE(solver.proves_positive_definite());
    EXPECT_EQ(solver.name(), "cholmod");
    EXPECT_TRUE(solver.solve(definite, b, false).converged);
    EXPECT_FALSE(solver.factorize_if_positive_definite(indefinite));
    EXPECT_FALSE(solver.factorized());
  }
}

TEST(SystemSolver, ForcedCholmodRefusesWithARemedy) {
  SystemSolver solver(LinearSolverKind::cholmod);
  try {
    solver.factorize(grid(4, true, 1, 0.5));
    FAIL() << "unsymmetric matrix accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("umfpack"), std::string::npos);
  }
  try {
    solver.factorize(indefinite_with_positive_diagonal(8));
    FAIL() << "indefinite matrix accepted";
  } catch (const FactorizationError& error) {
    EXPECT_NE(std::string(error.what()).find("umfpack"), std::string::npos);
    EXPECT_GE(error.unknown(), 0);
  }
  EXPECT_FALSE(solver.factorized());
}

TEST(SystemSolver, FloatingPartIsCalledSingularWithOneOfItsUnknowns) {
  // A held grid of 216 unknowns next to one of 27 (or 1, 8, ...) that nothing holds.
  for (const Index n : {1, 2, 3, 7, 12})
    for (const Index blocks : {1, 3}) {
      const SparseMatrix held = grid(6, true, blocks);
      const SparseMatrix floating = grid(n, false, blocks);
      testing::MatrixBuilder builder(held.size() + n * n * n * blocks);
      for (const auto& [matrix, first] : {std::pair{&held, Index{0}}, std::pair{&floating, held.size()}}) {
        for (Index j = 0; j < matrix->size(); ++j)
          for (Index k = matrix->column_start()[static_cast<std::size_t>(j)];
               k < matrix->column_start()[static_cast<std::size_t>(j) + 1]; ++k)
            builder.add(first + matrix->row()[static_cast<std::size_t>(k)], first + j,
                        0.1 * matrix->value[static_cast<std::size_t>(k)]);
      }
      for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::umfpack}) {
        SystemSolver solver(kind);
        try {
          solver.factorize(builder.build());
          ADD_FAILURE() << "singular matrix accepted, n = " << n << ", blocks = " << blocks << ", weakest pivot "
                        << solver.weakest_pivot().ratio << " of " << solver.name();
        } catch (const FactorizationError& error) {
          EXPECT_EQ(error.fault(), FactorizationFault::singular) << error.what();
          EXPECT_GE(error.unknown(), held.size());
        }
      }
    }
}

TEST(SystemSolver, NearlySingularMatrixIsFlaggedAtThePartThatIsHardlyHeld) {
  for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::umfpack}) {
    SparseMatrix matrix = grid(6, false);
    diagonal_entry(matrix, 100) += 1e-10;
    SystemSolver solver(kind);
    solver.factorize(matrix);
    EXPECT_LT(solver.weakest_pivot().ratio, 1e-9);
    EXPECT_GT(solver.weakest_pivot().ratio, 1e-13);
    EXPECT_LT(solver.reciprocal_condition(), 1e-8);
  }
}

TEST(SystemSolver, HardlyHeldMatrixIsNotCalledSingular) {
  for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::umfpack}) {
    SparseMatrix matrix = grid(12, false);
    diagonal_entry(matrix, 100) += 1e-9;
    SystemSolver solver(kind);
    EXPECT_NO_THROW(solver.factorize(matrix));
    EXPECT_LT(solver.weakest_pivot().ratio, 1e-9);
    const SystemSolver::Result result = solver.solve(matrix, random_columns(matrix.size(), 1, 2), false);
    EXPECT_TRUE(result.converged);
  }
}

TEST(SystemSolver, SlenderBeamIsSolvedAndAFreeOneIsSingular) {
  // Condition 1e11 in any norm of the whole, yet the tip deflection L^3 / 3 comes out.
  for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::umfpack}) {
    const Index elements = 300;
    const SparseMatrix clamped = testing::beam(elements, true);
    SystemSolver solver(kind);
    solver.factorize(clamped);
    Eigen::MatrixXd load = Eigen::MatrixXd::Zero(clamped.size(), 1);
    load(clamped.size() - 2, 0) = 1.0;
    const SystemSolver::Result result = solver.solve(clamped, load, false);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.solution(clamped.size() - 2, 0) / (std::pow(elements, 3) / 3.0), 1.0, 1e-5);
    EXPECT_THROW(solver.factorize(testing::beam(elements, false)), FactorizationError);
  }
}

TEST(SystemSolver, NumbersThatAreNotFiniteAreCaughtAtTheirPlace) {
  SystemSolver solver;
  SparseMatrix matrix = grid(5, true);
  const SparseMatrix good = matrix;
  diagonal_entry(matrix, 42) = not_a_number;
  try {
    solver.factorize(matrix);
    FAIL() << "NaN accepted";
  } catch (const AnalysisError& error) {
    EXPECT_NE(std::string(error.what()).find("row 42 and column 42"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(solver.factorized());
  solver.factorize(good);
  Eigen::MatrixXd b = random_columns(good.size(), 2, 1);
  EXPECT_THROW(solver.solve(matrix, b, false), AnalysisError);
  b(17, 1) = std::numeric_limits<double>::infinity();
  try {
    solver.solve(good, b, false);
    FAIL() << "infinity accepted";
  } catch (const AnalysisError& error) {
    EXPECT_NE(std::string(error.what()).find("unknown 17"), std::string::npos) << error.what();
  }
}

TEST(SystemSolver, MisuseIsAnInputError) {
  SystemSolver solver;
  const SparseMatrix matrix = grid(3, true);
  EXPECT_THROW(solver.solve(matrix, random_columns(matrix.size(), 1, 1), false), InputError);
  solver.factorize(matrix);
  EXPECT_THROW(solver.solve(matrix, random_columns(matrix.size() + 1, 1, 1), false), InputError);
  EXPECT_THROW(solver.solve(grid(4, true), random_columns(64, 1, 1), false), InputError);
  SparseMatrix broken = matrix;
  broken.value.pop_back();
  EXPECT_THROW(solver.factorize(broken), InputError);
}

TEST(SystemSolver, SystemsWithoutUnknownsOrRightHandSidesAreSolved) {
  const SparseMatrix empty;
  for (const LinearSolverKind kind :
       {LinearSolverKind::automatic, LinearSolverKind::cholmod, LinearSolverKind::umfpack}) {
    SystemSolver solver(kind);
    solver.factorize(empty);
    const SystemSolver::Result result = solver.solve(empty, Eigen::MatrixXd(0, 1), false);
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.solution.rows(), 0);
    solver.factorize(grid(3, true));
    EXPECT_TRUE(solver.solve(grid(3, true), Eigen::MatrixXd(27, 0), false).converged);
    const SystemSolver::Result zero = solver.solve(grid(3, true), Eigen::MatrixXd::Zero(27, 1), false);
    EXPECT_TRUE(zero.converged);
    EXPECT_EQ(zero.solution.cwiseAbs().maxCoeff(), 0.0);
    EXPECT_EQ(zero.refinements, 0);
  }
}

} // namespace
} // namespace adjoule
