/// A mesh as Gmsh holds it, before it is checked and numbered.
#pragma once

#include "msh_file.hpp"

#include "adjoule/mesh/mesh.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace adjoule {

/// The elements of one type on one geometric entity.
struct RawElements {
  int dimension;
  int entity;
  int gmsh_type;
  std::string type_name;          ///< Gmsh's
  std::vector<std::size_t> tags;  ///< element numbers of the file
  std::vector<std::size_t> nodes; ///< node numbers of the file
};

struct RawGroup {
  int dimension;
  int tag;
  std::string name; ///< empty if it has none
  std::vector<int> entities;
};

struct RawMesh {
  std::string file; ///< for messages
  double unit = 1.0;
  std::vector<std::size_t> node_tags;
  std::vector<double> coordinates; ///< in file units, three a node
  std::vector<RawElements> elements;
  std::vector<RawGroup> groups;
  std::map<std::pair<int, int>, std::string> entity_names; ///< by dimension and entity number
  StoredElements stored;                                   ///< empty unless the file is a .msh that was not refined
  std::size_t file_nodes = 0;                              ///< nodes in the file, those unknown to Gmsh too
};

/// The extension in small letters: ".msh".
std::string extension_of(const std::filesystem::path& file);

/// Opens and if need be meshes the file in a session of Gmsh, and takes everything out of it. Options are checked
/// before.
RawMesh load_with_gmsh(const std::filesystem::path& file, const MeshOptions& options);

} // namespace adjoule
