#include "mesh_test_support.hpp"

#include <algorithm>
#include <map>

namespace adjoule::test {
namespace {

using Point = std::array<double, 3>;

std::vector<Point> corners_of(const Mesh& mesh, const Facet& facet) {
  std::vector<Point> corners;
  const auto nodes = mesh.facet_nodes(facet);
  for (int i = 0; i < topology(mesh.facet_type(facet)).corners; ++i)
    corners.push_back(mesh.coordinates()[static_cast<std::size_t>(nodes[static_cast<std::size_t>(i)])]);
  return corners;
}

} // namespace

std::array<double, 3> vector_area(const Mesh& mesh, const Facet& facet) {
  const auto p = corners_of(mesh, facet);
  if (mesh.dimension() == 2) return {p[1][1] - p[0][1], p[0][0] - p[1][0], 0.0};
  std::array<double, 3> area{};
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    Point a{}, b{};
    for (std::size_t d = 0; d < 3; ++d) {
      a[d] = p[i][d] - p[0][d];
      b[d] = p[i + 1][d] - p[0][d];
    }
    for (std::size_t d = 0; d < 3; ++d)
      area[d] += 0.5 * (a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3]);
  }
  return area;
}

double enclosed_by(const Mesh& mesh, const std::vector<Facet>& facets) {
  double sum = 0.0;
  for (const Facet& facet : facets) {
    const auto area = vector_area(mesh, facet);
    const auto corners = corners_of(mesh, facet);
    for (std::size_t d = 0; d < 3; ++d) {
      double middle = 0.0;
      for (const Point& corner : corners) middle += corner[d] / static_cast<double>(corners.size());
      sum += middle * area[d] / mesh.dimension();
    }
  }
  return sum;
}

std::vector<Facet> outer_facets(const Mesh& mesh) {
  std::map<std::vector<Index>, std::vector<Facet>> by_nodes;
  for (Index element = 0; element < mesh.element_count(); ++element) {
    const auto& faces = topology(mesh.element_type(element)).faces;
    for (int face = 0; face < static_cast<int>(faces.size()); ++face) {
      auto nodes = mesh.facet_nodes({element, face});
      std::sort(nodes.begin(), nodes.end());
      by_nodes[nodes].push_back({element, face});
    }
  }
  std::vector<Facet> outer;
  for (const auto& [nodes, facets] : by_nodes)
    if (facets.size() == 1) outer.push_back(facets.front());
  return outer;
}

} // namespace adjoule::test
