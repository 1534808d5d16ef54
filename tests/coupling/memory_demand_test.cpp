// The memory of the factors is foreseen, and what will not fit is refused before anything is solved.
#include "coupled_models.hpp"
#include "finite_strain_models.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace adjoule::test {
namespace {

/// Leaves the process so much more address space, until its end.
class AddressSpace {
 public:
  explicit AddressSpace(std::size_t more) {
    getrlimit(RLIMIT_AS, &before_);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

 private:
  rlimit before_{};
};

struct Block : Rubber {
  explicit Block(int cells) : Rubber({.box = {.type = ElementType::hexahedron8, .cells = {cells, cells, cells}}}) {
    move("bottom", {0.0, 0.0, 0.0});
    move("top", {0.1, 0.0, -0.05});
  }
};

TEST(MemoryDemand, CoversTheFactorsThatASolveLeavesAndChangesNoBitOfIt) {
  Block block(6), other(6);
  const double foreseen = block.system.memory_demand().factors;
  const State state = block.system.solve_steady_state();
  EXPECT_GT(foreseen, static_cast<double>(state.report.factor_bytes));
  EXPECT_LT(foreseen, 4.0 * static_cast<double>(state.report.factor_bytes));
  EXPECT_EQ(other.system.solve_steady_state().fields.values, state.fields.values);
}

TEST(MemoryDemand, OfALoopAndOfAChainIsThatOfAllFactorsTogether) {
  Actuator loop, chain({.conductivity = "sigma0 + 0*slope"});
  for (Actuator* actuator : {&loop, &chain}) {
    const double foreseen = actuator->system.memory_demand().factors;
    const State state = actuator->system.solve_steady_state();
    EXPECT_GT(foreseen, 0.25 * static_cast<double>(state.report.factor_bytes));
    EXPECT_LT(foreseen, 4.0 * static_cast<double>(state.report.factor_bytes));
  }
}

TEST(MemoryDemand, WhatWillNotFitIsRefusedBeforeTheFirstIteration) {
  Block block(12);
  const double foreseen = block.system.memory_demand().factors;
  constexpr std::size_t left = std::size_t{6} << 20;
  ASSERT_GT(foreseen, 1.5 * static_cast<double>(left));
  int iterations = 0;
  SolveOptions options;
  options.on_progress = [&](const Progress&) { ++iterations; };
  std::string message;
  {
    const AddressSpace limit(left);
    try {
      block.system.solve_steady_state(options);
    } catch (const AnalysisError& error) {
      message = error.what();
    }
  }
  for (const char* words : {"will not fit", "GB of memory", "GB are left", "coarser mesh", "lower order", "petsc"})
    EXPECT_NE(message.find(words), std::string::npos) << words << " in: " << message;
  EXPECT_EQ(iterations, 0);
}

} // namespace
} // namespace adjoule::test
