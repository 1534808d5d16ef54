#include "adjoule/solvers/system_solver.hpp"
#include "adjoule/core/log.hpp"
#include "backward_error.hpp"
#include "krylov.hpp"
#include "refinement.hpp"
#include "solver_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
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

/// Backward error that is as much as iterations with a preconditioner are asked for.
constexpr double best_preconditioned_error = 1e-13;

/// Below, UMFPACK is as fast, and there is nothing to load.
constexpr Index fewest_unknowns_for_mumps = 3000;

/// Adds the time of its life to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void check_finite(const SparseMatrix& matrix) {
  const MatrixEntry bad = first_non_finite(matrix);
  if (bad.row >= 0)
    throw AnalysisError(
        fmt::format("the matrix entry of row {} and column {} is not a finite number: look for a material "
                    "value, a load or a state out of range",
                    bad.row, bad.column));
}

bool has_positive_diagonal(const SparseMatrix& matrix) {
  const std::vector<double> a = diagonal(matrix);
  return std::all_of(a.begin(), a.end(), [](double value) { return value > 0.0; });
}

/// The pivot where a singular matrix betrays itself is rounding error of a size that grows with the matrix, so a weak
/// one is only a suspicion. The proof is a vector x that A + E maps to 0 with |E| <= a few rounding errors of |A|
/// (Oettli, Prager 1964); inverse iteration finds it.
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

} // namespace

struct SystemSolver::State {
  State(LinearSolverKind asked, SolverContext given)
      : kind(asked), context(std::move(given)), cholmod(make_cholmod_solver(context.analyses)) {
    if (kind == LinearSolverKind::mumps) mumps = make_mumps_solver();
    if (kind == LinearSolverKind::petsc) multigrid = make_multigrid_solver(context.modes, context.components);
  }

  LinearSolverKind kind;
  SolverContext context;
  std::unique_ptr<LinearSolver> cholmod;
  std::unique_ptr<LinearSolver> umfpack = make_umfpack_solver();
  std::unique_ptr<LinearSolver> mumps;     ///< null until it is needed
  std::unique_ptr<LinearSolver> multigrid; ///< null until it is needed
  SparsePatternPointer judged;             ///< the last pattern that multigrid was considered for
  bool prefers_multigrid = false;          ///< for that pattern
  LinearSolver* active = nullptr;          ///< the one with factors; none before, and after a failure
  Index size = 0;
  double entries = 0.0; ///< of the factorised matrix
  FactorEstimate cost;  ///< of its factors
  bool fallback_noted = false;
  int factorizations = 0;
  int iterations = 0;
  double factorization_seconds = 0.0;
  double solve_seconds = 0.0;

  void use(LinearSolver& solver, const SparseMatrix& matrix) {
    release_others(solver);
    if (matrix.size() > 0) {
      solver.factorize(matrix);
      if (solver.is_exact()) check_regular(solver, matrix);
    }
    adopt(solver, matrix);
  }

  void use_factors_of_cholmod(const SparseMatrix& matrix) {
    if (matrix.size() > 0) cholmod->factorize(matrix);
    release_others(*cholmod);
    adopt(*cholmod, matrix);
  }

  void release_others(const LinearSolver& kept) {
    for (const std::unique_ptr<LinearSolver>* solver : {&cholmod, &umfpack, &mumps, &multigrid})
      if (*solver && solver->get() != &kept) (*solver)->release_factors();
  }

  bool knows_pattern(const SparseMatrix& matrix) const {
    for (const std::unique_ptr<LinearSolver>* solver : {&cholmod, &umfpack, &mumps, &multigrid})
      if (*solver && (*solver)->knows_pattern(matrix)) return true;
    return false;
  }

  /// For unsymmetric and indefinite matrices.
  LinearSolver& general_solver(const SparseMatrix& matrix) {
    if (matrix.size() < fewest_unknowns_for_mumps || !has_mumps()) return *umfpack;
    if (!mumps) mumps = make_mumps_solver();
    return *mumps;
  }

