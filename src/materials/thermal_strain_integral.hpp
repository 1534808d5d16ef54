/// The integral of an expansion coefficient over temperature. Private to the room.
#pragma once

#include "adjoule/fem/coefficient.hpp"

namespace adjoule {

/// Integral of any coefficient from `from` to `to` (K), lane by lane, at a fixed point: Gauss-Lobatto quadrature on
/// intervals that are halved until halves and whole agree to 1e-13. Exactly zero for `from` == `to`. `at.temperature`
/// is not read.
Batch integrate_over_temperature(const Coefficient& coefficient, const PointContext& at,
                                 const ParameterVector& parameters, Batch from, Batch to);

/// Its derivatives, those to the limits left out.
struct TemperatureIntegralDerivative {
  Vector3<Batch> position{};
  std::vector<ParameterTerm> terms; ///< empty when not asked for
};
/// The integrals of the derivatives, refined for themselves: where the coefficient has a kink, they jump.
TemperatureIntegralDerivative differentiate_integral_over_temperature(const Coefficient& coefficient,
                                                                      const PointContext& at,
                                                                      const ParameterVector& parameters, Batch from,
                                                                      Batch to, bool want_terms);

} // namespace adjoule
