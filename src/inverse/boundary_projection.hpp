// The nearest point of a body's skin.
#pragma once

#include "box_tree.hpp"
#include "point_location.hpp"

namespace adjoule {

// For meshes whose nodes stay where they are.
class BoundaryProjection {
 public:
  // Keeps a reference to the mesh.
  explicit BoundaryProjection(const Mesh& mesh);

  struct Nearest {
    PointLocation location; // on the skin; without an element where the distance is too large for a number
    double distance;        // m, from the point
  };
  Nearest nearest(const std::array<double, 3>& point) const;

 private:
  const Mesh& mesh_;
  std::vector<Facet> facets_;
  BoxTree boxes_;
};

} // namespace adjoule
