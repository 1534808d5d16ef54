#include "adjoule/fem/scatter_plan.hpp"

#include <algorithm>
#include <map>

namespace adjoule {
namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

// Nodes that share an element with each node (itself included), ascending.
struct Adjacency {
  std::vector<std::size_t> first;
  std::vector<Index> nodes;
  std::span<const Index> of(Index node) const {
    return {nodes.data() + first[at(node)], first[at(node) + 1] - first[at(node)]};
  }
};

Adjacency make_adjacency(const Mesh& mesh) {
  const std::size_t count = at(mesh.node_count());
  std::vector<std::size_t> element_first(count + 1, 0);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    for (const Index node : mesh.element_nodes(e)) ++element_first[at(node) + 1];
  }
  for (std::size_t n = 0; n < count; ++n) element_first[n + 1] += element_first[n];
  std::vector<Index> elements(element_first.back());
  std::vector<std::size_t> next(element_first.begin(), element_first.end() - 1);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    for (const Index node : mesh.element_nodes(e)) elements[next[at(node)]++] = e;
  }
  Adjacency adjacency;
  adjacency.first.push_back(0);
  std::vector<Index> seen(count, -1), row;
  for (Index n = 0; n < mesh.node_count(); ++n) {
    row.clear();
    for (std::size_t k = element_first[at(n)]; k < element_first[at(n) + 1]; ++k) {
      for (const Index m : mesh.element_nodes(elements[k])) {
        if (seen[at(m)] != n) {
          seen[at(m)] = n;
          row.push_back(m);
        }
      }
    }
    std::sort(row.begin(), row.end());
    adjacency.nodes.insert(adjacency.nodes.end(), row.begin(), row.end());
    adjacency.first.push_back(adjacency.nodes.size());
  }
  return adjacency;
}

} // namespace

void ScatterPlan::add(Index element, int lane, const Batch* matrix, std::vector<double>& values,
                      std::vector<double>& shared) const {
  const std::span<const Index> nodes = mesh_->element_nodes(element);
  const int count = nodes_[at(element)];
  const Index* base = places_.data() + first_[at(element)];
  if (by_entry_[at(element)]) {
    return add_each(base, at(count * trial_components_ * count * test_components_), lane, matrix, values, shared);
  }
  for (int b = 0; b < count; ++b) {
    for (int cb = 0; cb < trial_components_; ++cb) {
      const Batch* column = matrix + static_cast<std::ptrdiff_t>(b * trial_components_ + cb) * count * test_components_;
      for (int a = 0; a < count; ++a) {
        const Index start = base[(a * count + b) * trial_components_ + cb];
        if (start < 0) continue;
        for (int ca = 0; ca < test_components_; ++ca) {
          const signed char rank = test_rank_[at(nodes[at(a)] * test_components_ + ca)];
          if (rank >= 0) values[at(start + rank)] += column[a * test_components_ + ca][lane];
        }
      }
    }
  }
}

void ScatterPlan::add_each(const Index* places, std::size_t count, int lane, const Batch* matrix,
                           std::vector<double>& values, std::vector<double>& shared) const {
  for (std::size_t k = 0; k < count; ++k) {
    if (places[k] >= 0) values[at(places[k])] += matrix[k][lane];
    if (places[k] <= -2) shared[at(-2 - places[k])] += matrix[k][lane];
  }
}

void ScatterPlan::add_shared(const std::vector<double>& shared, std::vector<double>& values) const {
  for (std::size_t s = 0; s < shared.size(); ++s) values[at(shared_places_[s])] += shared[s];
}

BlockPattern::BlockPattern(const Mesh& mesh, const std::vector<const Constraints*>& constraints,
                           const std::vector<int>& components, const std::vector<std::vector<bool>>& coupled)
    : count_(static_cast<int>(constraints.size())) {
  for (const Constraints* constraint : constraints) {
    offsets_.push_back(size_);
    size_ += constraint->unknown_count();
  }
  const Adjacency adjacency = make_adjacency(mesh);

  // Nodes of each unknown: one, except for ties.
  std::vector<std::vector<Index>> tied(at(size_)); // further nodes of an unknown
  std::vector<std::pair<int, Index>> home(at(size_), {-1, -1});
  for (int f = 0; f < count_; ++f) {
    const std::vector<Index>& unknown = constraints[at(f)]->unknown();
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      if (unknown[i] < 0) continue;
      const std::size_t u = at(offsets_[at(f)] + unknown[i]);
      const Index node = static_cast<Index>(i) / components[at(f)];
      if (home[u].first < 0) {
        home[u] = {f, node};
      } else {
        tied[u].push_back(node);
      }
    }
  }

  std::vector<Index> column_start{0}, row;
  std::vector<Index> seen(at(size_), -1), rows;
  for (Index u = 0; u < size_; ++u) {
    rows.clear();
    const auto [f, node] = home[at(u)];
    const auto add_node = [&](Index n) {
      for (const Index m : adjacency.of(n)) {
        for (int g = 0; g < count_; ++g) {
          if (!coupled[at(f)][at(g)] && !coupled[at(g)][at(f)]) continue;
          for (int c = 0; c < components[at(g)]; ++c) {
            const Index local = constraints[at(g)]->unknown()[at(m * components[at(g)] + c)];
            if (local < 0) continue;
            const Index v = offsets_[at(g)] + local;
            if (seen[at(v)] != u) {
              seen[at(v)] = u;
              rows.push_back(v);
            }
          }
        }
      }
    };
    add_node(node);
    for (const Index n : tied[at(u)]) add_node(n);
    std::sort(rows.begin(), rows.end());
    row.insert(row.end(), rows.begin(), rows.end());
    column_start.push_back(checked_entry_count(static_cast<std::int64_t>(row.size())));
  }
  pattern_ = std::make_shared<const SparsePattern>(size_, std::move(column_start), std::move(row));

  plans_.resize(at(count_ * count_));
  for (int test = 0; test < count_; ++test) {
    for (int trial = 0; trial < count_; ++trial) {
      if (coupled[at(test)][at(trial)])
        plans_[at(test * count_ + trial)] = make_plan(mesh, constraints, components, test, trial);
    }
  }
}

