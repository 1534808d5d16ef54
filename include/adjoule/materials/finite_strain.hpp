/// Kinematics and stress at finite strain, with thermal expansion.
///
/// F = I + H = F_e theta: the thermal stretch theta swells the stress-free body, F_e strains it. The energy is that of
/// F_e per volume of the swollen body, theta^3 W(F_e) per reference volume, so the Cauchy stress is that of F_e alone.
/// (Holzapfel, Nonlinear Solid Mechanics, 2000, chapters 2, 6 and section 7.9.)
#pragma once

#include "adjoule/fem/section.hpp"
#include "adjoule/materials/hoop_strain.hpp"
#include "adjoule/materials/isotropic_function.hpp"
#include "adjoule/materials/thickness_stretch.hpp"
#include "adjoule/materials/volumetric_law.hpp"

#include <limits>
#include <optional>

namespace adjoule {

/// E = (H + H' + H' H)/2 of the displacement gradient H = F - I; small strains keep their digits.
template <class S>
Tensor2<S> green_lagrange(const Tensor2<S>& displacement_gradient) {
  Tensor2<S> strain = symmetric_part(displacement_gradient);
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      S sum(0.0);
      for (int k = 0; k < 3; ++k) sum += displacement_gradient(k, i) * displacement_gradient(k, j);
      strain(i, j) += 0.5 * sum;
      strain(j, i) = strain(i, j);
    }
  }
  return strain;
}

/// J - 1 = det(I + H) - 1 without the rounding of the difference: the sum of the three invariants of H.
template <class S>
S volume_change(const Tensor2<S>& h) {
  const S second = h(0, 0) * h(1, 1) - h(0, 1) * h(1, 0) + h(1, 1) * h(2, 2) - h(1, 2) * h(2, 1) + h(0, 0) * h(2, 2) -
                   h(0, 2) * h(2, 0);
  return trace(h) + second + determinant(h);
}

/// NaN where a volume (or a length) is turned inside out or has vanished, 0 elsewhere.
inline Batch refuse_inverted(Batch relative_change) {
  return Batch(relative_change.v > -1.0 ? Batch(0.0).v : Batch(std::numeric_limits<double>::quiet_NaN()).v);
}

/// What the mixed formulation adds at a point: the multiplier of the change of volume. See volumetric_law.hpp.
template <class S>
struct VolumetricMultiplier {
  VolumetricLaw law;
  S multiplier; ///< Pa; minus the pressure
};

/// A deformed point. Everything follows from the displacement gradient, whose out-of-plane entry the section has given.
template <class S>
struct FiniteStrainState {
  Tensor2<S> displacement_gradient; ///< H
  S volume_change;                  ///< J - 1
  S thermal_strain;                 ///< theta - 1
  Tensor2<S> elastic_strain;        ///< Green-Lagrange strain of F_e
  Tensor2<S> first_piola_kirchhoff; ///< Pa; (component of force, reference direction)

  /// ln J_e
  S elastic_volume_logarithm() const { return log1p(volume_change) - 3.0 * log1p(thermal_strain); }
  /// theta^3
  S thermal_volume_ratio() const {
    const S theta = 1.0 + thermal_strain;
    return theta * theta * theta;
  }
  /// Pa
  Tensor2<S> cauchy_stress() const {
    const S inverse = 1.0 / (1.0 + volume_change);
    Tensor2<S> stress;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        S sum = first_piola_kirchhoff(i, j);
        for (int k = 0; k < 3; ++k) sum += first_piola_kirchhoff(i, k) * displacement_gradient(j, k);
        stress(i, j) = inverse * sum;
      }
    }
    return symmetric_part(stress);
  }
};

/// H with its out-of-plane entry: plane sections and solids have it from the gradient itself (zero for plane strain),
/// axisymmetry has the hoop strain u_r / r; that of plane stress follows from the material.
template <class S>
Tensor2<S> complete_gradient(SectionKind section, Tensor2<S> gradient, const S& radial_displacement, const S& radius) {
  if (section == SectionKind::axisymmetric) gradient(2, 2) = hoop_strain(radial_displacement, radius, gradient(0, 0));
  return gradient;
}

/// Green-Lagrange strain of F_e = F/theta, given that of F.
template <class S, class P>
Tensor2<S> elastic_part(Tensor2<S> strain, const P& thermal_strain) {
  const P swelling = 0.5 * (thermal_strain * (2.0 + thermal_strain)); // (theta^2 - 1)/2
  const P theta = 1.0 + thermal_strain;
  for (int d = 0; d < 3; ++d) strain(d, d) -= swelling;
  return P(1.0 / (theta * theta)) * strain;
}

