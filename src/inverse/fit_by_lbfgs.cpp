#include "adjoule/core/error.hpp"
#include "adjoule/inverse/optimize.hpp"
#include "least_squares.hpp"
#include "to_size.hpp"

#include <algorithm>

namespace adjoule {
namespace {

/// The objective along the direction of steepest descent that the bounds leave.
struct Descent {
  double slope = 0.0;     ///< per unit length, not negative
  double curvature = 0.0; ///< second derivative along it
};

Descent steepest_descent(LeastSquares& problem, const std::vector<double>& unknowns) {
  const std::vector<double> lower = problem.lower(), upper = problem.upper();
  const auto descent_at = [&](const std::vector<double>& point) {
    Eigen::VectorXd descent(problem.unknowns());
    const LeastSquares::Objective at = problem.objective(point);
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double down = -at.gradient[i];
      const bool held = (unknowns[i] <= lower[i] && down < 0.0) || (unknowns[i] >= upper[i] && down > 0.0);
      descent[static_cast<Eigen::Index>(i)] = held ? 0.0 : down;
    }
    return descent;
  };
  const Eigen::VectorXd descent = descent_at(unknowns);
  const double slope = descent.norm();
  if (slope == 0.0) return {};
  const double step = 1e-6;
  std::vector<double> next = unknowns;
  for (std::size_t i = 0; i < next.size(); ++i) {
    next[i] = std::clamp(next[i] + step * descent[static_cast<Eigen::Index>(i)] / slope, lower[i], upper[i]);
  }
  return {slope, (descent - descent_at(next)).dot(descent) / (slope * step)};
}

/// The method's first step is the scaled gradient: here it leads to the minimum along it, or has length 1 where there
/// is none in sight.
double objective_scale(LeastSquares& problem, const std::vector<double>& start) {
  const Descent descent = steepest_descent(problem, start);
  if (descent.slope == 0.0) return 1.0;
  return 1.0 / std::max(descent.curvature, descent.slope);
}

/// Whether a search that finds no better point has come to its end by rounding, or is blocked.
bool has_arrived(LeastSquares& problem, const OptimizationResult& result, double scale) {
  try {
    const Descent descent = steepest_descent(problem, result.x);
    if (descent.slope == 0.0) return true;
    return descent.curvature > 0.0 && is_near_minimum(0.5 * descent.slope * descent.slope / descent.curvature,
                                                      result.evaluation.objective / scale);
  } catch (const AnalysisError&) {
    return false; // at the edge of what can be solved
  }
}

} // namespace

FitOutcome fit_by_lbfgs(LeastSquares& problem, const std::vector<double>& start, const IdentificationOptions& options) {
  const double scale = objective_scale(problem, start);

  OptimizationProblem scaled;
  scaled.start = start;
  scaled.lower = problem.lower();
  scaled.upper = problem.upper();
  LeastSquares::Objective last;
  scaled.evaluate = [&](std::span<const double> unknowns) {
    last = problem.objective(unknowns);
    DesignEvaluation evaluation;
    evaluation.objective = scale * last.value();
    for (const double derivative : last.gradient) evaluation.objective_gradient.push_back(scale * derivative);
    return evaluation;
  };

  FitOutcome outcome;
  OptimizationOptions how;
  how.method = OptimizationMethod::lbfgs;
  how.max_iterations = options.max_iterations;
  how.tolerance = options.tolerance;
  how.on_iterate = [&](const OptimizationIterate& iterate) {
    if (iterate.failed) ++outcome.failures;
    if (iterate.failed || !options.on_iterate) return true;
    return options.on_iterate({.iteration = iterate.number - 1,
                               .chi_squared = last.chi_squared,
                               .regularization = last.regularization,
                               .gradient_norm = iterate.gradient_norm / scale,
                               .step = iterate.step,
                               .failures = outcome.failures,
                               .x = iterate.x.first(to_size(problem.variables()))});
  };
  const OptimizationResult result = optimize(scaled, how);
  outcome.unknowns = result.x;
  outcome.iterations = result.iterations;
  const bool is_by_rounding = result.end == OptimizationEnd::stalled && has_arrived(problem, result, scale);
  outcome.converged = result.end == OptimizationEnd::converged || is_by_rounding;
  outcome.stopped = result.end == OptimizationEnd::stopped;
  outcome.reason =
      is_by_rounding ? "no step lowers the misfit, nor does its gradient promise less of it" : result.reason;
  return outcome;
}

} // namespace adjoule
