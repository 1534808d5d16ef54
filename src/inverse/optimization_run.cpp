#include "optimization_run.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

bool is_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/// Why an evaluation is of no use to a method; empty where it is.
std::string fault(const DesignEvaluation& evaluation) {
  if (!std::isfinite(evaluation.objective)) return "the objective is not a finite number";
  if (!is_finite(evaluation.constraints)) return "a constraint is not a finite number";
  if (!is_finite(evaluation.objective_gradient)) return "the gradient of the objective is not finite";
  for (const std::vector<double>& gradient : evaluation.constraint_gradients) {
    if (!is_finite(gradient)) return "the gradient of a constraint is not finite";
  }
  return {};
}

void check_sizes(const DesignEvaluation& evaluation, std::size_t variables, std::size_t constraints) {
  const auto is_gradient = [&](const std::vector<double>& gradient) { return gradient.size() == variables; };
  if (is_gradient(evaluation.objective_gradient) && evaluation.constraints.size() == constraints &&
      evaluation.constraint_gradients.size() == constraints &&
      std::all_of(evaluation.constraint_gradients.begin(), evaluation.constraint_gradients.end(), is_gradient)) {
    return;
  }
  throw InputError(fmt::format("an evaluation of a design of {} variables under {} constraints has to give one "
                               "derivative a variable and one value and one gradient a constraint",
                               variables, constraints));
}

bool is_at(const EvaluatedDesign& design, std::span<const double> x) {
  return design.number > 0 && std::equal(x.begin(), x.end(), design.x.begin(), design.x.end());
}

} // namespace

double largest_change(std::span<const double> from, std::span<const double> to) {
  double largest = 0.0;
  for (std::size_t i = 0; i < from.size(); ++i) largest = std::max(largest, std::abs(to[i] - from[i]));
  return largest;
}

const EvaluatedDesign& OptimizationRun::at(std::span<const double> asked) {
  std::vector<double> x(asked.begin(), asked.end());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::clamp(x[i], problem_.lower[i], problem_.upper[i]);
  if (is_at(last_, x)) return last_;
  if (is_at(best_, x)) return best_;
  EvaluatedDesign design = evaluate(x);
  design.number = ++count_;
  const double step = last_.number == 0 ? 0.0 : largest_change(last_.x, x);
  if (design.failed) {
    ++failures_;
    ++failures_in_a_row_;
    failed_in_round_.push_back(design.x);
  } else {
    failures_in_a_row_ = 0;
    judge(design);
    if (!has_best() || is_better(design)) best_ = design;
  }
  last_ = std::move(design);
  tell(last_, step);
  return last_;
}

EvaluatedDesign OptimizationRun::evaluate(std::span<const double> x) const {
  EvaluatedDesign design;
  design.x.assign(x.begin(), x.end());
  try {
    design.evaluation = problem_.evaluate(x);
    check_sizes(design.evaluation, x.size(), static_cast<std::size_t>(problem_.constraint_count));
    design.failure = fault(design.evaluation);
    design.failed = !design.failure.empty();
  } catch (const AnalysisError& error) {
    design.failed = true;
    design.failure = error.what();
  }
  if (design.failed) design.evaluation = {};
  return design;
}

void OptimizationRun::judge(EvaluatedDesign& design) const {
  for (const double constraint : design.evaluation.constraints)
    design.violation = std::max(design.violation, constraint);
}

bool OptimizationRun::is_better(const EvaluatedDesign& design) const {
  if (is_feasible(design) != is_feasible(best_)) return is_feasible(design);
  if (is_feasible(design)) return design.evaluation.objective < best_.evaluation.objective;
  return design.violation < best_.violation;
}

bool OptimizationRun::is_move(std::span<const double> from, std::span<const double> to) const {
  double size = 1.0;
  for (const double value : to) size = std::max(size, std::abs(value));
  return largest_change(from, to) > options_.tolerance * size;
}

bool OptimizationRun::is_change(const EvaluatedDesign& before, const EvaluatedDesign& after) const {
  const double f = before.evaluation.objective, g = after.evaluation.objective;
  return std::abs(f - g) > options_.tolerance * std::max(std::abs(f), std::abs(g)) && is_move(before.x, after.x);
}

double OptimizationRun::gradient_norm(const EvaluatedDesign& design) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < design.x.size(); ++i) {
    const double derivative = design.evaluation.objective_gradient[i];
    const bool held = derivative > 0.0 ? design.x[i] <= problem_.lower[i] : design.x[i] >= problem_.upper[i];
    if (!held) sum += derivative * derivative;
  }
  return std::sqrt(sum);
}

void OptimizationRun::tell(const EvaluatedDesign& design, double step) {
  if (!options_.on_iterate) return;
  OptimizationIterate iterate;
  iterate.number = design.number;
  iterate.x = design.x;
  iterate.failed = design.failed;
  iterate.failure = design.failure;
  iterate.step = step;
  if (!design.failed) {
    iterate.evaluation = &design.evaluation;
    iterate.gradient_norm = gradient_norm(design);
    iterate.violation = design.violation;
  }
  if (!options_.on_iterate(iterate)) stopped_ = true;
}

double OptimizationRun::distance_to_failure() const {
  double distance = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& failed : failed_in_round_)
    distance = std::min(distance, largest_change(best_.x, failed));
  return distance;
}

} // namespace adjoule
