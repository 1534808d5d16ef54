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

using Coupled = std::vector<std::vector<bool>>;

// A column whose rows do not follow from the neighbours of one node in their order.
struct TiedColumn {
  Index unknown;
  std::vector<Index> rows;
};

class PatternBuilder {
 public:
  PatternBuilder(const NodeGraph& graph, const std::vector<FieldLayout>& fields, const Coupled& coupled, Index size,
                 const std::vector<char>& near_tie)
      : graph_(graph), fields_(fields), coupled_(coupled), size_(size), near_tie_(near_tie),
        nodes_(static_cast<Index>(near_tie.size())) {}

  SparsePatternPointer build() const {
    const std::vector<TiedColumn> tied = tied_columns();
    std::vector<Index> start(at(size_) + 1, 0);
#pragma omp parallel for schedule(static) if (nodes_ > 10000)
    for (Index n = 0; n < nodes_; ++n) {
      if (!near_tie_[at(n)]) set_lengths(n, start);
    }
    for (const TiedColumn& column : tied) start[at(column.unknown) + 1] = static_cast<Index>(column.rows.size());
    std::int64_t entries = 0;
    for (Index& end : start) {
      entries += end;
      end = checked_entry_count(entries);
    }
    std::vector<Index> row(static_cast<std::size_t>(entries));
#pragma omp parallel for schedule(static) if (nodes_ > 10000)
    for (Index n = 0; n < nodes_; ++n) {
      if (!near_tie_[at(n)]) set_rows(n, start, row);
    }
    for (const TiedColumn& column : tied) {
      std::copy(column.rows.begin(), column.rows.end(), row.begin() + start[at(column.unknown)]);
    }
    return std::make_shared<const SparsePattern>(size_, std::move(start), std::move(row));
  }

 private:
  bool couples(std::size_t f, std::size_t g) const {
    return coupled_[f][g] || coupled_[g][f];
  }

  // Lengths of the columns of a node's unknowns, into start[unknown + 1].
  void set_lengths(Index node, std::vector<Index>& start) const {
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const Index first = fields_[f].first[at(node)];
      if (first < 0) continue;
      Index length = 0;
      for (std::size_t g = 0; g < fields_.size(); ++g) {
        if (!couples(f, g)) continue;
        for (const Index m : graph_.neighbours[node]) length += count_free(fields_[g].free[at(m)]);
      }
      for (Index k = 0; k < count_free(fields_[f].free[at(node)]); ++k) start[at(first + k) + 1] = length;
    }
  }

  // Unknowns ascend with the nodes, and so do the neighbours.
  void set_rows(Index node, const std::vector<Index>& start, std::vector<Index>& row) const {
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const Index first = fields_[f].first[at(node)];
      if (first < 0) continue;
      auto next = row.begin() + start[at(first)];
      for (std::size_t g = 0; g < fields_.size(); ++g) {
        if (!couples(f, g)) continue;
        for (const Index m : graph_.neighbours[node]) {
          const Index count = count_free(fields_[g].free[at(m)]);
          for (Index k = 0; k < count; ++k) *next++ = fields_[g].first[at(m)] + k;
        }
      }
      for (Index k = 1; k < count_free(fields_[f].free[at(node)]); ++k) {
        std::copy(row.begin() + start[at(first)], row.begin() + start[at(first) + 1],
                  row.begin() + start[at(first + k)]);
      }
    }
  }

  // The columns of all nodes that have a tie themselves or beside them.
  std::vector<TiedColumn> tied_columns() const {
    std::vector<TiedColumn> columns;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      std::map<Index, std::vector<Index>> nodes_of_tie; // by unknown
      for (Index n = 0; n < nodes_; ++n) {
        if (!near_tie_[at(n)]) continue;
        for (int c = 0; c < fields_[f].components; ++c) {
          const Index unknown = fields_[f].unknown(n, c);
          if (unknown < 0) continue;
          if (fields_[f].constraints->tie_at(n * fields_[f].components + c) >= 0)
            nodes_of_tie[unknown].push_back(n);
          else
            columns.push_back({unknown, rows(f, {&n, 1})});
        }
      }
      for (const auto& [unknown, nodes] : nodes_of_tie) columns.push_back({unknown, rows(f, nodes)});
    }
    return columns;
  }

  // Unknowns that share an element with field f at any of these nodes.
  std::vector<Index> rows(std::size_t f, std::span<const Index> nodes) const {
    std::vector<Index> rows;
    for (std::size_t g = 0; g < fields_.size(); ++g) {
      if (!couples(f, g)) continue;
      for (const Index n : nodes) {
        for (const Index m : graph_.neighbours[n]) {
          for (int c = 0; c < fields_[g].components; ++c) {
            const Index unknown = fields_[g].unknown(m, c);
            if (unknown >= 0) rows.push_back(unknown);
          }
        }
      }
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  }

  const NodeGraph& graph_;
  const std::vector<FieldLayout>& fields_;
  const Coupled& coupled_;
  Index size_;
  const std::vector<char>& near_tie_;
  Index nodes_;
};

