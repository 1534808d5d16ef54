/// Corners, edges and sides of the reference shapes, as Gmsh numbers them. Private to the room.
#pragma once

#include "adjoule/mesh/element_type.hpp"

namespace adjoule {

struct ShapeRecord {
  int dimension;
  std::vector<std::array<double, 3>> corners;
  std::vector<std::array<int, 2>> edges; ///< in the order of the mid-edge nodes
  std::vector<std::vector<int>> sides;   ///< corners of each side, turning so that the normal points out
  std::vector<int> middle_node_sides;    ///< the quadrilateral sides in the order of their middle nodes
};

const ShapeRecord& shape_record(ElementShape shape);

} // namespace adjoule
