/// The arguments of an isotropic energy that needs no principal stretches: three invariants of the strain.
#pragma once

#include "adjoule/core/dual.hpp"

#include <array>

namespace adjoule {

/// Invariants of C = F'F that vanish with the strain and keep their digits, however small it is; the isochoric ones are
/// those of J^(-2/3) C. Their derivatives to the strain are known in closed form: an energy written in them is spared
/// the eigenvalues.
template <class S>
struct StrainInvariants {
  std::array<S, 3> values; ///< in the order of the functions below

  /// First invariant of the isochoric C, minus 3.
  const S& first_invariant() const { return values[0]; }
  /// Second invariant of the isochoric C, minus 3: the first one of its inverse.
  const S& second_invariant() const { return values[1]; }
  /// J - 1
  const S& volume_change() const { return values[2]; }
  /// ln J
  S volume_logarithm() const { return log1p(volume_change()); }
};

} // namespace adjoule
