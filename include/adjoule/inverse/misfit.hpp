/// The misfit of a measurement as a scalar of the solution.
#pragma once

#include "adjoule/inverse/measurement.hpp"

#include <memory>

namespace adjoule {

/// Half the sum of squares of the residuals of one step, dimensionless. Unknowns of the measurement's own (the camera's
/// motion) take the values that make it least, so that its derivative is that at fixed ones.
std::unique_ptr<Objective> make_misfit(const std::string& name, std::unique_ptr<const Measurement> measurement,
                                       int step);

} // namespace adjoule
