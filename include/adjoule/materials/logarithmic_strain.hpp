/// Hencky's logarithmic strain.
#pragma once

#include "adjoule/materials/isotropic_function.hpp"

namespace adjoule {

/// The potential of ln U in E: sum_i x_i (exp(2 x_i) - 1)/2 - (exp(2 x_i) - 1 - 2 x_i)/4 of x_i = ln lambda_i. An
/// isotropic tensor function of the strain is the stress of some energy.
struct LogarithmicStrainPotential {
  int property_count() const { return 0; }
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P*) const {
    S sum(0.0);
    for (const S& x : stretches.logarithm) sum += 0.5 * (x * expm1(2.0 * x)) - 0.25 * exp_beyond_tangent(2.0 * x);
    return sum;
  }
};
const IsotropicEnergy& logarithmic_strain_potential();

/// ln U = ln(F'F)/2 of a Green-Lagrange strain (reference frame).
template <class S>
Tensor2<S> logarithmic_strain(const Tensor2<S>& green_lagrange) {
  return second_piola_kirchhoff(logarithmic_strain_potential(), green_lagrange, static_cast<const Batch*>(nullptr));
}

} // namespace adjoule
