#include "quotient_graph.hpp"

#include <algorithm>
#include <span>

namespace adjoule {
namespace {

std::span<const Index> column(const SparsePattern& pattern, Index j) {
  const auto first = static_cast<std::size_t>(pattern.column_start()[static_cast<std::size_t>(j)]);
  const auto last = static_cast<std::size_t>(pattern.column_start()[static_cast<std::size_t>(j) + 1]);
  return std::span(pattern.row()).subspan(first, last - first);
}

} // namespace

QuotientGraph::QuotientGraph(const SparsePattern& pattern) {
  const auto size = static_cast<std::size_t>(pattern.size());
  std::vector<Index> group(size, -1);
  member.reserve(size);
  first.reserve(size + 1);
  for (Index j = 0; j < pattern.size(); ++j) {
    if (group[static_cast<std::size_t>(j)] >= 0) continue;
    const auto number = static_cast<Index>(first.size());
    first.push_back(static_cast<Index>(member.size()));
    group[static_cast<std::size_t>(j)] = number;
    member.push_back(j);
    const std::span<const Index> rows = column(pattern, j);
    for (auto i = std::upper_bound(rows.begin(), rows.end(), j); i != rows.end(); ++i) {
      if (group[static_cast<std::size_t>(*i)] >= 0) continue;
      const std::span<const Index> others = column(pattern, *i);
      if (!std::equal(rows.begin(), rows.end(), others.begin(), others.end())) continue;
      group[static_cast<std::size_t>(*i)] = number;
      member.push_back(*i);
    }
  }
  first.push_back(static_cast<Index>(member.size()));

  const auto groups = static_cast<std::size_t>(group_count());
  column_start.reserve(groups + 1);
  column_start.push_back(0);
  std::vector<Index> seen_by(groups, -1);
  for (Index g = 0; g < group_count(); ++g) {
    const auto start = static_cast<std::ptrdiff_t>(row.size());
    for (const Index i : column(pattern, member[static_cast<std::size_t>(first[static_cast<std::size_t>(g)])])) {
      const Index neighbour = group[static_cast<std::size_t>(i)];
      if (seen_by[static_cast<std::size_t>(neighbour)] == g) continue;
      seen_by[static_cast<std::size_t>(neighbour)] = g;
      row.push_back(neighbour);
    }
    std::sort(row.begin() + start, row.end());
    column_start.push_back(static_cast<Index>(row.size()));
  }
}

std::vector<Index> QuotientGraph::expand(const std::vector<Index>& order_of_groups) const {
  std::vector<Index> unknowns;
  unknowns.reserve(member.size());
  for (const Index g : order_of_groups)
    unknowns.insert(unknowns.end(), member.begin() + first[static_cast<std::size_t>(g)],
                    member.begin() + first[static_cast<std::size_t>(g) + 1]);
  return unknowns;
}

} // namespace adjoule
