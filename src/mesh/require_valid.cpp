#include "adjoule/mesh/quality.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace adjoule {
namespace {

std::string place(const std::array<double, 3>& point) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", point[0], point[1], point[2]);
}

std::string list_worst(const std::vector<ElementPlace>& elements) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, elements.size()); ++i)
    text += fmt::format("\n  element {} at {}, scaled Jacobian {:.3g}", elements[i].tag, place(elements[i].centroid),
                        elements[i].scaled_jacobian);
  if (elements.size() > most) text += fmt::format("\n  and {} more", elements.size() - most);
  return text;
}

/// Top-dimension groups that hold one of the nodes.
std::string regions_at(const Mesh& mesh, const std::vector<std::pair<Index, Index>>& pairs) {
  std::vector<std::string> names;
  for (const Group& group : mesh.groups()) {
    if (group.dimension != mesh.dimension()) continue;
    const auto has = [&](Index node) { return std::binary_search(group.nodes.begin(), group.nodes.end(), node); };
    const bool touches =
        std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) { return has(pair.first) || has(pair.second); });
    if (touches) names.push_back(group.name);
  }
  return join_names(names);
}

} // namespace

void require_valid(const Mesh& mesh, const MeshQuality& quality) {
  std::string faults;
  if (!quality.inverted.empty())
    faults += fmt::format(
        "{} of {} elements are inverted or folded (Jacobian determinant not positive everywhere):{}\n"
        "Cause: nodes in the wrong order, nodes moved too far, or quadratic edges on a mesh too coarse for its "
        "curved boundary. Remedy: remesh with smaller elements there, set Mesh.HighOrderOptimize = 2 or "
        "Mesh.SecondOrderLinear = 1 "
        "in Gmsh, or correct the listed elements' nodes.",
        quality.inverted.size(), mesh.element_count(), list_worst(quality.inverted));
  if (!quality.zero_volume.empty())
    faults += fmt::format(
        "{}{} of {} elements have no volume:{}\nCause: flat slivers, or an element that has one place for two of its "
        "nodes. Remedy: remesh (Gmsh: Mesh.Optimize = 1), or remove tiny edges and faces from the geometry.",
        faults.empty() ? "" : "\n", quality.zero_volume.size(), mesh.element_count(), list_worst(quality.zero_volume));
  if (!quality.orphan_nodes.empty()) {
    const Index node = quality.orphan_nodes.front();
    faults += fmt::format("{}{} nodes belong to no element, such as node {} at {}. Remedy: leave them out.",
                          faults.empty() ? "" : "\n", quality.orphan_nodes.size(), node,
                          place(mesh.coordinates()[static_cast<std::size_t>(node)]));
  }
  if (!faults.empty()) throw InputError("the mesh cannot be computed on: " + faults);

  if (quality.coincident_nodes.empty()) return;
  const auto& point = mesh.coordinates()[static_cast<std::size_t>(quality.coincident_nodes.front().first)];
  warn(fmt::format(
      "{} pairs of nodes lie at one place without being one node, such as at {} (regions there: {}): no current, heat "
      "or force "
      "crosses there, and the mesh has {} unconnected parts. If they should be joined, make the volumes share their "
      "interface: BooleanFragments or Coherence; in the .geo before meshing, Coherence Mesh; for a mesh that exists",
      quality.coincident_nodes.size(), place(point), regions_at(mesh, quality.coincident_nodes), quality.bodies));
}

} // namespace adjoule
