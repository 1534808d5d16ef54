#include "adjoule/inverse/point_interpolation.hpp"

#include "adjoule/mesh/reference_element.hpp"
#include "boundary_projection.hpp"
#include "to_size.hpp"

#include <cmath>
#include <optional>

namespace adjoule {
namespace {

// The mean distance of an element's corners from each other, m.
double size_of(const Mesh& mesh, Index element) {
  const std::span<const Index> nodes = mesh.element_nodes(element);
  const int corners = topology(mesh.element_type(element)).corners;
  double sum = 0.0;
  for (int i = 0; i < corners; ++i) {
    for (int j = 0; j < i; ++j) {
      const std::array<double, 3>& a = mesh.coordinates()[to_size(nodes[to_size(i)])];
      const std::array<double, 3>& b = mesh.coordinates()[to_size(nodes[to_size(j)])];
      sum += std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    }
  }
  return sum / (0.5 * corners * (corners - 1));
}

} // namespace

std::vector<PointPlace> place_points(const Mesh& mesh, std::span<const std::array<double, 3>> points,
                                     double projection_tolerance) {
  const PointLocator locator(mesh);
  std::optional<BoundaryProjection> boundary;
  std::vector<PointPlace> places;
  places.reserve(points.size());
  for (std::array<double, 3> point : points) {
    if (mesh.dimension() < 3) point[2] = 0.0;
    if (const std::optional<PointLocation> found = locator.find(point)) {
      places.push_back({.element = found->element, .xi = found->xi});
      continue;
    }
    if (!boundary) boundary.emplace(mesh);
    const BoundaryProjection::Nearest nearest = boundary->nearest(point);
    PointPlace place{.element = nearest.location.element, .xi = nearest.location.xi, .distance = nearest.distance};
    place.relative_distance = nearest.distance;
    if (place.element >= 0) place.relative_distance /= size_of(mesh, place.element);
    if (place.relative_distance > projection_tolerance) place.element = -1;
    places.push_back(place);
  }
  return places;
}

PointInterpolation::PointInterpolation(const Mesh& mesh, std::span<const PointPlace> places) {
  for (const PointPlace& place : places) {
    const std::span<const Index> nodes = mesh.element_nodes(place.element);
    const Eigen::VectorXd shape = ReferenceElement::get(mesh.element_type(place.element)).shape(place.xi);
    nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
    weights_.insert(weights_.end(), shape.begin(), shape.end());
    offsets_.push_back(nodes_.size());
  }
}

double PointInterpolation::value(std::span<const double> nodal, int components, int component, Index point) const {
  double sum = 0.0;
  for (std::size_t i = offsets_[to_size(point)]; i < offsets_[to_size(point) + 1]; ++i)
    sum += weights_[i] * nodal[to_size(nodes_[i] * components + component)];
  return sum;
}

void PointInterpolation::add_transposed(Index point, double factor, int components, int component,
                                        std::span<double> dual) const {
  for (std::size_t i = offsets_[to_size(point)]; i < offsets_[to_size(point) + 1]; ++i)
    dual[to_size(nodes_[i] * components + component)] += factor * weights_[i];
}

} // namespace adjoule
