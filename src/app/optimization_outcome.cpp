#include "optimization_outcome.hpp"

#include <algorithm>

namespace adjoule {

bool OptimizationOutcome::feasible() const {
  return std::all_of(constraints.begin(), constraints.end(), [](const ConstraintOutcome& c) { return c.met; });
}

} // namespace adjoule
