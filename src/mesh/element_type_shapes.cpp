#include "element_type_shapes.hpp"

namespace adjoule {
namespace {

// Source of all numbers: Gmsh reference manual, "Node ordering".
const std::vector<ShapeRecord>& shape_records() {
  static const std::vector<ShapeRecord> records = {
      // point
      {0, {{0, 0, 0}}, {}, {}, {}},
      // line
      {1, {{-1, 0, 0}, {1, 0, 0}}, {{0, 1}}, {{0}, {1}}, {}},
      // triangle
      {2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1}, {1, 2}, {2, 0}}, {{0, 1}, {1, 2}, {2, 0}}, {}},
      // quadrilateral
      {2,
       {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
       {{0, 1}, {1, 2}, {2, 3}, {3, 0}},
       {{0, 1}, {1, 2}, {2, 3}, {3, 0}},
       {}},
      // tetrahedron
      {3,
       {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
       {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {2, 3}, {1, 3}},
       {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}},
       {}},
      // hexahedron
      {3,
       {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}},
       {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}},
       {{0, 3, 2, 1}, {0, 1, 5, 4}, {0, 4, 7, 3}, {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}},
       {0, 1, 2, 3, 4, 5}},
      // prism
      {3,
       {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
       {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}},
       {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {0, 3, 5, 2}, {1, 2, 5, 4}},
       {2, 3, 4}},
  };
  return records;
}

} // namespace

const ShapeRecord& shape_record(ElementShape shape) {
  return shape_records()[static_cast<std::size_t>(shape)];
}

} // namespace adjoule
