/// What the sources of the rubber-like materials share.
#pragma once

#include "adjoule/materials/isotropic_energy.hpp"
#include "adjoule/materials/volumetric_law.hpp"

#include <optional>

namespace adjoule {

/// The isochoric energy alone, or with a volumetric law.
template <class Isochoric>
IsotropicEnergyPointer make_rubber_energy(Isochoric isochoric, std::optional<VolumetricLaw> law) {
  if (!law) return make_isotropic_energy(isochoric);
  return make_isotropic_energy(WithVolumetricLaw<Isochoric>{isochoric, *law});
}

/// Throws InputError unless a series has a term.
inline void require_terms(int terms, const char* material) {
  if (terms < 1)
    throw InputError(std::string(material) + " energy: " + std::to_string(terms) + " terms; give at least one");
}

} // namespace adjoule
