// Which nodes share an element, and which elements share a node.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <span>
#include <vector>

namespace adjoule {

// Lists of numbers, one after the other.
struct NumberLists {
  std::vector<std::size_t> first{0};
  std::vector<Index> numbers;

  std::span<const Index> operator[](Index list) const {
    const auto i = static_cast<std::size_t>(list);
    return {numbers.data() + first[i], first[i + 1] - first[i]};
  }
};

struct NodeGraph {
  NumberLists elements;   // of each node, ascending
  NumberLists neighbours; // of each node: nodes of its elements, itself included, ascending
};

NodeGraph make_node_graph(const Mesh& mesh);

} // namespace adjoule
