// Shape functions at a batch of points, and sums over nodes with them.
#pragma once

#include "adjoule/core/batch.hpp"
#include "adjoule/core/tensor.hpp"

namespace adjoule {

// x / r, and 0 on the axis, where the measure vanishes.
inline Batch relative_to_radius(Batch x, Batch radius) {
  return map_lanes(x, radius, [](double a, double r) { return r == 0.0 ? 0.0 : a / r; });
}

// The shape functions of one field at a point; those of the nodes from `nodes` on are zero.
struct PointBasis {
  int nodes;
  const double* shape;   // N_i
  const Batch* gradient; // dN_i/dx_d at [3 i + d]

  // sum_i N_i v_i and sum_i v_i dN_i/dx of gathered nodal values, [node * components + component]. Differences to the
  // first node keep a constant field exactly constant.
  Batch interpolate(const Batch* values, int components, int component) const {
    const Batch first = values[component];
    Batch sum = 0.0;
    for (int i = 1; i < nodes; ++i) sum += shape[i] * (values[i * components + component] - first);
    return first + sum;
  }
  Vector3<Batch> interpolate_gradient(const Batch* values, int components, int component) const {
    const Batch first = values[component];
    Vector3<Batch> sum;
    for (int i = 1; i < nodes; ++i) {
      const Batch difference = values[i * components + component] - first;
      for (int d = 0; d < 3; ++d) sum[d] += gradient[3 * i + d] * difference;
    }
    return sum;
  }
  // grad N_i . flux
  Batch test_flux(int i, const Batch* flux) const {
    const Batch* slope = gradient + 3 * i;
    return slope[0] * flux[0] + slope[1] * flux[1] + slope[2] * flux[2];
  }
};

} // namespace adjoule