std::vector<char> nodes_near_ties(const NodeGraph& graph, const std::vector<FieldLayout>& fields, Index nodes) {
  std::vector<char> near(at(nodes), 0);
  for (Index n = 0; n < nodes; ++n) {
    for (const FieldLayout& field : fields) {
      if (!field.tied[at(n)]) continue;
      for (const Index m : graph.neighbours[n]) near[at(m)] = 1;
    }
  }
  return near;
}

} // namespace

FieldLayout::FieldLayout(const Constraints& field_constraints, int field_components, Index field_offset, Index nodes)
    : constraints(&field_constraints), components(field_components), offset(field_offset), first(at(nodes), -1),
      free(at(nodes), 0), tied(at(nodes), 0) {
  for (Index n = 0; n < nodes; ++n) {
    for (int c = 0; c < components; ++c) {
      const Index number = unknown(n, c);
      if (number < 0) continue;
      if (first[at(n)] < 0) first[at(n)] = number;
      free[at(n)] = static_cast<unsigned char>(free[at(n)] | (1 << c));
      if (constraints->tie_at(n * components + c) >= 0) tied[at(n)] = 1;
    }
  }
}

BlockPattern::BlockPattern(const Mesh& mesh, const std::vector<const Constraints*>& constraints,
                           const std::vector<int>& components, const std::vector<std::vector<bool>>& coupled)
    : mesh_(&mesh), constraints_(constraints), components_(components), coupled_(coupled),
      plans_(constraints.size() * constraints.size()) {
  std::vector<FieldLayout> fields;
  for (std::size_t f = 0; f < constraints.size(); ++f) {
    offsets_.push_back(size_);
    fields.emplace_back(*constraints[f], components[f], size_, mesh.node_count());
    size_ += constraints[f]->unknown_count();
  }
  const NodeGraph graph = make_node_graph(mesh);
  const std::vector<char> near_tie = nodes_near_ties(graph, fields, mesh.node_count());
  pattern_ = PatternBuilder(graph, fields, coupled, size_, near_tie).build();
  for (std::size_t test = 0; test < fields.size(); ++test) {
    for (std::size_t trial = 0; trial < fields.size(); ++trial) {
      if (!coupled[test][trial]) continue;
      plans_[test * fields.size() + trial] = ScatterPlan(mesh, graph, *pattern_, fields[test], fields[trial], near_tie);
    }
  }
}

std::size_t BlockPattern::bytes() const {
  std::size_t sum = (pattern_->column_start().size() + pattern_->row().size()) * sizeof(Index);
  for (const ScatterPlan& plan : plans_) sum += plan.bytes();
  return sum;
}

bool BlockPattern::describes(const Mesh& mesh, const std::vector<const Constraints*>& constraints,
                             const std::vector<int>& components, const std::vector<std::vector<bool>>& coupled) const {
  return &mesh == mesh_ && components == components_ && coupled == coupled_ &&
         std::equal(constraints.begin(), constraints.end(), constraints_.begin(), constraints_.end(),
                    [](const Constraints* a, const Constraints* b) { return a == b || have_same_unknowns(*a, *b); });
}

} // namespace adjoule
