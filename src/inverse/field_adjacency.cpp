#include "adjoule/core/error.hpp"
#include "adjoule/inverse/regularization.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

/// A side of an element between its corners.
struct FlatSide {
  Point centre{};
  Point normal{}; ///< outward, as long as the area
};

Point difference(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

FlatSide flat_side(const Mesh& mesh, const std::vector<Index>& corners) {
  FlatSide side;
  std::vector<Point> at;
  for (const Index node : corners) {
    at.push_back(mesh.coordinates()[to_size(node)]);
    for (std::size_t d = 0; d < 3; ++d) side.centre[d] += at.back()[d] / static_cast<double>(corners.size());
  }
  if (mesh.dimension() == 2) {
    const Point along = difference(at[1], at[0]);
    side.normal = {along[1], -along[0], 0.0};
    return side;
  }
  // Half the cross product of the diagonals of a quadrilateral; of two edges of a triangle.
  const Point a = at.size() == 3 ? difference(at[1], at[0]) : difference(at[2], at[0]);
  const Point b = at.size() == 3 ? difference(at[2], at[0]) : difference(at[3], at[1]);
  side.normal = {0.5 * (a[1] * b[2] - a[2] * b[1]), 0.5 * (a[2] * b[0] - a[0] * b[2]),
                 0.5 * (a[0] * b[1] - a[1] * b[0])};
  return side;
}

double length_of(const Point& vector) {
  return std::hypot(vector[0], vector[1], vector[2]);
}

/// What a measure is multiplied by for its circumference, at a place.
double circumference(SectionKind section, const Point& place) {
  return section == SectionKind::axisymmetric ? 2.0 * std::numbers::pi * place[0] : 1.0;
}

} // namespace

FieldAdjacency field_adjacency(const Mesh& mesh, SectionKind section, std::span<const Index> elements,
                               const FieldVariable& field) {
  if (elements.size() != field.variable_of_entry.size()) {
    throw InputError(fmt::format("{}: it has {} entries, and {} elements are given for them", field.name,
                                 field.variable_of_entry.size(), elements.size()));
  }
  FieldAdjacency result;
  double total = 0.0;
  for (const double part : field.measure) total += part;
  for (const double part : field.measure) result.share.push_back(part / total);

  struct Seen {
    Index variable;
    Point centroid;
  };
  std::map<std::vector<Index>, Seen> open;
  Point low, high;
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t entry = 0; entry < elements.size(); ++entry) {
    const Index element = elements[entry], variable = field.variable_of_entry[entry];
    const Point centroid = mesh.centroid(element);
    for (const Index node : mesh.element_nodes(element)) {
      for (std::size_t d = 0; d < 3; ++d) {
        low[d] = std::min(low[d], mesh.coordinates()[to_size(node)][d]);
        high[d] = std::max(high[d], mesh.coordinates()[to_size(node)][d]);
      }
    }
    double measure = 0.0;
    const auto faces = static_cast<int>(topology(mesh.element_type(element)).faces.size());
    for (int face = 0; face < faces; ++face) {
      const Facet facet{element, face};
      std::vector<Index> corners = mesh.facet_nodes(facet);
      corners.resize(to_size(topology(mesh.facet_type(facet)).corners));
      const FlatSide side = flat_side(mesh, corners);
      for (std::size_t d = 0; d < 3; ++d) {
        measure += side.normal[d] * (side.centre[d] - centroid[d]) / mesh.dimension();
      }
      std::sort(corners.begin(), corners.end());
      const auto [other, is_first] = open.try_emplace(std::move(corners), Seen{variable, centroid});
      if (is_first) continue;
      if (other->second.variable != variable) {
        result.sides.push_back({other->second.variable, variable,
                                length_of(side.normal) * circumference(section, side.centre),
                                length_of(difference(centroid, other->second.centroid))});
      }
      open.erase(other); // no third element shares a side
    }
    result.volume += measure * circumference(section, centroid);
  }
  result.length = length_of(difference(high, low));
  return result;
}

} // namespace adjoule
