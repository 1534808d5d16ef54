/// Unknowns that share their neighbours, taken together.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <vector>

namespace adjoule {

/// The graph of a matrix whose nodes are groups of coupled unknowns with equal columns in the pattern, such as the
/// displacements of a node of the mesh. Groups follow each other as their first unknowns do.
struct QuotientGraph {
  explicit QuotientGraph(const SparsePattern& pattern);

  Index group_count() const { return static_cast<Index>(first.size()) - 1; }
  /// The members of the groups in the order given, one group after the other.
  std::vector<Index> expand(const std::vector<Index>& order_of_groups) const;

  std::vector<Index> member;       ///< unknowns, group after group
  std::vector<Index> first;        ///< of each group in `member`, and the end
  std::vector<Index> column_start; ///< of the graph: one column a group, its own row included
  std::vector<Index> row;          ///< ascending in each column
};

} // namespace adjoule