  LinearSolver& expected_solver(const SparseMatrix& matrix, bool definite) {
    switch (kind) {
      case LinearSolverKind::cholmod:
        return *cholmod;
      case LinearSolverKind::umfpack:
        return *umfpack;
      case LinearSolverKind::mumps:
        return *mumps;
      case LinearSolverKind::petsc:
        return *multigrid;
      case LinearSolverKind::automatic:
        break;
    }
    if (!definite) return general_solver(matrix);
    if (!multigrid_pays(*matrix.pattern(), context.components) || !has_petsc()) return *cholmod;
    if (!multigrid) multigrid = make_multigrid_solver(context.modes, context.components);
    return *multigrid;
  }

  void adopt(LinearSolver& solver, const SparseMatrix& matrix) {
    active = &solver;
    size = matrix.size();
    entries = static_cast<double>(matrix.nonzeros());
    cost = size > 0 ? solver.estimate(matrix) : FactorEstimate{};
    ++factorizations;
  }

  void require_symmetric(const SparseMatrix& matrix, const char* solver) const {
    if (is_symmetric(matrix)) return;
    throw InputError(fmt::format(
        "the solver {} was asked for, but the matrix is not symmetric: choose the solver auto or umfpack", solver));
  }

  void factorize_with_cholmod_only(const SparseMatrix& matrix) {
    require_symmetric(matrix, "cholmod");
    try {
      use(*cholmod, matrix);
    } catch (const FactorizationError& error) {
      if (error.fault() != FactorizationFault::not_positive_definite) throw;
      throw FactorizationError(
          fmt::format("{}; the solver auto or umfpack can go on if it is indefinite, not singular", error.what()),
          error.fault(), error.unknown());
    }
  }

  /// The automatic choice between multigrid and Cholesky's method, once for a pattern.
  void consider_multigrid(const SparseMatrix& matrix) {
    if (same_pattern(judged, matrix.pattern())) return;
    judged = matrix.pattern();
    prefers_multigrid = multigrid_pays(*matrix.pattern(), context.components) && has_petsc();
    if (prefers_multigrid && !multigrid) multigrid = make_multigrid_solver(context.modes, context.components);
  }

  void leave_multigrid(const SparseMatrix& matrix) {
    note("conjugate gradients with multigrid do not converge: going on with a factorisation, which takes more memory");
    prefers_multigrid = false;
    const Stopwatch stopwatch(factorization_seconds);
    factorize_automatically(matrix);
  }

  void factorize_automatically(const SparseMatrix& matrix) {
    if (is_symmetric(matrix) && has_positive_diagonal(matrix)) {
      consider_multigrid(matrix);
      if (prefers_multigrid) return use(*multigrid, matrix);
      // A refusal comes early and costs little; an iterate later the matrix may be definite again.
      try {
        use(*cholmod, matrix);
        return;
      } catch (const FactorizationError& error) {
        if (error.fault() != FactorizationFault::not_positive_definite) throw;
        if (!fallback_noted)
          note(fmt::format("{}: going on with {}, which takes longer", error.what(), general_solver(matrix).name()));
        fallback_noted = true;
      }
    }
    use(general_solver(matrix), matrix);
  }

  void check_solve(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides) const {
    if (active == nullptr) throw InputError("a solve needs a factorisation first: call factorize");
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
    if (size == 0) return columns;
    return transposed ? active->solve_transposed(columns) : active->solve(columns);
  }

  /// Corrections by a Krylov method that has the factors for its preconditioner.
  KrylovResult iterate(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides, bool transposed,
                       double reduction, int max_iterations) {
    const PreconditionedSystem system{
        matrix, transposed, [this, transposed](const Eigen::MatrixXd& columns) { return apply(columns, transposed); }};
    const bool definite = !active->is_exact() || active->proves_positive_definite();
    KrylovResult result = definite && is_symmetric(matrix)
                              ? conjugate_gradients(system, right_hand_sides, reduction, max_iterations)
                              : generalized_minimal_residuals(system, right_hand_sides, reduction, max_iterations);
    iterations += result.iterations;
    return result;
  }

