// Stress and moduli of an energy of stretches, to be inlined where instructions are chosen.
#pragma once

#include "spectral_decomposition.hpp"

namespace adjoule::spectral {

// Principal stresses of S: Kirchhoff stress tau_i = dW/d ln lambda_i over lambda_i^2.
inline std::array<Batch, 3> over(const std::array<Batch, 3>& gradient, const std::array<Batch, 3>& squared_stretches) {
  std::array<Batch, 3> result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = gradient[i] / squared_stretches[i];
  return result;
}

inline Tensor2<Batch> compose(const std::array<Batch, 3>& principal, const Tensor2<Batch>& vectors) {
  Tensor2<Batch> result;
  for (int i = 0; i < 3; ++i) {
    std::array<Batch, 3> scaled;
    for (std::size_t k = 0; k < 3; ++k) scaled[k] = principal[k] * vectors.c[static_cast<std::size_t>(3 * i) + k];
    for (int j = i; j < 3; ++j)
      result(j, i) = result(i, j) = scaled[0] * vectors(j, 0) + scaled[1] * vectors(j, 1) + scaled[2] * vectors(j, 2);
  }
  return result;
}

inline void find_state(const Tensor2<Batch>& green_lagrange, PrincipalState& state) {
  state.spectrum = spectral::decompose(green_lagrange);
  for (std::size_t i = 0; i < 3; ++i) {
    const Batch stretched = 2.0 * state.spectrum.values[i]; // lambda^2 - 1
    state.squared_stretches[i] = 1.0 + stretched;
    state.arguments[i] = 0.5 * log1p(stretched);
  }
}

inline Tensor2<Batch> stress(const PrincipalState& state, const std::array<Batch, 3>& gradient) {
  return compose(over(gradient, state.squared_stretches), state.spectrum.vectors);
}

// Relative gap of two squared stretches below which a divided difference gives way to its limit. The limit is wrong by
// the square of the gap, the quotient by rounding over the gap.
inline constexpr double equal_stretches = 2e-6;

inline void linearize(const PrincipalState& state, const EnergyFunction::Derivatives& energy, ElasticModuli& moduli) {
  const SpectralDecomposition& spectrum = state.spectrum;
  const auto& c = state.squared_stretches;
  const auto& gradient = energy.gradient;
  const auto& hessian = energy.hessian;
  std::array<Batch, 3> inverse;
  for (std::size_t i = 0; i < 3; ++i) inverse[i] = 1.0 / c[i];

  std::array<std::array<Batch, 3>, 3> diagonal; // d(principal S_i)/d(principal E_j)
  std::array<Batch, 3> shear;                   // (S_i - S_j)/(E_i - E_j)
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) diagonal[i][j] = hessian[i][j] * inverse[i] * inverse[j];
    diagonal[i][i] -= 2.0 * gradient[i] * inverse[i] * inverse[i];

    // With r = (c_i - c_j)/(c_i + c_j) = tanh(ln lambda_i - ln lambda_j) the quotient is
    // ((tau_i - tau_j)/r - (tau_i + tau_j)) / (c_i c_j), and near r = 0 its first term is even in r.
    const std::size_t j = (i + 1) % 3;
    const Batch r = 2.0 * (spectrum.values[i] - spectrum.values[j]) / (c[i] + c[j]);
    const auto apart = magnitude(r).v > equal_stretches;
    const Batch quotient = (gradient[i] - gradient[j]) / select(apart, r, Batch(1.0));
    const Batch limit = 0.5 * ((hessian[i][i] - hessian[i][j]) + (hessian[j][j] - hessian[j][i]));
    shear[i] = (select(apart, quotient, limit) - (gradient[i] + gradient[j])) * inverse[i] * inverse[j];
  }

  // dyads[k]: components of v_k (x) v_k, then of the symmetric v_i (x) v_j.
  const auto& v = spectrum.vectors;
  std::array<std::array<Batch, 6>, 6> dyads, weighted;
  for (std::size_t k = 0; k < 6; ++k) {
    const auto [first, second] = symmetric_components[k];
    for (std::size_t i = 0; i < 6; ++i) {
      const auto [row, column] = symmetric_components[i];
      const Batch product = v(row, first) * v(column, second);
      dyads[k][i] = row == column || first == second ? product : 0.5 * (product + v(column, first) * v(row, second));
    }
  }
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      weighted[k][i] = diagonal[k][0] * dyads[0][i] + diagonal[k][1] * dyads[1][i] + diagonal[k][2] * dyads[2][i];
      weighted[3 + k][i] = 2.0 * shear[k] * dyads[3 + k][i];
    }
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = i; j < 6; ++j) {
      Batch sum = dyads[0][i] * weighted[0][j];
      for (std::size_t k = 1; k < 6; ++k) sum += dyads[k][i] * weighted[k][j];
      moduli[i][j] = moduli[j][i] = sum;
    }
}

} // namespace adjoule::spectral
