/// The mesh of a body: nodes, elements of its top dimension, and named groups of them.
#pragma once

#include "adjoule/core/index.hpp"
#include "adjoule/mesh/element_type.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace adjoule {

/// All elements of one type, in the mesh's order.
struct ElementBlock {
  ElementType type;
  Index first = 0;                 ///< number of the block's first element among all elements
  std::vector<Index> connectivity; ///< nodes in Gmsh's order, element after element
  std::vector<std::int64_t> tags;  ///< element numbers of the mesh file, for messages

  int nodes_per_element() const { return topology(type).nodes; }
  Index size() const { return static_cast<Index>(tags.size()); }
  std::span<const Index> nodes(Index local) const {
    const auto n = static_cast<std::size_t>(nodes_per_element());
    return {connectivity.data() + static_cast<std::size_t>(local) * n, n};
  }
};

/// A side of an element: the element behind it and which of its faces it is. Its normal points out of that element.
struct Facet {
  Index element = -1;
  int local_face = -1;
  friend bool operator==(const Facet&, const Facet&) = default;
};

/// A Gmsh physical group. `elements` is filled for the mesh's top dimension, `facets` for one less; `nodes` always
/// (sorted).
struct Group {
  std::string name;
  int dimension = 0;
  int entities = 0;            ///< geometric entities in the group; 0 if the mesh was made from arrays
  std::string fault;           ///< why the group cannot be used, empty if it can; `Mesh::group` throws it
  std::vector<Index> elements; ///< element numbers, ascending
  std::vector<Facet> facets;   ///< ascending by element and face; between two elements the lower number counts
  std::vector<Index> nodes;
};

/// "point", "curve", "surface" or "volume", for messages.
std::string dimension_name(int dimension);

/// How a mesh is read or made.
struct MeshOptions {
  /// Metres per unit of the coordinates as drawn or stored; see `length_unit`. Gmsh converts a .step to millimetres.
  /// The Mesh.ScalingFactor of a .geo acts on the files that Gmsh writes, not here.
  double unit = 1.0;
  /// 1 or 2; .geo and .step only (default: Mesh.ElementOrder of the .geo, which is 1 unless set).
  std::optional<int> order{};
  /// Uniform target edge length in file units; .geo and .step only. Replaces the point sizes and size fields of the
  /// .geo; transfinite curves and extruded layers keep their counts.
  std::optional<double> size{};
  /// Uniform splits of every element. New nodes are put on the geometry where there is one (.geo, .step); a .msh is
  /// split along its own nodes, and its new mid-edge nodes lie straight.
  int refine = 0;
  /// Values for the numbers that the .geo declares with DefineConstant or DefineNumber, by variable or by ONELAB name.
  std::map<std::string, double> parameters{};
};

/// Metres in one "m", "mm", "um", "nm" or "in"; throws InputError listing these for any other name.
double length_unit(const std::string& name);

class Mesh {
 public:
  /// Reads a .msh (2.2, 4.1; ASCII, binary), or meshes a .geo or .step in process. Coordinates are converted to metres.
  /// Safe to call from several threads, which then take turns.
  ///
  /// All elements of the top dimension are loaded, in a group or not; nodes of none of them are dropped
  /// (`dropped_nodes`). Groups are the physical groups; without any, the geometric entities under names such as
  /// "volume1" (with a warning). An unnamed group is called by its number. Elements wound the wrong way are turned
  /// where all of a 2-D entity or of a 3-D mesh are; single inverted ones are left for `check_degeneracy`. Elements
  /// that join the same nodes count once. Throws InputError, with Gmsh's own words where it failed, for whatever does
  /// not give a mesh.
  static Mesh read(const std::filesystem::path& file, const MeshOptions& options);

  /// From arrays, for tests and programs that have a mesh already. Groups need `dimension`, `name` and `elements`,
  /// `facets` or `nodes`; the nodes of the former two are found here, as are `first` of the blocks and missing element
  /// tags (1, 2, ...). Coordinates in metres. Throws InputError for node or element numbers out of range, mixed orders,
  /// two groups of a name.
  Mesh(int dimension, std::vector<std::array<double, 3>> coordinates, std::vector<ElementBlock> blocks,
       std::vector<Group> groups);

  int dimension() const { return dimension_; }
  /// 1 or 2.
  int order() const;
  Index node_count() const { return static_cast<Index>(coordinates_.size()); }
  Index element_count() const { return element_count_; }
  /// In metres; 2-D meshes have z = 0.
  const std::vector<std::array<double, 3>>& coordinates() const { return coordinates_; }
  /// Replaces node positions and nothing else. Throws InputError if the count differs or a value is not finite.
  void set_coordinates(std::vector<std::array<double, 3>> coordinates);
  const std::vector<ElementBlock>& blocks() const { return blocks_; }
  const std::vector<Group>& groups() const { return groups_; }

  /// Nodes of the file that belong to no element of the top dimension, and are therefore not in the mesh.
  Index dropped_nodes() const { return dropped_nodes_; }

  const ElementBlock& block_of(Index element) const;
  std::span<const Index> element_nodes(Index element) const;
  ElementType element_type(Index element) const { return block_of(element).type; }
  /// The element's number in the mesh file.
  std::int64_t element_tag(Index element) const;
  /// Nodes of a facet in the order of its own type.
  std::vector<Index> facet_nodes(const Facet& facet) const;
  /// The element type of a facet.
  ElementType facet_type(const Facet& facet) const;
  /// The mean of the element's corners, m.
  std::array<double, 3> centroid(Index element) const;

  /// The group of that name. Throws InputError that lists those present, with their dimension, and the nearest name; or
  /// the group's `fault`. `dimension`, where given, is demanded. `use` ("[electrical.potential]") is named in the
  /// message.
  const Group& group(const std::string& name, std::optional<int> dimension = {}, const std::string& use = "") const;
  bool has_group(const std::string& name) const;
  /// Elements of the regions named, each once, ascending. Throws as `group` does.
  std::vector<Index> elements_of(std::span<const std::string> regions) const;

  /// Corners of the axis-parallel box about all nodes, metres.
  std::pair<std::array<double, 3>, std::array<double, 3>> bounding_box() const;

  /// Writes a binary .msh 4.1 in metres with all groups; groups of points and curves become groups of points. Throws
  /// InputError if the name does not end in .msh or the file cannot be written.
  void write(const std::filesystem::path& file) const;

 private:
  friend struct MeshBuilder;
  void find_nodes(Group& group) const;

  int dimension_;
  Index dropped_nodes_ = 0;
  Index element_count_ = 0;
  std::vector<std::array<double, 3>> coordinates_;
  std::vector<ElementBlock> blocks_;
  std::vector<Group> groups_;
};

} // namespace adjoule
