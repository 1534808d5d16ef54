/// Solution of sparse systems and of their transposes by whatever method suits the matrix.
#pragma once

#include "adjoule/solvers/linear_solver.hpp"

#include <optional>

namespace adjoule {

/// Which method to use. `automatic` looks at the matrix: symmetric with a positive diagonal goes to CHOLMOD, all else
/// (and what CHOLMOD finds not to be positive definite) to MUMPS, or to UMFPACK where the matrix is small or MUMPS is
/// not built. `petsc`: conjugate gradients with multigrid, for symmetric positive definite matrices.
enum class LinearSolverKind { automatic, cholmod, umfpack, mumps, petsc };

/// What a solver may make use of beyond the matrix.
struct SolverContext {
  std::shared_ptr<AnalysisStore> analyses{}; ///< shared with other solvers; null: its own
  NearNullSpace modes{};                     ///< for multigrid; empty: none but the constant
  int components = 1;                        ///< unknowns of each node, for multigrid
  bool nonlinear = false; ///< the systems are those of Newton's method: factors serve several, one after the other
};

/// A factorisation chosen by what the matrix is, and solves whose residual is checked.
class SystemSolver {
 public:
  /// Throws InputError for a kind that is not built.
  explicit SystemSolver(LinearSolverKind kind = LinearSolverKind::automatic, SolverContext context = {});
  ~SystemSolver();
  SystemSolver(SystemSolver&&) noexcept;
  SystemSolver& operator=(SystemSolver&&) noexcept;

  /// What a factorisation of this pattern will take by the symbolic analysis, which is kept for it. `definite`: whether
  /// the matrix is expected to be symmetric positive definite, which decides the method where that is left open.
  FactorEstimate estimate(const SparseMatrix& pattern, bool definite);
  /// Factorises; the matrix may change or go afterwards, but has to stay where it is for `petsc`. Falls back from
  /// CHOLMOD to MUMPS or UMFPACK, with a note the first time. Throws AnalysisError for NaN or infinity in the matrix,
  /// FactorizationError if it is singular (or, with `cholmod` forced, not positive definite), InputError if `cholmod`
  /// or `petsc` is forced on an unsymmetric matrix. There are no factors after an exception.
  void factorize(const SparseMatrix& matrix);
  /// Factorises a symmetric matrix by Cholesky's method, whatever the kind asked for; false if it is not positive
  /// definite. Factors of another method, if those are the present ones, then stay; CHOLMOD's are gone.
  bool factorize_if_positive_definite(const SparseMatrix& matrix);
  /// True if the last factors prove the matrix positive definite, given that it is symmetric; false means nothing.
  bool proves_positive_definite() const;

  struct Result {
    Eigen::MatrixXd solution;
    double relative_residual = 0.0; ///< largest over rows and columns
    int refinements = 0;            ///< largest over the columns
    bool converged = false;
  };
  /// Solves with the factors and refines until |b - A x|_i <= tolerance * (|A| |x| + |b|)_i in every row i of every
  /// column (rows where the right side is next to nothing: (|A| |x|)_i + |A_i| |x|, maximum norms, as in Arioli, Demmel
  /// and Duff 1989). `matrix` may differ from the factorised one: the factors are then the preconditioner of conjugate
  /// gradients or GMRES. If `max_refinements` or the iterations that a new factorisation would be worth do not get
  /// there the best iterate comes back, not converged. Without factors (`petsc`) the iterations end where the error in
  /// the energy norm is estimated to be `tolerance` of the solution, and residuals are measured by norm. AnalysisError
  /// if the right-hand side, the matrix or the solution is not finite.
  Result solve(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides, bool transposed,
               double tolerance = 1e-13, int max_refinements = 10);

  /// Columns with A X = B but for `reduction` of their size, by iterations with factors of another matrix: nothing
  /// where a new factorisation is the cheaper way by count of operations and of memory traffic, where it turns out so
  /// underway, or where there are no factors.
  std::optional<Eigen::MatrixXd> approximate(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides,
                                             double reduction);

  /// Forgets the factors and keeps the analyses: what comes does not depend on what was.
  void forget_factors();

  bool factorized() const;
  /// False for multigrid, which has no factors that could prove anything.
  bool is_direct() const;
  /// "cholmod", "umfpack", "mumps" or "petsc": what the last factorisation used. Empty before.
  std::string name() const;
  double factorization_seconds() const; ///< in all, with the analyses
  double solve_seconds() const;         ///< in all, with the refinements
  int factorizations() const;
  int iterations() const; ///< of conjugate gradients and GMRES, in all
  int analyses() const;   ///< symbolic ones, in all
  std::size_t factor_bytes() const;
  /// Of the last factors; 1 without.
  double reciprocal_condition() const;
  WeakestPivot weakest_pivot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace adjoule
