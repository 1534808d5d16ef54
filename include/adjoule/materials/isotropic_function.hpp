/// Stress and energy of an isotropic material as functions of the strain tensor, with their exact derivatives.
///
/// An energy of stretches takes those of C = F'F = I + 2 E, through the eigenvalues of the Green-Lagrange strain E,
/// which keep their digits at small strain. First and second derivatives of the energy follow the spectral rule; where
/// two stretches are equal or nearly so, its divided differences are replaced by their limit. (Ogden, Non-linear
/// Elastic Deformations, 1984, section 6.1; Miehe, Comm. Numer. Meth. Engng 9, 1993.) An energy of invariants needs no
/// eigenvalues: its stress and moduli follow from those of the invariants. (Holzapfel, Nonlinear Solid Mechanics, 2000,
/// section 6.6.)
///
/// Of a symmetric tensor only the diagonal and what stands above it is read. A strain that is not finite, or that the
/// material does not allow, gives stresses that are not finite.
#pragma once

#include "adjoule/core/tensor.hpp"
#include "adjoule/materials/strain_state.hpp"

#include <algorithm>
#include <variant>

namespace adjoule {

/// Of a symmetric tensor, without iteration: eigenvalues in no particular order, exact to rounding of the tensor's
/// largest entry. The zero tensor has the unit vectors.
SpectralDecomposition decompose(const Tensor2<Batch>& symmetric);

/// Whether the derivatives to the strain are wanted too.
enum class StrainDerivatives { wanted, left_out };

/// S = dW/dE and what a change of E or of the properties does to it. It refers to the energy and the properties.
class StressLinearization {
 public:
  StressLinearization(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, const Batch* properties,
                      StrainDerivatives derivatives = StrainDerivatives::wanted);

  /// Pa
  const Tensor2<Batch>& stress() const { return stress_; }
  /// dS along a symmetric change of E.
  Tensor2<Batch> stress_change(const Tensor2<Batch>& strain_change) const;
  /// The same along N changes at once: they are the tangents of `green_lagrange`, those of S are added to `stress`.
  template <int N>
  void add_stress_change(const Tensor2<Dual<N, Batch>>& green_lagrange, Tensor2<Dual<N, Batch>>& stress) const;
  /// C_ijkl = dS_ij/dE_kl, Pa.
  const ElasticModuli& moduli() const { return moduli_; }
  /// Derivatives of S along a change of each property.
  void differentiate_to_properties(Tensor2<Batch>* derivatives) const;

 private:
  static constexpr auto& places = symmetric_components;
  // In how many places of the tensor a component stands.
  static constexpr double places_of(std::size_t component) { return component < 3 ? 1.0 : 2.0; }

  const IsotropicEnergy& energy_;
  const Batch* properties_;
  StrainState state_;
  Tensor2<Batch> stress_;
  ElasticModuli moduli_;
};

/// Second Piola-Kirchhoff stress S = dW/dE, Pa, of a Green-Lagrange strain. Properties are duals that move too, or
/// plain.
Tensor2<Batch> second_piola_kirchhoff(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                      const Batch* properties);
template <int N, class P>
Tensor2<Dual<N, Batch>> second_piola_kirchhoff(const IsotropicEnergy& energy,
                                               const Tensor2<Dual<N, Batch>>& green_lagrange, const P* properties);

/// W, J/m^3.
Batch strain_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, const Batch* properties);
template <int N, class P>
Dual<N, Batch> strain_energy(const IsotropicEnergy& energy, const Tensor2<Dual<N, Batch>>& green_lagrange,
                             const P* properties);

/// The energy with its derivatives: W, S = dW/dE and, unless it is null, dW/dp of each property.
struct EnergyLinearization {
  Batch value;
  Tensor2<Batch> stress;
};
EnergyLinearization linearize_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                     const Batch* properties, Batch* by_property = nullptr);

/// Whether any lane differs from zero (NaN does).
inline bool any_nonzero(Batch a) {
  return a[0] != 0.0 || a[1] != 0.0 || a[2] != 0.0 || a[3] != 0.0;
}
/// Whether the number moves in any direction.
template <int N>
bool has_tangent(const Dual<N, Batch>& a) {
  for (const Batch& tangent : a.tangent)
    if (any_nonzero(tangent)) return true;
  return false;
}

