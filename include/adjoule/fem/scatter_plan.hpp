/// Where element entries go in the sparse values: built once per pattern.
#pragma once

#include "adjoule/fem/constraints.hpp"
#include "adjoule/fem/sparse_matrix.hpp"

#include <vector>

namespace adjoule {

/// Places of the entries of one (test field, trial field) pair.
class ScatterPlan {
 public:
  /// values[place] += the element matrix's entries, whose lane `lane` stands in
  /// matrix[((b * trial_components + component_b) * nodes + a) * test_components + component_a].
  void add(Index element, int lane, const Batch* matrix, std::vector<double>& values) const;

 private:
  friend class BlockPattern;
  // The rows of a node's free components follow each other in a column, so one offset for each node pair and trial
  // component does.
  std::vector<std::size_t> first_; ///< of each element in base_
  std::vector<Index> base_;        ///< [(a * nodes + b) * trial_components + component_b]
  std::vector<int> nodes_;         ///< of each element
  std::vector<signed char>
      test_rank_; ///< of each nodal value: rank among the free components of its node, -1: prescribed
  const Mesh* mesh_ = nullptr;
  int test_components_ = 1, trial_components_ = 1;
};

/// The sparse pattern of several fields solved together, with a plan for each coupled pair.
class BlockPattern {
 public:
  /// `fields[i]` with `constraints[i]`, unknowns of field i numbered from `offset(i)`; `coupled[i][j]`: the residual of
  /// field i depends on field j. The pattern is made symmetric.
  BlockPattern(const Mesh& mesh, const std::vector<const Constraints*>& constraints, const std::vector<int>& components,
               const std::vector<std::vector<bool>>& coupled);

  Index size() const { return size_; }
  Index offset(int i) const { return offsets_[static_cast<std::size_t>(i)]; }
  /// A matrix of that pattern with zero values.
  const SparseMatrix& zero_matrix() const { return pattern_; }
  const ScatterPlan& plan(int test, int trial) const { return plans_[static_cast<std::size_t>(test * count_ + trial)]; }

 private:
  int count_ = 0;
  Index size_ = 0;
  std::vector<Index> offsets_;
  SparseMatrix pattern_;
  std::vector<ScatterPlan> plans_;
};

} // namespace adjoule