ScatterPlan BlockPattern::make_plan(const Mesh& mesh, const std::vector<const Constraints*>& constraints,
                                    const std::vector<int>& components, int test, int trial) const {
  ScatterPlan plan;
  plan.mesh_ = &mesh;
  plan.test_components_ = components[at(test)];
  plan.trial_components_ = components[at(trial)];
  const Constraints& test_side = *constraints[at(test)];
  const Constraints& trial_side = *constraints[at(trial)];
  const auto test_value = [&](Index node, int component) { return node * plan.test_components_ + component; };
  const auto trial_value = [&](Index node, int component) { return node * plan.trial_components_ + component; };
  // Of nodal values that have an unknown.
  const auto place = [&](Index row_value, Index column_value) {
    const Index row = offset(test) + test_side.unknown()[at(row_value)];
    const std::size_t column = at(offset(trial) + trial_side.unknown()[at(column_value)]);
    const auto begin = pattern_->row().begin() + pattern_->column_start()[column];
    const auto end = pattern_->row().begin() + pattern_->column_start()[column + 1];
    return static_cast<Index>(std::lower_bound(begin, end, row) - pattern_->row().begin());
  };

  plan.test_rank_.assign(test_side.unknown().size(), -1);
  std::vector<Index> first_free(at(mesh.node_count()), -1); // nodal value of each node
  std::vector<char> tied(at(mesh.node_count()), 0);
  for (Index n = 0; n < mesh.node_count(); ++n) {
    signed char rank = 0;
    for (int c = 0; c < plan.test_components_; ++c) {
      const Index i = test_value(n, c);
      if (test_side.unknown()[at(i)] < 0) continue;
      if (first_free[at(n)] < 0) first_free[at(n)] = i;
      plan.test_rank_[at(i)] = rank++;
      if (test_side.tie_at(i) >= 0) tied[at(n)] = 1;
    }
  }
  std::map<Index, Index> shared; // place in the matrix -> place in `shared`
  const auto entry = [&](Index row_value, Index column_value) -> Index {
    if (test_side.unknown()[at(row_value)] < 0 || trial_side.unknown()[at(column_value)] < 0) return -1;
    const Index found = place(row_value, column_value);
    if (test_side.tie_at(row_value) < 0 || trial_side.tie_at(column_value) < 0) return found;
    const auto [slot, is_new] = shared.try_emplace(found, static_cast<Index>(shared.size()));
    if (is_new) plan.shared_places_.push_back(found);
    return -2 - slot->second;
  };
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const std::span<const Index> nodes = mesh.element_nodes(e);
    const bool by_entry = std::any_of(nodes.begin(), nodes.end(), [&](Index node) { return tied[at(node)] != 0; });
    plan.by_entry_.push_back(by_entry ? 1 : 0);
    plan.first_.push_back(plan.places_.size());
    plan.nodes_.push_back(static_cast<int>(nodes.size()));
    if (by_entry) {
      for (const Index b : nodes) {
        for (int cb = 0; cb < plan.trial_components_; ++cb) {
          for (const Index a : nodes) {
            for (int ca = 0; ca < plan.test_components_; ++ca)
              plan.places_.push_back(entry(test_value(a, ca), trial_value(b, cb)));
          }
        }
      }
      continue;
    }
    for (const Index a : nodes) {
      for (const Index b : nodes) {
        for (int cb = 0; cb < plan.trial_components_; ++cb) {
          const Index column = trial_value(b, cb);
          const bool has_entries = first_free[at(a)] >= 0 && trial_side.unknown()[at(column)] >= 0;
          plan.places_.push_back(has_entries ? place(first_free[at(a)], column) : -1);
        }
      }
    }
  }
  return plan;
}

} // namespace adjoule
