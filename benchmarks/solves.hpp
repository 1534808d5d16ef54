/// Benchmarks of whole solves and of assembly.
#pragma once

#include "models.hpp"

namespace adjoule::benchmarks {

/// "<case>/solve": set-up, forward solve and gradient of a new model each time; the time is that of the forward solve,
/// the others and the results are counters. Peak memory is that of the process: run one case in a process.
void register_solve(const MeasuredCase& measured);
/// "<case>/tangent": residual and tangent of all systems, scattered into the sparse matrix, at a smooth deformation;
/// items are elements.
void register_tangent(const MeasuredCase& measured);

} // namespace adjoule::benchmarks
