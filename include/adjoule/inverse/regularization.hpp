/// Terms that favour values near the start, smooth fields, or fields that are constant by parts.
///
/// They act on the scaled field m: for a design map of fields (`make_field_variable`) ln(value / start) on a
/// logarithmic scale, value / size on a linear one; for a single number its variable. All are means over the volume, so
/// that with the same weight (dimensionless) the result depends neither on the mesh's grading nor on its refinement.
#pragma once

#include "adjoule/fem/section.hpp"
#include "adjoule/inverse/identification.hpp"
#include "adjoule/mesh/mesh.hpp"

namespace adjoule {

/// Which variables of a field are neighbours.
struct FieldAdjacency {
  /// A facet between elements of two variables.
  struct Side {
    Index first = 0, second = 0; ///< variables
    double area = 0.0;           ///< m^2, or as the mesh's dimension and section have it
    double distance = 0.0;       ///< m, between the middles of the two elements
  };
  std::vector<Side> sides{};
  std::vector<double> share{}; ///< of each variable in the volume; the sum is 1
  double volume = 0.0;         ///< of the elements, in the measure of `area` times metres
  double length = 0.0;         ///< m, the diagonal of their bounding box
};

/// `elements`: that of each entry of the field's parameter. Throws InputError where the two do not fit.
FieldAdjacency field_adjacency(const Mesh& mesh, SectionKind section, std::span<const Index> elements,
                               const FieldVariable& field);

/// weight / 2 * integral (m - m_start)^2 dV / V, of a map of the design.
std::unique_ptr<Regularization> make_tikhonov(std::string name, int map, double weight);

/// weight / 2 * L^2 * integral |grad m|^2 dV / V, with the two-point flux across facets: sum A (m_i - m_j)^2 / d.
std::unique_ptr<Regularization> make_smoothness(std::string name, int map, double weight, FieldAdjacency adjacency);

/// weight * L * integral |grad m| dV / V, jumps included: sum A d (sqrt(g^2 + e^2) - e) with g = (m_i - m_j) / d and
/// e = 0.01 / L, by which it is smooth where m hardly changes. Not a sum of squares.
std::unique_ptr<Regularization> make_total_variation(std::string name, int map, double weight,
                                                     FieldAdjacency adjacency);

} // namespace adjoule
