/// Functionals point by point: where the largest value is, and means of single elements.
#pragma once

#include "adjoule/fem/assembly.hpp"

#include <functional>

namespace adjoule {

struct SweptPoint {
  Index element;
  const Tabulation* tabulation;
  int point;             // of the tabulation
  double weight;         // reference weight times measure
  const double* outputs; // one of each integrand

  // Reference coordinates.
  std::array<double, 3> xi() const;
};

// Visits the points of the integral's domain (a volume or boundary), batch after batch. `integrands` read the same
// inputs as the integral's own, which takes no part itself, and are functionals.
void sweep_points(const Evaluation& at, const Integral& integral, const std::vector<IntegrandPointer>& integrands,
                  const std::function<void(const SweptPoint&)>& visit);

} // namespace adjoule
