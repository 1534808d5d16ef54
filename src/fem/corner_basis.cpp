#include "adjoule/fem/corner_basis.hpp"

#include "adjoule/mesh/reference_element.hpp"

namespace adjoule {
namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

std::vector<char> is_corner(const Mesh& mesh) {
  std::vector<char> corner(at(mesh.node_count()), 0);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const auto corners = static_cast<std::size_t>(topology(mesh.element_type(e)).corners);
    for (const Index node : mesh.element_nodes(e).first(corners)) corner[at(node)] = 1;
  }
  return corner;
}

// First-order shape functions at the nodes of an element that follow its corners: a row for each, a column a corner.
Eigen::MatrixXd shape_beyond_corners(ElementType type) {
  const ElementTopology& element = topology(type);
  const ReferenceElement& first_order = ReferenceElement::get(first_order_type(element.shape));
  Eigen::MatrixXd shape(element.nodes - element.corners, element.corners);
  for (int i = element.corners; i < element.nodes; ++i)
    shape.row(i - element.corners) = first_order.shape(element.node_coordinates[at(i)]).transpose();
  return shape;
}

} // namespace

ElementType first_order_type(ElementShape shape) {
  switch (shape) {
    case ElementShape::point:
      return ElementType::point1;
    case ElementShape::line:
      return ElementType::line2;
    case ElementShape::triangle:
      return ElementType::triangle3;
    case ElementShape::quadrilateral:
      return ElementType::quadrilateral4;
    case ElementShape::tetrahedron:
      return ElementType::tetrahedron4;
    case ElementShape::hexahedron:
      return ElementType::hexahedron8;
    case ElementShape::prism:
      break;
  }
  return ElementType::prism6;
}

std::vector<Index> nodes_beyond_corners(const Mesh& mesh) {
  const std::vector<char> corner = is_corner(mesh);
  std::vector<Index> beyond;
  for (Index node = 0; node < mesh.node_count(); ++node) {
    if (!corner[at(node)]) beyond.push_back(node);
  }
  return beyond;
}

void fill_beyond_corners(const Mesh& mesh, const Field& field, std::vector<double>& values) {
  if (field.basis != FieldBasis::corners) return;
  const std::vector<char> corner = is_corner(mesh);
  std::vector<Eigen::MatrixXd> shapes(element_type_count);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const ElementType type = mesh.element_type(e);
    const ElementTopology& element = topology(type);
    if (element.nodes == element.corners) continue;
    Eigen::MatrixXd& shape = shapes[static_cast<std::size_t>(type)];
    if (shape.size() == 0) shape = shape_beyond_corners(type);
    const std::span<const Index> nodes = mesh.element_nodes(e);
    for (int i = element.corners; i < element.nodes; ++i) {
      if (corner[at(nodes[at(i)])]) continue;
      for (int c = 0; c < field.components; ++c) {
        double sum = 0.0;
        for (int j = 0; j < element.corners; ++j)
          sum += shape(i - element.corners, j) * values[at(nodes[at(j)] * field.components + c)];
        values[at(nodes[at(i)] * field.components + c)] = sum;
      }
    }
  }
}

} // namespace adjoule
