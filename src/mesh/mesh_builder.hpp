/// From Gmsh's mesh to ours.
#pragma once

#include "raw_mesh.hpp"

#include <unordered_map>

namespace adjoule {

/// Checks and numbers the mesh. Throws InputError for what is no mesh of Adjoule.
Mesh build_mesh(const RawMesh& raw);

/// What of the file became what of the mesh.
struct MeshNumbering {
  int dimension;
  std::unordered_map<std::size_t, Index> node; ///< of a node of the file; dropped ones are not in it
  std::vector<std::vector<Index>>
      element; ///< of each raw element of the top dimension, by position in RawMesh::elements
  std::vector<std::array<double, 3>> coordinates; ///< m
  std::vector<ElementBlock> blocks;
};

/// The mesh's groups from the physical ones, or from the geometric entities where there are none.
std::vector<Group> build_groups(const RawMesh& raw, const MeshNumbering& numbering);

/// The facet with those corners, for each key; `element` is -1 where there is none.
std::vector<Facet> find_facets(const std::vector<ElementBlock>& blocks, const std::vector<std::array<Index, 4>>& keys);

} // namespace adjoule
