// The part of the mesh that a quantity is taken on.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <string>
#include <vector>

namespace adjoule {

// Several groups are united: what they share counts once.
struct Selection {
  int dimension = 0;           // of the groups; the mesh's own for everything
  bool everywhere = false;     // no group was named
  std::string groups;          // for messages
  std::vector<Index> elements; // dimension of the mesh
  std::vector<Facet> facets;   // one less
  std::vector<Index> nodes;    // always

  bool is_volume(const Mesh& mesh) const { return dimension == mesh.dimension(); }
  bool is_boundary(const Mesh& mesh) const { return dimension == mesh.dimension() - 1; }
};

// `on` empty: everything. `where` begins messages. Throws InputError for an unknown or unusable group and for groups of
// different dimensions.
Selection select(const Mesh& mesh, const std::vector<std::string>& on, const std::string& where);

} // namespace adjoule
