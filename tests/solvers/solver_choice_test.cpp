#include "../../solvers/solver_choice.hpp"

#include "adjoule/solvers/linear_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace adjoule {
namespace {

/// Bricks: every node is coupled to its 26 neighbours in a box of nodes; `components` unknowns a node. `copies` of it
/// without a connection.
SparsePatternPointer bricks(const std::array<Index, 3>& nodes, Index components, Index copies = 1) {
  std::vector<Index> start{0};
  std::vector<Index> row;
  const Index box = nodes[0] * nodes[1] * nodes[2];
  for (Index copy = 0; copy < copies; ++copy)
    for (Index z = 0; z < nodes[2]; ++z)
      for (Index y = 0; y < nodes[1]; ++y)
        for (Index x = 0; x < nodes[0]; ++x)
          for (Index component = 0; component < components; ++component) {
            for (Index k = std::max(z - 1, 0); k <= std::min(z + 1, nodes[2] - 1); ++k)
              for (Index j = std::max(y - 1, 0); j <= std::min(y + 1, nodes[1] - 1); ++j)
                for (Index i = std::max(x - 1, 0); i <= std::min(x + 1, nodes[0] - 1); ++i)
                  for (Index other = 0; other < components; ++other)
                    row.push_back(components * (copy * box + i + nodes[0] * (j + nodes[1] * k)) + other);
            start.push_back(static_cast<Index>(row.size()));
          }
  return std::make_shared<const SparsePattern>(components * box * copies, std::move(start), std::move(row));
}

TEST(SolverChoice, GuessesTheOperationsOfCholmodsAnalysis) {
  for (const auto& [nodes, components] :
       {std::pair{std::array<Index, 3>{18, 18, 18}, 1}, std::pair{std::array<Index, 3>{11, 12, 10}, 3},
        std::pair{std::array<Index, 3>{90, 70, 2}, 1}, std::pair{std::array<Index, 3>{200, 6, 5}, 1},
        std::pair{std::array<Index, 3>{26, 21, 6}, 3}}) {
    const SparsePatternPointer pattern = bricks(nodes, components);
    const double expected = make_cholmod_solver()->estimate(SparseMatrix(pattern)).operations;
    const double guess = guess_factor_operations(*pattern, components);
    EXPECT_GT(guess, expected / 3.0) << nodes[0];
    EXPECT_LT(guess, expected * 3.0) << nodes[0];
    // The components of a node told or not.
    EXPECT_NEAR(guess_factor_operations(*pattern, 1), guess, 0.5 * guess);
  }
}

TEST(SolverChoice, AddsSeparateParts) {
  const double one = guess_factor_operations(*bricks({9, 8, 7}, 1), 1);
  EXPECT_NEAR(guess_factor_operations(*bricks({9, 8, 7}, 1, 3), 1), 3.0 * one, 1e-9 * one);
}

TEST(SolverChoice, MultigridPaysInLargeCompactBodiesOnly) {
  EXPECT_TRUE(multigrid_pays(*bricks({50, 50, 50}, 1), 1, false));
  EXPECT_FALSE(multigrid_pays(*bricks({30, 30, 30}, 1), 1, false));
  EXPECT_FALSE(multigrid_pays(*bricks({250, 250, 2}, 1), 1, false));
  EXPECT_FALSE(multigrid_pays(*bricks({1250, 10, 10}, 1), 1, false));
  // Factors that serve several systems are worth more.
  EXPECT_TRUE(multigrid_pays(*bricks({37, 37, 37}, 1), 1, false));
  EXPECT_FALSE(multigrid_pays(*bricks({37, 37, 37}, 1), 1, true));
  EXPECT_TRUE(multigrid_pays(*bricks({50, 50, 50}, 1), 1, true));
}

TEST(SolverChoice, TakesDegeneratePatterns) {
  EXPECT_EQ(guess_factor_operations(SparsePattern(0, {0}, {}), 1), 0.0);
  EXPECT_GT(guess_factor_operations(SparsePattern(2, {0, 0, 0}, {}), 3), 0.0); // two unknowns, nothing coupled
  std::vector<Index> diagonal(200);
  std::iota(diagonal.begin(), diagonal.end(), 0);
  std::vector<Index> start = diagonal;
  start.push_back(200);
  EXPECT_LT(guess_factor_operations(SparsePattern(200, start, diagonal), 1), 1e5);
}

} // namespace
} // namespace adjoule
