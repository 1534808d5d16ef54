#include "adjoule/fem/domain.hpp"

#include "adjoule/fem/corner_basis.hpp"
#include "adjoule/fem/quadrature.hpp"
#include "adjoule/mesh/reference_element.hpp"

#include <map>

namespace adjoule {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// Appends an element's shape functions at a point, and zeros for the nodes up to `nodes`.
void append_basis(const ReferenceElement& element, const std::array<double, 3>& xi, int nodes,
                  std::vector<double>& shapes, std::vector<double>& gradients) {
  const Eigen::VectorXd shape = element.shape(xi);
  const Eigen::MatrixXd gradient = element.gradient(xi);
  for (int i = 0; i < nodes; ++i) {
    const bool own = i < element.nodes();
    shapes.push_back(own ? shape[i] : 0.0);
    for (int d = 0; d < 3; ++d) gradients.push_back(own && d < element.dimension() ? gradient(i, d) : 0.0);
  }
}

void tabulate_point(Tabulation& tabulation, const std::array<double, 3>& xi, double weight) {
  append_basis(ReferenceElement::get(tabulation.type), xi, tabulation.nodes, tabulation.shape, tabulation.gradient);
  append_basis(ReferenceElement::get(first_order_type(topology(tabulation.type).shape)), xi, tabulation.nodes,
               tabulation.corner_shape, tabulation.corner_gradient);
  tabulation.weights.push_back(weight);
  ++tabulation.points;
}

bool is_simplex(ElementShape shape) {
  return shape == ElementShape::triangle || shape == ElementShape::tetrahedron;
}

Tabulation empty_tabulation(ElementType type) {
  Tabulation tabulation;
  tabulation.type = type;
  tabulation.nodes = topology(type).nodes;
  tabulation.corners = topology(type).corners;
  tabulation.affine = is_simplex(topology(type).shape) && topology(type).order == 1;
  return tabulation;
}

Tabulation tabulate_volume(ElementType type, int degree) {
  Tabulation tabulation = empty_tabulation(type);
  tabulation.degree = degree;
  const QuadratureRule& rule = quadrature_rule(topology(type).shape, degree);
  for (std::size_t q = 0; q < rule.points.size(); ++q) tabulate_point(tabulation, rule.points[q], rule.weights[q]);
  return tabulation;
}

Tabulation tabulate_facet(ElementType type, int local_face, int degree) {
  Tabulation tabulation = empty_tabulation(type);
  tabulation.degree = degree;
  const ElementTopology& element = topology(type);
  const LocalFace& face = element.faces[at(local_face)];
  const ReferenceElement& face_element = ReferenceElement::get(face.type);
  const QuadratureRule& rule = quadrature_rule(topology(face.type).shape, degree);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const Eigen::VectorXd shape = face_element.shape(rule.points[q]);
    const Eigen::MatrixXd gradient = face_element.gradient(rule.points[q]);
    std::array<double, 3> xi{};
    std::array<double, 6> tangents{};
    for (std::size_t i = 0; i < face.nodes.size(); ++i) {
      const std::array<double, 3>& node = element.node_coordinates[at(face.nodes[i])];
      for (std::size_t d = 0; d < 3; ++d) {
        xi[d] += shape[static_cast<Eigen::Index>(i)] * node[d];
        for (int s = 0; s < face_element.dimension(); ++s) {
          tangents[at(3 * s) + d] += gradient(static_cast<Eigen::Index>(i), s) * node[d];
        }
      }
    }
    if (element.dimension == 2) tangents[5] = 1.0; // out of the plane, so that the normal is a cross product here too
    tabulate_point(tabulation, xi, rule.weights[q]);
    tabulation.tangents.insert(tabulation.tangents.end(), tangents.begin(), tangents.end());
  }
  return tabulation;
}

} // namespace

int default_volume_degree(ElementType type, bool nonlinear) {
  const ElementTopology& element = topology(type);
  if (is_simplex(element.shape)) return element.order == 1 ? (nonlinear ? 2 : 1) : (nonlinear ? 6 : 4);
  return element.order == 1 ? (nonlinear ? 4 : 3) : (nonlinear ? 7 : 5);
}

