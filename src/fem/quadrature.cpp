#include "adjoule/fem/quadrature.hpp"

#include "adjoule/core/error.hpp"
#include "quadrature_gauss.hpp"
#include "quadrature_simplex.hpp"

#include <fmt/core.h>
#include <map>
#include <mutex>

namespace adjoule {
namespace {

constexpr int highest_degree = 30;

/// On [-1,1].
QuadratureRule line_rule(int degree) {
  const LineRule gauss = gauss_jacobi(degree / 2 + 1, 0);
  QuadratureRule rule;
  for (std::size_t i = 0; i < gauss.points.size(); ++i) {
    rule.points.push_back({2.0 * gauss.points[i] - 1.0, 0.0, 0.0});
    rule.weights.push_back(2.0 * gauss.weights[i]);
  }
  return rule;
}

/// Appends a line's coordinate as number `coordinate`.
QuadratureRule product(const QuadratureRule& base, const QuadratureRule& line, std::size_t coordinate) {
  QuadratureRule rule;
  for (std::size_t j = 0; j < line.points.size(); ++j)
    for (std::size_t i = 0; i < base.points.size(); ++i) {
      rule.points.push_back(base.points[i]);
      rule.points.back()[coordinate] = line.points[j][0];
      rule.weights.push_back(base.weights[i] * line.weights[j]);
    }
  return rule;
}

QuadratureRule build(ElementShape shape, int degree) {
  switch (shape) {
    case ElementShape::point:
      return {{{0.0, 0.0, 0.0}}, {1.0}};
    case ElementShape::line:
      return line_rule(degree);
    case ElementShape::triangle:
      return triangle_rule(degree);
    case ElementShape::quadrilateral:
      return product(line_rule(degree), line_rule(degree), 1);
    case ElementShape::tetrahedron:
      return tetrahedron_rule(degree);
    case ElementShape::hexahedron:
      return product(build(ElementShape::quadrilateral, degree), line_rule(degree), 2);
    case ElementShape::prism:
      return product(triangle_rule(degree), line_rule(degree), 2);
  }
  return {};
}

} // namespace

const QuadratureRule& quadrature_rule(ElementShape shape, int degree) {
  if (degree < 0 || degree > highest_degree)
    throw InputError(
        fmt::format("there is no quadrature of degree {}: choose a degree between 0 and {}", degree, highest_degree));
  static std::mutex mutex;
  static std::map<std::pair<ElementShape, int>, QuadratureRule> rules; // its elements never move
  const std::scoped_lock lock(mutex);
  const auto [place, added] = rules.try_emplace({shape, degree});
  if (added) place->second = build(shape, degree);
  return place->second;
}

} // namespace adjoule
