// What an optimisation has come to.
#pragma once

#include "adjoule/app/optimization_task.hpp"
#include "adjoule/inverse/design.hpp"

#include <string>
#include <vector>

namespace adjoule {

/// A constraint at the result.
struct ConstraintOutcome {
  const QuantityBounds* bounds = nullptr;
  double value = 0.0;     ///< of the quantity, SI
  double violation = 0.0; ///< relative to the bound, 0 if met
  bool met = false;       ///< within the tolerance
};

struct OptimizationOutcome {
  const OptimizationTask* task = nullptr;
  const Design* design = nullptr;
  OptimizationResult result{};
  double objective = 0.0; ///< the quantity at the result, solved again, SI
  std::vector<ConstraintOutcome> constraints{};

  bool feasible() const;
  /// Converged to a design that meets every constraint.
  bool succeeded() const { return feasible() && result.end == OptimizationEnd::converged; }
};

/// What is going to be done: objective, method, constraints, variables with start and bounds.
std::string optimization_plan_report(const OptimizationTask& task, const Design& design);
/// The result: variables, objective, constraints.
std::string optimization_report(const OptimizationOutcome& outcome);
/// One sentence that says why it is no success and what to try; empty where it is one. `resume` is the command that
/// goes on.
std::string optimization_shortfall(const OptimizationOutcome& outcome, const std::string& resume);

} // namespace adjoule
