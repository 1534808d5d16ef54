#include "adjoule/core/error.hpp"
#include "adjoule/inverse/bounded_least_squares.hpp"
#include "least_squares.hpp"
#include "to_size.hpp"

#include <ceres/ceres.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

namespace adjoule {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Of the damping of the first step, beside the squares of the Jacobian's columns. Ceres begins with 1e-4, whose long
/// first steps cost evaluations far from anything.
constexpr double first_damping = 1e-2;

/// Evaluates where Ceres asks. No exception gets past `evaluate`.
class TrialPoints {
 public:
  explicit TrialPoints(LeastSquares& problem) : problem_(problem), lower_(problem.lower()), upper_(problem.upper()) {}

  /// Throws whatever the start does.
  void begin(const std::vector<double>& start) {
    last_ = problem_.linearize(start, false);
    last_point_ = start;
    accept();
  }

  /// False where the point cannot be evaluated.
  bool evaluate(const std::vector<double>& point, bool want_jacobian) {
    if (error_) return false;
    try {
      const bool is_known = point == last_point_ && (!want_jacobian || last_.jacobian.size() > 0);
      if (!is_known) {
        last_point_.clear();
        last_ = problem_.linearize(point, !want_jacobian);
        last_point_ = point;
      }
      if (want_jacobian) accept();
      return true;
    } catch (const AnalysisError&) {
      ++failures_;
    } catch (...) {
      error_ = std::current_exception();
    }
    return false;
  }

  const Eigen::VectorXd& residual() const { return last_.residual; }
  /// At the last point accepted, without the columns of variables held at their bounds.
  const Eigen::MatrixXd& free_jacobian() const { return free_jacobian_; }

  int unknowns() const { return problem_.unknowns(); }
  const LeastSquares& problem() const { return problem_; }
  /// What was thrown besides AnalysisErrors.
  const std::exception_ptr& error() const { return error_; }
  int failures() const { return failures_; }
  double chi_squared() const { return chi_squared_; }
  double regularization() const { return regularization_; }
  double objective() const { return 0.5 * chi_squared_ + regularization_; }
  double gradient_norm() const { return (free_jacobian_.transpose() * accepted_residual_).lpNorm<Eigen::Infinity>(); }

  /// By how much the Gauss-Newton step within the bounds would lower the objective if residuals were linear.
  double promise() const {
    const Eigen::Map<const Eigen::VectorXd> point(accepted_point_.data(), unknowns()), lower(lower_.data(), unknowns()),
        upper(upper_.data(), unknowns());
    return bounded_least_squares(free_jacobian_, accepted_residual_, (lower - point).cwiseMin(0.0),
                                 (upper - point).cwiseMax(0.0))
        .decrease;
  }

 private:
  /// Ceres asks for the Jacobian where it accepts a step, and nowhere else.
  ///
  /// It projects the steps of the unbounded problem onto the bounds, which need not lead to the minimum on them. So the
  /// columns of variables that a descent would push out of their bounds are left out, as in the projected Newton method
  /// of Bertsekas (1982, doi 10.1137/0320018): the step is that of the others alone. (To hold what the whole
  /// Gauss-Newton step within the bounds holds blocks the way along curved valleys, where such steps are far too long.)
  void accept() {
    chi_squared_ = last_.chi_squared;
    regularization_ = last_.regularization;
    accepted_residual_ = last_.residual;
    free_jacobian_ = last_.jacobian;
    accepted_point_ = last_point_;
    const Eigen::VectorXd gradient = last_.jacobian.transpose() * last_.residual;
    for (Eigen::Index i = 0; i < gradient.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool held =
          (last_point_[k] <= lower_[k] && gradient[i] > 0.0) || (last_point_[k] >= upper_[k] && gradient[i] < 0.0);
      if (held) free_jacobian_.col(i).setZero();
    }
  }

  LeastSquares& problem_;
  std::vector<double> lower_, upper_;
  std::vector<double> last_point_, accepted_point_;
  LeastSquares::Linearization last_;
  Eigen::VectorXd accepted_residual_;
  Eigen::MatrixXd free_jacobian_;
  double chi_squared_ = 0.0, regularization_ = 0.0;
  int failures_ = 0;
  std::exception_ptr error_;
};

/// Two blocks of unknowns: the design's, and the data terms' own where there are any.
class StackedResiduals final : public ceres::CostFunction {
 public:
  explicit StackedResiduals(TrialPoints& points) : points_(points) {
    const LeastSquares& problem = points.problem();
    mutable_parameter_block_sizes()->push_back(problem.variables());
    if (problem.nuisances() > 0) mutable_parameter_block_sizes()->push_back(problem.nuisances());
    set_num_residuals(static_cast<int>(points.residual().size()));
  }

  bool Evaluate(double const* const* blocks, double* residuals, double** jacobians) const override {
    std::vector<double> point;
    for (std::size_t block = 0; block < parameter_block_sizes().size(); ++block) {
      point.insert(point.end(), blocks[block], blocks[block] + parameter_block_sizes()[block]);
    }
    if (!points_.evaluate(point, jacobians != nullptr)) return false;
    Eigen::Map<Eigen::VectorXd>(residuals, num_residuals()) = points_.residual();
    Eigen::Index first = 0;
    for (std::size_t block = 0; jacobians && block < parameter_block_sizes().size(); ++block) {
      const Eigen::Index size = parameter_block_sizes()[block];
      if (jacobians[block]) {
        Eigen::Map<RowMajor>(jacobians[block], num_residuals(), size) = points_.free_jacobian().middleCols(first, size);
      }
      first += size;
    }
    return true;
  }

