#include "adjoule/solvers/system_solver.hpp"

#include "adjoule/core/stopwatch.hpp"
#include "backward_error.hpp"
#include "krylov.hpp"
#include "matrix_checks.hpp"
#include "refinement.hpp"
#include "solver_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

/// Factors that solve to this componentwise backward error are those of the matrix itself, or as good: plain refinement
/// is then the cheapest.
constexpr double error_of_good_factors = 1e-8;

/// Stale factors are tried where a new factorisation costs as much as so many iterations.
constexpr int fewest_iterations = 4;

/// A solve with stale factors ends in any case after so many iterations, or those that a factorisation is worth.
constexpr int most_stale_iterations = 20;

/// And one with a preconditioner after so many.
constexpr int most_preconditioned_iterations = 1000;

/// Reduction of the error that is as much as iterations with a preconditioner are asked for.
constexpr double best_preconditioned_error = 1e-13;

/// One run of iterations with stale factors is asked for no more: refinement goes on from there with a true residual.
constexpr double best_stale_reduction = 1e-8;

} // namespace

struct SystemSolver::State {
  State(LinearSolverKind kind, SolverContext context) : selection(kind, std::move(context)) {}

  SolverSelection selection;
  int iterations = 0;
  double factorization_seconds = 0.0;
  double solve_seconds = 0.0;

  void check_solve(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides) const {
    const Index size = selection.size();
    if (selection.active() == nullptr) throw InputError("a solve needs a factorisation first: call factorize");
    if (matrix.size() != size || right_hand_sides.rows() != size)
      throw InputError(
          fmt::format("a system of size {} with {} rows on the right-hand side cannot be solved with factors of "
                      "size {}",
                      matrix.size(), right_hand_sides.rows(), size));
    for (Eigen::Index j = 0; j < right_hand_sides.cols(); ++j)
      for (Eigen::Index i = 0; i < right_hand_sides.rows(); ++i)
        if (!std::isfinite(right_hand_sides(i, j)))
          throw AnalysisError(
              fmt::format("the right-hand side is not a finite number at unknown {}: look for a load, a "
                          "material value or a state out of range",
                          i));
  }

  Eigen::MatrixXd apply(const Eigen::MatrixXd& columns, bool transposed) const {
    if (selection.size() == 0) return columns;
    const LinearSolver& solver = *selection.active();
    return transposed ? solver.solve_transposed(columns) : solver.solve(columns);
  }

  /// Corrections by a Krylov method that has the factors for its preconditioner.
  KrylovResult iterate(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides, bool transposed,
                       double reduction, int max_iterations) {
    const PreconditionedSystem system{
        matrix, transposed, [this, transposed](const Eigen::MatrixXd& columns) { return apply(columns, transposed); }};
    const bool definite = !selection.active()->is_exact() || selection.active()->proves_positive_definite();
    KrylovResult result = definite && is_symmetric(matrix)
                              ? conjugate_gradients(system, right_hand_sides, reduction, max_iterations)
                              : generalized_minimal_residuals(system, right_hand_sides, reduction, max_iterations);
    iterations += result.iterations;
    return result;
  }

  /// By count, never by measured time, so that results are the same on every machine. The rates are those of factors
  /// that stay in a processor's cache and of such that do not, on one core.
  int iterations_worth_a_factorization() const {
    constexpr double bytes_in_cache = 64e6, seconds_per_call = 2e-6;
    const FactorEstimate cost = selection.cost();
    const bool small = cost.entries * sizeof(double) < bytes_in_cache;
    const double operations_per_second = small ? 15e9 : 30e9, bytes_per_second = small ? 12e9 : 6e9;
    const double factorization = cost.operations / operations_per_second + seconds_per_call;
    const double iteration =
        (2.0 * cost.entries + 2.0 * selection.entries()) * sizeof(double) / bytes_per_second + seconds_per_call;
    return static_cast<int>(std::min(1e3, 1.0 + factorization / iteration));
  }
};

SystemSolver::SystemSolver(LinearSolverKind kind, SolverContext context)
    : state_(std::make_unique<State>(kind, std::move(context))) {}
SystemSolver::~SystemSolver() = default;
SystemSolver::SystemSolver(SystemSolver&&) noexcept = default;
SystemSolver& SystemSolver::operator=(SystemSolver&&) noexcept = default;

FactorEstimate SystemSolver::estimate(const SparseMatrix& pattern, bool definite) {
  const Stopwatch stopwatch(state_->factorization_seconds);
  return state_->selection.estimate(pattern, definite);
}

void SystemSolver::factorize(const SparseMatrix& matrix) {
  const Stopwatch stopwatch(state_->factorization_seconds);
  state_->selection.factorize(matrix);
}

