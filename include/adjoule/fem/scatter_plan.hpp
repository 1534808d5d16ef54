/// Where element entries go in the sparse values: built once per pattern.
#pragma once

#include "adjoule/fem/constraints.hpp"
#include "adjoule/fem/sparse_matrix.hpp"

#include <vector>

namespace adjoule {

struct FieldLayout;
struct NodeGraph;

/// Places of the entries of one (test field, trial field) pair.
class ScatterPlan {
 public:
  ScatterPlan() = default;
  /// Of a pattern that holds both fields; the mesh has to stay. `near_tie`: 1 at nodes that share an element with a
  /// tie.
  ScatterPlan(const Mesh& mesh, const NodeGraph& graph, const SparsePattern& pattern, const FieldLayout& test,
              const FieldLayout& trial, const std::vector<char>& near_tie);

  /// values[place] += the element matrix's entries, whose lane `lane` stands in
  /// matrix[((b * trial_components + component_b) * nodes + a) * test_components + component_a].
  /// Entries between two ties go to `shared`: elements without a common node may add to them, so each part of a loop
  /// over elements has a vector of its own, `zero_shared` at first, that goes into the matrix by `add_shared` in the
  /// end.
  void add(Index element, int lane, const Batch* matrix, std::vector<double>& values,
           std::vector<double>& shared) const {
    const Block& block = block_of(element);
    const auto local = static_cast<std::size_t>(element - block.first);
    const auto count = static_cast<std::size_t>(block.nodes);
    const Index* nodes = block.connectivity + local * count;
    const Index* places = places_.data() + block.places + local * count * count;
    bool whole = true;
    for (std::size_t a = 0; a < count; ++a) whole = whole && nodes_[static_cast<std::size_t>(nodes[a])].whole;
    if (!whole) return add_partly(nodes, block.nodes, places, lane, matrix, values.data(), shared);
    if (test_components_ == 1) return add_whole<1>(nodes, count, places, lane, matrix, values.data());
    if (test_components_ == 2) return add_whole<2>(nodes, count, places, lane, matrix, values.data());
    add_whole<3>(nodes, count, places, lane, matrix, values.data());
  }

  std::vector<double> zero_shared() const { return std::vector<double>(shared_places_.size(), 0.0); }
  void add_shared(const std::vector<double>& shared, std::vector<double>& values) const;

  /// Memory held.
  std::size_t bytes() const;

 private:
  struct Block {
    Index first; ///< element
    Index end;
    int nodes;
    const Index* connectivity;
    std::size_t places; ///< of its first element in places_
  };
  struct Node {
    Index stride;                        ///< length of the columns of its trial unknowns
    unsigned char test_free, trial_free; ///< bit c: component c has an unknown
    bool whole;                          ///< all have, and none is tied
  };

  const Block& block_of(Index element) const {
    const Block* block = blocks_.data();
    while (element >= block->end) ++block;
    return *block;
  }
  template <int test_components>
  void add_whole(const Index* nodes, std::size_t count, const Index* places, int lane, const Batch* matrix,
                 double* values) const {
    for (std::size_t b = 0; b < count; ++b, places += count) {
      const Index stride = nodes_[static_cast<std::size_t>(nodes[b])].stride;
      double* column = values;
      for (int cb = 0; cb < trial_components_; ++cb, column += stride) {
        for (std::size_t a = 0; a < count; ++a, matrix += test_components) {
          double* entry = column + places[a];
          for (int ca = 0; ca < test_components; ++ca) entry[ca] += matrix[ca][lane];
        }
      }
    }
  }
  void add_partly(const Index* nodes, int count, const Index* places, int lane, const Batch* matrix, double* values,
                  std::vector<double>& shared) const;
  void place_blocks(const Mesh& mesh);
  void place_columns(const Mesh& mesh, const NodeGraph& graph, const SparsePattern& pattern, const FieldLayout& test,
                     const FieldLayout& trial, const std::vector<char>& near_tie, Index begin, Index end);
  void place_ties(const SparsePattern& pattern, const FieldLayout& test, const FieldLayout& trial);

  std::vector<Block> blocks_;
  std::vector<Node> nodes_;
  /// The rows of a node's free components follow each other in a column, and the columns of its free components have
  /// the same rows, so one number for each node pair does: [b * nodes + a] of each element is the place of the first
  /// free component of node a in the first column of node b; -1: none. An element with a tied component has -2 - t
  /// first and a place for every entry from tied_first_[t] on.
  std::vector<Index> places_;
  std::vector<std::size_t> tied_first_;
  /// One for each number in `add`'s `matrix`. -1: none; -2 - s: place s of `shared`.
  std::vector<Index> tied_places_;
  std::vector<Index> shared_places_; ///< in the matrix
  int test_components_ = 1, trial_components_ = 1;
};

/// The sparse pattern of several fields solved together, with a plan for each coupled pair.
class BlockPattern {
 public:
  /// `fields[i]` with `constraints[i]`, unknowns of field i numbered from `offset(i)`; `coupled[i][j]`: the residual of
  /// field i depends on field j. The pattern is made symmetric. Mesh and constraints have to stay.
  BlockPattern(const Mesh& mesh, const std::vector<const Constraints*>& constraints, const std::vector<int>& components,
               const std::vector<std::vector<bool>>& coupled);
  /// Whether it is that of these fields too: of the same mesh, with the same unknowns.
  bool describes(const Mesh& mesh, const std::vector<const Constraints*>& constraints,
                 const std::vector<int>& components, const std::vector<std::vector<bool>>& coupled) const;

  Index size() const { return size_; }
  Index offset(int i) const { return offsets_[static_cast<std::size_t>(i)]; }
  const SparsePatternPointer& pattern() const { return pattern_; }
  /// A matrix of that pattern with zero values.
  SparseMatrix zero_matrix() const { return SparseMatrix(pattern_); }
  const ScatterPlan& plan(int test, int trial) const {
    return plans_[static_cast<std::size_t>(test) * constraints_.size() + static_cast<std::size_t>(trial)];
  }
  /// Memory held by pattern and plans.
  std::size_t bytes() const;

 private:
  const Mesh* mesh_;
  std::vector<const Constraints*> constraints_;
  std::vector<int> components_;
  std::vector<std::vector<bool>> coupled_;
  Index size_ = 0;
  std::vector<Index> offsets_;
  SparsePatternPointer pattern_;
  std::vector<ScatterPlan> plans_;
};

} // namespace adjoule
