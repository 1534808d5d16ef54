#include "adjoule/mesh/quality.hpp"

#include "coincident_nodes.hpp"
#include "element_geometry.hpp"
#include "element_measure.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <numeric>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

double longest_corner_distance(std::span<const Index> corners, const std::vector<Point>& coordinates) {
  double longest = 0.0;
  for (const Index a : corners) {
    for (const Index b : corners) {
      const Point &p = coordinates[static_cast<std::size_t>(a)], &q = coordinates[static_cast<std::size_t>(b)];
      longest = std::max(longest, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    }
  }
  return longest;
}

struct ElementQuality {
  double scaled_jacobian;
  double measure;
  bool is_valid; ///< positive determinant everywhere
};

ElementQuality examine(const Mesh& mesh, const ElementBlock& block, Index local) {
  const ElementTopology& element = topology(block.type);
  const auto nodes = block.nodes(local);
  const auto& coordinates = mesh.coordinates();
  const auto corner_values = scaled_corner_jacobians(element.shape, nodes, coordinates);
  ElementQuality quality{*std::min_element(corner_values.begin(), corner_values.end()), 0.0, true};

  const JacobianSamples& samples = JacobianSamples::get(block.type);
  quality.measure = samples.measure(nodes, coordinates, mesh.dimension());
  const bool is_constant =
      element.order == 1 && (element.shape == ElementShape::triangle || element.shape == ElementShape::tetrahedron);
  if (!is_constant) {
    const auto straight_corners = nodes.first(static_cast<std::size_t>(element.corners));
    const JacobianSamples& straight = JacobianSamples::get(linear_type(block.type));
    double factor = 1.0;
    for (std::size_t point = 0; point < samples.count(); ++point) {
      const double determinant = samples.determinant(point, nodes, coordinates, mesh.dimension());
      quality.is_valid = quality.is_valid && determinant > 0.0;
      // The samples of both types begin with the same points: the rule, then the corners; mid nodes have no partner.
      if (element.order == 1 || point >= straight.count()) continue;
      const double reference = straight.determinant(point, straight_corners, coordinates, mesh.dimension());
      if (reference > 0.0) factor = std::min(factor, determinant / reference);
    }
    if (quality.scaled_jacobian > 0.0) quality.scaled_jacobian *= factor;
    if (!quality.is_valid) quality.scaled_jacobian = std::min(quality.scaled_jacobian, 0.0);
  }
  quality.is_valid = quality.is_valid && quality.scaled_jacobian > 0.0;
  return quality;
}

std::vector<Index> nodes_of_no_element(const Mesh& mesh) {
  std::vector<char> used(static_cast<std::size_t>(mesh.node_count()), 0);
  for (const ElementBlock& block : mesh.blocks())
    for (const Index node : block.connectivity) used[static_cast<std::size_t>(node)] = 1;
  std::vector<Index> orphans;
  for (Index node = 0; node < mesh.node_count(); ++node)
    if (used[static_cast<std::size_t>(node)] == 0) orphans.push_back(node);
  return orphans;
}

} // namespace

ConnectedBodies connected_bodies(const Mesh& mesh, const std::vector<char>& included) {
  std::vector<Index> parent(static_cast<std::size_t>(mesh.node_count()));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](Index node) {
    while (parent[static_cast<std::size_t>(node)] != node) {
      Index& up = parent[static_cast<std::size_t>(node)];
      up = parent[static_cast<std::size_t>(up)];
      node = up;
    }
    return node;
  };
  const auto takes_part = [&](Index element) {
    return included.empty() || included[static_cast<std::size_t>(element)];
  };
  for (Index element = 0; element < mesh.element_count(); ++element) {
    if (!takes_part(element)) continue;
    const auto nodes = mesh.element_nodes(element);
    const Index first = root(nodes.front());
    for (const Index node : nodes) parent[static_cast<std::size_t>(root(node))] = first;
  }
  ConnectedBodies bodies;
  std::vector<Index> body_of_root(parent.size(), -1);
  for (Index element = 0; element < mesh.element_count(); ++element) {
    if (!takes_part(element)) {
      bodies.of_element.push_back(-1);
      continue;
    }
    Index& body = body_of_root[static_cast<std::size_t>(root(mesh.element_nodes(element).front()))];
    if (body < 0) body = bodies.count++;
    bodies.of_element.push_back(body);
  }
  return bodies;
}

MeshQuality check_degeneracy(const Mesh& mesh) {
  MeshQuality quality;
  quality.minimum_scaled_jacobian = std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (const ElementBlock& block : mesh.blocks()) {
    for (Index local = 0; local < block.size(); ++local) {
      const ElementQuality element = examine(mesh, block, local);
      const auto corners = block.nodes(local).first(static_cast<std::size_t>(topology(block.type).corners));
      const double size = std::pow(longest_corner_distance(corners, mesh.coordinates()), mesh.dimension());
      quality.volume += element.measure;
      sum += element.scaled_jacobian;
      quality.minimum_scaled_jacobian = std::min(quality.minimum_scaled_jacobian, element.scaled_jacobian);
      const bool is_flat = std::abs(element.measure) <= 1e-12 * size;
      if (is_flat || !element.is_valid) {
        const Index number = block.first + local;
        (is_flat ? quality.zero_volume : quality.inverted)
            .push_back(
                {number, block.tags[static_cast<std::size_t>(local)], mesh.centroid(number), element.scaled_jacobian});
      }
    }
  }
  quality.mean_scaled_jacobian = sum / mesh.element_count();
  for (auto* places : {&quality.inverted, &quality.zero_volume})
    std::stable_sort(places->begin(), places->end(), [](const ElementPlace& a, const ElementPlace& b) {
      return a.scaled_jacobian < b.scaled_jacobian;
    });
  quality.orphan_nodes = nodes_of_no_element(mesh);
  quality.dropped_nodes = mesh.dropped_nodes();
  quality.coincident_nodes = find_coincident_nodes(mesh);
  ConnectedBodies bodies = connected_bodies(mesh);
  quality.body_of_element = std::move(bodies.of_element);
  quality.bodies = bodies.count;
  return quality;
}

} // namespace adjoule
