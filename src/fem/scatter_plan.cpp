#include "adjoule/fem/scatter_plan.hpp"

#include <algorithm>

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

void ScatterPlan::add(Index element, int lane, const Batch* matrix, std::vector<double>& values) const {
  const std::span<const Index> nodes = mesh_->element_nodes(element);
  const int count = nodes_[at(element)];
  const Index* base = base_.data() + first_[at(element)];
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

  pattern_.size = size_;
  pattern_.column_start.push_back(0);
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
    pattern_.row.insert(pattern_.row.end(), rows.begin(), rows.end());
    pattern_.column_start.push_back(checked_entry_count(static_cast<std::int64_t>(pattern_.row.size())));
  }
  pattern_.value.assign(pattern_.row.size(), 0.0);

  plans_.resize(at(count_ * count_));
  for (int test = 0; test < count_; ++test) {
    for (int trial = 0; trial < count_; ++trial) {
      if (!coupled[at(test)][at(trial)]) continue;
      ScatterPlan& plan = plans_[at(test * count_ + trial)];
      plan.mesh_ = &mesh;
      plan.test_components_ = components[at(test)];
      plan.trial_components_ = components[at(trial)];
      const std::vector<Index>& test_unknown = constraints[at(test)]->unknown();
      const std::vector<Index>& trial_unknown = constraints[at(trial)]->unknown();
      plan.test_rank_.assign(test_unknown.size(), -1);
      std::vector<Index> first_row(at(mesh.node_count()), -1);
      for (Index n = 0; n < mesh.node_count(); ++n) {
        signed char rank = 0;
        for (int c = 0; c < plan.test_components_; ++c) {
          const std::size_t i = at(n * plan.test_components_ + c);
          if (test_unknown[i] < 0) continue;
          if (first_row[at(n)] < 0) first_row[at(n)] = offsets_[at(test)] + test_unknown[i];
          plan.test_rank_[i] = rank++;
        }
      }
      for (Index e = 0; e < mesh.element_count(); ++e) {
        const std::span<const Index> nodes = mesh.element_nodes(e);
        plan.first_.push_back(plan.base_.size());
        plan.nodes_.push_back(static_cast<int>(nodes.size()));
        for (const Index a : nodes) {
          for (const Index b : nodes) {
            for (int cb = 0; cb < plan.trial_components_; ++cb) {
              const Index column = trial_unknown[at(b * plan.trial_components_ + cb)];
              Index base = -1;
              if (column >= 0 && first_row[at(a)] >= 0) {
                const std::size_t global = at(offsets_[at(trial)] + column);
                const auto begin = pattern_.row.begin() + static_cast<std::ptrdiff_t>(pattern_.column_start[global]);
                const auto end = pattern_.row.begin() + static_cast<std::ptrdiff_t>(pattern_.column_start[global + 1]);
                base = static_cast<Index>(std::lower_bound(begin, end, first_row[at(a)]) - pattern_.row.begin());
              }
              plan.base_.push_back(base);
            }
          }
        }
      }
    }
  }
}

} // namespace adjoule
