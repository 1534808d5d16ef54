/// Fields that follow from gradients, as one value an element: for output.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

namespace adjoule {

/// Means over the volume of each element, [element * components + component]: "joule_heat" (1, W/m^3), "heat_flux" and
/// "current_density" (3, W/m^2, A/m^2), "stress" (6, Pa) and "strain" (6) in VTK's order XX YY ZZ XY YZ XZ, "von_mises"
/// (1, Pa, the mean of its values at the points). 0 where the physics does not take place. The model does not have to
/// compute the field. Throws InputError for another name.
std::vector<double> cell_means(const MultiphysicsSystem& model, const FieldValues& fields, const std::string& field);

} // namespace adjoule
