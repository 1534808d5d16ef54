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
  double longest = 0.0; // squared
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point& p = coordinates[static_cast<std::size_t>(corners[i])];
    for (std::size_t j = 0; j < i; ++j) {
      const Point& q = coordinates[static_cast<std::size_t>(corners[j])];
      const double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
      longest = std::max(longest, x * x + y * y + z * z);
    }
  }
  return std::sqrt(longest);
}

struct ElementQuality {
  double scaled_jacobian = 0.0;
  double measure = 0.0;
  bool is_valid = true; ///< positive determinant everywhere
  bool is_flat = false;
};

ElementQuality examine(const Mesh& mesh, const ElementBlock& block, Index local) {
  const ElementTopology& element = topology(block.type);
  const auto nodes = block.nodes(local);
  const auto& coordinates = mesh.coordinates();
  const auto corner_values = scaled_corner_jacobians(element.shape, nodes, coordinates);
  ElementQuality quality{.scaled_jacobian = *std::min_element(corner_values.begin(), corner_values.end())};

  const JacobianSamples& samples = JacobianSamples::get(block.type);
  const bool is_constant =
      element.order == 1 && (element.shape == ElementShape::triangle || element.shape == ElementShape::tetrahedron);
  std::array<double, JacobianSamples::most_points> values, references;
  if (is_constant) {
    quality.measure = samples.measure(nodes, coordinates, mesh.dimension());
  } else {
    const auto determinants = std::span(values).first(samples.count());
    samples.determinants(nodes, coordinates, mesh.dimension(), determinants);
    quality.measure = samples.measure(determinants);
    const auto straight_corners = nodes.first(static_cast<std::size_t>(element.corners));
    const JacobianSamples& straight = JacobianSamples::get(linear_type(block.type));
    if (element.order > 1)
      straight.determinants(straight_corners, coordinates, mesh.dimension(),
                            std::span(references).first(straight.count()));
    double factor = 1.0;
    for (std::size_t point = 0; point < samples.count(); ++point) {
      quality.is_valid = quality.is_valid && values[point] > 0.0;
      // The samples of both types begin with the same points: the rule, then the corners; mid nodes have no partner.
      if (element.order == 1 || point >= straight.count()) continue;
      if (references[point] > 0.0) factor = std::min(factor, values[point] / references[point]);
    }
    if (quality.scaled_jacobian > 0.0) quality.scaled_jacobian *= factor;
    if (!quality.is_valid) quality.scaled_jacobian = std::min(quality.scaled_jacobian, 0.0);
  }
  quality.is_valid = quality.is_valid && quality.scaled_jacobian > 0.0;
  const double longest = longest_corner_distance(nodes.first(static_cast<std::size_t>(element.corners)), coordinates);
  quality.is_flat = std::abs(quality.measure) <= 1e-12 * std::pow(longest, mesh.dimension());
  return quality;
}

// Of the elements [begin, end) of a block.
std::vector<ElementQuality> examine(const Mesh& mesh, const ElementBlock& block, Index begin, Index end) {
  std::vector<ElementQuality> qualities(static_cast<std::size_t>(end - begin));
#pragma omp parallel for schedule(static) if (end - begin > 2000)
  for (Index local = begin; local < end; ++local) {
    qualities[static_cast<std::size_t>(local - begin)] = examine(mesh, block, local);
  }
  return qualities;
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
  for (const ElementBlock& block : mesh.blocks()) {
    for (Index local = 0; local < block.size(); ++local) {
      if (!takes_part(block.first + local)) continue;
      const auto nodes = block.nodes(local);
      const Index first = root(nodes.front());
      for (const Index node : nodes.subspan(1)) parent[static_cast<std::size_t>(root(node))] = first;
    }
  }
  ConnectedBodies bodies;
  bodies.of_element.assign(static_cast<std::size_t>(mesh.element_count()), -1);
  std::vector<Index> body_of_root(parent.size(), -1);
  for (const ElementBlock& block : mesh.blocks()) {
    for (Index local = 0; local < block.size(); ++local) {
      const Index element = block.first + local;
      if (!takes_part(element)) continue;
      Index& body = body_of_root[static_cast<std::size_t>(root(block.nodes(local).front()))];
      if (body < 0) body = bodies.count++;
      bodies.of_element[static_cast<std::size_t>(element)] = body;
    }
  }
  return bodies;
}

MeshQuality check_degeneracy(const Mesh& mesh) {
  MeshQuality quality;
  quality.minimum_scaled_jacobian = std::numeric_limits<double>::infinity();
  double sum = 0.0;
  const auto add = [&](const ElementBlock& block, Index local, const ElementQuality& element) {
    quality.volume += element.measure;
    sum += element.scaled_jacobian;
    quality.minimum_scaled_jacobian = std::min(quality.minimum_scaled_jacobian, element.scaled_jacobian);
    if (element.is_valid && !element.is_flat) return;
    const Index number = block.first + local;
    (element.is_flat ? quality.zero_volume : quality.inverted)
        .push_back(
            {number, block.tags[static_cast<std::size_t>(local)], mesh.centroid(number), element.scaled_jacobian});
  };
  constexpr Index at_a_time = 100000; // examined side by side, added in order
  for (const ElementBlock& block : mesh.blocks()) {
    for (Index begin = 0; begin < block.size(); begin += at_a_time) {
      const Index end = std::min(block.size(), begin + at_a_time);
      Index local = begin;
      for (const ElementQuality& element : examine(mesh, block, begin, end)) add(block, local++, element);
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
