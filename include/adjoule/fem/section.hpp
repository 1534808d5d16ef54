/// What a two-dimensional model stands for.
#pragma once

#include "adjoule/fem/coefficient.hpp"

namespace adjoule {

/// `solid` in three dimensions. Axisymmetric: x is the radius, y the axis, and the measure is the full circumference.
enum class SectionKind { solid, plane_strain, plane_stress, axisymmetric };

/// The measure that integrals over a mesh carry besides its own.
struct Section {
  SectionKind kind = SectionKind::solid;
  CoefficientPointer thickness; ///< plane sections, m; null: 1

  bool is_plane() const { return kind == SectionKind::plane_strain || kind == SectionKind::plane_stress; }
};

} // namespace adjoule
