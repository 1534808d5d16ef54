#include "adjoule/core/error.hpp"
#include "adjoule/inverse/check_gradient.hpp"
#include "to_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace adjoule {
namespace {

// Largest step of the test along a direction.
constexpr double first_step = 1e-2;

// The change, turned round if it would leave the range.
double inward(double value, double change, double lower, double upper) {
  const double end = value + first_step * change;
  return end < lower || end > upper ? -change : change;
}

// Between -1 and 1, the same on every machine.
double next_random(std::mt19937& generator) {
  return 2.0 * (static_cast<double>(generator()) / 4294967296.0) - 1.0;
}

// What a full change of a number is that is zero now: a thousandth of the body for a length, 1 for all else.
double size_of_zero(const MultiphysicsSystem& model, const std::string& unit) {
  if (unit != "m") return 1.0;
  const auto [low, high] = model.mesh().bounding_box();
  return 1e-3 * std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

std::vector<double> shortest_edges(const Mesh& mesh) {
  std::vector<double> shortest(to_size(mesh.node_count()), std::numeric_limits<double>::infinity());
  for (Index element = 0; element < mesh.element_count(); ++element) {
    const std::span<const Index> nodes = mesh.element_nodes(element);
    for (const Index a : nodes) {
      for (const Index b : nodes) {
        if (a == b) continue;
        const std::array<double, 3>& x = mesh.coordinates()[to_size(a)];
        const std::array<double, 3>& y = mesh.coordinates()[to_size(b)];
        const double length = std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
        shortest[to_size(a)] = std::min(shortest[to_size(a)], length);
      }
    }
  }
  return shortest;
}

} // namespace

CheckDirection parameter_direction(const MultiphysicsSystem& model, Parameter parameter) {
  const Parameters& parameters = model.parameters();
  CheckDirection direction{parameters.path(parameter), parameters.zeros(), {}};
  const double value = parameters.value(parameter);
  const double size = value == 0.0 ? size_of_zero(model, parameters.unit(parameter)) : std::abs(value);
  parameters.part(direction.parameters, parameter)[0] =
      inward(value, size, parameters.lower(parameter), parameters.upper(parameter));
  return direction;
}

CheckDirection random_field_direction(const MultiphysicsSystem& model, Parameter parameter, unsigned seed) {
  const Parameters& parameters = model.parameters();
  CheckDirection direction{parameters.path(parameter), parameters.zeros(), {}};
  const std::span<const double> values = parameters.values(parameter);
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (largest == 0.0) largest = 1.0;
  std::mt19937 generator(seed);
  const std::span<double> changes = parameters.part(direction.parameters, parameter);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double size = values[i] == 0.0 ? largest : std::abs(values[i]);
    changes[i] =
        inward(values[i], size * next_random(generator), parameters.lower(parameter), parameters.upper(parameter));
  }
  return direction;
}

CheckDirection random_coordinate_direction(const MultiphysicsSystem& model, unsigned seed) {
  const Mesh& mesh = model.mesh();
  CheckDirection direction{"node coordinates", model.parameters().zeros(),
                           std::vector<double>(3 * to_size(mesh.node_count()), 0.0)};
  const std::vector<double> size = shortest_edges(mesh);
  const bool has_axis = model.space().section().kind == SectionKind::axisymmetric;
  std::mt19937 generator(seed);
  for (std::size_t node = 0; node < size.size(); ++node) {
    for (std::size_t d = 0; d < to_size(mesh.dimension()); ++d) {
      const double change = size[node] * next_random(generator);
      const bool on_axis = has_axis && d == 0 && mesh.coordinates()[node][0] < first_step * size[node];
      if (!on_axis) direction.coordinates[3 * node + d] = change;
    }
  }
  return direction;
}

} // namespace adjoule
