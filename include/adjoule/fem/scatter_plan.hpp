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
  /// Entries between two ties go to `shared`: elements without a common node may add to them, so each part of a loop
  /// over elements has a vector of its own, `zero_shared` at first, that goes into the matrix by `add_shared` in the
  /// end.
  void add(Index element, int lane, const Batch* matrix, std::vector<double>& values,
           std::vector<double>& shared) const;

  std::vector<double> zero_shared() const { return std::vector<double>(shared_places_.size(), 0.0); }
  void add_shared(const std::vector<double>& shared, std::vector<double>& values) const;

 private:
  friend class BlockPattern;
  void add_each(const Index* places, std::size_t count, int lane, const Batch* matrix, std::vector<double>& values,
                std::vector<double>& shared) const;

  // The rows of a node's free components follow each other in a column, so one offset for each node pair and trial
  // component does. Not so where a component of the test field is tied: there every entry has its place.
  std::vector<char> by_entry_;     ///< of each element: 1 if some test value is tied
  std::vector<std::size_t> first_; ///< of each element in places_
  /// [(a * nodes + b) * trial_components + component_b]: the first row of node a in that column. By entry: one for each
  /// number in `add`'s `matrix`. -1: none; -2 - s: place s of `shared`.
  std::vector<Index> places_;
  std::vector<Index> shared_places_; ///< in the matrix
  std::vector<int> nodes_;           ///< of each element
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
  const SparsePatternPointer& pattern() const { return pattern_; }
  /// A matrix of that pattern with zero values.
  SparseMatrix zero_matrix() const { return SparseMatrix(pattern_); }
  const ScatterPlan& plan(int test, int trial) const { return plans_[static_cast<std::size_t>(test * count_ + trial)]; }

 private:
  ScatterPlan make_plan(const Mesh& mesh, const std::vector<const Constraints*>& constraints,
                        const std::vector<int>& components, int test, int trial) const;

  int count_ = 0;
  Index size_ = 0;
  std::vector<Index> offsets_;
  SparsePatternPointer pattern_;
  std::vector<ScatterPlan> plans_;
};

} // namespace adjoule
