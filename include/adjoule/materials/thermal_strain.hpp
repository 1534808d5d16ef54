/// Thermal strain (stretch minus one) from a coefficient of thermal expansion.
#pragma once

#include "adjoule/fem/coefficient.hpp"

namespace adjoule {

enum class ExpansionKind {
  instantaneous, ///< strain = integral of alpha from the reference temperature to T
  secant         ///< strain = alpha(T) (T - T_ref): mean coefficient from the reference temperature
};

/// The strain as a coefficient of T, differentiable to T, position, the reference temperature and all numbers of
/// `expansion` (1/K). The integral of an instantaneous table is exact; that of a formula is taken by Gauss-Lobatto
/// quadrature on pieces small enough for 1e-12 relative on smooth formulae, kinks and jumps included; but a constant
/// that only places a jump, as Tc in `if(T > Tc, a, b)`, has a zero derivative, as comparisons have. An expansion that
/// does not read T gives alpha (T - T_ref).
CoefficientPointer thermal_strain(const Parameters& parameters, CoefficientPointer expansion,
                                  Parameter reference_temperature, ExpansionKind kind);

} // namespace adjoule
