#include "mesh_builder.hpp"

#include "element_geometry.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/core.h>
#include <set>

namespace adjoule {
namespace {

std::optional<ElementType> supported_type(int gmsh_type) {
  for (int i = 0; i < element_type_count; ++i)
    if (topology(static_cast<ElementType>(i)).gmsh_type == gmsh_type) return static_cast<ElementType>(i);
  return {};
}

int top_dimension(const RawMesh& raw) {
  int dimension = -1;
  for (const RawElements& elements : raw.elements) dimension = std::max(dimension, elements.dimension);
  if (dimension < 0)
    throw InputError(fmt::format(
        "{} holds no elements; a .msh must hold the mesh and not only the geometry, a .geo needs a surface or volume",
        raw.file));
  if (dimension < 2)
    throw InputError(fmt::format("{} holds {} only; Adjoule needs surfaces (2-D) or volumes (3-D)", raw.file,
                                 dimension == 1 ? "lines and points" : "points"));
  return dimension;
}

void check_types(const RawMesh& raw, int dimension) {
  std::set<std::string> unsupported, linear, quadratic;
  for (const RawElements& elements : raw.elements) {
    if (elements.dimension != dimension) continue;
    const auto type = supported_type(elements.gmsh_type);
    if (!type) {
      unsupported.insert(fmt::format("{} (such as number {})", elements.type_name, elements.tags.front()));
    } else {
      const ElementTopology& element = topology(*type);
      (element.order == 1 ? linear : quadratic).insert(element.name);
    }
  }
  for (const int gmsh_type : raw.stored.types) {
    const auto type = supported_type(gmsh_type);
    if (type && topology(*type).dimension == dimension)
      (topology(*type).order == 1 ? linear : quadratic).insert(topology(*type).name);
  }
  const auto join = [](const std::set<std::string>& names) { return join_names({names.begin(), names.end()}); };
  if (!unsupported.empty())
    throw InputError(fmt::format(
        "{} holds elements that Adjoule lacks: {}. Supported: triangles, quadrilaterals, tetrahedra, hexahedra and "
        "prisms of order 1 and 2; avoid pyramids (mesh with tetrahedra alone, or make the faces conform) and set "
        "Mesh.ElementOrder to 1 or 2",
        raw.file, join(unsupported)));
  if (!linear.empty() && !quadratic.empty())
    throw InputError(
        fmt::format("{} mixes elements of order 1 ({}) and 2 ({}); mesh all parts with one order (Gmsh: SetOrder 2; or "
                    "Mesh.ElementOrder = 2; before Mesh {};)",
                    raw.file, join(linear), join(quadratic), dimension));
}

/// Numbers the nodes of top elements in the order of their numbers in the file.
void number_nodes(const RawMesh& raw, MeshNumbering& numbering) {
  std::vector<std::size_t> used;
  for (const RawElements& elements : raw.elements)
    if (elements.dimension == numbering.dimension)
      used.insert(used.end(), elements.nodes.begin(), elements.nodes.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());

  std::unordered_map<std::size_t, std::size_t> position;
  position.reserve(raw.node_tags.size());
  for (std::size_t i = 0; i < raw.node_tags.size(); ++i) position[raw.node_tags[i]] = i;
  numbering.node.reserve(used.size());
  for (const std::size_t tag : used) {
    const auto found = position.find(tag);
    if (found == position.end())
      throw InputError(fmt::format("{}: an element has node {}, which the file lacks", raw.file, tag));
    std::array<double, 3> point{};
    for (std::size_t d = 0; d < 3; ++d) point[d] = raw.unit * raw.coordinates[3 * found->second + d];
    if (!std::isfinite(point[0] + point[1] + point[2]))
      throw InputError(fmt::format("{}: node {} has coordinates that are not finite numbers", raw.file, tag));
    numbering.node[tag] = static_cast<Index>(numbering.coordinates.size());
    numbering.coordinates.push_back(point);
  }
}

void flatten(const RawMesh& raw, std::vector<std::array<double, 3>>& coordinates) {
  double size = 0.0, height = 0.0;
  for (const auto& point : coordinates) {
    size = std::max({size, std::abs(point[0] - coordinates[0][0]), std::abs(point[1] - coordinates[0][1])});
    height = std::max(height, std::abs(point[2]));
  }
  if (height > 1e-9 * size)
    throw InputError(fmt::format(
        "{} holds surface elements only, and they do not lie in the plane z = 0 (|z| up to {:.6g} m). For a "
        "3-D body mesh its volumes (gmsh -3, and a Physical Volume for each region); for a plane model "
        "draw it in the plane z = 0",
        raw.file, height));
  for (auto& point : coordinates) point[2] = 0.0;
}

/// Fills the blocks; elements that join the same nodes as an earlier one are not taken again.
void number_elements(const RawMesh& raw, MeshNumbering& numbering) {
  numbering.element.resize(raw.elements.size());
  std::vector<std::size_t> repeats;
  for (int t = 0; t < element_type_count; ++t) {
    const ElementTopology& element = topology(static_cast<ElementType>(t));
    if (element.dimension != numbering.dimension) continue;
    ElementBlock block{element.type,
                       numbering.blocks.empty() ? 0 : numbering.blocks.back().first + numbering.blocks.back().size(),
                       {},
                       {}};
    const auto n = static_cast<std::size_t>(element.nodes);
    // By hash of the sorted nodes; the nodes themselves decide.
    std::unordered_multimap<std::size_t, Index> known;
    for (std::size_t r = 0; r < raw.elements.size(); ++r) {
      const RawElements& elements = raw.elements[r];
      if (elements.gmsh_type != element.gmsh_type) continue;
      known.reserve(known.size() + elements.tags.size());
      for (std::size_t k = 0; k < elements.tags.size(); ++k) {
        std::vector<Index> nodes;
        for (std::size_t i = 0; i < n; ++i) nodes.push_back(numbering.node.at(elements.nodes[k * n + i]));
        std::vector<Index> sorted = nodes;
        std::sort(sorted.begin(), sorted.end());
        std::size_t hash = 0;
        for (const Index node : sorted)
          hash = (hash ^ static_cast<std::size_t>(node)) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
        Index number = -1;
        for (auto [at, end] = known.equal_range(hash); at != end && number < 0; ++at) {
          const auto other = block.nodes(at->second);
          if (std::is_permutation(other.begin(), other.end(), nodes.begin())) number = at->second;
        }
        if (number < 0) {
          number = block.size();
          block.connectivity.insert(block.connectivity.end(), nodes.begin(), nodes.end());
          block.tags.push_back(static_cast<std::int64_t>(elements.tags[k]));
          known.emplace(hash, number);
        } else {
          repeats.push_back(elements.tags[k]);
        }
        numbering.element[r].push_back(block.first + number);
      }
    }
    if (block.size() > 0) numbering.blocks.push_back(std::move(block));
  }
  if (!repeats.empty())
    note(fmt::format("{}: {} elements join the same nodes as an earlier one and count once (the first is number {})",
                     raw.file, repeats.size(), repeats.front()));
}

/// Turns the elements wound the wrong way where a whole set of them is: an entity of a 2-D mesh (the sense of its
/// boundary loop is an accident of drawing), or the whole of a 3-D mesh.
void turn_mirrored(const RawMesh& raw, MeshNumbering& numbering) {
  const auto block_of = [&](Index element) -> ElementBlock& {
    for (ElementBlock& block : numbering.blocks)
      if (element < block.first + block.size()) return block;
    assert(!"an element is in a block");
    return numbering.blocks.back();
  };
  const auto is_mirrored = [&](Index element) {
    const ElementBlock& block = block_of(element);
    double sum = 0.0;
    for (const double corner :
         scaled_corner_jacobians(topology(block.type).shape, block.nodes(element - block.first), numbering.coordinates))
      sum += corner;
    return sum < 0.0;
  };
  std::map<int, std::vector<Index>> sets;
  for (std::size_t r = 0; r < raw.elements.size(); ++r) {
    auto& set = sets[numbering.dimension == 2 ? raw.elements[r].entity : 0];
    set.insert(set.end(), numbering.element[r].begin(), numbering.element[r].end());
  }
  std::vector<Index> turned;
  for (const auto& [entity, elements] : sets)
    if (std::all_of(elements.begin(), elements.end(), is_mirrored))
      turned.insert(turned.end(), elements.begin(), elements.end());
  std::sort(turned.begin(), turned.end());
  turned.erase(std::unique(turned.begin(), turned.end()), turned.end());
  for (const Index element : turned) {
    ElementBlock& block = block_of(element);
    const auto order = mirrored_nodes(block.type);
    const auto begin =
        block.connectivity.begin() + static_cast<std::ptrdiff_t>(element - block.first) * block.nodes_per_element();
    const std::vector<Index> old(begin, begin + block.nodes_per_element());
    for (std::size_t i = 0; i < order.size(); ++i)
      begin[static_cast<std::ptrdiff_t>(i)] = old[static_cast<std::size_t>(order[i])];
  }
  if (!turned.empty())
    note(fmt::format("{}: {} elements were wound the wrong way and have been turned", raw.file, turned.size()));
}

} // namespace

struct MeshBuilder {
  static Mesh make(const RawMesh& raw) {
    MeshNumbering numbering;
    numbering.dimension = top_dimension(raw);
    check_types(raw, numbering.dimension);
    number_nodes(raw, numbering);
    if (numbering.dimension == 2) flatten(raw, numbering.coordinates);
    number_elements(raw, numbering);
    turn_mirrored(raw, numbering);
    std::vector<Group> groups = build_groups(raw, numbering);
    Mesh mesh(numbering.dimension, std::move(numbering.coordinates), std::move(numbering.blocks), std::move(groups));
    mesh.dropped_nodes_ = std::max(0, static_cast<Index>(raw.file_nodes) - mesh.node_count());
    // Geometry files leave nodes on construction points, so there it is no news.
    if (mesh.dropped_nodes_ > 0 && extension_of(raw.file) == ".msh")
      warn(fmt::format("{}: {} of {} nodes belong to no element of the body and are left out (orphan nodes); "
                       "saving the mesh anew without Mesh.SaveAll removes them",
                       raw.file, mesh.dropped_nodes_, raw.file_nodes));
    return mesh;
  }
};

Mesh build_mesh(const RawMesh& raw) {
  return MeshBuilder::make(raw);
}

} // namespace adjoule
