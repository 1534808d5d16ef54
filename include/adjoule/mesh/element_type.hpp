/// The element shapes that a mesh may hold, in Gmsh's node order.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

namespace adjoule {

enum class ElementType {
  point1,
  line2,
  line3,
  triangle3,
  triangle6,
  quadrilateral4,
  quadrilateral8, ///< serendipity
  quadrilateral9,
  tetrahedron4,
  tetrahedron10,
  hexahedron8,
  hexahedron20, ///< serendipity
  hexahedron27,
  prism6,
  prism15, ///< serendipity
  prism18,
};
inline constexpr int element_type_count = 16;

/// The shape without the order.
enum class ElementShape { point, line, triangle, quadrilateral, tetrahedron, hexahedron, prism };

/// One side of an element, of one dimension less.
struct LocalFace {
  ElementType type; ///< element type of the side
  std::vector<int>
      nodes; ///< local node numbers of the element, in the side's Gmsh order; the right-hand rule over the corner
             ///< nodes (for lines of a 2-D element: tangent turned clockwise) points out of the element
};

/// What is fixed for all elements of a type.
struct ElementTopology {
  ElementType type;
  ElementShape shape;
  std::string name; ///< such as "tetrahedron10"
  int gmsh_type;    ///< Gmsh's number
  int dimension;
  int order;
  int nodes;
  int corners; ///< the first `corners` nodes
  std::vector<std::array<double, 3>>
      node_coordinates; ///< in Gmsh's reference element: lines, quadrilaterals, hexahedra on
                        ///< [-1,1]; triangles, tetrahedra on the unit simplex; prism: unit
                        ///< triangle times [-1,1]
  std::vector<LocalFace> faces;
};

const ElementTopology& topology(ElementType type);

/// The type with that Gmsh number. Throws InputError naming Gmsh's element if it is none of ours.
ElementType element_type_from_gmsh(int gmsh_type);

} // namespace adjoule
