// Which properties a field follows from, and where.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "quantity_field.hpp"

namespace adjoule {

// The properties of some elements, in the order in which `field_integrand` reads them.
struct RegionLaw {
  std::vector<Index> elements; // ascending
  std::vector<CoefficientPointer> properties;
  std::vector<CoefficientPointer> rule_properties; // those that the physics chose its quadrature by
  bool thermal = false;
};

// The laws of a field; empty where the model does not compute it. Nodal fields have one law without properties.
std::vector<RegionLaw> region_laws(const MultiphysicsSystem& model, const QuantityField& field);

// The same; throws InputError, beginning with `where`, that says what the field needs.
std::vector<RegionLaw> require_region_laws(const MultiphysicsSystem& model, const QuantityField& field,
                                           const std::string& where);

// Number of the model's field of nodal values that the quantity's field follows from.
int source_field(const MultiphysicsSystem& model, const QuantityField& field);

} // namespace adjoule
