/// Lagrange and serendipity shape functions on the reference element.
#pragma once

#include "adjoule/mesh/element_type.hpp"

#include <Eigen/Dense>

namespace adjoule {

/// The nodal shape functions of one element type: N_i(xi_j) = delta_ij at the nodes of
/// `topology(type).node_coordinates`. Built from the type's monomials by inverting their values at the nodes.
class ReferenceElement {
 public:
  static const ReferenceElement& get(ElementType type);

  const ElementTopology& topology() const { return *topology_; }
  int nodes() const { return topology_->nodes; }
  int dimension() const { return topology_->dimension; }

  /// N_i(xi), one a node.
  Eigen::VectorXd shape(const std::array<double, 3>& xi) const;
  /// dN_i/dxi_d, nodes x dimension.
  Eigen::MatrixXd gradient(const std::array<double, 3>& xi) const;

 private:
  explicit ReferenceElement(ElementType type);

  const ElementTopology* topology_;
  std::vector<std::array<int, 3>> exponents_; ///< of the monomials
  Eigen::MatrixXd coefficients_;              ///< monomials x nodes
};

} // namespace adjoule
