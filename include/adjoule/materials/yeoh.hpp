/// Yeoh's energy of rubber-like solids, isochoric part.
#pragma once

#include "adjoule/materials/strain_invariants.hpp"

namespace adjoule {

/// W = sum_k c_k (I1 - 3)^k, I1 of the isochoric C (Yeoh 1993, with three terms). Properties: c_1 .. c_n (Pa); the
/// initial shear modulus is 2 c_1.
struct Yeoh {
  int terms = 3;

  int property_count() const { return terms; }
  template <class S, class P>
  S energy(const StrainInvariants<S>& strain, const P* properties) const {
    const S invariant = strain.first_invariant();
    S sum(0.0);
    for (int k = terms - 1; k >= 0; --k) sum = (sum + properties[k]) * invariant;
    return sum;
  }
};

} // namespace adjoule
