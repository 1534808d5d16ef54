/// Where an integral is taken: elements, facets or points, with the basis tabulated at its points.
#pragma once

#include "adjoule/core/batch.hpp"
#include "adjoule/fem/partition.hpp"
#include "adjoule/mesh/mesh.hpp"

#include <Eigen/Dense>

#include <array>
#include <bit>
#include <memory>
#include <vector>

namespace adjoule {

/// Evaluation points that elements of one type have in common.
struct Tabulation {
  ElementType type = ElementType::tetrahedron4;
  int degree = 0; ///< of the quadrature rule; 0 for single points
  int points = 0;
  int nodes = 0;
  int corners = 0;              ///< the first ones of the nodes
  bool affine = false;          ///< a simplex with straight edges: gradients and measure are the same at all points
  std::vector<double> weights;  ///< reference weights
  std::vector<double> shape;    ///< N_i at point q: [q * nodes + i]
  std::vector<double> gradient; ///< dN_i/dxi_d: [(q * nodes + i) * 3 + d], 0 beyond the element's dimension
  /// First-order shape functions of the corner nodes and their derivatives, in the same layout, 0 at the other nodes.
  std::vector<double> corner_shape, corner_gradient;
  std::vector<double>
      tangents; ///< facets only: dxi/ds and dxi/dt, [q * 6 + 3 * (0|1) + d]; in 2-D dxi/dt is out of plane
};

enum class DomainKind {
  volume,
  boundary,
  material_points, ///< points that move with the element; their sum is not weighted by a measure
  /// Points fixed in space; likewise. Their derivatives to node positions are exact for values of fields and for what
  /// is constant in the element, not for gradients and properties that vary within it.
  spatial_points
};

/// Four elements (fewer in a last one) that are computed together.
struct ElementBatch {
  int tabulation = 0;
  int count = 0;
  std::array<Index, Batch::lanes> element{}; ///< lanes from `count` on repeat the first element with weight 0
  std::size_t first_node = 0;                ///< its place in the domain's connectivity
};

/// How finely to integrate. `degree` 0 takes the default below.
struct QuadratureChoice {
  int degree = 0;
  bool nonlinear = false; ///< properties that follow the temperature, axisymmetry
};

/// Immutable after construction.
class Domain {
 public:
  static std::shared_ptr<const Domain> volume(const Mesh& mesh, const Partition& partition,
                                              const std::vector<Index>& elements, QuadratureChoice quadrature);
  static std::shared_ptr<const Domain> boundary(const Mesh& mesh, const Partition& partition,
                                                const std::vector<Facet>& facets, QuadratureChoice quadrature);
  /// One reference point in each of the elements given.
  struct Point {
    Index element;
    std::array<double, 3> xi;
    double weight = 1.0;
  };
  static std::shared_ptr<const Domain> points(const Mesh& mesh, const Partition& partition,
                                              const std::vector<Point>& points, DomainKind kind);

  DomainKind kind() const { return kind_; }
  const std::vector<Tabulation>& tabulations() const { return tabulations_; }
  /// Batches of a group of the partition.
  const std::vector<ElementBatch>& batches(int group) const { return batches_[static_cast<std::size_t>(group)]; }
  int groups() const { return static_cast<int>(batches_.size()); }
  /// See Partition.
  int levels() const { return static_cast<int>(std::bit_width(batches_.size())); }
  int first_group(int level) const { return groups() + 1 - ((groups() + 1) >> level); }
  /// Nodes of a batch's elements, lane after lane: [i * Batch::lanes + lane] for node i of an element.
  const Index* nodes(const ElementBatch& batch) const { return connectivity_.data() + batch.first_node; }
  Index size() const { return size_; }

 private:
  Domain() = default;
  void add(const Mesh& mesh, const Partition& partition, int tabulation, const std::vector<Index>& elements);

  DomainKind kind_ = DomainKind::volume;
  std::vector<Tabulation> tabulations_;
  std::vector<std::vector<ElementBatch>> batches_;
  std::vector<Index> connectivity_;
  Index size_ = 0;
};

/// Degree of the volume rule that integrates a physics fully on affine elements: exactly with constant properties, to
/// well below the discretisation error with `nonlinear` ones.
int default_volume_degree(ElementType type, bool nonlinear);
/// The same for loads and supports on facets of such elements.
int default_boundary_degree(ElementType type, bool nonlinear);

} // namespace adjoule
