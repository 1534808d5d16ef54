/// Direct solution of sparse systems, with the transposed system from the same factors.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"
#include "adjoule/solvers/factorization_error.hpp"

#include <Eigen/Dense>

#include <cstddef>
#include <memory>
#include <string>

namespace adjoule {

/// Which factorisation to use. `automatic` looks at the matrix: symmetric with a positive diagonal goes to CHOLMOD, all
/// else (and what CHOLMOD finds not to be positive definite) to UMFPACK.
enum class LinearSolverKind { automatic, cholmod, umfpack };

/// The pivot that lost most digits: its size relative to the matrix entries it started from, which does not depend on
/// the units of the unknowns. About 1/ratio times the rounding error remains in the solution; below
/// `singular_pivot_ratio` nothing does.
struct WeakestPivot {
  Index unknown = -1;
  double ratio = 1.0;
};

/// A factorisation calls the matrix singular when a pivot is smaller than this part of its column: it then consists of
/// rounding errors. DirectSolver has a sharper criterion.
inline constexpr double singular_pivot_ratio = 1e-15;

/// One sparse factorisation. Right-hand sides are columns. Not thread-safe.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  virtual std::string name() const = 0;
  /// Factorises. A pattern equal to that of the last call keeps its symbolic analysis. Throws FactorizationError if the
  /// matrix is singular or, for CHOLMOD, not positive definite; AnalysisError if memory runs out. There are no factors
  /// after an exception.
  virtual void factorize(const SparseMatrix& matrix) = 0;
  /// True if the kept analysis is that of this pattern.
  virtual bool knows_pattern(const SparseMatrix& matrix) const = 0;
  /// X with A X = B by the last factors, without refinement. InputError without factors or if B has not one row per
  /// unknown.
  virtual Eigen::MatrixXd solve(const Eigen::MatrixXd& right_hand_sides) const = 0;
  /// X with A^T X = B.
  virtual Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& right_hand_sides) const = 0;

  /// The library's own rough estimate from the diagonal of the factors; depends on the units of the unknowns (see
  /// WeakestPivot).
  virtual double reciprocal_condition() const = 0;
  virtual WeakestPivot weakest_pivot() const = 0;
  /// True if the last factors prove the (symmetric) matrix positive definite; false means nothing.
  virtual bool proves_positive_definite() const = 0;
  /// Memory of the factors, 0 without.
  virtual std::size_t factor_bytes() const = 0;
  /// Symbolic analyses so far.
  virtual int analyses() const = 0;
  /// Gives back the memory of the factors and keeps the analysis.
  virtual void release_factors() = 0;
};

/// Supernodal Cholesky (simplicial where that is faster), AMD or METIS ordering, whichever fills less. Symmetric
/// positive definite matrices; reads the upper triangle.
std::unique_ptr<LinearSolver> make_cholmod_solver();
/// Unsymmetric LU with 64-bit indices; its transposed solve is a true one.
std::unique_ptr<LinearSolver> make_umfpack_solver();

/// A factorisation chosen by what the matrix is, and solves whose residual is checked.
class DirectSolver {
 public:
  explicit DirectSolver(LinearSolverKind kind = LinearSolverKind::automatic);
  ~DirectSolver();
  DirectSolver(DirectSolver&&) noexcept;
  DirectSolver& operator=(DirectSolver&&) noexcept;

  /// Factorises; the matrix may change or go afterwards. Falls back from CHOLMOD to UMFPACK, with a note the
  /// first time. Throws AnalysisError for NaN or infinity in the matrix, FactorizationError if it is singular (or, with
  /// `cholmod` forced, not positive definite), InputError if `cholmod` is forced on an unsymmetric matrix. There are no
  /// factors after an exception.
  void factorize(const SparseMatrix& matrix);
  /// Factorises a symmetric matrix by Cholesky's method, whatever the kind asked for; false if it is not positive
  /// definite. UMFPACK's factors, if those are the present ones, then stay; CHOLMOD's are gone.
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
  /// and Duff 1989); `matrix` may differ from the factorised one (stale factors are then a preconditioner). If
  /// `max_refinements` do not get there the best iterate comes back, not converged. AnalysisError if the right-hand
  /// side, the matrix or the solution is not finite.
  Result solve(const SparseMatrix& matrix, const Eigen::MatrixXd& right_hand_sides, bool transposed,
               double tolerance = 1e-13, int max_refinements = 10) const;

  bool factorized() const;
  /// "cholmod" or "umfpack": what the last factorisation used. Empty before.
  std::string name() const;
  double factorization_seconds() const; ///< in all, with the analyses
  double solve_seconds() const;         ///< in all, with the refinements
  int factorizations() const;
  int analyses() const; ///< symbolic ones, in all
  std::size_t factor_bytes() const;
  /// Of the last factors; 1 without.
  double reciprocal_condition() const;
  WeakestPivot weakest_pivot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace adjoule
