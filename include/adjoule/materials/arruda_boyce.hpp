/// The eight-chain energy of Arruda and Boyce, isochoric part.
#pragma once

#include "adjoule/materials/strain_invariants.hpp"

namespace adjoule {

/// W = mu sum_k C_k / lambda_m^(2k-2) (I1^k - 3^k), I1 of the isochoric C: the first five terms of the inverse Langevin
/// function's series (Arruda, Boyce 1993, eq. 31). Properties: mu (Pa) and lambda_m, the stretch at which the chains
/// lock. mu is the factor of the series, n k T; the initial shear modulus is mu (1 + 3/(5 lm^2) + 99/(175 lm^4) +
/// 513/(875 lm^6) + 42039/(67375 lm^8)).
struct ArrudaBoyce {
  int property_count() const { return 2; }
  template <class S, class P>
  S energy(const StrainInvariants<S>& strain, const P* properties) const {
    constexpr std::array coefficients{1.0 / 2, 1.0 / 20, 11.0 / 1050, 19.0 / 7000, 519.0 / 673750};
    const P &mu = properties[0], &locking_stretch = properties[1];
    const P scale = 1.0 / (locking_stretch * locking_stretch);
    const S change = strain.first_invariant();
    // quotient_k = (I1^k - 3^k)/(I1 - 3): quotient_(k+1) = I1 quotient_k + 3^k
    const S invariant = 3.0 + change;
    S quotient(1.0), sum(0.0);
    P factor(1.0);
    double power = 1.0;
    for (const double coefficient : coefficients) {
      sum += coefficient * (factor * quotient);
      factor *= scale;
      power *= 3.0;
      quotient = invariant * quotient + power;
    }
    return mu * change * sum;
  }
};

} // namespace adjoule
