// The integrands of all physics, one factory each; the kernels stand in the sources.
#pragma once

#include "adjoule/fem/integrand.hpp"
#include "adjoule/fem/section.hpp"
#include "adjoule/materials/isotropic_energy.hpp"
#include "adjoule/materials/volumetric_law.hpp"

namespace adjoule {

IntegrandPointer measure_integrand(); // functional 1

// Fields: the scalar. Properties: conductivity.
IntegrandPointer conduction_integrand();
// Fields: none. Properties: inflow per area or volume.
IntegrandPointer scalar_load_integrand();
// Fields: potential. Properties: electrical conductivity. Test: temperature.
IntegrandPointer joule_heat_integrand();
// Fields: temperature. Properties: coefficient, ambient.
IntegrandPointer convection_integrand();
// Fields: temperature. Properties: emissivity, ambient.
IntegrandPointer radiation_integrand();
// Fields: temperature rate. Properties: density, specific heat.
IntegrandPointer heat_capacity_integrand();

// Fields: displacement. Properties: Young's modulus, Poisson's ratio and, where thermal, the thermal strain.
IntegrandPointer elasticity_integrand(SectionKind section, bool thermal);
// Fields: displacement. Properties: the energy's and, where thermal, the thermal strain.
IntegrandPointer hyperelasticity_integrand(SectionKind section, IsotropicEnergyPointer energy, bool thermal);
// The same with the volumetric stress from the pressure. Fields: displacement, pressure. Not for plane stress.
IntegrandPointer mixed_hyperelasticity_integrand(SectionKind section, IsotropicEnergyPointer energy, bool thermal,
                                                 VolumetricLaw law);
// Fields: displacement, pressure. Properties: bulk modulus where compressible, thermal strain where thermal. Test:
// pressure.
IntegrandPointer volumetric_constraint_integrand(SectionKind section, VolumetricLaw law, bool compressible,
                                                 bool thermal);
// Fields: displacement. Properties: the thermal strain where thermal. Test: pressure.
IntegrandPointer strain_size_integrand(SectionKind section, bool thermal);
// Fields: displacement. Properties: pressure.
IntegrandPointer follower_pressure_integrand(SectionKind section);
// Properties: three components of the load.
IntegrandPointer vector_load_integrand();
// Properties: pressure.
IntegrandPointer pressure_integrand();
// Fields: displacement. Properties: stiffness.
IntegrandPointer spring_integrand();
// Fields: displacement acceleration. Properties: density.
IntegrandPointer inertia_integrand();

} // namespace adjoule
