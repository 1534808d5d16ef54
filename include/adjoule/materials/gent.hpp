/// Gent's energy of rubber whose chains have a limit, isochoric part.
#pragma once

#include "adjoule/materials/strain_invariants.hpp"

namespace adjoule {

/// W = -mu jm/2 ln(1 - (I1 - 3)/jm), I1 of the isochoric C (Gent 1996). Properties: mu (Pa), the initial shear modulus,
/// and jm, the value of I1 - 3 at which the chains are fully stretched: W is infinite there and NaN beyond.
struct Gent {
  int property_count() const { return 2; }
  template <class S, class P>
  S energy(const StrainInvariants<S>& strain, const P* properties) const {
    const P &mu = properties[0], &limit = properties[1];
    return -0.5 * (mu * limit) * log1p(-strain.first_invariant() / limit);
  }
};

} // namespace adjoule
