#include "adjoule/fem/scatter_plan.hpp"

#include "block_layout.hpp"
#include "node_graph.hpp"

#include <algorithm>
#include <map>

namespace adjoule {
namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

Index place_in_column(const SparsePattern& pattern, Index row, Index column) {
  const auto begin = pattern.row().begin() + pattern.column_start()[at(column)];
  const auto end = pattern.row().begin() + pattern.column_start()[at(column) + 1];
  return static_cast<Index>(std::lower_bound(begin, end, row) - pattern.row().begin());
}

} // namespace

ScatterPlan::ScatterPlan(const Mesh& mesh, const NodeGraph& graph, const SparsePattern& pattern,
                         const FieldLayout& test, const FieldLayout& trial, const std::vector<char>& near_tie)
    : test_components_(test.components), trial_components_(trial.components) {
  place_blocks(mesh);
  const int all_test = (1 << test_components_) - 1, all_trial = (1 << trial_components_) - 1;
  const Index count = mesh.node_count();
  nodes_.resize(at(count));
  for (Index n = 0; n < count; ++n) {
    const Index u = trial.first[at(n)];
    const auto& start = pattern.column_start();
    nodes_[at(n)] = {u < 0 ? 0 : start[at(u) + 1] - start[at(u)], test.free[at(n)], trial.free[at(n)],
                     test.free[at(n)] == all_test && trial.free[at(n)] == all_trial && !test.tied[at(n)] &&
                         !trial.tied[at(n)]};
  }
  constexpr Index ranges = 8; // worked on side by side
  const auto bound = [count](Index range) {
    return static_cast<Index>(static_cast<std::int64_t>(count) * range / ranges);
  };
#pragma omp parallel for schedule(dynamic, 1) if (count > 10000)
  for (Index range = 0; range < ranges; ++range) {
    place_columns(mesh, graph, pattern, test, trial, near_tie, bound(range), bound(range + 1));
  }
  place_ties(pattern, test, trial);
}

void ScatterPlan::place_blocks(const Mesh& mesh) {
  std::size_t places = 0;
  for (const ElementBlock& block : mesh.blocks()) {
    const int nodes = block.nodes_per_element();
    blocks_.push_back({block.first, block.first + block.size(), nodes, block.connectivity.data(), places});
    places += at(block.size()) * at(nodes) * at(nodes);
  }
  places_.resize(places);
}

void ScatterPlan::place_columns(const Mesh& mesh, const NodeGraph& graph, const SparsePattern& pattern,
                                const FieldLayout& test, const FieldLayout& trial, const std::vector<char>& near_tie,
                                Index begin, Index end) {
  std::vector<Index> place(at(mesh.node_count())); // of each neighbour's first row in the column at hand
  for (Index b = begin; b < end; ++b) {
    const Index column = trial.first[at(b)];
    Index next = column < 0 ? -1 : place_in_column(pattern, test.offset, column);
    for (const Index a : graph.neighbours[b]) {
      const Index row = test.first[at(a)];
      if (column < 0 || row < 0) {
        place[at(a)] = -1;
      } else if (near_tie[at(b)]) {
        place[at(a)] = place_in_column(pattern, row, column);
      } else {
        place[at(a)] = next;
        next += count_free(test.free[at(a)]);
      }
    }
    for (const Index element : graph.elements[b]) {
      const Block& block = block_of(element);
      const auto local = at(element - block.first), count = at(block.nodes);
      const Index* nodes = block.connectivity + local * count;
      const auto own = static_cast<std::size_t>(std::find(nodes, nodes + count, b) - nodes);
      Index* places = places_.data() + block.places + (local * count + own) * count;
      for (std::size_t a = 0; a < count; ++a) places[a] = place[at(nodes[a])];
    }
  }
}

void ScatterPlan::place_ties(const SparsePattern& pattern, const FieldLayout& test, const FieldLayout& trial) {
  std::map<Index, Index> shared; // place in the matrix -> place in `shared`
  const auto entry = [&](Index a, int ca, Index b, int cb) -> Index {
    const Index row = test.unknown(a, ca), column = trial.unknown(b, cb);
    if (row < 0 || column < 0) return -1;
    const Index found = place_in_column(pattern, row, column);
    if (test.constraints->tie_at(a * test.components + ca) < 0 ||
        trial.constraints->tie_at(b * trial.components + cb) < 0)
      return found;
    const auto [slot, is_new] = shared.try_emplace(found, static_cast<Index>(shared.size()));
    if (is_new) shared_places_.push_back(found);
    return -2 - slot->second;
  };
  for (const Block& block : blocks_) {
    const auto count = at(block.nodes);
    for (std::size_t local = 0; local < at(block.end - block.first); ++local) {
      const std::span<const Index> nodes(block.connectivity + local * count, count);
      if (std::none_of(nodes.begin(), nodes.end(),
                       [&](Index node) { return test.tied[at(node)] || trial.tied[at(node)]; }))
        continue;
      places_[block.places + local * count * count] = -2 - static_cast<Index>(tied_first_.size());
      tied_first_.push_back(tied_places_.size());
      for (const Index b : nodes) {
        for (int cb = 0; cb < trial_components_; ++cb) {
          for (const Index a : nodes) {
            for (int ca = 0; ca < test_components_; ++ca) tied_places_.push_back(entry(a, ca, b, cb));
          }
        }
      }
    }
  }
}

void ScatterPlan::add_partly(const Index* nodes, int count, const Index* places, int lane, const Batch* matrix,
                             double* values, std::vector<double>& shared) const {
  if (places[0] <= -2) {
    const Index* place = tied_places_.data() + tied_first_[at(-2 - places[0])];
    for (int k = 0; k < count * trial_components_ * count * test_components_; ++k) {
      if (place[k] >= 0) values[place[k]] += matrix[k][lane];
      if (place[k] <= -2) shared[at(-2 - place[k])] += matrix[k][lane];
    }
    return;
  }
  for (int b = 0; b < count; ++b, places += count) {
    const Node& trial = nodes_[at(nodes[b])];
    double* column = values;
    for (int cb = 0; cb < trial_components_; ++cb, matrix += count * test_components_) {
      if (!(trial.trial_free >> cb & 1)) continue;
      for (int a = 0; a < count; ++a) {
        if (places[a] < 0) continue;
        const unsigned char free = nodes_[at(nodes[a])].test_free;
        double* entry = column + places[a];
        for (int ca = 0; ca < test_components_; ++ca) {
          if (free >> ca & 1) *entry++ += matrix[a * test_components_ + ca][lane];
        }
      }
      column += trial.stride;
    }
  }
}

std::size_t ScatterPlan::bytes() const {
  return nodes_.capacity() * sizeof(Node) + (places_.capacity() + tied_places_.capacity()) * sizeof(Index);
}

void ScatterPlan::add_shared(const std::vector<double>& shared, std::vector<double>& values) const {
  for (std::size_t s = 0; s < shared.size(); ++s) values[at(shared_places_[s])] += shared[s];
}

} // namespace adjoule
