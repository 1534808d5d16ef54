/// Fields that follow from gradients, as one value an element: for output.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

namespace adjoule {

/// Means over the volume of each element, [element * components + component]:
///   "joule_heat" (1, W/m^3), "heat_flux" and "current_density" (3, W/m^2, A/m^2)
///   "stress" (6, Pa: Cauchy), "strain" (6: Green-Lagrange, of a linear material the small strain),
///   "logarithmic_strain" (6: ln U), all in VTK's order XX YY ZZ XY YZ XZ; "first_piola_kirchhoff" (9, Pa, row by row:
///   force component, then reference direction) "von_mises" (1, Pa, the mean of its values at the points),
///   "volume_ratio" (1: det F), "energy_density" (1, J/m^3 of the reference), "pressure" (1, Pa, of the mixed
///   formulation) "principal_stretches" (3, the largest first) and "principal_direction_1" .. "_3" (3, unit vectors in
///   the reference frame, of either sign): those of the mean strain
/// 0 where the physics does not take place. The model does not have to compute the field. Throws InputError for another
/// name.
std::vector<double> cell_means(const MultiphysicsSystem& model, const FieldValues& fields, const std::string& field);

/// Number of components of such a field.
int cell_field_components(const std::string& field);

} // namespace adjoule
