/// The arguments of an isotropic energy: the three principal stretches, kept as logarithms.
#pragma once

#include "adjoule/core/dual.hpp"

#include <array>

namespace adjoule {

/// Principal stretches lambda_i of a deformation and the measures made of them that energies are written in. All of
/// these measures vanish with the strain and keep their digits, and so do their derivatives, however small the strain
/// is; `isochoric` ones are those of J^(-1/3) F.
template <class S>
struct PrincipalStretches {
  std::array<S, 3> logarithm; ///< ln lambda_i

  /// ln J
  S volume_logarithm() const { return logarithm[0] + logarithm[1] + logarithm[2]; }
  /// J - 1
  S volume_change() const { return expm1(volume_logarithm()); }
  /// ln (J^(-1/3) lambda_i)
  S isochoric_logarithm(std::size_t i) const { return logarithm[i] - (1.0 / 3.0) * volume_logarithm(); }
  /// sum_i (J^(-1/3) lambda_i)^exponent - 3; the exponent is of type S or does not move.
  template <class E>
  S isochoric_power_sum(const E& exponent) const {
    // The linear terms of the three powers cancel: they are left out.
    S sum(0.0);
    for (std::size_t i = 0; i < 3; ++i) sum += exp_beyond_tangent(exponent * isochoric_logarithm(i));
    return sum;
  }
  /// (lambda_i^2 - 1)/2
  S green_lagrange(std::size_t i) const { return 0.5 * expm1(2.0 * logarithm[i]); }
};

} // namespace adjoule
