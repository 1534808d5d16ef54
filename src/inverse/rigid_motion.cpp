#include "rigid_motion.hpp"

#include <cmath>

namespace adjoule {
namespace {

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
  Eigen::Matrix3d matrix;
  matrix << 0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0;
  return matrix;
}

// sin(a)/a, (1 - cos(a))/a^2 and (a - sin(a))/a^3, by their series where these would lose digits.
struct Factors {
  double sine, cosine, rest;
};
Factors factors(double angle) {
  const double square = angle * angle;
  if (angle < 1e-2) {
    return {1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)),
            0.5 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0))),
            1.0 / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0)))};
  }
  return {std::sin(angle) / angle, (1.0 - std::cos(angle)) / square, (angle - std::sin(angle)) / (square * angle)};
}

} // namespace

Eigen::Matrix3d rotation_by(const Eigen::Vector3d& w) {
  const Factors f = factors(w.norm());
  const Eigen::Matrix3d cross = cross_matrix(w);
  return Eigen::Matrix3d::Identity() + f.sine * cross + f.cosine * cross * cross;
}

Eigen::Matrix3d rotation_derivative(const Eigen::Vector3d& w, const Eigen::Vector3d& v) {
  const Factors f = factors(w.norm());
  const Eigen::Matrix3d cross = cross_matrix(w);
  const Eigen::Matrix3d jacobian = Eigen::Matrix3d::Identity() - f.cosine * cross + f.rest * cross * cross;
  return -rotation_by(w) * cross_matrix(v) * jacobian;
}

} // namespace adjoule
