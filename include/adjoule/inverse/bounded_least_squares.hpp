/// Linear least squares within bounds.
#pragma once

#include <Eigen/Dense>

namespace adjoule {

struct BoundedStep {
  Eigen::VectorXd step;
  double decrease = 0.0; ///< of half the sum of squares
};

/// Least |r + J s|^2 / 2 for lower <= s <= upper, where lower <= 0 <= upper: the method of active sets of Stark and
/// Parker (1995, Computational Statistics 10, 129-141), begun at s = 0. Where J has not full rank, one of the minima.
BoundedStep bounded_least_squares(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residual,
                                  const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);

} // namespace adjoule
