// A field of a quantity as integrals: one for each law and element type that the selection meets.
#pragma once

#include "field_integrand.hpp"
#include "region_laws.hpp"
#include "selection.hpp"

namespace adjoule {

struct FieldIntegral {
  Integral integral;    // of the field itself
  FieldEvaluation what; // to make others of the same inputs
};

struct FieldIntegrals {
  std::vector<FieldIntegral> parts;
  std::vector<Integral> measure; // of the whole selection, also where the field is zero because nothing conducts
};

// Over a selection of volumes or boundaries. A flux without a component is the outward normal one on a boundary. Throws
// InputError where the field is not computed on the selection.
FieldIntegrals integrate_field(const MultiphysicsSystem& model, const QuantityField& field, const Selection& selection,
                               const std::string& where);

// At points; each is given with an element, and one outside of all laws contributes 0.
std::vector<FieldIntegral> field_at_points(const MultiphysicsSystem& model, const QuantityField& field,
                                           const std::vector<Domain::Point>& points, DomainKind kind,
                                           const std::string& where);

} // namespace adjoule
