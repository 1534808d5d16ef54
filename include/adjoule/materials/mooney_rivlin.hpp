/// The Mooney-Rivlin energy of rubber-like solids, isochoric part.
#pragma once

#include "adjoule/materials/strain_invariants.hpp"

namespace adjoule {

/// W = c10 (I1 - 3) + c01 (I2 - 3), invariants of the isochoric C (Mooney 1940, Rivlin 1948). Properties: c10, c01
/// (Pa); the initial shear modulus is 2 (c10 + c01).
struct MooneyRivlin {
  int property_count() const { return 2; }
  template <class S, class P>
  S energy(const StrainInvariants<S>& strain, const P* properties) const {
    return properties[0] * strain.first_invariant() + properties[1] * strain.second_invariant();
  }
};

} // namespace adjoule
