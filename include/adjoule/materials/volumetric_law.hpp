/// The part of a rubber's energy that resists a change of volume.
#pragma once

#include "adjoule/core/dual.hpp"

namespace adjoule {

/// Energy per reference volume U(J) = K u(J), with u(1) = u'(1) = 0 and u''(1) = 1.
enum class VolumetricLaw {
  quadratic,   ///< u = (J - 1)^2 / 2
  logarithmic, ///< u = (ln J)^2 / 2
  simo_taylor  ///< u = (J^2 - 1 - 2 ln J) / 4 (Simo, Taylor 1982)
};

/// The ratio of volumes J alone, by its logarithm.
template <class S>
struct VolumeRatio {
  S logarithm;

  const S& volume_logarithm() const { return logarithm; }
  S volume_change() const { return expm1(logarithm); }
};

/// u of a strain that knows ln J and J - 1.
template <class Strain>
auto volumetric_energy_of(VolumetricLaw law, const Strain& strain) {
  using S = decltype(strain.volume_logarithm() + 0.0);
  switch (law) {
    case VolumetricLaw::logarithmic: {
      const S logarithm = strain.volume_logarithm();
      return S(0.5 * (logarithm * logarithm));
    }
    case VolumetricLaw::simo_taylor:
      return S(0.25 * exp_beyond_tangent(2.0 * strain.volume_logarithm()));
    case VolumetricLaw::quadratic:
      break;
  }
  const S change = strain.volume_change();
  return S(0.5 * (change * change));
}
/// u of ln J.
template <class S>
S volumetric_energy(VolumetricLaw law, const S& volume_logarithm) {
  return volumetric_energy_of(law, VolumeRatio<S>{volume_logarithm});
}

// In the mixed formulation a multiplier m (Pa) of a measure h of the change of volume stands for U, with the constraint
// h(J) = c(m/K): the Legendre transform of U, so that the tangent is symmetric for every law. m is the mean Cauchy
// stress for h = J - 1, and J times it for h = ln J.

/// h of ln J: J - 1, for the logarithmic law ln J.
template <class S>
S volumetric_measure(VolumetricLaw law, const S& volume_logarithm) {
  return law == VolumetricLaw::logarithmic ? volume_logarithm : expm1(volume_logarithm);
}
/// dh/d ln J
template <class S>
S volumetric_measure_slope(VolumetricLaw law, const S& volume_logarithm) {
  return law == VolumetricLaw::logarithmic ? S(1.0) : exp(volume_logarithm);
}
/// c of m/K, from m = dU/dh.
template <class S>
S volumetric_compliance(VolumetricLaw law, const S& multiplier_over_bulk) {
  if (law != VolumetricLaw::simo_taylor) return multiplier_over_bulk;
  // J from m/K = (J - 1/J)/2, minus 1
  const S square = multiplier_over_bulk * multiplier_over_bulk;
  return multiplier_over_bulk + square / (1.0 + sqrt(1.0 + square));
}

/// An isochoric energy of stretches or of invariants with a volumetric law added; its bulk modulus (Pa) is the last
/// property.
template <class Isochoric>
struct WithVolumetricLaw {
  Isochoric isochoric;
  VolumetricLaw law;

  int property_count() const { return isochoric.property_count() + 1; }
  template <template <class> class Strain, class S, class P>
  S energy(const Strain<S>& strain, const P* properties) const requires requires {
    isochoric.energy(strain, properties);
  }
  {
    const P& bulk = properties[isochoric.property_count()];
    return isochoric.energy(strain, properties) + bulk * volumetric_energy_of(law, strain);
  }
};

} // namespace adjoule
