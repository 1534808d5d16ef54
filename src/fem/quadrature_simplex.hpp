/// Rules on the unit triangle and the unit tetrahedron. Private to the room.
#pragma once

#include "adjoule/fem/quadrature.hpp"

namespace adjoule {

QuadratureRule triangle_rule(int degree);
QuadratureRule tetrahedron_rule(int degree);

} // namespace adjoule
