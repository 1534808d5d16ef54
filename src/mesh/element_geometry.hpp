/// Corners and Jacobians of elements.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <array>
#include <span>
#include <vector>

namespace adjoule {

/// For each corner of a shape the corners at the other ends of its edges (two in 2-D, three in 3-D), in the order in
/// which the edges' determinant is positive.
const std::vector<std::array<int, 3>>& corner_neighbours(ElementShape shape);

/// The determinant of the edges at each corner over the product of their lengths and over that of the ideal shape; 0
/// where an edge has no length. `nodes` are the element's, of which the corners are used.
std::vector<double> scaled_corner_jacobians(ElementShape shape, std::span<const Index> nodes,
                                            const std::vector<std::array<double, 3>>& coordinates);

/// Sorted corner node numbers of a side of up to four corners, led by -1 where there are fewer.
using CornerKey = std::array<Index, 4>;
CornerKey corner_key(std::span<const Index> corners);

struct CornerKeyHash {
  std::size_t operator()(const CornerKey& key) const;
};

/// The order of the nodes of an element's mirror image (first two reference coordinates swapped): new[i] =
/// old[result[i]].
std::vector<int> mirrored_nodes(ElementType type);

} // namespace adjoule
