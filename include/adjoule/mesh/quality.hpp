/// What can be wrong with a mesh before anything is computed on it.
#pragma once

#include "adjoule/mesh/mesh.hpp"

namespace adjoule {

/// An element named in a report.
struct ElementPlace {
  Index element;
  std::int64_t tag;               ///< number in the mesh file
  std::array<double, 3> centroid; ///< m
  double scaled_jacobian;         ///< 1 for the ideal shape, <= 0 for inverted or flat ones
};

/// The scaled Jacobian of an element is the smallest, over its corners, of the determinant of the edges that meet there
/// over the product of their lengths, divided by that of the ideal shape (equilateral, square). For quadratic elements
/// it is multiplied by the smallest ratio of the Jacobian determinant to that of the element with straight edges, where
/// below 1.
struct MeshQuality {
  double minimum_scaled_jacobian = 1.0;
  double mean_scaled_jacobian = 1.0;
  std::vector<ElementPlace> inverted; ///< Jacobian determinant not positive somewhere, worst first
  std::vector<ElementPlace>
      zero_volume;                 ///< volume below 1e-12 of the element's longest edge to the power of its dimension
  std::vector<Index> orphan_nodes; ///< nodes of no element (only in a mesh made from arrays)
  Index dropped_nodes = 0;         ///< nodes of the file that are in no element of the top dimension, left out
  /// Pairs at one place (within a millionth of the shortest edge there) that are not in one element, lower number
  /// first.
  std::vector<std::pair<Index, Index>> coincident_nodes;
  std::vector<Index> body_of_element; ///< connected part (through shared nodes) of each element, from 0
  int bodies = 0;
  double volume = 0.0; ///< m^3 in 3-D, m^2 in 2-D
};

/// Parts of a mesh that hang together through shared nodes.
struct ConnectedBodies {
  std::vector<Index> of_element; ///< number of each element's part, -1: left out
  int count = 0;
};
/// `included`: one flag an element; empty: all.
ConnectedBodies connected_bodies(const Mesh& mesh, const std::vector<char>& included = {});

/// Examines all elements.
MeshQuality check_degeneracy(const Mesh& mesh);

/// Throws InputError if elements are inverted or have no volume (the ten worst by number and place, the cause and the
/// remedy), or if nodes belong to no element. Warns about coincident, unconnected nodes.
void require_valid(const Mesh& mesh, const MeshQuality& quality);

} // namespace adjoule
