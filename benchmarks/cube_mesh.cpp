#include "models.hpp"

#include <algorithm>

namespace adjoule::benchmarks {

Mesh cube_mesh(int nodes_per_side) {
  const Index n = nodes_per_side;
  const auto node = [n](Index i, Index j, Index k) { return i + n * (j + n * k); };
  std::vector<std::array<double, 3>> coordinates;
  coordinates.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  const double h = 1.0 / (n - 1);
  const auto group = [](const std::string& name, int dimension) { return Group{name, dimension, 0, "", {}, {}, {}}; };
  Group body = group("body", 3), low = group("x0", 2), high = group("x1", 2);
  for (Index k = 0; k < n; ++k) {
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < n; ++i) coordinates.push_back({i * h, j * h, k * h});
      low.nodes.push_back(node(0, j, k));
      high.nodes.push_back(node(n - 1, j, k));
    }
  }
  ElementBlock block{ElementType::tetrahedron4, 0, {}, {}};
  const auto add_cell = [&](Index i, Index j, Index k) {
    // Kuhn's division: one tetrahedron for each order in which a path along the edges crosses the cell.
    std::array<std::size_t, 3> axes{0, 1, 2};
    do {
      std::array<Index, 3> at{i, j, k};
      std::array<Index, 4> nodes{node(i, j, k)};
      for (std::size_t step = 0; step < 3; ++step) {
        ++at[axes[step]];
        nodes[step + 1] = node(at[0], at[1], at[2]);
      }
      if (axes[1] != (axes[0] + 1) % 3) std::swap(nodes[1], nodes[2]); // keeps the volume positive
      body.elements.push_back(static_cast<Index>(body.elements.size()));
      block.connectivity.insert(block.connectivity.end(), nodes.begin(), nodes.end());
    } while (std::next_permutation(axes.begin(), axes.end()));
  };
  for (Index k = 0; k + 1 < n; ++k) {
    for (Index j = 0; j + 1 < n; ++j) {
      for (Index i = 0; i + 1 < n; ++i) add_cell(i, j, k);
    }
  }
  return Mesh(3, std::move(coordinates), {std::move(block)}, {std::move(body), std::move(low), std::move(high)});
}

} // namespace adjoule::benchmarks
