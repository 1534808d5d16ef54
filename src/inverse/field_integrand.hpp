// Functionals of the fields that quantities are taken of.
#pragma once

#include "adjoule/fem/integrand.hpp"
#include "adjoule/fem/section.hpp"
#include "quantity_field.hpp"

namespace adjoule {

// What the integral is taken of: the field f itself (exponent 0), or |f / scale| to the power of the exponent.
struct FieldPower {
  double exponent = 0.0;
  double scale = 1.0;
};

struct FieldEvaluation {
  QuantityField field;
  SectionKind section = SectionKind::solid;
  bool thermal = false; // mechanics: there is a thermal strain
};

// Fields: the one that it follows from. Properties: none for a nodal field; the conductivity for fluxes and Joule heat;
// Young's modulus, Poisson's ratio and, where thermal, the thermal strain for mechanics.
IntegrandPointer field_integrand(const FieldEvaluation& what, const FieldPower& power = {});

// 1: the measure of a domain.
IntegrandPointer unit_integrand();

} // namespace adjoule
