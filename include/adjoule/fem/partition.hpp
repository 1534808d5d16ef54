/// Which elements may be assembled at the same time.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <bit>
#include <vector>

namespace adjoule {

/// Groups of elements that stand in levels: those of one level share no node, so they may run in parallel, level after
/// level. Level 0 has the parts, a power of two; each level above has separators between neighbouring pairs of groups
/// below it, half as many groups, the last one a single group. The groups depend on the mesh alone, so sums are the
/// same bits for any thread count.
struct Partition {
  int parts = 1;
  std::vector<int> group_of_element;

  int levels() const { return static_cast<int>(std::bit_width(static_cast<unsigned>(parts))); }
  /// The groups of a level are those from here to the first one of the next level.
  int first_group(int level) const { return 2 * parts - (2 * parts >> level); }
  int groups() const { return 2 * parts - 1; }
};

/// Recursive bisection of the elements' centroids along the longer side.
Partition make_partition(const Mesh& mesh);

} // namespace adjoule
