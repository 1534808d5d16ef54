// One run of an NLopt method over the evaluations of an optimisation.
#pragma once

#include "optimization_run.hpp"

namespace adjoule {

enum class RoundEnd {
  converged, ///< by the method's own rule
  restored,  ///< from an infeasible start the first feasible design was found
  given_up,  ///< the method found no way on
  blocked,   ///< evaluations failed again and again
  over       ///< no further evaluation is wanted
};

/// Begins at the best design of the run, within the bounds given. Throws what the evaluation throws.
RoundEnd run_nlopt(OptimizationRun& run, const std::vector<double>& lower, const std::vector<double>& upper);

} // namespace adjoule
