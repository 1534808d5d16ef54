/// The library's hyperelastic materials. Each has its energy and the meaning of its properties in its own header.
#pragma once

#include "adjoule/materials/isotropic_energy.hpp"
#include "adjoule/materials/ogden.hpp"
#include "adjoule/materials/volumetric_law.hpp"

#include <optional>

namespace adjoule {

/// With a volumetric law the bulk modulus (Pa) is one more property, the last. Without one the energy is the isochoric
/// part alone, as the mixed formulation needs it. Throws InputError where `terms` is below 1 or more than a point can
/// hold.
IsotropicEnergyPointer ogden_energy(int terms, OgdenConvention convention, std::optional<VolumetricLaw> law);
IsotropicEnergyPointer neo_hookean_energy(std::optional<VolumetricLaw> law);
IsotropicEnergyPointer mooney_rivlin_energy(std::optional<VolumetricLaw> law);
IsotropicEnergyPointer yeoh_energy(int terms, std::optional<VolumetricLaw> law);
IsotropicEnergyPointer gent_energy(std::optional<VolumetricLaw> law);
IsotropicEnergyPointer arruda_boyce_energy(std::optional<VolumetricLaw> law);
IsotropicEnergyPointer st_venant_kirchhoff_energy();

} // namespace adjoule
