/// Isotropic linear elasticity at small strain with thermal expansion.
#pragma once

#include "adjoule/core/dual.hpp"
#include "adjoule/core/tensor.hpp"
#include "adjoule/fem/section.hpp"
#include "adjoule/materials/hoop_strain.hpp"

namespace adjoule {

template <class S>
struct ElasticState {
  Tensor2<S> strain;         ///< total
  Tensor2<S> elastic_strain; ///< total minus thermal
  Tensor2<S> stress;         ///< Pa
};

/// Pa
template <class P>
struct HookeModuli {
  P lambda;      ///< Lamé's first
  P twice_shear; ///< 2 mu
};
template <class P>
HookeModuli<P> hooke_moduli(const P& young, const P& poisson) {
  return {young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)), young / (1.0 + poisson)};
}

/// Stress of Hooke's law, sigma = lambda tr(e) I + 2 mu e with e = strain - thermal_strain I; null: none. Out of the
/// plane: plane strain holds the total strain at zero, plane stress the stress, axisymmetry has the hoop strain u_r /
/// r. (Timoshenko & Goodier, Theory of Elasticity, chapters 1, 4, 13.)
template <class S, class P>
ElasticState<S> linear_thermoelastic(SectionKind section, const Tensor2<S>& displacement_gradient,
                                     const S& radial_displacement, const S& radius, const P& young, const P& poisson,
                                     const P* thermal_strain) {
  const auto [lambda, twice_shear] = hooke_moduli(young, poisson);
  ElasticState<S> state;
  state.strain = symmetric_part(displacement_gradient);
  if (section == SectionKind::axisymmetric)
    state.strain(2, 2) = hoop_strain(radial_displacement, radius, state.strain(0, 0));
  state.elastic_strain = state.strain;
  for (int d = 0; d < 3 && thermal_strain != nullptr; ++d) state.elastic_strain(d, d) -= *thermal_strain;
  if (section == SectionKind::plane_stress) {
    const S in_plane = state.elastic_strain(0, 0) + state.elastic_strain(1, 1);
    state.elastic_strain(2, 2) = -lambda * in_plane / (lambda + twice_shear);
    state.strain(2, 2) = state.elastic_strain(2, 2);
    if (thermal_strain != nullptr) state.strain(2, 2) += *thermal_strain;
  }
  state.stress = twice_shear * state.elastic_strain;
  const S pressure_part = lambda * trace(state.elastic_strain);
  for (int d = 0; d < 3; ++d) state.stress(d, d) += pressure_part;
  return state;
}

} // namespace adjoule
