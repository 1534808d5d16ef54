/// The strain around the axis of an axisymmetric body.
#pragma once

#include "adjoule/core/dual.hpp"

namespace adjoule {

/// Radii below this are the axis: rounding leaves less there of a body up to a kilometre in size.
inline constexpr double axis_radius = 1e-13; // m

/// u_r / r, and its limit du_r/dr on the axis.
template <class S>
S hoop_strain(const S& radial_displacement, const S& radius, const S& radial_strain) {
  const auto off_axis = is_above(value_of(radius), axis_radius);
  const S divisor = radius + S(1.0 - off_axis);
  return S(off_axis) * (radial_displacement / divisor) + S(1.0 - off_axis) * radial_strain;
}

} // namespace adjoule
