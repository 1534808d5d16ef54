// Which properties a field follows from, and where.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "field_integrand.hpp"

namespace adjoule {

// The properties of some elements, in the order in which `field_integrand` reads them.
struct RegionLaw {
  std::vector<Index> elements; // ascending
  std::vector<CoefficientPointer> properties;
  std::vector<CoefficientPointer> rule_properties; // those that the physics chose its quadrature by
  MechanicalLaw law{};
};

// The laws of a field; empty where the model does not compute it. Nodal fields have one law without properties.
std::vector<RegionLaw> region_laws(const MultiphysicsSystem& model, const QuantityField& field);

// The same; throws InputError, beginning with `where`, that says what the field needs.
std::vector<RegionLaw> require_region_laws(const MultiphysicsSystem& model, const QuantityField& field,
                                           const std::string& where);

// Numbers of the model's fields that the quantity's field follows from under a law, in the order in which
// `field_integrand` reads them.
std::vector<int> source_fields(const MultiphysicsSystem& model, const QuantityField& field, const MechanicalLaw& law);

} // namespace adjoule
