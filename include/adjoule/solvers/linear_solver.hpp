/// One way to factorise a sparse matrix, or to approximate its factors.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"
#include "adjoule/solvers/factorization_error.hpp"

#include <Eigen/Dense>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace adjoule {

/// The pivot that lost most digits: its size relative to the matrix entries it started from, which does not depend on
/// the units of the unknowns. About 1/ratio times the rounding error remains in the solution; below
/// `singular_pivot_ratio` nothing does.
struct WeakestPivot {
  Index unknown = -1;
  double ratio = 1.0;
};

/// A factorisation calls the matrix singular when a pivot is smaller than this part of its column: it then consists of
/// rounding errors. SystemSolver has a sharper criterion.
inline constexpr double singular_pivot_ratio = 1e-15;

/// What a factorisation will take, from its symbolic analysis.
struct FactorEstimate {
  double bytes = 0.0;      ///< of the factors, with the work space of the factorisation
  double operations = 0.0; ///< floating-point, of one factorisation
  double entries = 0.0;    ///< of the factors: a solve reads each twice
};

/// One sparse factorisation, or a preconditioner that stands in its place. Right-hand sides are columns. Not
/// thread-safe.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  virtual std::string name() const = 0;
  /// False for a preconditioner: a `solve` then is one application of it, and somebody has to iterate.
  virtual bool is_exact() const { return true; }
  /// The symbolic analysis of a pattern, which is kept, and what it foresees. Values are not looked at.
  virtual FactorEstimate estimate(const SparseMatrix& pattern) = 0;
  /// Factorises. A pattern equal to that of the last call keeps its symbolic analysis. Throws FactorizationError if the
  /// matrix is singular or, for CHOLMOD, not positive definite; AnalysisError if memory runs out. There are no factors
  /// after an exception. A preconditioner may go on reading the matrix, which then has to stay where it is.
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
  /// Symbolic analyses so far; those that were taken from a store do not count.
  virtual int analyses() const = 0;
  /// Gives back the memory of the factors and keeps the analysis.
  virtual void release_factors() = 0;
};

/// Vectors that the matrix without its supports maps to next to nothing, such as the motions of a rigid body: a column
/// each, a row for each unknown. Called when a preconditioner needs them.
using NearNullSpace = std::function<Eigen::MatrixXd()>;

/// Symbolic analyses that several solvers share: one for each pattern, kept as long as some solver uses it. Not
/// thread-safe.
class AnalysisStore;
std::shared_ptr<AnalysisStore> make_analysis_store();

/// Supernodal Cholesky (simplicial where that is faster), AMD or METIS ordering, whichever fills less. Symmetric
/// positive definite matrices; reads the upper triangle. Without a store, analyses are its own. AnalysisError, before
/// any work, where the factors will not fit into the memory that is left.
std::unique_ptr<LinearSolver> make_cholmod_solver(std::shared_ptr<AnalysisStore> store = nullptr);
/// Unsymmetric LU with 64-bit indices; its transposed solve is a true one.
std::unique_ptr<LinearSolver> make_umfpack_solver();

/// True if MUMPS was built in and can be loaded; the first call loads it.
bool has_mumps();
/// Why not, as the end of a sentence; empty if it can.
std::string mumps_fault();
/// Multifrontal LU, or LDL' where the matrix is symmetric; its transposed solve is a true one. InputError if not built.
std::unique_ptr<LinearSolver> make_mumps_solver();

/// True if PETSc was built in and can be loaded; the first call loads it.
bool has_petsc();
/// Why not, as the end of a sentence; empty if it can.
std::string petsc_fault();
/// A preconditioner: one V-cycle of smoothed aggregation (PETSc's GAMG) for symmetric positive definite matrices with
/// `components` unknowns a node, and those modes. InputError if not built.
std::unique_ptr<LinearSolver> make_multigrid_solver(NearNullSpace modes, int components);

} // namespace adjoule