bool SystemSolver::factorize_if_positive_definite(const SparseMatrix& matrix) {
  const Stopwatch stopwatch(state_->factorization_seconds);
  return state_->selection.factorize_if_positive_definite(matrix);
}

bool SystemSolver::proves_positive_definite() const {
  return factorized() && state_->selection.active()->proves_positive_definite();
}

SystemSolver::Result SystemSolver::solve(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides,
                                         bool transposed, double tolerance, int max_refinements) {
  const double tolerance_of_factors = tolerance;
  std::optional<Stopwatch> stopwatch(state_->solve_seconds);
  state_->check_solve(matrix, right_hand_sides);
  const bool exact = state_->selection.active()->is_exact();
  if (!exact) tolerance = std::max(tolerance, best_preconditioned_error);
  const int most_iterations = exact ? std::max(most_stale_iterations, state_->iterations_worth_a_factorization())
                                    : most_preconditioned_iterations;
  BackwardError backward_error(matrix, transposed, exact ? ErrorMeasure::componentwise : ErrorMeasure::by_norm);
  Refinement refinement(right_hand_sides, tolerance, backward_error);
  Result result;
  bool going = true;
  const auto iterate = [&](const Eigen::MatrixXd& columns, double wanted) {
    const double best = exact ? best_stale_reduction : best_preconditioned_error;
    KrylovResult correction =
        state_->iterate(matrix, columns, transposed, std::clamp(wanted, best, 0.1), most_iterations);
    going = correction.converged;
    return std::move(correction.solution);
  };
  refinement.start(exact ? state_->apply(right_hand_sides, transposed) : iterate(right_hand_sides, tolerance));
  const bool stale = !exact || !(refinement.largest_error() <= error_of_good_factors);
  while (going && !refinement.finished() && result.refinements < max_refinements) {
    refinement.correct(stale ? iterate(refinement.open_residuals(), 0.1 * tolerance / refinement.largest_error())
                             : state_->apply(refinement.open_residuals(), transposed));
    ++result.refinements;
  }
  result.solution = refinement.take_solution();
  result.relative_residual = refinement.largest_error();
  result.converged = result.relative_residual <= tolerance;
  if (!exact && !going && state_->selection.prefers_multigrid()) {
    stopwatch.reset();
    {
      const Stopwatch factorization(state_->factorization_seconds);
      state_->selection.leave_multigrid(matrix);
    }
    return solve(matrix, right_hand_sides, transposed, tolerance_of_factors, max_refinements);
  }
  if (!result.solution.allFinite() || !std::isfinite(result.relative_residual)) {
    check_finite(matrix);
    const WeakestPivot weakest = weakest_pivot();
    throw FactorizationError(
        fmt::format("the solution of the linear system is not finite; the weakest pivot is that of "
                    "unknown {}, {:.1e} of its column",
                    weakest.unknown, weakest.ratio),
        FactorizationFault::singular, weakest.unknown);
  }
  return result;
}

std::optional<Eigen::MatrixXd> SystemSolver::approximate(const SparseMatrix& matrix,
                                                         const Eigen::MatrixXd& right_hand_sides, double reduction) {
  if (!factorized()) return {};
  const Stopwatch stopwatch(state_->solve_seconds);
  state_->check_solve(matrix, right_hand_sides);
  const int limit = state_->iterations_worth_a_factorization();
  if (limit < fewest_iterations) return {};
  KrylovResult result = state_->iterate(matrix, right_hand_sides, false, reduction, limit);
  if (!result.converged || !result.solution.allFinite()) return {};
  return std::move(result.solution);
}

void SystemSolver::forget_factors() {
  state_->selection.forget_factors();
}

bool SystemSolver::is_direct() const {
  return state_->selection.is_direct();
}
bool SystemSolver::factorized() const {
  return state_->selection.active() != nullptr;
}
std::string SystemSolver::name() const {
  return factorized() ? state_->selection.active()->name() : std::string();
}
double SystemSolver::factorization_seconds() const {
  return state_->factorization_seconds;
}
double SystemSolver::solve_seconds() const {
  return state_->solve_seconds;
}
int SystemSolver::factorizations() const {
  return state_->selection.factorizations();
}
int SystemSolver::iterations() const {
  return state_->iterations;
}
int SystemSolver::analyses() const {
  return state_->selection.analyses();
}
std::size_t SystemSolver::factor_bytes() const {
  return factorized() ? state_->selection.active()->factor_bytes() : 0;
}
double SystemSolver::reciprocal_condition() const {
  return factorized() ? state_->selection.active()->reciprocal_condition() : 1.0;
}
WeakestPivot SystemSolver::weakest_pivot() const {
  return factorized() ? state_->selection.active()->weakest_pivot() : WeakestPivot{};
}

} // namespace adjoule
