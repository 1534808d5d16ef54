#include "node_graph.hpp"

#include <algorithm>

namespace adjoule {
namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

NumberLists elements_of_nodes(const Mesh& mesh) {
  NumberLists lists;
  lists.first.assign(at(mesh.node_count()) + 1, 0);
  for (const ElementBlock& block : mesh.blocks()) {
    for (const Index node : block.connectivity) ++lists.first[at(node) + 1];
  }
  for (std::size_t n = 1; n < lists.first.size(); ++n) lists.first[n] += lists.first[n - 1];
  lists.numbers.resize(lists.first.back());
  std::vector<std::size_t> next(lists.first.begin(), lists.first.end() - 1);
  for (const ElementBlock& block : mesh.blocks()) {
    for (Index local = 0; local < block.size(); ++local) {
      for (const Index node : block.nodes(local)) lists.numbers[next[at(node)]++] = block.first + local;
    }
  }
  return lists;
}

// Of the nodes [begin, end): the lists one after the other, and their lengths into first[node + 1].
std::vector<Index> neighbours_in_range(const Mesh& mesh, const NumberLists& elements, Index begin, Index end,
                                       std::vector<std::size_t>& first) {
  std::vector<Index> seen(at(mesh.node_count()), -1), numbers;
  for (Index n = begin; n < end; ++n) {
    const std::size_t start = numbers.size();
    for (const Index element : elements[n]) {
      for (const Index m : mesh.element_nodes(element)) {
        if (seen[at(m)] == n) continue;
        seen[at(m)] = n;
        numbers.push_back(m);
      }
    }
    std::sort(numbers.begin() + static_cast<std::ptrdiff_t>(start), numbers.end());
    first[at(n) + 1] = numbers.size() - start;
  }
  return numbers;
}

} // namespace

NodeGraph make_node_graph(const Mesh& mesh) {
  constexpr Index ranges = 8; // worked on side by side
  NodeGraph graph{elements_of_nodes(mesh), {}};
  const Index count = mesh.node_count();
  NumberLists& neighbours = graph.neighbours;
  neighbours.first.assign(at(count) + 1, 0);
  std::vector<std::vector<Index>> numbers(ranges);
  const auto bound = [count](Index range) {
    return static_cast<Index>(static_cast<std::int64_t>(count) * range / ranges);
  };
#pragma omp parallel for schedule(dynamic, 1) if (count > 10000)
  for (Index range = 0; range < ranges; ++range) {
    numbers[at(range)] = neighbours_in_range(mesh, graph.elements, bound(range), bound(range + 1), neighbours.first);
  }
  for (std::size_t n = 1; n < neighbours.first.size(); ++n) neighbours.first[n] += neighbours.first[n - 1];
  neighbours.numbers.reserve(neighbours.first.back());
  for (std::vector<Index>& part : numbers) {
    neighbours.numbers.insert(neighbours.numbers.end(), part.begin(), part.end());
    std::vector<Index>().swap(part);
  }
  return graph;
}

} // namespace adjoule
