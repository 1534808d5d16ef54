#include "adjoule/mesh/reference_element.hpp"

#include <cassert>
#include <cmath>

namespace adjoule {
namespace {

/// Whether x^i y^j z^k belongs to the space of a type. Complete polynomials on simplices, products on lines,
/// quadrilaterals and hexahedra, triangle times line on prisms. Serendipity spaces keep the monomials whose factors of
/// degree two or more add up to at most the order (D. N. Arnold, G. Awanou, "The serendipity family of finite
/// elements", 2011).
bool spans(ElementType type, int order, ElementShape shape, const std::array<int, 3>& exponent) {
  const auto [i, j, k] = exponent;
  const auto superlinear = [](int degree) { return degree >= 2 ? degree : 0; };
  switch (shape) {
    case ElementShape::point:
      return i + j + k == 0;
    case ElementShape::line:
      return i <= order && j + k == 0;
    case ElementShape::triangle:
      return i + j <= order && k == 0;
    case ElementShape::tetrahedron:
      return i + j + k <= order;
    case ElementShape::quadrilateral:
    case ElementShape::hexahedron: {
      const bool in_dimension = shape == ElementShape::hexahedron || k == 0;
      const bool product = i <= order && j <= order && k <= order;
      const bool serendipity = type == ElementType::quadrilateral8 || type == ElementType::hexahedron20;
      return in_dimension && product && (!serendipity || superlinear(i) + superlinear(j) + superlinear(k) <= order);
    }
    case ElementShape::prism:
      return i + j <= order && k <= order &&
             (type != ElementType::prism15 || superlinear(i + j) + superlinear(k) <= order);
  }
  return false;
}

double power(double x, int exponent) {
  double result = 1.0;
  for (int i = 0; i < exponent; ++i) result *= x;
  return result;
}

double power_derivative(double x, int exponent) {
  return exponent == 0 ? 0.0 : exponent * power(x, exponent - 1);
}

Eigen::VectorXd monomials(const std::vector<std::array<int, 3>>& exponents, const std::array<double, 3>& xi) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(exponents.size()));
  Eigen::Index row = 0;
  for (const auto& [i, j, k] : exponents) result(row++) = power(xi[0], i) * power(xi[1], j) * power(xi[2], k);
  return result;
}

} // namespace

ReferenceElement::ReferenceElement(ElementType type) : topology_(&adjoule::topology(type)) {
  const int order = topology_->order;
  for (int k = 0; k <= order; ++k)
    for (int j = 0; j <= order; ++j)
      for (int i = 0; i <= order; ++i)
        if (spans(type, order, topology_->shape, {i, j, k})) exponents_.push_back({i, j, k});
  const Eigen::Index n = topology_->nodes;
  assert(static_cast<Eigen::Index>(exponents_.size()) == n);
  Eigen::MatrixXd at_nodes(n, n);
  for (Eigen::Index node = 0; node < n; ++node)
    at_nodes.row(node) = monomials(exponents_, topology_->node_coordinates[static_cast<std::size_t>(node)]);
  // Up to order 2 all coefficients are multiples of 1/8: rounding to 1/64 removes what the inversion lost.
  coefficients_ = (at_nodes.fullPivLu().inverse() * 64.0).array().round().matrix() / 64.0;
}

const ReferenceElement& ReferenceElement::get(ElementType type) {
  static const std::vector<ReferenceElement> all = [] {
    std::vector<ReferenceElement> list;
    for (int t = 0; t < element_type_count; ++t) list.push_back(ReferenceElement(static_cast<ElementType>(t)));
    return list;
  }();
  return all[static_cast<std::size_t>(type)];
}

Eigen::VectorXd ReferenceElement::shape(const std::array<double, 3>& xi) const {
  return coefficients_.transpose() * monomials(exponents_, xi);
}

Eigen::MatrixXd ReferenceElement::gradient(const std::array<double, 3>& xi) const {
  Eigen::MatrixXd derivatives(static_cast<Eigen::Index>(exponents_.size()), dimension());
  for (int d = 0; d < dimension(); ++d) {
    Eigen::Index row = 0;
    for (const auto& exponent : exponents_) {
      double product = 1.0;
      for (int c = 0; c < 3; ++c) {
        const auto s = static_cast<std::size_t>(c);
        product *= c == d ? power_derivative(xi[s], exponent[s]) : power(xi[s], exponent[s]);
      }
      derivatives(row++, d) = product;
    }
  }
  return coefficients_.transpose() * derivatives;
}

} // namespace adjoule
