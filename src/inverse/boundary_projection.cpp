#include "boundary_projection.hpp"

#include "adjoule/mesh/outer_facets.hpp"
#include "adjoule/mesh/reference_element.hpp"
#include "to_size.hpp"

#include <algorithm>
#include <limits>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

// Nodes of an element or a side as columns.
Eigen::Matrix3Xd columns(const std::vector<Point>& points) {
  Eigen::Matrix3Xd result(3, static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int d = 0; d < 3; ++d) result(d, static_cast<Eigen::Index>(i)) = points[i][to_size(d)];
  return result;
}

// Corners of the reference side: a line's ends, or a polygon.
std::vector<Eigen::Vector2d> reference_corners(const ReferenceElement& side) {
  std::vector<Eigen::Vector2d> corners;
  for (int i = 0; i < side.topology().corners; ++i) {
    const Point& at = side.topology().node_coordinates[to_size(i)];
    corners.emplace_back(at[0], at[1]);
  }
  return corners;
}

bool is_inside(const std::vector<Eigen::Vector2d>& corners, const Eigen::Vector2d& s) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d edge = corners[(i + 1) % corners.size()] - corners[i], to = s - corners[i];
    if (edge[0] * to[1] - edge[1] * to[0] < 0.0) return false;
  }
  return true;
}

// The s of the reference side that makes |offset + jacobian s| least.
Eigen::Vector2d least_in_reference(const std::vector<Eigen::Vector2d>& corners,
                                   const Eigen::Matrix<double, 3, 2>& jacobian, const Eigen::Vector3d& offset) {
  if (corners.size() > 2) {
    const Eigen::Vector2d free = jacobian.colPivHouseholderQr().solve(-offset);
    if (free.allFinite() && is_inside(corners, free)) return free;
  }
  Eigen::Vector2d best = corners.front();
  double least = std::numeric_limits<double>::infinity();
  const std::size_t edges = corners.size() == 2 ? 1 : corners.size();
  for (std::size_t i = 0; i < edges; ++i) {
    const Eigen::Vector2d edge = corners[(i + 1) % corners.size()] - corners[i];
    const Eigen::Vector3d along = jacobian * edge, from = offset + jacobian * corners[i];
    const double length = along.squaredNorm();
    const double part = length > 0.0 ? std::clamp(-along.dot(from) / length, 0.0, 1.0) : 0.0;
    const double distance = (from + part * along).norm();
    if (distance >= least) continue;
    least = distance;
    best = corners[i] + part * edge;
  }
  return best;
}

struct SidePoint {
  Eigen::Vector2d s;
  double distance;
};

// By Gauss-Newton steps from the nearest node, which end in the least distance of flat sides at once.
SidePoint nearest_on_side(const ReferenceElement& side, const Eigen::Matrix3Xd& nodes, const Eigen::Vector3d& point) {
  const std::vector<Eigen::Vector2d> corners = reference_corners(side);
  const auto offset = [&](const Eigen::Vector2d& s) {
    return Eigen::Vector3d(nodes * side.shape({s[0], s[1], 0.0}) - point);
  };
  Eigen::Index start = 0;
  double distance = (nodes.colwise() - point).colwise().norm().minCoeff(&start);
  const Point& at = side.topology().node_coordinates[to_size(static_cast<int>(start))];
  Eigen::Vector2d s(at[0], at[1]);
  for (int iteration = 0; iteration < 30; ++iteration) {
    Eigen::Matrix<double, 3, 2> jacobian = Eigen::Matrix<double, 3, 2>::Zero();
    jacobian.leftCols(side.dimension()) = nodes * side.gradient({s[0], s[1], 0.0});
    const Eigen::Vector3d here = offset(s);
    const Eigen::Vector2d step = least_in_reference(corners, jacobian, here - jacobian * s) - s;
    double part = 1.0, reached = offset(s + step).norm();
    while (reached > distance && part > 1e-3) reached = offset(s + (part *= 0.5) * step).norm();
    if (reached > distance) break;
    s += part * step;
    distance = reached;
    if (step.norm() < 1e-12) break;
  }
  return {s, distance};
}

Box box_of(const Mesh& mesh, const Facet& facet) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const Index node : mesh.facet_nodes(facet)) {
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = std::min(box.lower[d], mesh.coordinates()[to_size(node)][d]);
      box.upper[d] = std::max(box.upper[d], mesh.coordinates()[to_size(node)][d]);
    }
  }
  if (topology(mesh.facet_type(facet)).order == 1) return box;
  double extent = 0.0; // curved sides bulge out of the box of their nodes, a flat one across it
  for (std::size_t d = 0; d < 3; ++d) extent = std::max(extent, box.upper[d] - box.lower[d]);
  for (std::size_t d = 0; d < 3; ++d) {
    box.lower[d] -= 0.25 * extent;
    box.upper[d] += 0.25 * extent;
  }
  return box;
}

std::vector<Box> boxes_of(const Mesh& mesh, const std::vector<Facet>& facets) {
  std::vector<Box> boxes;
  for (const Facet& facet : facets) boxes.push_back(box_of(mesh, facet));
  return boxes;
}

} // namespace

BoundaryProjection::BoundaryProjection(const Mesh& mesh)
    : mesh_(mesh), facets_(outer_facets(mesh)), boxes_(boxes_of(mesh, facets_)) {}

BoundaryProjection::Nearest BoundaryProjection::nearest(const Point& point) const {
  const Eigen::Vector3d target(point[0], point[1], point[2]);
  Facet found;
  SidePoint best{Eigen::Vector2d::Zero(), std::numeric_limits<double>::infinity()};
  boxes_.visit_nearest(point, [&](Index i) {
    const Facet& facet = facets_[to_size(i)];
    std::vector<Point> places;
    for (const Index node : mesh_.facet_nodes(facet)) places.push_back(mesh_.coordinates()[to_size(node)]);
    const SidePoint candidate =
        nearest_on_side(ReferenceElement::get(mesh_.facet_type(facet)), columns(places), target);
    if (candidate.distance < best.distance) {
      best = candidate;
      found = facet;
    }
    return candidate.distance;
  });

  if (found.element < 0) return {{-1, {}}, best.distance}; // the distance is beyond what numbers can tell

  // The side's reference coordinates in those of the element behind it.
  const ElementTopology& element = topology(mesh_.element_type(found.element));
  std::vector<Point> places;
  for (const int node : element.faces[to_size(found.local_face)].nodes)
    places.push_back(element.node_coordinates[to_size(node)]);
  const Eigen::Vector3d xi =
      columns(places) * ReferenceElement::get(mesh_.facet_type(found)).shape({best.s[0], best.s[1], 0.0});
  return {{found.element, {xi[0], xi[1], xi[2]}}, best.distance};
}

} // namespace adjoule
