/// Meshes of boxes, or of some of a box's cells, in elements of any type.
#pragma once

#include "adjoule/fem/corner_basis.hpp"
#include "adjoule/mesh/mesh.hpp"
#include "adjoule/mesh/reference_element.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace adjoule::test {

using Point = std::array<double, 3>;

/// A grid of cells, each of them one quadrilateral or hexahedron, two triangles or prisms, or six tetrahedra. All
/// predicates see positions before `map`.
struct GridMesh {
  ElementType type = ElementType::tetrahedron4;
  std::array<int, 3> cells{1, 1, 1};
  Point size{1.0, 1.0, 1.0};
  /// Cells that exist, by their centre; all where empty.
  std::function<bool(const Point&)> keep{};
  /// Region of an element, by its centre; "body" where empty.
  std::function<std::string(const Point&)> region{};
  /// Boundary groups by the centre of a facet, besides "x0", "x1", "y0", "y1", "z0", "z1" of the whole grid's sides and
  /// "boundary" of all facets of one element only.
  std::vector<std::pair<std::string, std::function<bool(const Point&)>>> boundaries{};
  /// Moves the corner nodes; the edges stay straight unless `curved`, which moves every node.
  std::function<Point(const Point&)> map{};
  bool curved = false;
};

/// A smooth deformation of the unit square or cube that moves its boundary too and makes no two cells alike.
inline Point distorted(const Point& x, bool three_dimensional) {
  const double s = 0.06 * std::sin(2.1 * x[0] + 1.3 * x[1] + (three_dimensional ? 0.7 * x[2] : 0.0) + 0.4);
  const double t = 0.05 * std::cos(1.7 * x[0] - 2.3 * x[1] + (three_dimensional ? 1.1 * x[2] : 0.0));
  const double u = 0.05 * std::sin(1.2 * x[0] + 0.8 * x[1] - 1.9 * x[2] + 0.9);
  return {x[0] + s + 0.1 * x[1], x[1] + t, three_dimensional ? x[2] + u - 0.08 * x[0] : 0.0};
}

namespace detail {

/// Corner sets of the elements of one cell, each corner as offsets 0 or 1.
inline std::vector<std::vector<std::array<int, 3>>> cell_elements(ElementShape shape) {
  const std::vector<std::array<int, 3>> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const auto lifted = [](std::vector<std::array<int, 3>> corners) {
    const std::size_t count = corners.size();
    for (std::size_t i = 0; i < count; ++i) corners.push_back({corners[i][0], corners[i][1], 1});
    return corners;
  };
  const std::vector<std::vector<std::array<int, 3>>> triangles{{square[0], square[1], square[2]},
                                                               {square[0], square[2], square[3]}};
  switch (shape) {
    case ElementShape::quadrilateral:
      return {square};
    case ElementShape::triangle:
      return triangles;
    case ElementShape::hexahedron:
      return {lifted(square)};
    case ElementShape::prism:
      return {lifted(triangles[0]), lifted(triangles[1])};
    default:
      break;
  }
  // Kuhn's division: one tetrahedron for each order in which a path along the edges crosses the cell.
  std::vector<std::vector<std::array<int, 3>>> tetrahedra;
  std::array<std::size_t, 3> axes{0, 1, 2};
  do {
    std::vector<std::array<int, 3>> corners{{0, 0, 0}};
    for (const std::size_t axis : axes) {
      corners.push_back(corners.back());
      corners.back()[axis] = 1;
    }
    const bool even = (axes[1] == (axes[0] + 1) % 3);
    if (!even) std::swap(corners[1], corners[2]);
    tetrahedra.push_back(corners);
  } while (std::next_permutation(axes.begin(), axes.end()));
  return tetrahedra;
}

class GridBuilder {
 public:
  explicit GridBuilder(const GridMesh& grid)
      : grid_(grid), topology_(topology(grid.type)), block_{grid.type, 0, {}, {}} {
    const ReferenceElement& corners = ReferenceElement::get(first_order_type(topology_.shape));
    for (const Point& node : topology_.node_coordinates) corner_weights_.push_back(corners.shape(node));
  }

  Mesh build() {
    const auto elements = cell_elements(topology_.shape);
    const int layers = topology_.dimension == 3 ? grid_.cells[2] : 1;
    for (int k = 0; k < layers; ++k) {
      for (int j = 0; j < grid_.cells[1]; ++j) {
        for (int i = 0; i < grid_.cells[0]; ++i) {
          const double up = topology_.dimension == 3 ? k + 0.5 : 0.0;
          if (grid_.keep && !grid_.keep(scaled({i + 0.5, j + 0.5, up}))) continue;
          for (const auto& corners : elements) add_element({i, j, k}, corners);
        }
      }
    }
    return Mesh(topology_.dimension, std::move(coordinates_), {std::move(block_)}, groups());
  }