int default_boundary_degree(ElementType type, bool nonlinear) {
  return topology(type).order == 1 ? (nonlinear ? 5 : 3) : (nonlinear ? 8 : 5);
}

void Domain::add(const Mesh& mesh, const Partition& partition, int tabulation, const std::vector<Index>& elements) {
  batches_.resize(at(partition.groups()));
  std::vector<std::vector<Index>> by_group(at(partition.groups()));
  for (const Index e : elements) by_group[at(partition.group_of_element[at(e)])].push_back(e);
  const int nodes = tabulations_[at(tabulation)].nodes;
  std::size_t batches = 0;
  for (const std::vector<Index>& group : by_group) batches += (group.size() + Batch::lanes - 1) / Batch::lanes;
  if (batches > 1) connectivity_.reserve(connectivity_.size() + batches * at(nodes) * Batch::lanes);
  for (std::size_t group = 0; group < by_group.size(); ++group) {
    if (by_group[group].size() > Batch::lanes)
      batches_[group].reserve(batches_[group].size() + by_group[group].size() / Batch::lanes + 1);
    for (std::size_t first = 0; first < by_group[group].size(); first += Batch::lanes) {
      ElementBatch batch;
      batch.tabulation = tabulation;
      batch.count = static_cast<int>(std::min<std::size_t>(Batch::lanes, by_group[group].size() - first));
      for (int lane = 0; lane < Batch::lanes; ++lane) {
        batch.element[at(lane)] = by_group[group][first + (lane < batch.count ? at(lane) : 0)];
      }
      batch.first_node = connectivity_.size();
      for (int i = 0; i < nodes; ++i) {
        for (const Index e : batch.element) connectivity_.push_back(mesh.element_nodes(e)[at(i)]);
      }
      batches_[group].push_back(batch);
    }
  }
  size_ += static_cast<Index>(elements.size());
}

std::shared_ptr<const Domain> Domain::volume(const Mesh& mesh, const Partition& partition,
                                             const std::vector<Index>& elements, QuadratureChoice quadrature) {
  std::shared_ptr<Domain> domain(new Domain);
  domain->batches_.resize(at(partition.groups()));
  std::map<ElementType, std::vector<Index>> by_type;
  for (const Index e : elements) by_type[mesh.element_type(e)].push_back(e);
  for (const auto& [type, list] : by_type) {
    domain->tabulations_.push_back(tabulate_volume(
        type, quadrature.degree > 0 ? quadrature.degree : default_volume_degree(type, quadrature.nonlinear)));
    domain->add(mesh, partition, static_cast<int>(domain->tabulations_.size()) - 1, list);
  }
  return domain;
}

std::shared_ptr<const Domain> Domain::boundary(const Mesh& mesh, const Partition& partition,
                                               const std::vector<Facet>& facets, QuadratureChoice quadrature) {
  std::shared_ptr<Domain> domain(new Domain);
  domain->kind_ = DomainKind::boundary;
  domain->batches_.resize(at(partition.groups()));
  std::map<std::pair<ElementType, int>, std::vector<Index>> by_face;
  for (const Facet& facet : facets)
    by_face[{mesh.element_type(facet.element), facet.local_face}].push_back(facet.element);
  for (const auto& [face, list] : by_face) {
    domain->tabulations_.push_back(tabulate_facet(
        face.first, face.second,
        quadrature.degree > 0 ? quadrature.degree : default_boundary_degree(face.first, quadrature.nonlinear)));
    domain->add(mesh, partition, static_cast<int>(domain->tabulations_.size()) - 1, list);
  }
  return domain;
}

std::shared_ptr<const Domain> Domain::points(const Mesh& mesh, const Partition& partition,
                                             const std::vector<Point>& points, DomainKind kind) {
  std::shared_ptr<Domain> domain(new Domain);
  domain->kind_ = kind;
  domain->batches_.resize(at(partition.groups()));
  for (const Point& point : points) {
    domain->tabulations_.push_back(empty_tabulation(mesh.element_type(point.element)));
    tabulate_point(domain->tabulations_.back(), point.xi, point.weight);
    domain->add(mesh, partition, static_cast<int>(domain->tabulations_.size()) - 1, {point.element});
  }
  return domain;
}

} // namespace adjoule
