/// Values of nodal fields at points of space, as a linear map with its transpose.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <array>
#include <span>
#include <vector>

namespace adjoule {

/// Where a point of space lies in a mesh.
struct PointPlace {
  Index element = -1;             ///< that holds it, or the nearest point of the mesh; -1: too far away
  std::array<double, 3> xi{};     ///< in the reference element
  double distance = 0.0;          ///< m, from the mesh; 0 within
  double relative_distance = 0.0; ///< in sizes of the nearest element (the mean distance of its corners)
};

/// Places points. One outside the mesh is moved to the nearest point of the boundary where that is nearer than
/// `projection_tolerance` times the size of the element there. Of a 2-D mesh the points' z is left out of account.
std::vector<PointPlace> place_points(const Mesh& mesh, std::span<const std::array<double, 3>> points,
                                     double projection_tolerance);

/// Interpolation with the elements' own shape functions.
class PointInterpolation {
 public:
  PointInterpolation() = default;
  /// Every place needs an element.
  PointInterpolation(const Mesh& mesh, std::span<const PointPlace> places);

  Index size() const { return static_cast<Index>(offsets_.size()) - 1; }
  /// Value of a component at a point of nodal values [node * components + component].
  double value(std::span<const double> nodal, int components, int component, Index point) const;
  /// dual += factor * d(value)/d(nodal)
  void add_transposed(Index point, double factor, int components, int component, std::span<double> dual) const;

 private:
  std::vector<std::size_t> offsets_{0}; ///< of each point's first node
  std::vector<Index> nodes_;
  std::vector<double> weights_;
};

} // namespace adjoule
