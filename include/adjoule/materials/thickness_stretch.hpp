/// The stretch through the thickness of a sheet in plane stress.
#pragma once

#include "adjoule/materials/isotropic_function.hpp"

namespace adjoule {

/// ln of the stretch in direction 3 at which dW/d ln lambda_3 = 0, for in-plane strains given (their (2,2) entry and
/// out-of-plane shears are not read). NaN where there is none.
Batch free_thickness_logarithm(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                               const Batch* properties);

/// The Green-Lagrange strain E_33 of that stretch.
inline Batch free_thickness_strain(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                   const Batch* properties) {
  return 0.5 * expm1(2.0 * free_thickness_logarithm(energy, green_lagrange, properties));
}

/// The same with derivatives: one more Newton step of S_33(E_33) = 0 in dual numbers from the solution carries them
/// exactly (implicit function theorem).
template <int N, class P>
Dual<N, Batch> free_thickness_strain(const IsotropicEnergy& energy, Tensor2<Dual<N, Batch>> strain,
                                     const P* properties) {
  using S = Dual<N, Batch>;
  Tensor2<Batch> plain = values_of(strain);
  const PlainProperties plain_properties(properties, energy.property_count());
  plain(2, 2) = free_thickness_strain(energy, plain, plain_properties.data());
  strain(2, 2) = S(plain(2, 2));
  Tensor2<Batch> thicker;
  thicker(2, 2) = 1.0;
  const Batch slope = StressLinearization(energy, plain, plain_properties.data()).stress_change(thicker)(2, 2);
  S correction = second_piola_kirchhoff(energy, strain, properties)(2, 2);
  correction.value = 0.0; // what is left there is rounding
  return strain(2, 2) - (Batch(1.0) / slope) * correction;
}

} // namespace adjoule
