/// One-dimensional Gauss rules. Private to the room.
#pragma once

#include <vector>

namespace adjoule {

struct LineRule {
  std::vector<double> points; ///< ascending
  std::vector<double> weights;
};

/// The n-point Gauss-Jacobi rule on [0,1] with the weight (1-x)^power; exact to degree 2n-1. `power` 0 is
/// Gauss-Legendre.
LineRule gauss_jacobi(int n, int power);

} // namespace adjoule
