/// Eigenvalues of a strain tensor, sorted, with their derivatives.
#pragma once

#include "adjoule/materials/isotropic_function.hpp"

#include <algorithm>
#include <numeric>

namespace adjoule {

/// Lane by lane the spectral decomposition with the largest value first.
inline SpectralDecomposition decompose_sorted(const Tensor2<Batch>& symmetric) {
  const SpectralDecomposition unsorted = decompose(symmetric);
  SpectralDecomposition sorted;
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    std::array<std::size_t, 3> order{0, 1, 2};
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return unsorted.values[a][lane] > unsorted.values[b][lane]; });
    for (std::size_t i = 0; i < 3; ++i) {
      sorted.values[i].set(lane, unsorted.values[order[i]][lane]);
      for (int row = 0; row < 3; ++row) {
        sorted.vectors(row, static_cast<int>(i)).set(lane, unsorted.vectors(row, static_cast<int>(order[i]))[lane]);
      }
    }
  }
  return sorted;
}

/// The largest first.
inline std::array<Batch, 3> principal_strains(const Tensor2<Batch>& strain) {
  return decompose_sorted(strain).values;
}
/// The same; de_i = v_i . dE v_i (one of the one-sided derivatives where values are equal).
template <int N>
std::array<Dual<N, Batch>, 3> principal_strains(const Tensor2<Dual<N, Batch>>& strain) {
  Tensor2<Batch> plain;
  for (std::size_t i = 0; i < 9; ++i) plain.c[i] = value_of(strain.c[i]);
  const SpectralDecomposition spectrum = decompose_sorted(plain);
  std::array<Dual<N, Batch>, 3> result;
  for (int i = 0; i < 3; ++i) {
    Dual<N, Batch>& value = result[static_cast<std::size_t>(i)];
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) value += (spectrum.vectors(a, i) * spectrum.vectors(b, i)) * strain(a, b);
    }
    value.value = spectrum.values[static_cast<std::size_t>(i)];
  }
  return result;
}

} // namespace adjoule
