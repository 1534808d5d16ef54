/// Which factorisation a matrix gets, and the factors that are at hand.
#pragma once

#include "adjoule/solvers/system_solver.hpp"

namespace adjoule {

/// Holds one solver of each kind that was needed, of which one at most has factors.
class SolverSelection {
 public:
  SolverSelection(LinearSolverKind kind, SolverContext context);

  /// Checks the matrix and factorises it by the kind asked for; see SystemSolver::factorize.
  void factorize(const SparseMatrix& matrix);
  /// See SystemSolver::factorize_if_positive_definite.
  bool factorize_if_positive_definite(const SparseMatrix& matrix);
  /// Goes on directly with a matrix for which conjugate gradients with multigrid do not converge.
  void leave_multigrid(const SparseMatrix& matrix);
  void forget_factors();

  /// By symbolic analysis; see SystemSolver::estimate.
  FactorEstimate estimate(const SparseMatrix& pattern, bool definite);

  /// The solver with factors; null before, and after a failure.
  const LinearSolver* active() const { return active_; }
  Index size() const { return size_; }          ///< of the factorised matrix
  double entries() const { return entries_; }   ///< of the factorised matrix
  FactorEstimate cost() const { return cost_; } ///< of its factors
  /// Whether multigrid was chosen, not asked for.
  bool prefers_multigrid() const { return prefers_multigrid_; }
  bool is_direct() const {
    if (active_ != nullptr) return active_->is_exact();
    return kind_ != LinearSolverKind::petsc && !prefers_multigrid_;
  }
  int factorizations() const { return factorizations_; }
  int analyses() const; ///< symbolic ones, in all

 private:
  void use(LinearSolver& solver, const SparseMatrix& matrix);
  void adopt(LinearSolver& solver, const SparseMatrix& matrix);
  void release_others(const LinearSolver& kept);
  bool knows_pattern(const SparseMatrix& matrix) const;
  void factorize_automatically(const SparseMatrix& matrix);
  void factorize_with_cholmod_only(const SparseMatrix& matrix);
  /// For unsymmetric and indefinite matrices.
  LinearSolver& general_solver(const SparseMatrix& matrix);
  LinearSolver& expected_solver(const SparseMatrix& matrix, bool definite);
  /// The automatic choice between multigrid and Cholesky's method, once for a pattern.
  void consider_multigrid(const SparseMatrix& matrix);

  LinearSolverKind kind_;
  SolverContext context_;
  std::unique_ptr<LinearSolver> cholmod_;
  std::unique_ptr<LinearSolver> umfpack_ = make_umfpack_solver();
  std::unique_ptr<LinearSolver> mumps_;     ///< null until it is needed
  std::unique_ptr<LinearSolver> multigrid_; ///< null until it is needed
  SparsePatternPointer judged_;             ///< the last pattern that multigrid was considered for
  bool prefers_multigrid_ = false;          ///< for that pattern
  LinearSolver* active_ = nullptr;
  Index size_ = 0;
  double entries_ = 0.0;
  FactorEstimate cost_;
  bool fallback_noted_ = false;
  int factorizations_ = 0;
};

} // namespace adjoule
