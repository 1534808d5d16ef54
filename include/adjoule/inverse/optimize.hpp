/// Minimisation of a function of design variables under bounds and inequality constraints.
#pragma once

#include "adjoule/core/index.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace adjoule {

/// Objective and constraints at a design, with their derivatives to its variables.
struct DesignEvaluation {
  double objective = 0.0; ///< to be minimised
  std::vector<double> objective_gradient;
  std::vector<double> constraints; ///< each has to be <= 0
  std::vector<std::vector<double>> constraint_gradients;
  std::vector<double> values{}; ///< for reports: carried along, and kept in a journal; no method reads them
};

/// Throws AnalysisError where the design cannot be evaluated (a solve that fails).
using EvaluateDesign = std::function<DesignEvaluation(std::span<const double> x)>;

struct OptimizationProblem {
  std::vector<double> start, lower, upper;
  int constraint_count = 0;
  EvaluateDesign evaluate;
};

enum class OptimizationMethod {
  mma,   ///< method of moving asymptotes (Svanberg 2002, doi 10.1137/S1052623499362822)
  ccsaq, ///< conservative convex separable quadratic approximation (ibid.), for very many variables
  lbfgs, ///< limited-memory BFGS with bounds; no constraints
  slsqp  ///< sequential quadratic programming (Kraft 1994, doi 10.1145/192115.192124), below 300 variables
};
const char* name_of(OptimizationMethod method);

/// One evaluation of a design, in the order in which the method asks for them.
struct OptimizationIterate {
  int number = 0; ///< from 1
  std::span<const double> x;
  bool failed = false;   ///< it could not be evaluated: the method is held back, and `evaluation` is empty
  std::string failure{}; ///< why
  const DesignEvaluation* evaluation = nullptr;
  double step = 0.0;          ///< largest change of a variable since the evaluation before
  double gradient_norm = 0.0; ///< of the objective, projected on the bounds
  double violation = 0.0;     ///< largest positive constraint, 0 if all are met
};

struct OptimizationOptions {
  OptimizationMethod method = OptimizationMethod::mma;
  int max_iterations = 100;           ///< evaluations
  double tolerance = 1e-6;            ///< relative change of the objective, and of the variables, that ends it
  double constraint_tolerance = 1e-8; ///< in the units of the constraints
  /// Called after each evaluation, replayed ones included. Returning false stops after it.
  std::function<bool(const OptimizationIterate&)> on_iterate{};
};

enum class OptimizationEnd { converged, iteration_limit, stopped, stalled };

struct OptimizationResult {
  std::vector<double>
      x; ///< the best design evaluated: of those that meet the constraints, else the least violating one
  DesignEvaluation evaluation;
  int iterations = 0; ///< evaluations
  int best = 0;       ///< number of the evaluation that `x` is
  int failures = 0;
  double violation = 0.0;
  OptimizationEnd end = OptimizationEnd::converged;
  std::string reason; ///< in words
};

/// Deterministic: the same evaluations give the same iterates. Throws InputError for a method that does not fit the
/// problem, and whatever `evaluate` throws besides AnalysisError; AnalysisError where the start cannot be evaluated.
OptimizationResult optimize(const OptimizationProblem& problem, const OptimizationOptions& options);

} // namespace adjoule
