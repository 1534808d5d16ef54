#include "coincident_nodes.hpp"

#include "element_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// For each node the shortest distance between corners of an element that has it, infinite for nodes of no element.
std::vector<double> shortest_edges(const Mesh& mesh) {
  std::vector<double> shortest(mesh.coordinates().size(), std::numeric_limits<double>::infinity());
  for (const ElementBlock& block : mesh.blocks()) {
    const auto& neighbours = corner_neighbours(topology(block.type).shape);
    for (Index local = 0; local < block.size(); ++local) {
      const auto nodes = block.nodes(local);
      const auto point = [&](std::size_t i) { return mesh.coordinates()[static_cast<std::size_t>(nodes[i])]; };
      double edge = std::numeric_limits<double>::infinity();
      for (std::size_t corner = 0; corner < neighbours.size(); ++corner) {
        for (const int other : neighbours[corner]) {
          if (other < static_cast<int>(corner)) continue;
          const double length = distance(point(corner), point(static_cast<std::size_t>(other)));
          if (length > 0.0) edge = std::min(edge, length);
        }
      }
      for (const Index node : nodes)
        shortest[static_cast<std::size_t>(node)] = std::min(shortest[static_cast<std::size_t>(node)], edge);
    }
  }
  return shortest;
}

/// Removes the pairs that one element joins: that element is degenerate, which is another fault.
void remove_pairs_of_one_element(const Mesh& mesh, std::set<std::pair<Index, Index>>& pairs) {
  std::vector<char> is_in_pair(mesh.coordinates().size(), 0);
  for (const auto& [a, b] : pairs)
    is_in_pair[static_cast<std::size_t>(a)] = is_in_pair[static_cast<std::size_t>(b)] = 1;
  for (const ElementBlock& block : mesh.blocks()) {
    for (Index local = 0; local < block.size(); ++local) {
      std::vector<Index> candidates;
      for (const Index node : block.nodes(local))
        if (is_in_pair[static_cast<std::size_t>(node)] != 0) candidates.push_back(node);
      for (const Index a : candidates)
        for (const Index b : candidates) pairs.erase({a, b});
    }
  }
}

} // namespace

std::vector<std::pair<Index, Index>> find_coincident_nodes(const Mesh& mesh) {
  const auto& coordinates = mesh.coordinates();
  const std::vector<double> edge = shortest_edges(mesh);
  const auto [low, high] = mesh.bounding_box();
  const double box_tolerance = 1e-9 * distance(low, high);
  std::vector<double> tolerance(edge.size(), 0.0);
  for (std::size_t i = 0; i < edge.size(); ++i)
    if (std::isfinite(edge[i])) tolerance[i] = std::min(std::max(1e-6 * edge[i], box_tolerance), 1e-3 * edge[i]);
  const double widest = *std::max_element(tolerance.begin(), tolerance.end());

  // A sweep along a direction in which grid-like meshes have no two nodes at the same height.
  const auto height = [&](std::size_t i) {
    return 0.5311 * coordinates[i][0] + 0.6487312 * coordinates[i][1] + 0.5451297 * coordinates[i][2];
  };
  std::vector<std::pair<double, Index>> order;
  for (std::size_t i = 0; i < coordinates.size(); ++i) order.emplace_back(height(i), static_cast<Index>(i));
  std::sort(order.begin(), order.end());

  std::set<std::pair<Index, Index>> pairs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && order[j].first - order[i].first <= widest; ++j) {
      const Index a = std::min(order[i].second, order[j].second), b = std::max(order[i].second, order[j].second);
      const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
      if (distance(coordinates[first], coordinates[second]) <= std::min(tolerance[first], tolerance[second]))
        pairs.emplace(a, b);
    }
  }
  if (!pairs.empty()) remove_pairs_of_one_element(mesh, pairs);
  return {pairs.begin(), pairs.end()};
}

} // namespace adjoule
