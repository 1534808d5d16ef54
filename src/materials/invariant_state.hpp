// Stress and moduli of an energy of invariants, to be inlined where instructions are chosen.
//
// With C = c (I + D) as in InvariantState, d = det(I + D) = 1 + II + III of D, N = (I + D)^-1 = (I - D + cof D)/d and
// Q = J^(-2/3) = d^(-1/3)/c the invariants and their derivatives to E are
//     I1 = 3 d^(-1/3)             dI1 = 2 Q (I - N)
//     I2 = (3 + II) d^(-2/3)      dI2 = 2 Q^2 c (2 I - D - 2/3 (3 + II) N)
//     J = (c^3 d)^(1/2)           dJ = J N/c
// In the stress the parts of I and N that cancel are left out, so that it keeps its digits at small strain.
#pragma once

#include "adjoule/materials/strain_state.hpp"

#include <limits>

namespace adjoule::invariants {

inline void find_state(const Tensor2<Batch>& green_lagrange, InvariantState& state) {
  const Tensor2<Batch>& e = green_lagrange;
  const Batch mean = (2.0 / 3.0) * (e(0, 0) + e(1, 1) + e(2, 2)); // c - 1
  const Batch inverse_scale = 1.0 / (1.0 + mean);
  InvariantState::Components d;
  for (std::size_t m = 0; m < 6; ++m) {
    const auto [i, j] = symmetric_components[m];
    d[m] = inverse_scale * (i == j ? 2.0 * e(i, j) - mean : 2.0 * e(i, j));
  }
  const auto& [xx, yy, zz, xy, yz, xz] = d;
  const InvariantState::Components cofactor{yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy,
                                            yz * xz - xy * zz, xy * xz - xx * yz, xy * yz - yy * xz};
  const Batch second = -0.5 * (xx * xx + yy * yy + zz * zz) - (xy * xy + yz * yz + xz * xz);
  const Batch third = xx * cofactor[0] + xy * cofactor[3] + xz * cofactor[5];
  const Batch change = second + third;
  // Two squared stretches below zero would have a positive determinant, but not a positive second invariant; and of a
  // volume of which rounding leaves no digit nothing can be said.
  const Batch nothing(std::numeric_limits<double>::quiet_NaN());
  const Batch allowed(second.v > -3.0 && change.v > -1.0 + 1e-14 ? change.v : nothing.v);
  const Batch logarithm = log1p(allowed);
  const Batch root_change = expm1((-1.0 / 3.0) * logarithm); // d^(-1/3) - 1
  const Batch cubed = mean * (3.0 + mean * (3.0 + mean));    // c^3 - 1
  const Batch squared = cubed + allowed * (1.0 + cubed);     // J^2 - 1
  state.arguments = {3.0 * root_change,
                     3.0 * root_change * (2.0 + root_change) + second * ((1.0 + root_change) * (1.0 + root_change)),
                     squared / (1.0 + sqrt(1.0 + squared))};
  state.inverse_scale = inverse_scale;
  state.isochoric_factor = inverse_scale * (1.0 + root_change);
  state.second_invariant = second;
  state.determinant_change = change;
  state.deviator = d;
  state.cofactor = cofactor;
}

/// sum_k gradient_k d(invariant k)/dE.
inline Tensor2<Batch> stress(const InvariantState& state, const std::array<Batch, 3>& gradient) {
  const Batch inverse = 1.0 / (1.0 + state.determinant_change);
  const Batch q = state.isochoric_factor;
  const Batch first = 2.0 * q * inverse * gradient[0];
  const Batch second = 2.0 * (q * q) * (inverse / state.inverse_scale) * gradient[1];
  const Batch volume = (1.0 + state.arguments[2]) * state.inverse_scale * inverse * gradient[2];
  const Batch change = state.determinant_change, part = (2.0 / 3.0) * state.second_invariant;
  const Batch of_identity = first * change + second * (2.0 * change - part) + volume;
  const Batch of_deviator = first + second * (1.0 - change + part) - volume;
  const Batch of_cofactor = volume - first - second * (2.0 + part);
  Tensor2<Batch> result;
  for (std::size_t m = 0; m < 6; ++m) {
    const auto [i, j] = symmetric_components[m];
    Batch entry = of_deviator * state.deviator[m] + of_cofactor * state.cofactor[m];
    if (i == j) entry += of_identity;
    result(i, j) = result(j, i) = entry;
  }
  return result;
}

/// sum_kl hessian_kl d(invariant k)/dE (x) d(invariant l)/dE + sum_k gradient_k d2(invariant k)/dE2
inline void linearize(const InvariantState& state, const EnergyFunction::Derivatives& energy, ElasticModuli& moduli) {
  const auto& [w1, w2, wj] = energy.gradient;
  const auto& w = energy.hessian;
  const Batch q = state.isochoric_factor, inverse = 1.0 / (1.0 + state.determinant_change);
  const auto& d = state.deviator;
  InvariantState::Components n;
  for (std::size_t m = 0; m < 6; ++m) n[m] = inverse * (state.cofactor[m] - d[m] + (m < 3 ? Batch(1.0) : Batch(0.0)));

  // Everything is made of products of I, D and N: coefficients of the gradients, then of the sum.
  const Batch i2 = 3.0 + state.second_invariant, s = state.inverse_scale, v = (1.0 + state.arguments[2]) * s;
  const Batch p = 2.0 * q, r = 2.0 * (q * q) / s, t = (2.0 / 3.0) * r * i2;
  std::array<Batch, 3> of_i, of_d, of_n; // of sum_l hessian_kl d(invariant l)/dE
  for (std::size_t k = 0; k < 3; ++k) {
    of_i[k] = w[k][0] * p + 2.0 * (w[k][1] * r);
    of_d[k] = -(w[k][1] * r);
    of_n[k] = w[k][2] * v - w[k][0] * p - w[k][1] * t;
  }
  const Batch a = 4.0 * q * s * w1, b = 4.0 * (q * q) * w2, volume = v * s * wj;
  const Batch ii = p * of_i[0] + 2.0 * r * of_i[1] + b;
  const Batch id = p * of_d[0] + 2.0 * r * of_d[1];
  const Batch in = p * of_n[0] + 2.0 * r * of_n[1] - (1.0 / 3.0) * a - (4.0 / 3.0) * b;
  const Batch dd = -(r * of_d[1]);
  const Batch dn = (2.0 / 3.0) * b - r * of_n[1];
  const Batch nn = v * of_n[2] - p * of_n[0] - t * of_n[1] + (1.0 / 3.0) * a + (4.0 / 9.0) * b * i2 + volume;
  // Of (N_ik N_jl + N_il N_jk)/2.
  const Batch dyadic = a + (2.0 / 3.0) * b * i2 - 2.0 * volume;

  for (std::size_t l = 0; l < 6; ++l) {
    const Batch with_d = (l < 3 ? id + dd * d[l] : dd * d[l]) + dn * n[l];
    const Batch with_n = (l < 3 ? in + dn * d[l] : dn * d[l]) + nn * n[l];
    const Batch with_i = (l < 3 ? ii + id * d[l] : id * d[l]) + in * n[l];
    const auto [row, column] = symmetric_components[l];
    for (std::size_t k = 0; k <= l; ++k) {
      const auto [i, j] = symmetric_components[k];
      Batch entry = d[k] * with_d + n[k] * with_n;
      if (k < 3) entry += with_i;
      const auto at = [&](int x, int y) { return n[component_of(x, y)]; };
      const Batch product = at(i, row) * at(j, column);
      entry += i == j || row == column ? dyadic * product : 0.5 * dyadic * (product + at(i, column) * at(j, row));
      if (k == l) entry -= k < 3 ? b : 0.5 * b;
      moduli[k][l] = moduli[l][k] = entry;
    }
  }
}

} // namespace adjoule::invariants
