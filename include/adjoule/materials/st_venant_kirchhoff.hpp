/// The St Venant-Kirchhoff energy: Hooke's law at large rotation.
#pragma once

#include "adjoule/materials/principal_stretches.hpp"

namespace adjoule {

/// W = lambda/2 (tr E)^2 + mu E:E of the Green-Lagrange strain E, without a split into isochoric and volumetric parts.
/// Properties: Young's modulus (Pa), Poisson's ratio. It softens in compression: for small strains only.
struct StVenantKirchhoff {
  int property_count() const { return 2; }
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P* properties) const {
    const P &young = properties[0], &poisson = properties[1];
    const P twice_shear = young / (1.0 + poisson);
    const P lambda = poisson * twice_shear / (1.0 - 2.0 * poisson);
    S sum(0.0), squares(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const S strain = stretches.green_lagrange(i);
      sum += strain;
      squares += strain * strain;
    }
    return 0.5 * (lambda * (sum * sum) + twice_shear * squares);
  }
};

} // namespace adjoule
