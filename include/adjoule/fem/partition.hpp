/// Which elements may be assembled at the same time.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <vector>

namespace adjoule {

/// Spatial parts of a mesh. Elements of different parts share no node unless they are separators; parts run in
/// parallel, separators are added afterwards in their own order. The parts depend on the mesh alone, so sums are the
/// same bits for any thread count.
struct Partition {
  int parts = 1;
  std::vector<int> part_of_element; ///< `parts` marks a separator
};

/// Recursive bisection of the elements' centroids along the longer side.
Partition make_partition(const Mesh& mesh);

} // namespace adjoule