 private:
  /// From cells to the grid's size.
  Point scaled(const Point& at) const {
    Point x{};
    for (std::size_t d = 0; d < 3; ++d) x[d] = at[d] * grid_.size[d] / grid_.cells[d];
    return x;
  }

  void add_element(const std::array<int, 3>& cell, const std::vector<std::array<int, 3>>& corners) {
    std::vector<Point> places;
    Point centre{};
    for (const std::array<int, 3>& corner : corners) {
      Point place{};
      for (std::size_t d = 0; d < 3; ++d) place[d] = cell[d] + corner[d];
      for (std::size_t d = 0; d < 3; ++d) centre[d] += place[d] / static_cast<double>(corners.size());
      places.push_back(place);
    }
    const auto element = static_cast<Index>(block_.connectivity.size() / static_cast<std::size_t>(topology_.nodes));
    std::vector<Point> node_places;
    for (const Eigen::VectorXd& weights : corner_weights_) {
      Point at{}, position{};
      for (std::size_t c = 0; c < places.size(); ++c) {
        const Point corner = grid_.map ? grid_.map(scaled(places[c])) : scaled(places[c]);
        for (std::size_t d = 0; d < 3; ++d) {
          at[d] += weights[static_cast<Eigen::Index>(c)] * places[c][d];
          position[d] += weights[static_cast<Eigen::Index>(c)] * corner[d];
        }
      }
      node_places.push_back(at);
      block_.connectivity.push_back(node(at, grid_.map && grid_.curved ? grid_.map(scaled(at)) : position));
    }
    regions_[grid_.region ? grid_.region(scaled(centre)) : "body"].push_back(element);
    for (std::size_t f = 0; f < topology_.faces.size(); ++f) add_face(element, static_cast<int>(f), node_places);
  }

  /// Nodes lie on halves of cells.
  Index node(const Point& at, const Point& position) {
    std::array<long, 3> key{};
    for (std::size_t d = 0; d < 3; ++d) key[d] = std::lround(2.0 * at[d]);
    const auto [found, is_new] = nodes_.try_emplace(key, static_cast<Index>(coordinates_.size()));
    if (is_new) coordinates_.push_back(position);
    return found->second;
  }

  void add_face(Index element, int local_face, const std::vector<Point>& places) {
    const LocalFace& face = topology_.faces[static_cast<std::size_t>(local_face)];
    const int corners = topology(face.type).corners;
    Point centre{};
    std::vector<Index> nodes;
    for (int c = 0; c < corners; ++c) {
      const auto local = static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(c)]);
      for (std::size_t d = 0; d < 3; ++d) centre[d] += places[local][d] / corners;
      nodes.push_back(block_.connectivity[block_.connectivity.size() - places.size() + local]);
    }
    std::sort(nodes.begin(), nodes.end());
    Face& entry = faces_[nodes];
    if (entry.count++ == 0) entry.facet = {element, local_face};
    entry.centre = centre;
  }

  std::vector<Group> groups() const {
    std::vector<Group> result;
    for (const auto& [name, elements] : regions_) {
      result.push_back({name, topology_.dimension, 0, "", elements, {}, {}});
    }
    const auto add_boundary = [&](const std::string& name, const auto& belongs) {
      std::vector<Facet> facets;
      for (const auto& [nodes, face] : faces_) {
        if (face.count == 1 && belongs(face.centre)) facets.push_back(face.facet);
      }
      std::sort(facets.begin(), facets.end(), [](const Facet& a, const Facet& b) {
        return std::pair(a.element, a.local_face) < std::pair(b.element, b.local_face);
      });
      if (!facets.empty()) result.push_back({name, topology_.dimension - 1, 0, "", {}, std::move(facets), {}});
    };
    for (std::size_t d = 0; d < static_cast<std::size_t>(topology_.dimension); ++d) {
      const std::string axis(1, "xyz"[d]);
      add_boundary(axis + "0", [d](const Point& at) { return std::abs(at[d]) < 1e-9; });
      add_boundary(axis + "1", [&, d](const Point& at) { return std::abs(at[d] - grid_.cells[d]) < 1e-9; });
    }
    add_boundary("boundary", [](const Point&) { return true; });
    for (const auto& [name, belongs] : grid_.boundaries) {
      add_boundary(name, [&, &belongs = belongs](const Point& at) { return belongs(scaled(at)); });
    }
    return result;
  }

  struct Face {
    Facet facet;
    Point centre{};
    int count = 0;
  };

  const GridMesh& grid_;
  const ElementTopology& topology_;
  ElementBlock block_;
  std::vector<Eigen::VectorXd> corner_weights_; ///< of each node: how its place follows from the corners
  std::vector<Point> coordinates_;
  std::map<std::array<long, 3>, Index> nodes_;
  std::map<std::string, std::vector<Index>> regions_;
  std::map<std::vector<Index>, Face> faces_; ///< by corner nodes
};

} // namespace detail

inline Mesh make_grid_mesh(const GridMesh& grid) {
  return detail::GridBuilder(grid).build();
}

} // namespace adjoule::test
