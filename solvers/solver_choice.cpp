#include "solver_choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace adjoule {
namespace {

/// Breadth-first search in the graph of the nodes, restricted to those that carry a given mark.
class LevelSearch {
 public:
  LevelSearch(const SparsePattern& pattern, Index components)
      : pattern_(pattern), components_(components), mark_(static_cast<std::size_t>(pattern.size() / components), 0) {}

  Index node_count() const { return static_cast<Index>(mark_.size()); }
  int& mark(Index node) { return mark_[static_cast<std::size_t>(node)]; }

  /// The levels from `start` among the nodes with that mark; they get `visited` instead.
  struct Levels {
    std::vector<Index> nodes;       ///< in the order of the visit
    std::vector<std::size_t> start; ///< of each level in `nodes`, and the end
    std::size_t count() const { return start.size() - 1; }
    double width() const { return static_cast<double>(nodes.size()) / static_cast<double>(count()); }
  };
  Levels search(Index start, int wanted, int visited) {
    Levels levels{.nodes = {start}, .start = {0}};
    mark(start) = visited;
    std::size_t next = 0;
    while (next < levels.nodes.size()) {
      const std::size_t end = levels.nodes.size();
      levels.start.push_back(end);
      for (; next < end; ++next) visit_neighbours(levels.nodes[next], wanted, visited, levels.nodes);
    }
    return levels;
  }

  /// Levels from an end of the part that `start` belongs to, as far apart as two searches find.
  Levels from_end(Index start, int wanted, int visited) {
    const int between = visited + 1;
    const Index first_end = search(start, wanted, between).nodes.back();
    const Index second_end = search(first_end, between, between + 1).nodes.back();
    return search(second_end, between + 1, visited);
  }

 private:
  void visit_neighbours(Index node, int wanted, int visited, std::vector<Index>& nodes) {
    const auto column = static_cast<std::size_t>(node) * static_cast<std::size_t>(components_);
    const std::vector<Index>& start = pattern_.column_start();
    const auto step = static_cast<std::size_t>(components_); // unknowns of a node stand together
    for (auto k = static_cast<std::size_t>(start[column]); k < static_cast<std::size_t>(start[column + 1]); k += step) {
      const Index neighbour = pattern_.row()[k] / components_;
      if (mark(neighbour) != wanted) continue;
      mark(neighbour) = visited;
      nodes.push_back(neighbour);
    }
  }

  const SparsePattern& pattern_;
  Index components_;
  std::vector<int> mark_;
};

/// Mean width of the levels within the widest level.
double width_within(LevelSearch& graph, const LevelSearch::Levels& levels, int free_mark) {
  std::size_t widest = 0;
  for (std::size_t k = 1; k < levels.count(); ++k)
    if (levels.start[k + 1] - levels.start[k] > levels.start[widest + 1] - levels.start[widest]) widest = k;
  const auto begin = levels.nodes.begin() + static_cast<std::ptrdiff_t>(levels.start[widest]);
  const auto end = levels.nodes.begin() + static_cast<std::ptrdiff_t>(levels.start[widest + 1]);
  std::for_each(begin, end, [&](Index node) { graph.mark(node) = free_mark; });
  double width = 1.0;
  std::for_each(begin, end, [&](Index node) {
    if (graph.mark(node) == free_mark) width = std::max(width, graph.from_end(node, free_mark, free_mark + 1).width());
  });
  return width;
}

} // namespace

double guess_factor_operations(const SparsePattern& pattern, int components) {
  // Boxes from cubes to plates and bars then get 0.4 to 0.9 (tetrahedra) and up to 2.5 (bricks) of what CHOLMOD's
  // analysis with METIS says.
  constexpr double operations_of_dissection = 18.0;
  const Index together = components > 0 && pattern.size() % components == 0 ? components : 1;
  LevelSearch graph(pattern, together);
  constexpr int new_node = 0;
  constexpr int done = 1;      // and 2, 3 during the search from both ends
  constexpr int of_level = 10; // and 11 to 13
  double operations = 0.0;
  for (Index node = 0; node < graph.node_count(); ++node) {
    if (graph.mark(node) != new_node) continue;
    const LevelSearch::Levels levels = graph.from_end(node, new_node, done);
    operations += static_cast<double>(levels.nodes.size()) * levels.width() * width_within(graph, levels, of_level);
  }
  return operations_of_dissection * operations * std::pow(together, 3);
}

bool multigrid_pays(const SparsePattern& pattern, int components, bool nonlinear) {
  // Too small to look: a factorisation takes less than a second there, and is the more robust.
  constexpr Index fewest_unknowns = 50000;
  constexpr double factor_operations_a_second = 15e9;
  // Set-up, two solutions to 1e-10 and the start of PETSc, as measured on tetrahedra (scalar and elastic).
  constexpr double multigrid_seconds_an_entry = 0.5e-6;
  constexpr double multigrid_start_seconds = 0.3;
  constexpr double clear_advantage = 2.5;
  // A neo-Hookean cube of 104,544 unknowns at which the advantage is 2.5: 18 s of multigrid, 11 s of factors and
  // solves.
  constexpr double systems_with_the_same_factors = 2.0;
  if (pattern.size() < fewest_unknowns) return false;
  const double direct = guess_factor_operations(pattern, components) / factor_operations_a_second;
  const double multigrid =
      multigrid_start_seconds + multigrid_seconds_an_entry * static_cast<double>(pattern.nonzeros());
  return direct > clear_advantage * (nonlinear ? systems_with_the_same_factors : 1.0) * multigrid;
}

} // namespace adjoule