/// The plain values of dual tensors and properties.
template <int N>
Tensor2<Batch> values_of(const Tensor2<Dual<N, Batch>>& a) {
  Tensor2<Batch> values;
  for (std::size_t i = 0; i < 9; ++i) values.c[i] = a.c[i].value;
  return values;
}
class PlainProperties {
 public:
  PlainProperties(const Batch* properties, int) : data_(properties) {}
  template <int N>
  PlainProperties(const Dual<N, Batch>* properties, int count) : data_(values_.data()) {
    for (int p = 0; p < count; ++p) values_.emplace(p, properties[p].value);
  }
  const Batch* data() const { return data_; }

 private:
  PointArray<Batch, maximum_slots> values_;
  const Batch* data_;
};

template <int N>
void StressLinearization::add_stress_change(const Tensor2<Dual<N, Batch>>& green_lagrange,
                                            Tensor2<Dual<N, Batch>>& stress) const {
  for (std::size_t i = 0; i < 6; ++i) {
    std::array<Batch, N> change{};
    for (std::size_t j = 0; j < 6; ++j) {
      const auto& strain = green_lagrange(places[j][0], places[j][1]).tangent;
      const Batch modulus = places_of(j) * moduli_[i][j];
      for (std::size_t k = 0; k < N; ++k) change[k] += modulus * strain[k];
    }
    const auto [row, column] = places[i];
    for (std::size_t k = 0; k < N; ++k) stress(row, column).tangent[k] += change[k];
    if (row == column) continue;
    for (std::size_t k = 0; k < N; ++k) stress(column, row).tangent[k] += change[k];
  }
}

template <int N, class P>
Tensor2<Dual<N, Batch>> second_piola_kirchhoff(const IsotropicEnergy& energy,
                                               const Tensor2<Dual<N, Batch>>& green_lagrange, const P* properties) {
  const int count = energy.property_count();
  const PlainProperties plain(properties, count);
  bool strain_moves = true, properties_move = false;
  if constexpr (!std::is_same_v<P, Batch>) {
    strain_moves = std::any_of(green_lagrange.c.begin(), green_lagrange.c.end(), has_tangent<N>);
    properties_move = std::any_of(properties, properties + count, has_tangent<N>);
  }
  const StressLinearization at(energy, values_of(green_lagrange), plain.data(),
                               strain_moves ? StrainDerivatives::wanted : StrainDerivatives::left_out);
  Tensor2<Dual<N, Batch>> stress;
  for (std::size_t i = 0; i < 9; ++i) stress.c[i].value = at.stress().c[i];
  if (strain_moves) at.add_stress_change(green_lagrange, stress);
  if constexpr (!std::is_same_v<P, Batch>) {
    if (!properties_move) return stress;
    PointArray<Tensor2<Batch>, maximum_slots> derivatives;
    for (int p = 0; p < count; ++p) derivatives.emplace(p);
    at.differentiate_to_properties(derivatives.data());
    for (int p = 0; p < count; ++p)
      for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t k = 0; k < N; ++k) stress.c[i].tangent[k] += derivatives[p].c[i] * properties[p].tangent[k];
  }
  return stress;
}

template <int N, class P>
Dual<N, Batch> strain_energy(const IsotropicEnergy& energy, const Tensor2<Dual<N, Batch>>& green_lagrange,
                             const P* properties) {
  const int count = energy.property_count();
  const PlainProperties plain(properties, count);
  bool properties_move = false;
  if constexpr (!std::is_same_v<P, Batch>)
    properties_move = std::any_of(properties, properties + count, has_tangent<N>);
  std::array<Batch, maximum_slots> by_property;
  const EnergyLinearization at =
      linearize_energy(energy, values_of(green_lagrange), plain.data(), properties_move ? by_property.data() : nullptr);
  Dual<N, Batch> result(at.value);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const Batch weight = (i == j ? 1.0 : 2.0) * at.stress(i, j);
      for (std::size_t k = 0; k < N; ++k) result.tangent[k] += weight * green_lagrange(i, j).tangent[k];
    }
  if constexpr (!std::is_same_v<P, Batch>) {
    for (int p = 0; p < count && properties_move; ++p)
      for (std::size_t k = 0; k < N; ++k)
        result.tangent[k] += by_property[static_cast<std::size_t>(p)] * properties[p].tangent[k];
  }
  return result;
}

} // namespace adjoule
