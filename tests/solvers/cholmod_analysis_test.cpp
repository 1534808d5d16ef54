#include "example_matrices.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/solvers/linear_solver.hpp"

#include <cholmod.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace adjoule {
namespace {

using testing::grid;
using testing::product;
using testing::random_columns;

/// Entries and operations of CHOLMOD's own choice of an order.
FactorEstimate default_of_cholmod(const SparseMatrix& matrix) {
  cholmod_common common;
  cholmod_start(&common);
  cholmod_sparse view{};
  view.nrow = view.ncol = static_cast<std::size_t>(matrix.size());
  view.nzmax = matrix.value.size();
  view.p = const_cast<Index*>(matrix.column_start().data());
  view.i = const_cast<Index*>(matrix.row().data());
  view.stype = 1;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_PATTERN;
  view.sorted = view.packed = 1;
  cholmod_factor* factor = cholmod_analyze(&view, &common);
  const FactorEstimate estimate{.bytes = 0.0,
                                .operations = common.fl,
                                .entries = factor->is_super != 0 ? static_cast<double>(factor->xsize) : common.lnz};
  cholmod_free_factor(&factor, &common);
  cholmod_finish(&common);
  return estimate;
}

TEST(CholmodSolver, OrdersAboutAsWellAsCholmodWouldItself) {
  // Large compact bodies, where nested dissection wins, and small ones; one and three unknowns a node, and a beam whose
  // neighbours differ in number.
  for (const SparseMatrix& matrix : {grid(20, true, 3), grid(30, true), grid(8, true, 3), testing::beam(500, true)}) {
    const FactorEstimate own = make_cholmod_solver()->estimate(matrix);
    const FactorEstimate reference = default_of_cholmod(matrix);
    EXPECT_LT(own.entries, 1.2 * reference.entries);
    EXPECT_LT(own.operations, 1.2 * reference.operations);
    EXPECT_GT(own.entries, 0.5 * reference.entries);
  }
}

TEST(CholmodSolver, SharesAnalysesOfEqualPatternsWhileTheyAreInUse) {
  const SparseMatrix first = grid(8, true, 3);
  SparseMatrix second = grid(8, true, 3); // equal, not the same object
  for (double& value : second.value) value *= 2.0;
  const auto store = make_analysis_store();
  auto a = make_cholmod_solver(store);
  auto b = make_cholmod_solver(store);
  auto other = make_cholmod_solver(store);
  a->factorize(first);
  b->factorize(second);
  other->factorize(grid(7, true, 3));
  EXPECT_EQ(a->analyses(), 1);
  EXPECT_EQ(b->analyses(), 0);
  EXPECT_EQ(other->analyses(), 1);
  const Eigen::MatrixXd expected = random_columns(first.size(), 2, 3);
  EXPECT_LT((a->solve(product(first, expected, false)) - expected).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((b->solve(product(second, expected, false)) - expected).cwiseAbs().maxCoeff(), 1e-9);
  a.reset(); // b goes on with it
  b->factorize(first);
  EXPECT_LT((b->solve(product(first, expected, false)) - expected).cwiseAbs().maxCoeff(), 1e-9);
  b.reset();
  a = make_cholmod_solver(store);
  a->factorize(first);
  EXPECT_EQ(a->analyses(), 1);
}

TEST(CholmodSolver, SharedAnalysisGivesTheSameBits) {
  const SparseMatrix matrix = grid(10, true, 3);
  const Eigen::MatrixXd load = random_columns(matrix.size(), 2, 3);
  const auto store = make_analysis_store();
  const auto first = make_cholmod_solver(store);
  const auto sharing = make_cholmod_solver(store);
  const auto alone = make_cholmod_solver();
  for (LinearSolver* solver : {first.get(), sharing.get(), alone.get()}) solver->factorize(matrix);
  EXPECT_EQ(first->solve(load), sharing->solve(load));
  EXPECT_EQ(first->solve(load), alone->solve(load));
}

/// What SuiteSparse has allocated, by size of the blocks; allocations beyond a limit fail.
class CountedAllocations {
 public:
  explicit CountedAllocations(std::size_t limit = std::numeric_limits<std::size_t>::max()) {
    limit_ = limit;
    now_ = most_ = 0;
    SuiteSparse_config.malloc_func = [](std::size_t bytes) { return counted(bytes, std::malloc); };
    SuiteSparse_config.calloc_func = [](std::size_t count, std::size_t size) {
      return counted(count * size, [](std::size_t bytes) { return std::calloc(bytes, 1); });
    };
    SuiteSparse_config.realloc_func = [](void* old, std::size_t bytes) -> void* {
      const std::size_t before = malloc_usable_size(old);
      if (now_ - before + bytes > limit_) return nullptr;
      void* block = std::realloc(old, bytes);
      now_ += malloc_usable_size(block) - before;
      most_ = std::max(most_, now_);
      return block;
    };
    SuiteSparse_config.free_func = [](void* block) {
      // What was allocated before the count began must not make it wrap round.
      now_ -= std::min(now_, malloc_usable_size(block));
      std::free(block);
    };
  }
  ~CountedAllocations() {
    SuiteSparse_config.malloc_func = std::malloc;
    SuiteSparse_config.calloc_func = std::calloc;
    SuiteSparse_config.realloc_func = std::realloc;
    SuiteSparse_config.free_func = std::free;
  }
  CountedAllocations(const CountedAllocations&) = delete;
  CountedAllocations& operator=(const CountedAllocations&) = delete;
  static std::size_t most() { return most_; }

 private:
  template <typename Allocate>
  static void* counted(std::size_t bytes, Allocate allocate) {
    if (now_ + bytes > limit_) return nullptr;
    void* block = allocate(bytes);
    now_ += malloc_usable_size(block);
    most_ = std::max(most_, now_);
    return block;
  }
  inline static std::size_t now_ = 0, most_ = 0, limit_ = 0;
};

TEST(CholmodSolver, EstimatesTheMemoryThatAFactorisationTakes) {
  for (const SparseMatrix& matrix : {grid(14, true, 3), grid(25, true), testing::beam(4000, true)}) {
    const auto solver = make_cholmod_solver();
    const double estimate = solver->estimate(matrix).bytes;
    const CountedAllocations allocations;
    solver->factorize(matrix);
    const auto taken = static_cast<double>(CountedAllocations::most());
    EXPECT_GT(estimate, taken / 1.3);
    EXPECT_LT(estimate, taken * 1.3);
    EXPECT_LE(static_cast<double>(solver->factor_bytes()), estimate);
  }
}

TEST(CholmodSolver, SaysThatMemoryRanOutAndCanBeUsedAgain) {
  const SparseMatrix matrix = grid(14, true, 3);
  const auto solver = make_cholmod_solver();
  const double estimate = solver->estimate(matrix).bytes;
  {
    const CountedAllocations allocations(static_cast<std::size_t>(estimate / 2.0));
    try {
      solver->factorize(matrix);
      FAIL() << "factorised without memory";
    } catch (const AnalysisError& error) {
      EXPECT_NE(std::string(error.what()).find("ran out of memory"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("coarser mesh"), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(solver->factor_bytes(), 0u);
  solver->factorize(matrix);
  EXPECT_GT(solver->factor_bytes(), 0u);
}

TEST(CholmodSolver, RefusesFactorsThatDoNotFitBeforeAnyWork) {
  const SparseMatrix matrix = grid(14, true, 3);
  const auto solver = make_cholmod_solver();
  const double estimate = solver->estimate(matrix).bytes;
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  ASSERT_GT(pages, 0u);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit limit = before;
  limit.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + static_cast<rlim_t>(estimate / 2.0);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  std::string message;
  try {
    solver->factorize(matrix);
  } catch (const AnalysisError& error) {
    message = error.what();
  }
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_NE(message.find("GB are left"), std::string::npos) << message;
  EXPECT_NE(message.find("petsc"), std::string::npos) << message;
  solver->factorize(matrix);
  EXPECT_GT(solver->factor_bytes(), 0u);
}

} // namespace
} // namespace adjoule
