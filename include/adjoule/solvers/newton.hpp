/// Newton's method with a line search, for several physics at once.
#pragma once

#include "adjoule/solvers/system_solver.hpp"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace adjoule {

/// Sizes of a residual, one entry a physics, in that physics' own unit.
struct ResidualMeasure {
  std::vector<double> norm;  ///< of the residual
  std::vector<double> scale; ///< of the largest assembled term (internal, load, reaction); 0 where nothing acts
  std::vector<double> noise; ///< of the rounding errors in the residual

  /// Largest norm relative to its scale; 0 / 0 counts as 0.
  double relative() const;
  /// Whether each norm is within `tolerance` of its scale, or no more than noise.
  bool is_met(double tolerance) const;
  /// Whether each norm is no more than such a part of its noise.
  bool is_noise(double part) const;
};

/// The system of equations r(q) = 0.
class NewtonProblem {
 public:
  virtual ~NewtonProblem() = default;
  /// Throws AnalysisError where a value is not finite.
  virtual ResidualMeasure residual(const Eigen::VectorXd& q, Eigen::VectorXd& r) = 0;
  /// dr/dq
  virtual const SparseMatrix& tangent(const Eigen::VectorXd& q) = 0;
  /// Whether the factors that the solver holds are those of the last `tangent`.
  virtual bool tangent_is_factorized() const { return false; }
  /// Largest size of an update relative to the solution over the physics with a residual.
  virtual double relative_update(const Eigen::VectorXd& update, const ResidualMeasure& measure) const = 0;
  /// Whether q can be a solution (temperatures above 0 K).
  virtual bool is_admissible(const Eigen::VectorXd& q) const = 0;
  /// Place of an unknown, for messages: "potential at node 12 (0, 0, 0) m".
  virtual std::string describe(Index unknown) const = 0;
  /// What makes the tangent singular, for messages.
  virtual std::string causes_of_singularity() const { return "something there is not held, or a property is zero"; }
};

struct NewtonOptions {
  double tolerance = 1e-9;        ///< relative residual
  double update_tolerance = 1e-6; ///< relative size of the next update, estimated with the last factors
  int max_iterations = 25;
  int max_halvings = 30;
  /// Gives up at a symmetric tangent that is not positive definite where Cholesky factors would take more operations.
  double refuse_indefinite_above = std::numeric_limits<double>::infinity();
  int patience = std::numeric_limits<int>::max(); ///< gives up where so many iterations have not halved the residual
  std::function<void(int iteration, double relative_residual)> on_iteration{};
};

struct NewtonReport {
  bool converged = false;
  double remaining_update = 0.0;   ///< relative size of the last update that could be computed
  double amplification = 0.0;      ///< by which the tangent's inverse amplifies rounding errors of a solve: norm of the
                                   ///< last update by that of its residual; 0: not known
  bool line_search_failed = false; ///< no step along the last direction lowered the residual
  bool stalled = false;            ///< patience came to its end
  std::string last_refusal; ///< why the residual did not exist at the last step that was too long; "" if none was
  int iterations = 0;
  double relative_residual = 0.0;
  std::vector<double> history; ///< relative residuals, the initial one first
};

/// Iterates from q. A step is as long as it can be with a smaller residual, or with a smaller correction still to come
/// by the factors at hand (Deuflhard 2011, section 3.3: the natural monotonicity test; slender bodies turn with it in
/// full steps while their residual grows at first). Converged means: the residual is within tolerance and so is the
/// update that would come next. A residual within tolerance at the start takes no iteration, a linear problem one.
/// Factors of an earlier tangent are the preconditioner of an inexact Newton method where a new factorisation would
/// cost more (SystemSolver::approximate), and give way to new ones where their step is not good as it is. Throws
/// AnalysisError for a singular tangent (naming the unknown) and for one that the options refuse; without convergence
/// the report says so and q is the best iterate.
NewtonReport solve_newton(NewtonProblem& problem, SystemSolver& solver, Eigen::VectorXd& q,
                          const NewtonOptions& options);

} // namespace adjoule
