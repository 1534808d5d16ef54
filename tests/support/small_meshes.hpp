/// Small meshes of one element type on a box, distorted on request: for tests that want every element and few unknowns.
#pragma once

#include "adjoule/fem/corner_basis.hpp"
#include "adjoule/mesh/mesh.hpp"
#include "adjoule/mesh/reference_element.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace adjoule::test {

struct BoxRecipe {
  ElementType type = ElementType::tetrahedron4;
  std::array<int, 3> cells{2, 1, 1};           ///< hexahedra or quadrilaterals, each split where the type asks for it
  double distortion = 0.0;                     ///< of the nodes, part of the unit of length; curves quadratic elements
  std::array<double, 3> size{1.0, 1.0, 1.0};   ///< m
  std::array<double, 3> origin{0.0, 0.0, 0.0}; ///< m
};

namespace small_meshes_detail {

using Point = std::array<double, 3>;

/// Corner offsets, in cells, of the elements that fill one cell.
inline std::vector<std::vector<Point>> split_cell(ElementShape shape) {
  const Point a{0, 0, 0}, b{1, 0, 0}, c{1, 1, 0}, d{0, 1, 0}, e{0, 0, 1}, f{1, 0, 1}, g{1, 1, 1}, h{0, 1, 1};
  switch (shape) {
    case ElementShape::triangle:
      return {{a, b, c}, {a, c, d}};
    case ElementShape::quadrilateral:
      return {{a, b, c, d}};
    case ElementShape::prism:
      return {{a, b, c, e, f, g}, {a, c, d, e, g, h}};
    case ElementShape::tetrahedron:
      return {{a, b, c, g}, {a, c, d, g}, {a, d, h, g}, {a, h, e, g}, {a, e, f, g}, {a, f, b, g}};
    default:
      return {{a, b, c, d, e, f, g, h}};
  }
}

inline std::array<long, 3> key_of(const Point& x) {
  return {std::lround(x[0] * 1e6), std::lround(x[1] * 1e6), std::lround(x[2] * 1e6)};
}

} // namespace small_meshes_detail

/// Groups: "body"; its halves "near" and "far" (by x); the sides "left" "right" (x), "front" "back" (y), "bottom" "top"
/// (z), "outer" (all); the points "origin", "x_corner", "y_corner", "z_corner".
inline Mesh make_box(const BoxRecipe& recipe) {
  using namespace small_meshes_detail;
  const ElementTopology& element = topology(recipe.type);
  const ReferenceElement& corners = ReferenceElement::get(first_order_type(element.shape));
  const bool solid = element.dimension == 3;
  const std::array<int, 3> cells{recipe.cells[0], recipe.cells[1], solid ? recipe.cells[2] : 1};

  std::vector<Point> unit; // node positions in the unit cube
  std::map<std::array<long, 3>, Index> node_at;
  ElementBlock block{.type = recipe.type, .first = 0, .connectivity = {}, .tags = {}};
  for (int k = 0; k < cells[2]; ++k) {
    for (int j = 0; j < cells[1]; ++j) {
      for (int i = 0; i < cells[0]; ++i) {
        for (const std::vector<Point>& offsets : split_cell(element.shape)) {
          for (const Point& xi : element.node_coordinates) {
            const Eigen::VectorXd shape = corners.shape(xi);
            Point x{(i + 0.0), (j + 0.0), (k + 0.0)};
            for (std::size_t c = 0; c < offsets.size(); ++c)
              for (std::size_t d = 0; d < 3; ++d) x[d] += shape[static_cast<Eigen::Index>(c)] * offsets[c][d];
            for (std::size_t d = 0; d < 3; ++d) x[d] /= cells[d];
            if (!solid) x[2] = 0.0;
            const auto [place, is_new] = node_at.try_emplace(key_of(x), static_cast<Index>(unit.size()));
            if (is_new) unit.push_back(x);
            block.connectivity.push_back(place->second);
          }
        }
      }
    }
  }

  const Index elements = static_cast<Index>(block.connectivity.size()) / element.nodes;
  const auto node_of = [&](Index e, int local) {
    return static_cast<std::size_t>(block.connectivity[static_cast<std::size_t>(e * element.nodes + local)]);
  };
  std::vector<Group> groups;
  const auto add_group = [&groups](const std::string& name, int dimension) -> Group& {
    groups.push_back({});
    groups.back().name = name;
    groups.back().dimension = dimension;
    return groups.back();
  };
  for (const int part : {0, 1, 2}) {
    Group& group = add_group(std::array{"body", "near", "far"}[static_cast<std::size_t>(part)], element.dimension);
    for (Index e = 0; e < elements; ++e) {
      double middle = 0.0;
      for (int c = 0; c < element.corners; ++c) middle += unit[node_of(e, c)][0] / element.corners;
      if (part == 0 || (part == 1) == (middle < 0.5)) group.elements.push_back(e);
    }
  }
  const std::array names{"left", "right", "front", "back", "bottom", "top", "outer"};
  for (std::size_t side = 0; side < names.size(); ++side) {
    if (!solid && (side == 4 || side == 5)) continue;
    Group& group = add_group(names[side], element.dimension - 1);
    for (Index e = 0; e < elements; ++e) {
      for (std::size_t face = 0; face < element.faces.size(); ++face) {
        for (std::size_t s = 0; s < 6; ++s) {
          if ((side != 6 && s != side) || (!solid && s >= 4)) continue;
          const auto& nodes = element.faces[face].nodes;
          if (std::all_of(nodes.begin(), nodes.end(), [&](int local) {
                return std::abs(unit[node_of(e, local)][s / 2] - static_cast<double>(s % 2)) < 1e-9;
              }))
            group.facets.push_back({e, static_cast<int>(face)});
        }
      }
    }
  }
  const std::array points{"origin", "x_corner", "y_corner", "z_corner"};
  for (std::size_t p = 0; p < (solid ? 4U : 3U); ++p) {
    Point x{};
    if (p > 0) x[p - 1] = 1.0;
    add_group(points[p], 0).nodes.push_back(node_at.at(key_of(x)));
  }

  for (Point& x : unit) {
    const Point u = x;
    for (std::size_t d = 0; d < (solid ? 3U : 2U); ++d) {
      const double wave =
          std::sin(3.1 * u[0] + 1.7 * static_cast<double>(d)) + std::cos(2.3 * u[1] + 0.9 * u[2] * u[0]);
      x[d] = recipe.origin[d] + recipe.size[d] * (u[d] + recipe.distortion * wave);
    }
  }
  return Mesh(element.dimension, std::move(unit), {std::move(block)}, std::move(groups));
}

/// Deterministic numbers in [-1, 1].
class Numbers {
 public:
  explicit Numbers(unsigned seed = 1) : state_(seed * 2654435761U + 12345U) {}
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1.0;
  }
  std::vector<double> vector(std::size_t count, double scale = 1.0, double middle = 0.0) {
    std::vector<double> result(count);
    for (double& value : result) value = middle + scale * next();
    return result;
  }

 private:
  unsigned long long state_;
};

} // namespace adjoule::test