 private:
  TrialPoints& points_;
};

/// Tells of the iterations and ends them.
class IterationWatch final : public ceres::IterationCallback {
 public:
  IterationWatch(const TrialPoints& points, const std::vector<double>& unknowns, const IdentificationOptions& options)
      : points_(points), unknowns_(unknowns), options_(options) {}

  ceres::CallbackReturnType operator()(const ceres::IterationSummary& summary) override {
    if (points_.error()) return ceres::SOLVER_ABORT;
    const auto variables = to_size(points_.problem().variables());
    try {
      if (options_.on_iterate && !options_.on_iterate({.iteration = summary.iteration,
                                                       .chi_squared = points_.chi_squared(),
                                                       .regularization = points_.regularization(),
                                                       .gradient_norm = points_.gradient_norm(),
                                                       .step = summary.step_is_successful ? summary.step_norm : 0.0,
                                                       .failures = points_.failures(),
                                                       .x = std::span(unknowns_).first(variables)})) {
        // Ceres keeps the result of what it takes for a success only.
        stopped_ = true;
        return ceres::SOLVER_TERMINATE_SUCCESSFULLY;
      }
    } catch (...) {
      error_ = std::current_exception();
      return ceres::SOLVER_ABORT;
    }
    const double size = Eigen::Map<const Eigen::VectorXd>(unknowns_.data(), points_.unknowns()).norm();
    const bool is_small =
        summary.iteration > 0 && summary.step_is_valid && summary.step_norm <= options_.tolerance * (1.0 + size);
    return is_small ? ceres::SOLVER_TERMINATE_SUCCESSFULLY : ceres::SOLVER_CONTINUE;
  }

  const std::exception_ptr& error() const { return error_; }
  bool stopped() const { return stopped_; }

 private:
  const TrialPoints& points_;
  const std::vector<double>& unknowns_;
  const IdentificationOptions& options_;
  std::exception_ptr error_;
  bool stopped_ = false;
};

ceres::Solver::Options solver_options(const IdentificationOptions& options, IterationWatch& watch) {
  ceres::Solver::Options how;
  how.linear_solver_type = ceres::DENSE_QR;
  how.num_threads = 1;
  how.logging_type = ceres::SILENT;
  how.max_num_iterations = options.max_iterations;
  how.function_tolerance = options.tolerance;
  how.parameter_tolerance = 0.0; // relative to x, which may be 0: the watch has its own
  how.gradient_tolerance = 0.0;
  how.initial_trust_region_radius = 1.0 / first_damping;
  how.max_num_consecutive_invalid_steps = options.max_iterations;
  how.line_search_interpolation_type = ceres::BISECTION; // of values alone: no Jacobian at points not accepted
  how.update_state_every_iteration = true;
  how.callbacks.push_back(&watch);
  return how;
}

} // namespace

FitOutcome fit_by_levenberg_marquardt(LeastSquares& problem, const std::vector<double>& start,
                                      const IdentificationOptions& options) {
  TrialPoints points(problem);
  points.begin(start);

  FitOutcome outcome;
  outcome.unknowns = start;
  const Index variables = problem.variables();
  const std::vector<double> lower = problem.lower(), upper = problem.upper();
  ceres::Problem fit;
  std::vector<double*> blocks{outcome.unknowns.data()};
  if (problem.nuisances() > 0) blocks.push_back(outcome.unknowns.data() + variables);
  fit.AddResidualBlock(new StackedResiduals(points), nullptr, blocks);
  for (Index i = 0; i < variables; ++i) {
    if (std::isfinite(lower[to_size(i)])) fit.SetParameterLowerBound(blocks[0], i, lower[to_size(i)]);
    if (std::isfinite(upper[to_size(i)])) fit.SetParameterUpperBound(blocks[0], i, upper[to_size(i)]);
  }
  IterationWatch watch(points, outcome.unknowns, options);
  ceres::Solver::Summary summary;
  ceres::Solve(solver_options(options, watch), &fit, &summary);
  for (const std::exception_ptr& error : {points.error(), watch.error()}) {
    if (error) std::rethrow_exception(error);
  }

  outcome.iterations = std::max(0, static_cast<int>(summary.iterations.size()) - 1);
  outcome.failures = points.failures();
  outcome.stopped = watch.stopped();
  const bool has_ended =
      summary.termination_type == ceres::CONVERGENCE || summary.termination_type == ceres::USER_SUCCESS;
  outcome.converged = has_ended && !outcome.stopped && is_near_minimum(points.promise(), points.objective());
  if (outcome.converged) {
    outcome.reason =
        fmt::format("the misfit or the unknowns change by less than {:g} of themselves", options.tolerance);
  } else if (outcome.stopped) {
    outcome.reason = "stopped on request";
  } else if (summary.termination_type == ceres::NO_CONVERGENCE) {
    outcome.reason = fmt::format("the limit of {} iterations is reached", options.max_iterations);
  } else {
    outcome.reason =
        fmt::format("no step lowers the misfit by more than {:g} of itself, though its derivatives promise {:.2g} less "
                    "of it{}. Start elsewhere or narrow the bounds",
                    options.tolerance, points.promise() / points.objective(),
                    outcome.failures > 0 ? fmt::format("; at {} trial points the solve failed", outcome.failures) : "");
  }
  return outcome;
}

} // namespace adjoule
