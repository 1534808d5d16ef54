// Whether a deformation can grow into another one without turning anything inside out.
#pragma once

#include "adjoule/fem/assembly.hpp"

namespace adjoule {

/// A step that makes some point's volume vanish, or shrink to this part of what it has at both ends, has passed through
/// matter turned inside out; rotations by up to 168 degrees keep more of it.
inline constexpr double least_volume_on_the_way = 0.01;

/// Least volume ratio det(I + (1 - s) grad u_0 + s grad u_1), 0 <= s <= 1, over the domain's points, each relative to
/// the lesser one of its ends; u_0 and u_1 are nodal values of the displacement. In two dimensions: of areas.
double least_volume_between(const Mesh& mesh, const Field& displacement, const std::shared_ptr<const Domain>& domain,
                            const std::vector<double>& from, const std::vector<double>& to);

} // namespace adjoule
