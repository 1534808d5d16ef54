#include "point_location.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/mesh/reference_element.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

Point image(const Mesh& mesh, Index element, const Point& xi) {
  const Eigen::VectorXd shape = ReferenceElement::get(mesh.element_type(element)).shape(xi);
  Point x{};
  Eigen::Index i = 0;
  for (const Index node : mesh.element_nodes(element)) {
    for (std::size_t d = 0; d < 3; ++d) x[d] += shape[i] * mesh.coordinates()[to_size(node)][d];
    ++i;
  }
  return x;
}

void into_simplex(Point& xi, int dimension) {
  double sum = 0.0;
  for (int d = 0; d < dimension; ++d) sum += xi[to_size(d)] = std::max(xi[to_size(d)], 0.0);
  for (int d = 0; d < dimension && sum > 1.0; ++d) xi[to_size(d)] /= sum;
}

Point into_reference(ElementShape shape, Point xi) {
  const auto clamp = [&](int first, int last) {
    for (int d = first; d <= last; ++d) xi[to_size(d)] = std::clamp(xi[to_size(d)], -1.0, 1.0);
  };
  switch (shape) {
    case ElementShape::triangle:
      into_simplex(xi, 2);
      break;
    case ElementShape::tetrahedron:
      into_simplex(xi, 3);
      break;
    case ElementShape::prism:
      into_simplex(xi, 2);
      clamp(2, 2);
      break;
    case ElementShape::point:
    case ElementShape::line:
      clamp(0, 0);
      break;
    case ElementShape::quadrilateral:
      clamp(0, 1);
      break;
    case ElementShape::hexahedron:
      clamp(0, 2);
      break;
  }
  return xi;
}

double box_diagonal(const Mesh& mesh) {
  const auto [lower, upper] = mesh.bounding_box();
  return distance(lower, upper);
}

double location_tolerance(const Mesh& mesh) {
  return 1e-9 * box_diagonal(mesh);
}

// Of the nodes, widened where curved sides bulge out of it.
Box box_of(const Mesh& mesh, Index element, double tolerance) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const Index node : mesh.element_nodes(element)) {
    const Point& x = mesh.coordinates()[to_size(node)];
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = std::min(box.lower[d], x[d]);
      box.upper[d] = std::max(box.upper[d], x[d]);
    }
  }
  const double share = topology(mesh.element_type(element)).order > 1 ? 0.25 : 0.0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double margin = share * (box.upper[d] - box.lower[d]) + tolerance;
    box.lower[d] -= margin;
    box.upper[d] += margin;
  }
  return box;
}

std::vector<Box> boxes_of(const Mesh& mesh, double tolerance) {
  std::vector<Box> boxes(to_size(mesh.element_count()));
  for (Index element = 0; element < mesh.element_count(); ++element)
    boxes[to_size(element)] = box_of(mesh, element, tolerance);
  return boxes;
}

std::optional<PointLocation> locate_in(const Mesh& mesh, Index element, const Point& point, double tolerance) {
  const std::optional<Point> xi = invert_map(mesh, element, point);
  if (!xi || distance_outside(mesh, {element, *xi}, point) > tolerance) return {};
  return PointLocation{element, *xi};
}

} // namespace

std::optional<Point> invert_map(const Mesh& mesh, Index element, const Point& point) {
  const ReferenceElement& reference = ReferenceElement::get(mesh.element_type(element));
  const std::span<const Index> nodes = mesh.element_nodes(element);
  const int dimension = reference.dimension(), corners = reference.topology().corners;
  Point xi{};
  for (int i = 0; i < corners; ++i) {
    for (std::size_t d = 0; d < 3; ++d) xi[d] += reference.topology().node_coordinates[to_size(i)][d] / corners;
  }
  for (int iteration = 0; iteration < 30; ++iteration) {
    const Point x = image(mesh, element, xi);
    const Eigen::MatrixXd gradient = reference.gradient(xi);
    Eigen::Matrix3d jacobian = Eigen::Matrix3d::Identity();
    jacobian.leftCols(dimension).setZero();
    for (int i = 0; i < reference.nodes(); ++i) {
      for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < dimension; ++d) {
          jacobian(k, d) += gradient(i, d) * mesh.coordinates()[to_size(nodes[to_size(i)])][to_size(k)];
        }
      }
    }
    if (jacobian.determinant() == 0.0) return {};
    const Eigen::Vector3d step =
        jacobian.partialPivLu().solve(Eigen::Vector3d(point[0] - x[0], point[1] - x[1], point[2] - x[2]));
    double size = 0.0;
    for (int d = 0; d < dimension; ++d) {
      xi[to_size(d)] += step[d];
      size = std::max(size, std::abs(step[d]));
    }
    if (!std::isfinite(size) || size > 1e6) return {};
    if (size < 1e-13) return xi;
  }
  // Rounding of far coordinates may keep the step from becoming smaller; a location that good serves.
  return distance(image(mesh, element, xi), point) <= 1e-10 * box_diagonal(mesh) ? std::optional(xi) : std::nullopt;
}

double distance_outside(const Mesh& mesh, const PointLocation& location, const Point& point) {
  const ElementShape shape = topology(mesh.element_type(location.element)).shape;
  return distance(image(mesh, location.element, into_reference(shape, location.xi)), point);
}

std::vector<PointLocation> locate_point(const Mesh& mesh, const Point& point, const std::string& where) {
  const double tolerance = location_tolerance(mesh);
  std::vector<PointLocation> found;
  for (Index element = 0; element < mesh.element_count(); ++element) {
    if (!holds(box_of(mesh, element, tolerance), point)) continue;
    if (const auto place = locate_in(mesh, element, point, tolerance)) found.push_back(*place);
  }
  if (!found.empty()) return found;
  const std::vector<Point>& nodes = mesh.coordinates();
  const Point nearest = *std::min_element(nodes.begin(), nodes.end(), [&](const Point& a, const Point& b) {
    return distance(a, point) < distance(b, point);
  });
  throw InputError(fmt::format(
      "{}: the point ({:.9g}, {:.9g}, {:.9g}) m lies outside the mesh. The nearest node is at ({:.9g}, {:.9g}, "
      "{:.9g}) m, {:.3g} m away. Coordinates of points are in metres whatever the mesh's unit is",
      where, point[0], point[1], point[2], nearest[0], nearest[1], nearest[2], distance(nearest, point)));
}

PointLocator::PointLocator(const Mesh& mesh)
    : mesh_(mesh), tolerance_(location_tolerance(mesh)), boxes_(boxes_of(mesh, tolerance_)) {}

std::optional<PointLocation> PointLocator::find(const Point& point) const {
  for (const Index element : boxes_.holding(point)) {
    if (const auto place = locate_in(mesh_, element, point, tolerance_)) return place;
  }
  return {};
}

} // namespace adjoule
