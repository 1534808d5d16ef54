// Rotations by a vector.
#pragma once

#include <Eigen/Dense>

namespace adjoule {

// R(w) = exp([w]x), Rodrigues' formula.
Eigen::Matrix3d rotation_by(const Eigen::Vector3d& w);

// d(R(w) v)/dw = -R(w) [v]x J(w), J the right Jacobian of the rotations (Chirikjian 2012, Stochastic Models,
// Information Theory, and Lie Groups 2, section 10.8).
Eigen::Matrix3d rotation_derivative(const Eigen::Vector3d& w, const Eigen::Vector3d& v);

} // namespace adjoule
