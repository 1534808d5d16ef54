/// Nodes at one place that are not one node.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <utility>
#include <vector>

namespace adjoule {

/// Pairs (lower number first, ascending) within a millionth of the shortest edge at the nodes, or 1e-9 of the bounding
/// box if that is more (but never a thousandth of the edge), that are not in one element.
std::vector<std::pair<Index, Index>> find_coincident_nodes(const Mesh& mesh);

} // namespace adjoule
