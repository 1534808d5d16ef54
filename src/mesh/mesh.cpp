#include "adjoule/mesh/mesh.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <numeric>

namespace adjoule {
namespace {

void check_block(const ElementBlock& block, int dimension, Index nodes) {
  const ElementTopology& type = topology(block.type);
  if (type.dimension != dimension)
    throw InputError(fmt::format("a {}-D mesh cannot hold the {}-D elements {}", dimension, type.dimension, type.name));
  if (block.connectivity.size() != block.tags.size() * static_cast<std::size_t>(type.nodes))
    throw InputError(fmt::format("a block of {} elements {} needs {} nodes each, but has {} numbers in all",
                                 block.size(), type.name, type.nodes, block.connectivity.size()));
  for (const Index node : block.connectivity)
    if (node < 0 || node >= nodes)
      throw InputError(fmt::format("an element has node {}, but the mesh has {} nodes", node, nodes));
}

void sort_unique(std::vector<Index>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::string describe(const Group& group, int mesh_dimension) {
  std::string counts;
  if (group.entities > 0) counts += fmt::format(", {} {}", group.entities, group.entities == 1 ? "entity" : "entities");
  if (group.dimension == mesh_dimension)
    counts += fmt::format(", {} elements", group.elements.size());
  else if (group.dimension == mesh_dimension - 1)
    counts += fmt::format(", {} facets", group.facets.size());
  else
    counts += fmt::format(", {} nodes", group.nodes.size());
  return fmt::format("{} ({}{})", group.name, dimension_name(group.dimension), counts);
}

} // namespace

std::string dimension_name(int dimension) {
  static const std::array<std::string, 4> names = {"point", "curve", "surface", "volume"};
  return names.at(static_cast<std::size_t>(dimension));
}

Mesh::Mesh(int dimension, std::vector<std::array<double, 3>> coordinates, std::vector<ElementBlock> blocks,
           std::vector<Group> groups)
    : dimension_(dimension), coordinates_(std::move(coordinates)), blocks_(std::move(blocks)),
      groups_(std::move(groups)) {
  if (dimension != 2 && dimension != 3)
    throw InputError(fmt::format("a mesh has 2 or 3 dimensions, not {}", dimension));
  if (coordinates_.size() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    throw InputError(fmt::format("{} nodes are more than a mesh can hold (2147483647)", coordinates_.size()));
  for (ElementBlock& block : blocks_) {
    block.first = element_count_;
    if (block.tags.empty()) {
      block.tags.resize(block.connectivity.size() / static_cast<std::size_t>(block.nodes_per_element()));
      std::iota(block.tags.begin(), block.tags.end(), element_count_ + 1);
    }
    check_block(block, dimension, node_count());
    element_count_ += block.size();
    if (topology(block.type).order != topology(blocks_.front().type).order)
      throw InputError(fmt::format("the mesh mixes elements of order 1 and 2: {} and {}",
                                   topology(blocks_.front().type).name, topology(block.type).name));
  }
  if (element_count_ == 0) throw InputError("the mesh has no elements");
  set_coordinates(std::move(coordinates_));
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (groups_[j].name == groups_[i].name)
        throw InputError(fmt::format("two groups of the mesh are called '{}'", groups_[i].name));
    find_nodes(groups_[i]);
  }
}

void Mesh::find_nodes(Group& group) const {
  if (group.dimension < 0 || group.dimension > dimension_)
    throw InputError(
        fmt::format("group '{}' has dimension {} in a {}-D mesh", group.name, group.dimension, dimension_));
  const auto check = [&](Index number, Index count, const char* what) {
    if (number < 0 || number >= count)
      throw InputError(fmt::format("group '{}' has {} {}, but the mesh has {}", group.name, what, number, count));
  };
  for (const Index element : group.elements) {
    check(element, element_count_, "element");
    const auto nodes = element_nodes(element);
    group.nodes.insert(group.nodes.end(), nodes.begin(), nodes.end());
  }
  for (const Facet& facet : group.facets) {
    check(facet.element, element_count_, "element");
    check(facet.local_face, static_cast<Index>(topology(element_type(facet.element)).faces.size()), "face");
    const auto nodes = facet_nodes(facet);
    group.nodes.insert(group.nodes.end(), nodes.begin(), nodes.end());
  }
  for (const Index node : group.nodes) check(node, node_count(), "node");
  sort_unique(group.elements);
  sort_unique(group.nodes);
}

int Mesh::order() const {
  return topology(blocks_.front().type).order;
}

void Mesh::set_coordinates(std::vector<std::array<double, 3>> coordinates) {
  if (coordinates.size() != coordinates_.size() && !coordinates_.empty())
    throw InputError(
        fmt::format("{} node positions given for a mesh of {} nodes", coordinates.size(), coordinates_.size()));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const auto& [x, y, z] = coordinates[i];
    if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z))
      throw InputError(fmt::format("the position of node {} is not finite", i));
    if (dimension_ == 2 && z != 0.0)
      throw InputError(fmt::format("node {} of a 2-D mesh has z = {} m; it must be 0", i, z));
  }
  coordinates_ = std::move(coordinates);
}

