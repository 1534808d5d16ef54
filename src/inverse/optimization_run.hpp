// The evaluations of one optimisation: counted, judged, told about, and the best one kept.
#pragma once

#include "adjoule/inverse/optimize.hpp"

namespace adjoule {

/// A design and what became of it.
struct EvaluatedDesign {
  std::vector<double> x;
  DesignEvaluation evaluation; ///< empty where it failed
  bool failed = false;
  std::string failure;
  double violation = 0.0;
  int number = 0;
};

class OptimizationRun {
 public:
  /// Keeps references.
  OptimizationRun(const OptimizationProblem& problem, const OptimizationOptions& options)
      : problem_(problem), options_(options) {}

  const OptimizationProblem& problem() const { return problem_; }
  const OptimizationOptions& options() const { return options_; }

  /// Evaluates, unless x is the design evaluated last or the best one. What is out of bounds by rounding is put back on
  /// them. The reference holds until the next call.
  const EvaluatedDesign& at(std::span<const double> x);
  /// No further evaluation is wanted: told to stop, or at the limit.
  bool over() const { return stopped_ || count_ >= options_.max_iterations; }
  bool stopped() const { return stopped_; }

  bool has_best() const { return best_.number > 0; }
  /// Of those that meet the constraints, else the least violating one.
  const EvaluatedDesign& best() const { return best_; }
  bool is_feasible(const EvaluatedDesign& design) const { return design.violation <= options_.constraint_tolerance; }

  /// Whether the variables of two designs differ by more than the tolerance.
  bool is_move(std::span<const double> from, std::span<const double> to) const;
  /// Whether the objective and the variables do.
  bool is_change(const EvaluatedDesign& before, const EvaluatedDesign& after) const;

  /// Of the objective, projected on the bounds.
  double gradient_norm(const EvaluatedDesign& design) const;

  int count() const { return count_; }
  int failures() const { return failures_; }
  /// Failures since the last success, of this round.
  int failures_in_a_row() const { return failures_in_a_row_; }
  /// Forgets the failures so far.
  void begin_round() {
    failed_in_round_.clear();
    failures_in_a_row_ = 0;
  }
  /// Largest change of a variable from the best design to the nearest one that failed in this round; infinite where
  /// none did.
  double distance_to_failure() const;

 private:
  EvaluatedDesign evaluate(std::span<const double> x) const;
  void judge(EvaluatedDesign& design) const;
  bool is_better(const EvaluatedDesign& design) const;
  void tell(const EvaluatedDesign& design, double step);

  const OptimizationProblem& problem_;
  const OptimizationOptions& options_;
  EvaluatedDesign last_, best_;
  std::vector<std::vector<double>> failed_in_round_;
  int count_ = 0, failures_ = 0, failures_in_a_row_ = 0;
  bool stopped_ = false;
};

/// Largest change of a variable.
double largest_change(std::span<const double> from, std::span<const double> to);

} // namespace adjoule
