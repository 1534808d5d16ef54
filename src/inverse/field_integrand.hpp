// Functionals of the fields that quantities are taken of.
#pragma once

#include "adjoule/fem/integrand.hpp"
#include "adjoule/fem/section.hpp"
#include "adjoule/materials/isotropic_energy.hpp"
#include "adjoule/materials/volumetric_law.hpp"
#include "quantity_field.hpp"

#include <optional>

namespace adjoule {

// What the integral is taken of: the field f itself (exponent 0), or |f / scale| to the power of the exponent.
struct FieldPower {
  double exponent = 0.0;
  double scale = 1.0;
};

// The constitutive law of mechanics that a field follows from.
struct MechanicalLaw {
  bool thermal = false;                 // there is a thermal strain
  IsotropicEnergyPointer energy{};      // null: linear elasticity
  std::optional<VolumetricLaw> mixed{}; // the energy is its isochoric part, and there is a pressure
  bool compressible = true;             // mixed: there is a bulk modulus
};

struct FieldEvaluation {
  QuantityField field;
  SectionKind section = SectionKind::solid;
  MechanicalLaw law{};
};

// Fields: the one that it follows from; in mixed mechanics displacement and pressure. Properties: none for a nodal
// field and the pressure; the conductivity for fluxes and Joule heat; for linear mechanics Young's modulus, Poisson's
// ratio and, where thermal, the thermal strain; at finite strain the energy's properties, where thermal the thermal
// strain, and where mixed and compressible the bulk modulus.
IntegrandPointer field_integrand(const FieldEvaluation& what, const FieldPower& power = {});

// 1: the measure of a domain.
IntegrandPointer unit_integrand();

} // namespace adjoule
