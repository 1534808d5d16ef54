// The unknowns of fields that are solved together, node by node.
#pragma once

#include "adjoule/fem/constraints.hpp"

#include <vector>

namespace adjoule {

struct FieldLayout {
  FieldLayout(const Constraints& constraints, int components, Index offset, Index nodes);

  // In the block; -1: none.
  Index unknown(Index node, int component) const {
    const Index local = constraints->unknown()[static_cast<std::size_t>(node * components + component)];
    return local < 0 ? -1 : offset + local;
  }

  const Constraints* constraints;
  int components;
  Index offset; // of the field's unknowns in the block
  // Of each node: its first unknown in the block, -1 without; those of its free components follow each other unless a
  // component is tied.
  std::vector<Index> first;
  std::vector<unsigned char> free; // bit c: component c has an unknown
  std::vector<char> tied;          // 1: some component is tied
};

inline int count_free(unsigned char free) {
  return (free & 1) + ((free >> 1) & 1) + ((free >> 2) & 1);
}

} // namespace adjoule
