#include "element_geometry.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

Point difference(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double length(const Point& a) {
  return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

double ideal_determinant(ElementShape shape) {
  switch (shape) {
    case ElementShape::triangle:
    case ElementShape::prism:
      return std::sqrt(3.0) / 2.0;
    case ElementShape::tetrahedron:
      return 1.0 / std::sqrt(2.0);
    default:
      return 1.0;
  }
}

} // namespace

const std::vector<std::array<int, 3>>& corner_neighbours(ElementShape shape) {
  using Table = std::vector<std::array<int, 3>>;
  static const Table triangle = {{1, 2, -1}, {2, 0, -1}, {0, 1, -1}};
  static const Table quadrilateral = {{1, 3, -1}, {2, 0, -1}, {3, 1, -1}, {0, 2, -1}};
  static const Table tetrahedron = {{1, 2, 3}, {2, 0, 3}, {0, 1, 3}, {0, 2, 1}};
  static const Table hexahedron = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7},
                                   {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
  static const Table prism = {{1, 2, 3}, {2, 0, 4}, {0, 1, 5}, {5, 4, 0}, {3, 5, 1}, {4, 3, 2}};
  static const Table none;
  switch (shape) {
    case ElementShape::triangle:
      return triangle;
    case ElementShape::quadrilateral:
      return quadrilateral;
    case ElementShape::tetrahedron:
      return tetrahedron;
    case ElementShape::hexahedron:
      return hexahedron;
    case ElementShape::prism:
      return prism;
    default:
      return none;
  }
}

std::vector<double> scaled_corner_jacobians(ElementShape shape, std::span<const Index> nodes,
                                            const std::vector<std::array<double, 3>>& coordinates) {
  const auto& neighbours = corner_neighbours(shape);
  const double ideal = ideal_determinant(shape);
  const auto point = [&](int local) -> const Point& {
    return coordinates[static_cast<std::size_t>(nodes[static_cast<std::size_t>(local)])];
  };
  std::vector<double> result;
  for (std::size_t corner = 0; corner < neighbours.size(); ++corner) {
    const auto& [i, j, k] = neighbours[corner];
    const Point& here = point(static_cast<int>(corner));
    const Point a = difference(point(i), here), b = difference(point(j), here);
    const Point c = k < 0 ? Point{0.0, 0.0, 1.0} : difference(point(k), here);
    const double lengths = length(a) * length(b) * length(c);
    const double determinant =
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    result.push_back(lengths > 0.0 ? determinant / (lengths * ideal) : 0.0);
  }
  return result;
}

CornerKey corner_key(std::span<const Index> corners) {
  assert(corners.size() <= 4);
  CornerKey key = {-1, -1, -1, -1};
  std::copy(corners.begin(), corners.end(), key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

std::size_t CornerKeyHash::operator()(const CornerKey& key) const {
  std::uint64_t hash = 0;
  for (const Index node : key) hash = (hash ^ static_cast<std::uint32_t>(node)) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
  return hash ^ (hash >> 32);
}

std::vector<int> mirrored_nodes(ElementType type) {
  const auto& nodes = topology(type).node_coordinates;
  std::vector<int> result;
  for (const Point& node : nodes) {
    const Point image = {node[1], node[0], node[2]};
    const auto found = std::find_if(nodes.begin(), nodes.end(),
                                    [&](const Point& other) { return length(difference(other, image)) < 1e-9; });
    assert(found != nodes.end());
    result.push_back(static_cast<int>(found - nodes.begin()));
  }
  return result;
}

} // namespace adjoule
