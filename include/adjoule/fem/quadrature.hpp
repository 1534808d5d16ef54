/// Quadrature rules on the reference elements.
#pragma once

#include "adjoule/mesh/element_type.hpp"

#include <array>
#include <vector>

namespace adjoule {

struct QuadratureRule {
  std::vector<std::array<double, 3>> points;
  std::vector<double> weights; ///< positive; their sum is the reference element's measure
};

/// A rule that integrates polynomials of total degree `degree` exactly (on tensor shapes: of that degree in each
/// direction). Simplices: symmetric rules with positive weights up to degree 6 (degree 2 on tetrahedra is the
/// four-point rule), products of Gauss-Jacobi rules above. Throws InputError beyond degree 30.
const QuadratureRule& quadrature_rule(ElementShape shape, int degree);

} // namespace adjoule
