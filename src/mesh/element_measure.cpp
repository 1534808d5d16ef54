#include "element_measure.hpp"

#include "adjoule/mesh/reference_element.hpp"
#include "adjoule/mesh/report.hpp"

#include <cassert>
#include <cmath>

namespace adjoule {
namespace {

struct WeightedPoint {
  std::array<double, 3> at;
  double weight;
};
using Rule = std::vector<WeightedPoint>;

/// Gauss, three points, degree 5.
Rule line_rule() {
  const double a = std::sqrt(0.6);
  return {{{-a, 0.0, 0.0}, 5.0 / 9.0}, {{0.0, 0.0, 0.0}, 8.0 / 9.0}, {{a, 0.0, 0.0}, 5.0 / 9.0}};
}

/// Six points, degree 4 (Strang and Fix).
Rule triangle_rule() {
  Rule rule;
  for (const auto& [a, weight] :
       {std::pair{0.445948490915965, 0.223381589678011 / 2}, {0.091576213509771, 0.109951743655322 / 2}})
    for (const auto& [x, y] : {std::pair{a, a}, {1.0 - 2.0 * a, a}, {a, 1.0 - 2.0 * a}})
      rule.push_back({{x, y, 0.0}, weight});
  return rule;
}

/// Five points, degree 3, which is that of the determinant of a quadratic tetrahedron (Keast).
Rule tetrahedron_rule() {
  const double a = 1.0 / 6.0, b = 0.5;
  Rule rule = {{{0.25, 0.25, 0.25}, -2.0 / 15.0}};
  for (const auto& point : {std::array{a, a, a}, {b, a, a}, {a, b, a}, {a, a, b}}) rule.push_back({point, 3.0 / 40.0});
  return rule;
}

/// Each point of the first rule at each place of the second along the axis.
Rule product(const Rule& base, const Rule& along, std::size_t axis) {
  Rule rule;
  for (const WeightedPoint& a : base) {
    for (const WeightedPoint& b : along) {
      WeightedPoint both = {a.at, a.weight * b.weight};
      both.at[axis] = b.at[0];
      rule.push_back(both);
    }
  }
  return rule;
}

Rule rule_of(ElementShape shape) {
  switch (shape) {
    case ElementShape::point:
      return {{{0.0, 0.0, 0.0}, 1.0}};
    case ElementShape::line:
      return line_rule();
    case ElementShape::triangle:
      return triangle_rule();
    case ElementShape::quadrilateral:
      return product(line_rule(), line_rule(), 1);
    case ElementShape::tetrahedron:
      return tetrahedron_rule();
    case ElementShape::hexahedron:
      return product(product(line_rule(), line_rule(), 1), line_rule(), 2);
    case ElementShape::prism:
      return product(triangle_rule(), line_rule(), 2);
  }
  return {};
}

} // namespace

JacobianSamples::JacobianSamples(ElementType type) : dimension_(topology(type).dimension) {
  for (const WeightedPoint& point : rule_of(topology(type).shape)) {
    add(type, point.at);
    weights_.push_back(point.weight);
  }
  for (const auto& node : topology(type).node_coordinates) add(type, node);
}

void JacobianSamples::add(ElementType type, const std::array<double, 3>& point) {
  gradients_.push_back(ReferenceElement::get(type).gradient(point));
}

const JacobianSamples& JacobianSamples::get(ElementType type) {
  static const std::vector<JacobianSamples> all = [] {
    std::vector<JacobianSamples> list;
    for (int i = 0; i < element_type_count; ++i) list.push_back(JacobianSamples(static_cast<ElementType>(i)));
    return list;
  }();
  return all[static_cast<std::size_t>(type)];
}

void JacobianSamples::determinants(std::span<const Index> nodes, const std::vector<std::array<double, 3>>& coordinates,
                                   int space, std::span<double> values) const {
  std::array<std::array<double, 3>, 27> position;
  for (std::size_t i = 0; i < nodes.size(); ++i) position[i] = coordinates[static_cast<std::size_t>(nodes[i])];
  for (std::size_t point = 0; point < values.size(); ++point) {
    const Eigen::MatrixXd& gradient = gradients_[point];
    // Column d: derivative of the position to reference coordinate d.
    Eigen::Matrix3d jacobian = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (Eigen::Index d = 0; d < dimension_; ++d) {
        const double slope = gradient(static_cast<Eigen::Index>(i), d);
        for (std::size_t c = 0; c < 3; ++c) jacobian(static_cast<Eigen::Index>(c), d) += position[i][c] * slope;
      }
    }
    values[point] = determinant(jacobian, space);
  }
}

double JacobianSamples::determinant(const Eigen::Matrix3d& jacobian, int space) const {
  if (dimension_ == 3) return jacobian.determinant();
  if (dimension_ == 0) return 1.0;
  if (dimension_ == 1) return jacobian.col(0).norm();
  if (space == 2) return jacobian(0, 0) * jacobian(1, 1) - jacobian(0, 1) * jacobian(1, 0);
  return jacobian.col(0).cross(jacobian.col(1)).norm();
}

double JacobianSamples::measure(std::span<const double> determinants) const {
  double sum = 0.0;
  for (std::size_t point = 0; point < weights_.size(); ++point) sum += weights_[point] * determinants[point];
  return sum;
}

double JacobianSamples::measure(std::span<const Index> nodes, const std::vector<std::array<double, 3>>& coordinates,
                                int space) const {
  std::array<double, most_points> values;
  const std::span<double> rule = std::span(values).first(weights_.size());
  determinants(nodes, coordinates, space, rule);
  return measure(rule);
}

ElementType linear_type(ElementType type) {
  for (int i = 0; i < element_type_count; ++i) {
    const ElementTopology& candidate = topology(static_cast<ElementType>(i));
    if (candidate.shape == topology(type).shape && candidate.order <= 1) return candidate.type;
  }
  assert(!"every shape has a linear type");
  return type;
}

double facet_measure(const Mesh& mesh, const Facet& facet) {
  const auto nodes = mesh.facet_nodes(facet);
  return JacobianSamples::get(mesh.facet_type(facet)).measure(nodes, mesh.coordinates(), 3);
}

double element_measure(const Mesh& mesh, Index element) {
  return JacobianSamples::get(mesh.element_type(element))
      .measure(mesh.element_nodes(element), mesh.coordinates(), mesh.dimension());
}

} // namespace adjoule