const ElementBlock& Mesh::block_of(Index element) const {
  assert(element >= 0 && element < element_count_);
  auto block = blocks_.begin();
  while (element >= block->first + block->size()) ++block;
  return *block;
}

std::span<const Index> Mesh::element_nodes(Index element) const {
  const ElementBlock& block = block_of(element);
  return block.nodes(element - block.first);
}

std::int64_t Mesh::element_tag(Index element) const {
  const ElementBlock& block = block_of(element);
  return block.tags[static_cast<std::size_t>(element - block.first)];
}

std::vector<Index> Mesh::facet_nodes(const Facet& facet) const {
  const auto nodes = element_nodes(facet.element);
  std::vector<Index> result;
  for (const int local : topology(element_type(facet.element)).faces[static_cast<std::size_t>(facet.local_face)].nodes)
    result.push_back(nodes[static_cast<std::size_t>(local)]);
  return result;
}

ElementType Mesh::facet_type(const Facet& facet) const {
  return topology(element_type(facet.element)).faces[static_cast<std::size_t>(facet.local_face)].type;
}

std::array<double, 3> Mesh::centroid(Index element) const {
  const auto corners = element_nodes(element).first(static_cast<std::size_t>(topology(element_type(element)).corners));
  std::array<double, 3> sum{};
  for (const Index node : corners)
    for (std::size_t d = 0; d < 3; ++d) sum[d] += coordinates_[static_cast<std::size_t>(node)][d];
  for (double& component : sum) component /= static_cast<double>(corners.size());
  return sum;
}

bool Mesh::has_group(const std::string& name) const {
  return std::any_of(groups_.begin(), groups_.end(), [&](const Group& group) { return group.name == name; });
}

std::vector<Index> Mesh::elements_of(std::span<const std::string> regions) const {
  std::vector<Index> elements;
  for (const std::string& region : regions) {
    const Group& named = group(region, dimension_);
    elements.insert(elements.end(), named.elements.begin(), named.elements.end());
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

const Group& Mesh::group(const std::string& name, std::optional<int> dimension, const std::string& use) const {
  const std::string place = use.empty() ? "" : use + ": ";
  std::vector<std::string> names, descriptions;
  for (const Group& candidate : groups_) {
    names.push_back(candidate.name);
    descriptions.push_back(describe(candidate, dimension_));
    if (candidate.name != name) continue;
    if (dimension && candidate.dimension != *dimension)
      throw InputError(fmt::format("{}group '{}' is a {}, but a {} is needed here", place, name,
                                   dimension_name(candidate.dimension), dimension_name(*dimension)));
    if (!candidate.fault.empty()) throw InputError(place + candidate.fault);
    return candidate;
  }
  const std::string nearest = nearest_name(name, names);
  throw InputError(fmt::format("{}the mesh has no group '{}'{}. Groups of the mesh: {}", place, name,
                               nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest),
                               join_names(descriptions)));
}

std::pair<std::array<double, 3>, std::array<double, 3>> Mesh::bounding_box() const {
  auto low = coordinates_.front(), high = low;
  for (const auto& point : coordinates_) {
    for (std::size_t d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], point[d]);
      high[d] = std::max(high[d], point[d]);
    }
  }
  return {low, high};
}

} // namespace adjoule
