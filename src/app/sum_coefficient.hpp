// The sum of two coefficients.
#pragma once

#include "adjoule/fem/coefficient.hpp"

namespace adjoule {

/// a + b. The temperature range is that of a.
CoefficientPointer sum_coefficient(CoefficientPointer a, CoefficientPointer b);

} // namespace adjoule