/// Takes the pressure off that S_33 amounts to: S - (S_33 C_33) C^-1. Where the thickness is free, S_33 is what
/// rounding leaves of it, the bulk modulus times the last digit, and the in-plane stresses carry the same error.
template <class S>
void take_off_pressure(const Tensor2<S>& green_lagrange, Tensor2<S>& stress) {
  const S c11 = 1.0 + 2.0 * green_lagrange(0, 0), c22 = 1.0 + 2.0 * green_lagrange(1, 1);
  const S c12 = 2.0 * green_lagrange(0, 1);
  const S pressure = stress(2, 2) * (1.0 + 2.0 * green_lagrange(2, 2)) / (c11 * c22 - c12 * c12);
  stress(0, 0) -= pressure * c22;
  stress(1, 1) -= pressure * c11;
  stress(0, 1) += pressure * c12;
  stress(1, 0) = stress(0, 1);
  stress(2, 2) = S(0.0);
}

/// The state of a point from grad u (completed by `complete_gradient`). The first Piola-Kirchhoff stress is
/// P = d(theta^3 W)/dF = theta F S_e, S_e being the energy's stress dW/dE_e. NaN where det F <= 0, where the body
/// passes through its axis, or where the material does not allow the strain. `thermal_strain` is theta - 1, null where
/// there is none; `volumetric` adds m dh/dF of the mixed formulation. In plane stress P_33 = 0.
template <class S, class P>
FiniteStrainState<S> finite_strain_state(SectionKind section, const IsotropicEnergy& energy, const P* properties,
                                         const Tensor2<S>& displacement_gradient, const P* thermal_strain,
                                         const std::optional<VolumetricMultiplier<S>>& volumetric = {}) {
  FiniteStrainState<S> state;
  state.displacement_gradient = displacement_gradient;
  state.elastic_strain = green_lagrange(displacement_gradient);
  if (thermal_strain != nullptr) {
    state.thermal_strain = *thermal_strain;
    state.elastic_strain = elastic_part(state.elastic_strain, *thermal_strain);
  }
  if (section == SectionKind::plane_stress) {
    state.elastic_strain(2, 2) = free_thickness_strain(energy, state.elastic_strain, properties);
    const S elastic_stretch = sqrt(1.0 + 2.0 * state.elastic_strain(2, 2));
    // F_33 - 1 = theta lambda_e - 1, small strains keeping their digits
    state.displacement_gradient(2, 2) =
        state.thermal_strain +
        (1.0 + state.thermal_strain) * (2.0 * state.elastic_strain(2, 2) / (1.0 + elastic_stretch));
  }
  const Tensor2<S>& h = state.displacement_gradient;
  state.volume_change = volume_change(h);
  Tensor2<S> stress = second_piola_kirchhoff(energy, state.elastic_strain, properties);
  if (section == SectionKind::plane_stress) take_off_pressure(state.elastic_strain, stress);
  if (thermal_strain != nullptr) stress = P(1.0 + *thermal_strain) * stress;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      S sum = stress(i, j);
      for (int k = 0; k < 3; ++k) sum += h(i, k) * stress(k, j);
      state.first_piola_kirchhoff(i, j) = sum;
    }
  }
  state.first_piola_kirchhoff(0, 0) += refuse_inverted(value_of(state.volume_change));
  // Beyond the axis an element can be turned twice, with a positive volume.
  if (section == SectionKind::axisymmetric) state.first_piola_kirchhoff(0, 0) += refuse_inverted(value_of(h(2, 2)));
  if (volumetric) {
    // m dh/dF = m (dh/d ln J_e) F^-T, and F^-T = cof F / J
    Tensor2<S> deformation = h;
    for (int d = 0; d < 3; ++d) deformation(d, d) += S(1.0);
    const S slope = volumetric_measure_slope(volumetric->law, state.elastic_volume_logarithm());
    const S factor = volumetric->multiplier * slope * state.thermal_volume_ratio() / (1.0 + state.volume_change);
    state.first_piola_kirchhoff += factor * cofactor(deformation);
  }
  return state;
}

/// The first Piola-Kirchhoff stress of a solid point, (component, direction), with its derivatives where the properties
/// are held: tangents[9 m + n] = dP_m/dH_n, m and n being places of a tensor, from the moduli of S and the geometry. As
/// `finite_strain_state` has them, without carrying each direction through.
void linearize_first_piola_kirchhoff(const IsotropicEnergy& energy, const Batch* properties,
                                     const Tensor2<Batch>& displacement_gradient, const Batch* thermal_strain,
                                     Batch* stress, Batch* tangents);

} // namespace adjoule