  /// By count, never by measured time, so that results are the same on every machine.
  int iterations_worth_a_factorization() const {
    constexpr double operations_per_second = 15e9, bytes_per_second = 12e9, seconds_per_call = 2e-6;
    const double factorization = cost.operations / operations_per_second + seconds_per_call;
    const double iteration =
        (2.0 * cost.entries + 2.0 * entries) * sizeof(double) / bytes_per_second + seconds_per_call;
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
  return pattern.size() > 0 ? state_->expected_solver(pattern, definite).estimate(pattern) : FactorEstimate{};
}

void SystemSolver::factorize(const SparseMatrix& matrix) {
  const Stopwatch stopwatch(state_->factorization_seconds);
  state_->active = nullptr;
  if (!state_->knows_pattern(matrix)) check_structure(matrix);
  check_finite(matrix);
  switch (state_->kind) {
    case LinearSolverKind::automatic:
      return state_->factorize_automatically(matrix);
    case LinearSolverKind::cholmod:
      return state_->factorize_with_cholmod_only(matrix);
    case LinearSolverKind::umfpack:
      return state_->use(*state_->umfpack, matrix);
    case LinearSolverKind::mumps:
      return state_->use(*state_->mumps, matrix);
    case LinearSolverKind::petsc:
      state_->require_symmetric(matrix, "petsc");
      return state_->use(*state_->multigrid, matrix);
  }
}

bool SystemSolver::factorize_if_positive_definite(const SparseMatrix& matrix) {
  const Stopwatch stopwatch(state_->factorization_seconds);
  LinearSolver& cholmod = *state_->cholmod;
  if (state_->active == &cholmod) state_->active = nullptr;
  if (!cholmod.knows_pattern(matrix)) check_structure(matrix);
  check_finite(matrix);
  try {
    state_->use_factors_of_cholmod(matrix);
    return true;
  } catch (const FactorizationError&) {
    return false;
  }
}

bool SystemSolver::proves_positive_definite() const {
  return factorized() && state_->active->proves_positive_definite();
}

SystemSolver::Result SystemSolver::solve(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides,
                                         bool transposed, double tolerance, int max_refinements) {
  const double tolerance_of_factors = tolerance;
  std::optional<Stopwatch> stopwatch(state_->solve_seconds);
  state_->check_solve(matrix, right_hand_sides);
  const bool exact = state_->active->is_exact();
  if (!exact) tolerance = std::max(tolerance, best_preconditioned_error);
  const int most_iterations = exact ? std::max(most_stale_iterations, state_->iterations_worth_a_factorization())
                                    : most_preconditioned_iterations;
  BackwardError backward_error(matrix, transposed);
  Refinement refinement(right_hand_sides, tolerance, backward_error);
  Result result;
  bool going = true;
  const auto iterate = [&](const Eigen::MatrixXd& columns, double wanted) {
    KrylovResult correction =
        state_->iterate(matrix, columns, transposed, std::clamp(wanted, 1e-8, 0.1), most_iterations);
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
  if (!exact && !going && state_->prefers_multigrid) {
    stopwatch.reset();
    state_->leave_multigrid(matrix);
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
  state_->active = nullptr;
  if (!state_->prefers_multigrid) state_->judged = nullptr; // it may have been left for one matrix
}

bool SystemSolver::is_direct() const {
  return state_->kind != LinearSolverKind::petsc && !state_->prefers_multigrid;
}
bool SystemSolver::factorized() const {
  return state_->active != nullptr;
}
std::string SystemSolver::name() const {
  return factorized() ? state_->active->name() : std::string();
}
double SystemSolver::factorization_seconds() const {
  return state_->factorization_seconds;
}
double SystemSolver::solve_seconds() const {
  return state_->solve_seconds;
}
int SystemSolver::factorizations() const {
  return state_->factorizations;
}
int SystemSolver::iterations() const {
  return state_->iterations;
}
int SystemSolver::analyses() const {
  int all = 0;
  for (const auto* solver : {&state_->cholmod, &state_->umfpack, &state_->mumps, &state_->multigrid})
    if (*solver) all += (*solver)->analyses();
  return all;
}
std::size_t SystemSolver::factor_bytes() const {
  return factorized() ? state_->active->factor_bytes() : 0;
}
double SystemSolver::reciprocal_condition() const {
  return factorized() ? state_->active->reciprocal_condition() : 1.0;
}
WeakestPivot SystemSolver::weakest_pivot() const {
  return factorized() ? state_->active->weakest_pivot() : WeakestPivot{};
}

} // namespace adjoule
