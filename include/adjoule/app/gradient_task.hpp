/// What [gradient] asks for, and the answer.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/inverse/check_gradient.hpp"
#include "adjoule/io/fields.hpp"

#include <string>
#include <vector>

namespace adjoule {

struct GradientTask {
  std::vector<const ModelQuantity*> of;
  std::vector<Parameter> wrt; ///< scalars, in the order asked for; all that something uses, in file order, for "all"
  bool shape = false;
  bool check = false;
};

/// Reads [gradient]. Throws InputError if there is no quantity, or nothing uses a number that it names.
GradientTask plan_gradient(const CaseFile& case_file, const Model& model);

/// A Taylor test and what it was taken along.
struct GradientCheckResult {
  std::string parameter; ///< the path; "... (per element)" or "node coordinates" for a random direction
  double scale = 1.0;    ///< length of the direction: `check.adjoint / scale` is the derivative to a scalar parameter
  GradientCheck check;
};

struct GradientResult {
  GradientTask task;
  std::vector<Gradient> gradients;         ///< one a quantity
  std::vector<GradientCheckResult> checks; ///< empty unless asked for
};

/// Differentiates at a converged state.
GradientResult run_gradient(Model& model, const State& state, const GradientTask& task);

/// Taylor tests of every quantity along each of the task's parameters, and along a random direction of each field and
/// of the node coordinates where the task has them.
void run_gradient_checks(Model& model, const State& state, GradientResult& result);

/// Adds the sensitivities per element and node: "d(QUANTITY)/d(PATH)" over the element's volume (cell data) and
/// "d(QUANTITY)/d(coordinates)" (point vectors).
void add_sensitivities(const Model& model, const GradientResult& result, OutputFields& fields);

} // namespace adjoule
