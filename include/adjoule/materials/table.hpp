/// Properties tabulated against temperature.
#pragma once

#include "adjoule/fem/coefficient.hpp"

namespace adjoule {

/// Piecewise linear in T, constant outside. `temperatures` (K, strictly ascending) and `values` are scalar parameters,
/// one an entry, so that each entry can be differentiated to. Throws InputError (naming the first parameter's path) if
/// the counts differ, there are fewer than two entries, or the temperatures do not ascend.
CoefficientPointer table_coefficient(const Parameters& parameters, std::vector<Parameter> temperatures,
                                     std::vector<Parameter> values);

} // namespace adjoule
