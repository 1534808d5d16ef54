/// Stress and energy of an isotropic material as functions of the strain tensor, with their exact derivatives.
///
/// This is the one place where principal stretches are taken: those of C = F'F = I + 2 E, through the eigenvalues of
/// the Green-Lagrange strain E, which keep their digits at small strain. First and second derivatives of the energy
/// follow the spectral rule; where two stretches are equal or nearly so, its divided differences are replaced by their
/// limit. (Ogden, Non-linear Elastic Deformations, 1984, section 6.1; Miehe, Comm. Numer. Meth. Engng 9, 1993.)
///
/// Of a symmetric tensor only the diagonal and what stands above it is read. A strain that is not finite, or that the
/// material does not allow, gives stresses that are not finite.
#pragma once

#include "adjoule/core/tensor.hpp"
#include "adjoule/materials/isotropic_energy.hpp"

#include <vector>

namespace adjoule {

/// A = sum_i value_i vector_i (x) vector_i; the vectors are the columns of `vectors`, orthonormal to rounding.
struct SpectralDecomposition {
  std::array<Batch, 3> values;
  Tensor2<Batch> vectors;
};
/// Of a symmetric tensor, by cyclic Jacobi rotations: eigenvalues in no particular order, exact to rounding of the
/// tensor's largest entry. The zero tensor has the unit vectors.
SpectralDecomposition decompose(const Tensor2<Batch>& symmetric);

/// S = dW/dE and what a change of E or of the properties does to it. It refers to the energy and the properties.
class StressLinearization {
 public:
  StressLinearization(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, const Batch* properties);

  /// Pa
  const Tensor2<Batch>& stress() const { return stress_; }
  /// dS along a symmetric change of E.
  Tensor2<Batch> stress_change(const Tensor2<Batch>& strain_change) const;
  /// The same along N changes at once: they are the tangents of `green_lagrange`, those of S are added to `stress`.
  template <int N>
  void add_stress_change(const Tensor2<Dual<N, Batch>>& green_lagrange, Tensor2<Dual<N, Batch>>& stress) const;
  /// dS along a change of property p.
  Tensor2<Batch> property_derivative(int p) const;

 private:
  // Components of a symmetric tensor: the diagonal, then (0,1), (1,2), (0,2).
  static constexpr std::array<std::array<int, 2>, 6> places{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};

  void linearize(const IsotropicEnergy::Derivatives& derivatives);

  const IsotropicEnergy& energy_;
  const Batch* properties_;
  SpectralDecomposition spectrum_; // of E
  IsotropicEnergy::Logarithms logarithms_;
  std::array<Batch, 3> squared_stretches_;
  Tensor2<Batch> stress_;
  std::array<std::array<Batch, 6>, 6> tangent_; // dS_i/dE_j; j beyond the diagonal stands for both of its places
  mutable std::vector<IsotropicEnergy::PropertyDerivative> by_property_; // filled when first asked for
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

/// The energy with its derivatives: W, S = dW/dE and dW/dp.
struct EnergyLinearization {
  Batch value;
  Tensor2<Batch> stress;
  std::vector<Batch> by_property; ///< filled on demand only
};
EnergyLinearization linearize_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                     const Batch* properties, bool with_properties);

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
      for (std::size_t k = 0; k < N; ++k) change[k] += tangent_[i][j] * strain[k];
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
  const PlainProperties plain(properties, energy.property_count());
  const StressLinearization at(energy, values_of(green_lagrange), plain.data());
  Tensor2<Dual<N, Batch>> stress;
  for (std::size_t i = 0; i < 9; ++i) stress.c[i].value = at.stress().c[i];
  at.add_stress_change(green_lagrange, stress);
  if constexpr (!std::is_same_v<P, Batch>) {
    for (int p = 0; p < energy.property_count(); ++p) {
      if (!has_tangent(properties[p])) continue;
      const Tensor2<Batch> derivative = at.property_derivative(p);
      for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t k = 0; k < N; ++k) stress.c[i].tangent[k] += derivative.c[i] * properties[p].tangent[k];
    }
  }
  return stress;
}

template <int N, class P>
Dual<N, Batch> strain_energy(const IsotropicEnergy& energy, const Tensor2<Dual<N, Batch>>& green_lagrange,
                             const P* properties) {
  const PlainProperties plain(properties, energy.property_count());
  bool with_properties = false;
  if constexpr (!std::is_same_v<P, Batch>)
    with_properties = std::any_of(properties, properties + energy.property_count(), has_tangent<N>);
  const EnergyLinearization at = linearize_energy(energy, values_of(green_lagrange), plain.data(), with_properties);
  Dual<N, Batch> result(at.value);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const Batch weight = (i == j ? 1.0 : 2.0) * at.stress(i, j);
      for (std::size_t k = 0; k < N; ++k) result.tangent[k] += weight * green_lagrange(i, j).tangent[k];
    }
  if constexpr (!std::is_same_v<P, Batch>) {
    for (std::size_t p = 0; p < at.by_property.size(); ++p)
      for (std::size_t k = 0; k < N; ++k) result.tangent[k] += at.by_property[p] * properties[p].tangent[k];
  }
  return result;
}

} // namespace adjoule
