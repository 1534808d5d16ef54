#include "adjoule/inverse/optimize.hpp"

#include "adjoule/core/error.hpp"
#include "nlopt_round.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

// SLSQP takes time as the third power of the number of variables.
constexpr std::size_t most_variables_of_slsqp = 299;

// An infeasible design has to come this much nearer for a round to count as progress.
constexpr double least_part_of_violation = 0.1;

void check(const OptimizationProblem& problem, const OptimizationOptions& options) {
  const std::size_t size = problem.start.size();
  if (size == 0) throw InputError("there is nothing to optimise: the design has no variables");
  if (problem.lower.size() != size || problem.upper.size() != size)
    throw InputError(fmt::format("a design of {} variables needs as many lower and upper bounds", size));
  for (std::size_t i = 0; i < size; ++i) {
    if (!(problem.lower[i] <= problem.start[i] && problem.start[i] <= problem.upper[i])) {
      throw InputError(fmt::format("variable {} of the design begins at {}, which is not within its bounds [{}, {}]", i,
                                   problem.start[i], problem.lower[i], problem.upper[i]));
    }
  }
  if (options.max_iterations < 1) throw InputError("an optimisation needs one iteration at least");
  if (!(options.tolerance > 0.0) || !(options.constraint_tolerance >= 0.0))
    throw InputError("the tolerances of an optimisation have to be positive");
  if (options.method == OptimizationMethod::lbfgs && problem.constraint_count > 0) {
    throw InputError("the method lbfgs knows bounds of the variables, and no constraints: take mma, or slsqp for a few "
                     "variables");
  }
  if (options.method == OptimizationMethod::slsqp && size > most_variables_of_slsqp) {
    throw InputError(fmt::format("the method slsqp is for fewer than {} variables, and the design has {}: take mma, or "
                                 "ccsaq for very many",
                                 most_variables_of_slsqp + 1, size));
  }
}

/// How much of an objective a design gains by violating constraints, within their tolerance, more than another: to
/// first order, with the multipliers that an optimum would have in the variables that no bound holds.
double bought_by_violation(const OptimizationProblem& problem, const EvaluatedDesign& before,
                           const EvaluatedDesign& after) {
  const auto norm_of_free = [&](const std::vector<double>& gradient) {
    double sum = 0.0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      if (after.x[i] > problem.lower[i] && after.x[i] < problem.upper[i]) sum += gradient[i] * gradient[i];
    }
    return std::sqrt(sum);
  };
  double gain = 0.0;
  for (std::size_t k = 0; k < after.evaluation.constraints.size(); ++k) {
    const double more =
        std::max(after.evaluation.constraints[k], 0.0) - std::max(before.evaluation.constraints[k], 0.0);
    const double slope = norm_of_free(after.evaluation.constraint_gradients[k]);
    if (more > 0.0 && slope > 0.0) gain += more * norm_of_free(after.evaluation.objective_gradient) / slope;
  }
  return gain;
}

/// Whether a round has led on from a design, by more than the tolerance.
bool has_gained(const OptimizationRun& run, const EvaluatedDesign& before) {
  const EvaluatedDesign& after = run.best();
  if (after.number == before.number) return false;
  if (!run.is_feasible(after)) return after.violation < (1.0 - least_part_of_violation) * before.violation;
  if (!run.is_feasible(before)) return true;
  const double f = before.evaluation.objective, g = after.evaluation.objective;
  const double gain = f - g - bought_by_violation(run.problem(), before, after);
  return gain > run.options().tolerance * std::max(std::abs(f), std::abs(g)) && run.is_move(before.x, after.x);
}

/// Whether a round that gained nothing ended at an optimum: the method says so after a trial, or the gradient does
/// where there are no constraints.
bool is_optimum(const OptimizationRun& run, RoundEnd end, bool tried) {
  if (run.problem().constraint_count > 0) return end == RoundEnd::converged;
  const double size = std::max(1.0, std::abs(run.best().evaluation.objective));
  return (end == RoundEnd::converged && tried) ||
         run.gradient_norm(run.best()) <= std::sqrt(run.options().tolerance) * size;
}

struct Finish {
  OptimizationEnd end;
  std::string reason;
};

/// A method ends where it thinks it has converged, and also where failures have made its steps small, where rounding
/// or a bad model of the objective stops it, or next to the constraints. So it is begun anew at the best design until
/// that gains nothing. Where evaluations fail, this is tried nearer to the best design: in a box that leaves out the
/// failures.
Finish run_to_the_end(OptimizationRun& run) {
  const OptimizationProblem& problem = run.problem();
  const double tolerance = run.options().tolerance;
  // An objective that is flat to the tolerance is so over a distance of its square root.
  const double at_the_edge = std::sqrt(tolerance);
  double reach = std::numeric_limits<double>::infinity();
  while (true) {
    const EvaluatedDesign before = run.best();
    std::vector<double> lower = problem.lower, upper = problem.upper;
    for (std::size_t i = 0; i < lower.size(); ++i) {
      lower[i] = std::max(lower[i], before.x[i] - reach);
      upper[i] = std::min(upper[i], before.x[i] + reach);
    }
    const int count = run.count();
    run.begin_round();
    const RoundEnd end = run_nlopt(run, lower, upper);
    if (run.stopped()) return {OptimizationEnd::stopped, fmt::format("stopped after iteration {}", run.count())};
    if (end == RoundEnd::over) {
      return {OptimizationEnd::iteration_limit,
              fmt::format("the limit of {} iterations is reached", run.options().max_iterations)};
    }
    const double distance = run.distance_to_failure();
    if (has_gained(run, before)) {
      if (std::isinf(distance)) reach = std::numeric_limits<double>::infinity();
      continue;
    }
    if (std::isfinite(distance)) {
      reach = 0.5 * std::min(reach, distance);
      if (reach > at_the_edge) continue;
    }
    if (reach <= at_the_edge) {
      return {OptimizationEnd::stalled,
              "designs next to the best one cannot be evaluated: the best one is at the edge of what can be"};
    }
    if (!run.is_feasible(run.best())) {
      return {OptimizationEnd::stalled,
              "no design was found that meets the constraints: loosen them, or begin elsewhere"};
    }
    if (!is_optimum(run, end, run.count() > count))
      return {OptimizationEnd::stalled, "the method finds no better design, though it does not see an optimum"};
    return {OptimizationEnd::converged, fmt::format("the objective or the variables change by less than {:.1e} of "
                                                    "their size",
                                                    tolerance)};
  }
}

} // namespace

const char* name_of(OptimizationMethod method) {
  switch (method) {
    case OptimizationMethod::mma:
      return "mma";
    case OptimizationMethod::ccsaq:
      return "ccsaq";
    case OptimizationMethod::lbfgs:
      return "lbfgs";
    case OptimizationMethod::slsqp:
      return "slsqp";
  }
  return "";
}

OptimizationResult optimize(const OptimizationProblem& problem, const OptimizationOptions& options) {
  check(problem, options);
  OptimizationRun run(problem, options);
  const EvaluatedDesign& start = run.at(problem.start);
  if (start.failed) throw AnalysisError(fmt::format("the design to begin with cannot be evaluated: {}", start.failure));
  const Finish finish = run_to_the_end(run);

  OptimizationResult result;
  result.x = run.best().x;
  result.evaluation = run.best().evaluation;
  result.iterations = run.count();
  result.best = run.best().number;
  result.failures = run.failures();
  result.violation = run.best().violation;
  result.end = finish.end;
  result.reason = finish.reason;
  return result;
}

} // namespace adjoule
