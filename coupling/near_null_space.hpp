// The motions of a rigid body in the unknowns of a mechanical system, for multigrid.
#pragma once

#include "adjoule/physics/physics_system.hpp"

#include <Eigen/Dense>

namespace adjoule {

/// A column each: translations and rotations of a solid (6) or a plane section (3), the translation along the axis of
/// an axisymmetric one; a row for each unknown of the displacement, those of ties at the first of their nodes.
Eigen::MatrixXd rigid_body_modes(const PhysicsSystem& mechanical);

/// How many unknowns every node with unknowns has, where they all have all components of the field and none is tied;
/// else 1.
int unknowns_per_node(const PhysicsSystem& system);

} // namespace adjoule
