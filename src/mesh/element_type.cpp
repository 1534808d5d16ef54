#include "adjoule/mesh/element_type.hpp"

#include "adjoule/core/error.hpp"
#include "element_type_shapes.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/core.h>

namespace adjoule {
namespace {

/// Which nodes a type has beyond its shape's corners.
struct TypeRecord {
  ElementType type;
  ElementShape shape;
  const char* name;
  int gmsh_type;
  int order;
  bool edge_nodes;
  bool quadrilateral_nodes; ///< one in the middle of each quadrilateral face (in 2-D: of the element)
  bool body_node;           ///< one in the middle of a hexahedron
};

using enum ElementShape;
constexpr std::array<TypeRecord, element_type_count> type_records = {{
    {ElementType::point1, point, "point1", 15, 0, false, false, false},
    {ElementType::line2, line, "line2", 1, 1, false, false, false},
    {ElementType::line3, line, "line3", 8, 2, true, false, false},
    {ElementType::triangle3, triangle, "triangle3", 2, 1, false, false, false},
    {ElementType::triangle6, triangle, "triangle6", 9, 2, true, false, false},
    {ElementType::quadrilateral4, quadrilateral, "quadrilateral4", 3, 1, false, false, false},
    {ElementType::quadrilateral8, quadrilateral, "quadrilateral8", 16, 2, true, false, false},
    {ElementType::quadrilateral9, quadrilateral, "quadrilateral9", 10, 2, true, true, false},
    {ElementType::tetrahedron4, tetrahedron, "tetrahedron4", 4, 1, false, false, false},
    {ElementType::tetrahedron10, tetrahedron, "tetrahedron10", 11, 2, true, false, false},
    {ElementType::hexahedron8, hexahedron, "hexahedron8", 5, 1, false, false, false},
    {ElementType::hexahedron20, hexahedron, "hexahedron20", 17, 2, true, false, false},
    {ElementType::hexahedron27, hexahedron, "hexahedron27", 12, 2, true, true, true},
    {ElementType::prism6, prism, "prism6", 6, 1, false, false, false},
    {ElementType::prism15, prism, "prism15", 18, 2, true, false, false},
    {ElementType::prism18, prism, "prism18", 13, 2, true, true, false},
}};

std::array<double, 3> centre(const ShapeRecord& shape, const std::vector<int>& corners) {
  std::array<double, 3> sum{};
  for (const int corner : corners)
    for (std::size_t d = 0; d < 3; ++d) sum[d] += shape.corners[static_cast<std::size_t>(corner)][d];
  for (double& coordinate : sum) coordinate /= static_cast<double>(corners.size());
  return sum;
}

ElementType side_type(const TypeRecord& record, int dimension, std::size_t corners) {
  if (dimension == 1) return ElementType::point1;
  if (dimension == 2) return record.edge_nodes ? ElementType::line3 : ElementType::line2;
  if (corners == 3) return record.edge_nodes ? ElementType::triangle6 : ElementType::triangle3;
  if (record.quadrilateral_nodes) return ElementType::quadrilateral9;
  return record.edge_nodes ? ElementType::quadrilateral8 : ElementType::quadrilateral4;
}

int edge_between(const ShapeRecord& shape, int a, int b) {
  for (std::size_t edge = 0; edge < shape.edges.size(); ++edge)
    if (shape.edges[edge] == std::array{a, b} || shape.edges[edge] == std::array{b, a}) return static_cast<int>(edge);
  assert(!"the sides of a shape run along its edges");
  return -1;
}

ElementTopology build(const TypeRecord& record) {
  const ShapeRecord& shape = shape_record(record.shape);
  ElementTopology result{record.type,
                         record.shape,
                         record.name,
                         record.gmsh_type,
                         shape.dimension,
                         record.order,
                         0,
                         static_cast<int>(shape.corners.size()),
                         shape.corners,
                         {}};
  auto& coordinates = result.node_coordinates;
  const auto first_edge_node = static_cast<int>(coordinates.size());
  if (record.edge_nodes)
    for (const auto& [a, b] : shape.edges) coordinates.push_back(centre(shape, {a, b}));

  for (const std::vector<int>& corners : shape.sides) {
    LocalFace face{side_type(record, shape.dimension, corners.size()), corners};
    if (record.edge_nodes && shape.dimension > 1) {
      const std::size_t edges = corners.size() == 2 ? 1 : corners.size();
      for (std::size_t i = 0; i < edges; ++i)
        face.nodes.push_back(first_edge_node + edge_between(shape, corners[i], corners[(i + 1) % corners.size()]));
    }
    result.faces.push_back(std::move(face));
  }

  if (record.quadrilateral_nodes && shape.dimension == 2) coordinates.push_back({0.0, 0.0, 0.0});
  if (record.quadrilateral_nodes && shape.dimension == 3) {
    for (const int side : shape.middle_node_sides) {
      const auto s = static_cast<std::size_t>(side);
      result.faces[s].nodes.push_back(static_cast<int>(coordinates.size()));
      coordinates.push_back(centre(shape, shape.sides[s]));
    }
  }
  if (record.body_node) coordinates.push_back({0.0, 0.0, 0.0});
  result.nodes = static_cast<int>(coordinates.size());
  return result;
}

/// Names of the Gmsh elements that people meet and this program lacks.
std::string foreign_element(int gmsh_type) {
  switch (gmsh_type) {
    case 7:
      return "pyramid with 5 nodes";
    case 14:
      return "pyramid with 14 nodes";
    case 19:
      return "pyramid with 13 nodes";
    case 20:
      return "triangle with 9 nodes, order 3";
    case 21:
      return "triangle with 10 nodes, order 3";
    case 26:
      return "line with 4 nodes, order 3";
    case 27:
      return "line with 5 nodes, order 4";
    case 29:
      return "tetrahedron with 20 nodes, order 3";
    case 30:
      return "tetrahedron with 35 nodes, order 4";
    case 36:
      return "quadrilateral with 16 nodes, order 3";
    case 39:
      return "quadrilateral with 12 nodes, order 3";
    case 90:
      return "prism with 40 nodes, order 3";
    case 92:
      return "hexahedron with 64 nodes, order 3";
    default:
      return "not a line, triangle, quadrilateral, tetrahedron, hexahedron or prism of order 1 or 2";
  }
}

} // namespace

const ElementTopology& topology(ElementType type) {
  static const std::vector<ElementTopology> all = [] {
    std::vector<ElementTopology> list;
    for (const TypeRecord& record : type_records) list.push_back(build(record));
    return list;
  }();
  const ElementTopology& result = all[static_cast<std::size_t>(type)];
  assert(result.type == type);
  return result;
}

ElementType element_type_from_gmsh(int gmsh_type) {
  for (const TypeRecord& record : type_records)
    if (record.gmsh_type == gmsh_type) return record.type;
  const bool pyramid = gmsh_type == 7 || gmsh_type == 14 || gmsh_type == 19;
  throw InputError(fmt::format(
      "the mesh has elements of Gmsh type {} ({}), which are not supported: {}", gmsh_type, foreign_element(gmsh_type),
      pyramid ? "mesh the volume with tetrahedra, prisms or hexahedra alone" : "mesh with Mesh.ElementOrder = 1 or 2"));
}

} // namespace adjoule
