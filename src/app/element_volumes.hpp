// Volumes of elements as the model integrates over them.
#pragma once

#include "adjoule/app/model_builder.hpp"

#include <vector>

namespace adjoule {

/// Volume of each of the field's elements, m^3, as integrals of the model take it (thickness, circumference).
std::vector<double> element_volumes(const Model& model, const ElementField& field);

} // namespace adjoule
