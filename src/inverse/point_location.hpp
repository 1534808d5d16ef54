// Which elements hold a point of space.
#pragma once

#include "adjoule/mesh/mesh.hpp"
#include "box_tree.hpp"

#include <optional>

namespace adjoule {

struct PointLocation {
  Index element;
  std::array<double, 3> xi; // in the reference element
};

// Reference coordinates of a point by Newton's method on the element's map, which is continued beyond the element; none
// where it does not converge.
std::optional<std::array<double, 3>> invert_map(const Mesh& mesh, Index element, const std::array<double, 3>& point);

// Distance of the point from the element's image of the nearest reference coordinates within the element, m.
double distance_outside(const Mesh& mesh, const PointLocation& location, const std::array<double, 3>& point);

// All elements that hold the point to within 1e-9 of the mesh's bounding box, ascending. Throws InputError, beginning
// with `where`, that names the nearest node.
std::vector<PointLocation> locate_point(const Mesh& mesh, const std::array<double, 3>& point, const std::string& where);

// Finds the elements that hold points, for many points of a mesh whose nodes stay where they are.
class PointLocator {
 public:
  // Keeps a reference to the mesh.
  explicit PointLocator(const Mesh& mesh);
  // The element of the lowest number that holds the point to within 1e-9 of the mesh's bounding box.
  std::optional<PointLocation> find(const std::array<double, 3>& point) const;

 private:
  const Mesh& mesh_;
  double tolerance_; // m
  BoxTree boxes_;
};

} // namespace adjoule
