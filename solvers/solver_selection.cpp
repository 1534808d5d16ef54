#include "solver_selection.hpp"

#include "adjoule/core/log.hpp"
#include "blas_threads.hpp"
#include "matrix_checks.hpp"
#include "solver_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// Below, UMFPACK is as fast, and there is nothing to load.
constexpr Index fewest_unknowns_for_mumps = 3000;

bool has_positive_diagonal(const SparseMatrix& matrix) {
  const std::vector<double> a = diagonal(matrix);
  return std::all_of(a.begin(), a.end(), [](double value) { return value > 0.0; });
}

void require_symmetric(const SparseMatrix& matrix, const char* solver) {
  if (is_symmetric(matrix)) return;
  throw InputError(fmt::format(
      "the matrix is not symmetric, and solve.linear_solver = \"{}\" needs one that is: choose auto, mumps or umfpack",
      solver));
}

} // namespace

SolverSelection::SolverSelection(LinearSolverKind kind, SolverContext context)
    : kind_(kind), context_(std::move(context)), cholmod_(make_cholmod_solver(context_.analyses)) {
  if (kind == LinearSolverKind::mumps) mumps_ = make_mumps_solver();
  if (kind == LinearSolverKind::petsc) multigrid_ = make_multigrid_solver(context_.modes, context_.components);
}

void SolverSelection::factorize(const SparseMatrix& matrix) {
  active_ = nullptr;
  if (!knows_pattern(matrix)) check_structure(matrix);
  check_finite(matrix);
  switch (kind_) {
    case LinearSolverKind::automatic:
      return factorize_automatically(matrix);
    case LinearSolverKind::cholmod:
      return factorize_with_cholmod_only(matrix);
    case LinearSolverKind::umfpack:
      return use(*umfpack_, matrix);
    case LinearSolverKind::mumps:
      return use(*mumps_, matrix);
    case LinearSolverKind::petsc:
      require_symmetric(matrix, "petsc");
      return use(*multigrid_, matrix);
  }
}

bool SolverSelection::factorize_if_positive_definite(const SparseMatrix& matrix) {
  if (active_ == cholmod_.get()) active_ = nullptr;
  if (!cholmod_->knows_pattern(matrix)) check_structure(matrix);
  check_finite(matrix);
  try {
    if (matrix.size() > 0) {
      cholmod_->factorize(matrix);
      check_regular(*cholmod_, matrix);
    }
  } catch (const FactorizationError&) {
    cholmod_->release_factors(); // they may be there, of a matrix singular to working precision
    return false;
  }
  release_others(*cholmod_);
  adopt(*cholmod_, matrix);
  return true;
}

void SolverSelection::leave_multigrid(const SparseMatrix& matrix) {
  note("conjugate gradients with multigrid do not converge: going on with a factorisation, which takes more memory");
  active_ = nullptr;
  prefers_multigrid_ = false;
  try {
    factorize_automatically(matrix);
  } catch (const AnalysisError&) {
    prefers_multigrid_ =
        true; // where factors do not fit it may still do for the next matrix, as of a shorter load step
    throw;
  }
}

void SolverSelection::forget_factors() {
  active_ = nullptr;
  if (!prefers_multigrid_) judged_ = nullptr; // it may have been left for one matrix
}

FactorEstimate SolverSelection::estimate(const SparseMatrix& pattern, bool definite) {
  const SuiteSparseThreads threads; // what BLAS takes for itself is then taken before anybody looks what is left
  return pattern.size() > 0 ? expected_solver(pattern, definite).estimate(pattern) : FactorEstimate{};
}

int SolverSelection::analyses() const {
  int all = 0;
  for (const auto* solver : {&cholmod_, &umfpack_, &mumps_, &multigrid_})
    if (*solver) all += (*solver)->analyses();
  return all;
}

void SolverSelection::use(LinearSolver& solver, const SparseMatrix& matrix) {
  release_others(solver);
  if (matrix.size() > 0) {
    solver.factorize(matrix);
    if (solver.is_exact()) check_regular(solver, matrix);
  }
  adopt(solver, matrix);
}

void SolverSelection::adopt(LinearSolver& solver, const SparseMatrix& matrix) {
  active_ = &solver;
  size_ = matrix.size();
  entries_ = static_cast<double>(matrix.nonzeros());
  cost_ = size_ > 0 ? solver.estimate(matrix) : FactorEstimate{};
  ++factorizations_;
}

void SolverSelection::release_others(const LinearSolver& kept) {
  for (const auto* solver : {&cholmod_, &umfpack_, &mumps_, &multigrid_})
    if (*solver && solver->get() != &kept) (*solver)->release_factors();
}

bool SolverSelection::knows_pattern(const SparseMatrix& matrix) const {
  for (const auto* solver : {&cholmod_, &umfpack_, &mumps_, &multigrid_})
    if (*solver && (*solver)->knows_pattern(matrix)) return true;
  return false;
}

void SolverSelection::factorize_automatically(const SparseMatrix& matrix) {
  if (is_symmetric(matrix) && has_positive_diagonal(matrix)) {
    consider_multigrid(matrix);
    if (prefers_multigrid_) return use(*multigrid_, matrix);
    // A refusal comes early and costs little; an iterate later the matrix may be definite again.
    try {
      use(*cholmod_, matrix);
      return;
    } catch (const FactorizationError& error) {
      if (error.fault() != FactorizationFault::not_positive_definite) throw;
      if (!fallback_noted_)
        note(fmt::format("{}: going on with {}, which takes longer", error.what(), general_solver(matrix).name()));
      fallback_noted_ = true;
    }
  }
  use(general_solver(matrix), matrix);
}

void SolverSelection::factorize_with_cholmod_only(const SparseMatrix& matrix) {
  require_symmetric(matrix, "cholmod");
  try {
    use(*cholmod_, matrix);
  } catch (const FactorizationError& error) {
    if (error.fault() != FactorizationFault::not_positive_definite) throw;
    throw FactorizationError(
        fmt::format("{}; auto, mumps or umfpack as solve.linear_solver can go on if it is indefinite, not singular",
                    error.what()),
        error.fault(), error.unknown());
  }
}

LinearSolver& SolverSelection::general_solver(const SparseMatrix& matrix) {
  if (matrix.size() < fewest_unknowns_for_mumps || !has_mumps()) return *umfpack_;
  if (!mumps_) mumps_ = make_mumps_solver();
  return *mumps_;
}

LinearSolver& SolverSelection::expected_solver(const SparseMatrix& matrix, bool definite) {
  switch (kind_) {
    case LinearSolverKind::cholmod:
      return *cholmod_;
    case LinearSolverKind::umfpack:
      return *umfpack_;
    case LinearSolverKind::mumps:
      return *mumps_;
    case LinearSolverKind::petsc:
      return *multigrid_;
    case LinearSolverKind::automatic:
      break;
  }
  if (!definite) return general_solver(matrix);
  consider_multigrid(matrix);
  return prefers_multigrid_ ? *multigrid_ : *cholmod_;
}

void SolverSelection::consider_multigrid(const SparseMatrix& matrix) {
  if (same_pattern(judged_, matrix.pattern())) return;
  judged_ = matrix.pattern();
  prefers_multigrid_ = multigrid_pays(*matrix.pattern(), context_.components, context_.nonlinear) && has_petsc();
  if (prefers_multigrid_ && !multigrid_) multigrid_ = make_multigrid_solver(context_.modes, context_.components);
}

} // namespace adjoule
