// The chain rule over an objective.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

namespace adjoule {

// sensitivities += factor * gradient of the objective
void add_scaled_gradient(double factor, const Objective& objective, const Evaluation& at, Sensitivities& sensitivities);

} // namespace adjoule
