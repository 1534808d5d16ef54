/// Ogden's energy of rubber-like solids, isochoric part.
#pragma once

#include "adjoule/materials/principal_stretches.hpp"

namespace adjoule {

/// How the moduli of the terms are meant.
enum class OgdenConvention {
  ogden, ///< W = sum_p mu_p/alpha_p (l1^alpha_p + l2^alpha_p + l3^alpha_p - 3): mu0 = sum mu_p alpha_p / 2 (Ogden 1972)
  abaqus ///< W = sum_p 2 mu_p/alpha_p^2 (...): mu0 = sum mu_p, as Abaqus and CalculiX have it
};

/// Properties: mu_1 .. mu_n (Pa), alpha_1 .. alpha_n. Stretches are the isochoric ones.
struct Ogden {
  int terms = 1;
  OgdenConvention convention = OgdenConvention::ogden;

  int property_count() const { return 2 * terms; }
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P* properties) const {
    S sum(0.0);
    for (int p = 0; p < terms; ++p) {
      const P& mu = properties[p];
      const P& alpha = properties[terms + p];
      const S powers = stretches.isochoric_power_sum(alpha) / alpha;
      sum += convention == OgdenConvention::ogden ? mu * powers : 2.0 * (mu / alpha) * powers;
    }
    return sum;
  }
};

} // namespace adjoule
