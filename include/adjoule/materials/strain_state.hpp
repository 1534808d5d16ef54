/// A strain as the arguments of an energy, with what their derivatives to the strain are made of.
#pragma once

#include "adjoule/core/tensor.hpp"
#include "adjoule/materials/isotropic_energy.hpp"

#include <variant>

namespace adjoule {

/// The components of a symmetric tensor, in order: (row, column).
inline constexpr std::array<std::array<int, 2>, 6> symmetric_components{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};
/// Where (row, column) stands among them.
constexpr std::size_t component_of(int row, int column) {
  return static_cast<std::size_t>(row == column ? row : row + column == 2 ? 5 : row + column == 1 ? 3 : 4);
}
/// A fourth-order tensor C_ijkl with all symmetries: rows and columns are symmetric_components.
using ElasticModuli = std::array<std::array<Batch, 6>, 6>;

/// A = sum_i value_i vector_i (x) vector_i; the vectors are the columns of `vectors`, orthonormal to rounding.
struct SpectralDecomposition {
  std::array<Batch, 3> values;
  Tensor2<Batch> vectors;
};

/// By stretches.
struct PrincipalState {
  EnergyFunction::Arguments arguments; ///< ln lambda_i
  SpectralDecomposition spectrum;      ///< of E
  std::array<Batch, 3> squared_stretches;
};

/// By invariants. C = c (I + D) with c = tr C/3 and a deviator D.
struct InvariantState {
  using Components = std::array<Batch, 6>; ///< symmetric_components

  EnergyFunction::Arguments arguments; ///< see StrainInvariants
  Batch inverse_scale;                 ///< 1/c
  Batch isochoric_factor;              ///< J^(-2/3)
  Batch second_invariant;              ///< of D
  Batch determinant_change;            ///< det(I + D) - 1
  Components deviator;                 ///< D
  Components cofactor;                 ///< of D
};

/// Of a Green-Lagrange strain.
using StrainState = std::variant<PrincipalState, InvariantState>;

} // namespace adjoule
