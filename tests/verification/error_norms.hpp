/// How far a discrete field is from a known one, and how fast that falls.
#pragma once

#include "support/structured_mesh.hpp"

#include "adjoule/fem/quadrature.hpp"

namespace adjoule::test {

struct ValueAndGradient {
  double value;
  Point gradient;
};
struct ErrorNorms {
  double l2 = 0.0, h1 = 0.0; ///< of the difference and of its gradient
};

/// `exact` gives value and gradient of each component at a point. Integrated with a rule above the elements' own.
inline ErrorNorms error_norms(const Mesh& mesh, const std::vector<double>& values, int components,
                              const std::function<std::vector<ValueAndGradient>(const Point&)>& exact) {
  const int dimension = mesh.dimension();
  double squares = 0.0, gradient_squares = 0.0;
  for (const ElementBlock& block : mesh.blocks()) {
    const ReferenceElement& reference = ReferenceElement::get(block.type);
    const QuadratureRule& rule = quadrature_rule(topology(block.type).shape, 2 * topology(block.type).order + 2);
    std::vector<Eigen::VectorXd> shape;
    std::vector<Eigen::MatrixXd> gradient;
    for (const Point& xi : rule.points) {
      shape.push_back(reference.shape(xi));
      gradient.push_back(reference.gradient(xi));
    }
    for (Index element = 0; element < block.size(); ++element) {
      const std::span<const Index> nodes = block.nodes(element);
      Eigen::MatrixXd position(nodes.size(), dimension), nodal(nodes.size(), components);
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        const auto row = static_cast<Eigen::Index>(n);
        for (int d = 0; d < dimension; ++d)
          position(row, d) = mesh.coordinates()[static_cast<std::size_t>(nodes[n])][static_cast<std::size_t>(d)];
        for (int c = 0; c < components; ++c)
          nodal(row, c) = values[static_cast<std::size_t>(nodes[n] * components + c)];
      }
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        const Eigen::MatrixXd jacobian = position.transpose() * gradient[q]; // dx/dxi
        const Eigen::MatrixXd slopes = nodal.transpose() * gradient[q] * jacobian.inverse();
        const Eigen::VectorXd at = position.transpose() * shape[q];
        const Eigen::VectorXd value = nodal.transpose() * shape[q];
        Point x{};
        for (int d = 0; d < dimension; ++d) x[static_cast<std::size_t>(d)] = at[d];
        const std::vector<ValueAndGradient> known = exact(x);
        const double weight = rule.weights[q] * jacobian.determinant();
        for (int c = 0; c < components; ++c) {
          const ValueAndGradient& component = known[static_cast<std::size_t>(c)];
          squares += weight * std::pow(value[c] - component.value, 2);
          for (int d = 0; d < dimension; ++d) {
            gradient_squares += weight * std::pow(slopes(c, d) - component.gradient[static_cast<std::size_t>(d)], 2);
          }
        }
      }
    }
  }
  return {std::sqrt(squares), std::sqrt(gradient_squares)};
}

/// Slopes of log(error) against log(1/cells) by least squares, as positive rates.
inline ErrorNorms fitted_rates(const std::vector<int>& cells, const std::vector<ErrorNorms>& errors) {
  const auto slope = [&](const auto& error_of) {
    const auto count = static_cast<double>(cells.size());
    double x_mean = 0.0, y_mean = 0.0, xx = 0.0, xy = 0.0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      x_mean += std::log(cells[i]) / count;
      y_mean += std::log(error_of(errors[i])) / count;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double x = std::log(cells[i]) - x_mean;
      xx += x * x;
      xy += x * (std::log(error_of(errors[i])) - y_mean);
    }
    return -xy / xx;
  };
  return {slope([](const ErrorNorms& e) { return e.l2; }), slope([](const ErrorNorms& e) { return e.h1; })};
}

} // namespace adjoule::test
