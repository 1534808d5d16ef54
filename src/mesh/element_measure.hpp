/// Jacobian determinants at fixed points of an element, for its measure and its validity.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <Eigen/Dense>

#include <span>
#include <vector>

namespace adjoule {

/// The points of one element type at which its Jacobian is examined: first a quadrature rule that integrates the
/// determinant exactly, then the nodes.
class JacobianSamples {
 public:
  static const JacobianSamples& get(ElementType type);

  std::size_t count() const { return gradients_.size(); }
  static constexpr std::size_t most_points = 64; ///< more than any type has
  /// Determinants at the first points, as many as `values` holds, of the element with these nodes; for sides of
  /// dimension less than space the area ratio (>= 0). `space` is the number of coordinates that count.
  void determinants(std::span<const Index> nodes, const std::vector<std::array<double, 3>>& coordinates, int space,
                    std::span<double> values) const;
  /// Integral of the determinant over the element, from its values at the first points or all.
  double measure(std::span<const double> determinants) const;
  double measure(std::span<const Index> nodes, const std::vector<std::array<double, 3>>& coordinates, int space) const;

 private:
  explicit JacobianSamples(ElementType type);
  void add(ElementType type, const std::array<double, 3>& point);
  double determinant(const Eigen::Matrix3d& jacobian, int space) const;

  int dimension_;
  std::vector<Eigen::MatrixXd> gradients_; ///< nodes x dimension
  std::vector<double> weights_;            ///< of the first points
};

/// The type of the same shape with order 1.
ElementType linear_type(ElementType type);

} // namespace adjoule
