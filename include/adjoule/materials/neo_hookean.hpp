/// The neo-Hookean energy of rubber-like solids, isochoric part.
#pragma once

#include "adjoule/materials/strain_invariants.hpp"

namespace adjoule {

/// W = mu/2 (I1 - 3), I1 of the isochoric C (Treloar 1943). Property: mu (Pa), the initial shear modulus.
struct NeoHookean {
  int property_count() const { return 1; }
  template <class S, class P>
  S energy(const StrainInvariants<S>& strain, const P* properties) const {
    return 0.5 * (properties[0] * strain.first_invariant());
  }
};

} // namespace adjoule
