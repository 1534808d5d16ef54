// What a run tells of its own cost: seconds, memory, factorisations.
#include "adjoule/solvers/linear_solver.hpp"
#include "support/bar_command.hpp"
#include "support/child_process.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

class Cost : public BarCommand {};

TEST_F(Cost, TheSecondsOfTheSummaryAddUpToTheTotal) {
  ASSERT_EQ(differentiate(bar_case() + "[gradient]\nof = [\"current\"]\nwrt = \"all\"\n").status, 0);
  const nlohmann::json seconds = summary()["solve"]["seconds"];
  double sum = 0.0;
  for (const auto& [part, value] : seconds.items()) {
    EXPECT_GE(value.get<double>(), 0.0) << part;
    if (part != "total") sum += value.get<double>();
  }
  EXPECT_NEAR(sum, seconds["total"].get<double>(), 1e-9);
  for (const char* part : {"mesh", "model", "assembly", "factorization", "adjoint", "output"})
    EXPECT_GT(seconds[part].get<double>(), 0.0) << part;
}

TEST_F(Cost, TheSummaryCountsFactorisationsAndMemory) {
  ASSERT_EQ(solve(bar_case()).status, 0);
  const nlohmann::json solved = summary()["solve"];
  // The bar is a chain of three linear systems.
  EXPECT_EQ(solved["factorizations"], 3);
  EXPECT_EQ(solved["linear_iterations"], 0);
  EXPECT_GT(solved["factor_bytes"], 1000);
  EXPECT_LT(solved["factor_bytes"], solved["peak_memory_bytes"]);
  EXPECT_DOUBLE_EQ(solved["peak_memory_bytes_per_unknown"].get<double>(),
                   solved["peak_memory_bytes"].get<double>() / solved["unknowns"].get<double>());
  EXPECT_TRUE(solved["instruction_set"].is_string());
}

TEST_F(Cost, TheTableHasWhatTheSummaryHas) {
  const CommandResult result = solve(bar_case(), {"--threads", "1"});
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_words(result.output,
               {"cost", "time", " s: ", "memory", "MB at most", "kB an unknown", "factors", "3 factorisations",
                "1 thread, " + summary()["solve"]["instruction_set"].get<std::string>()});
}

TEST_F(Cost, ThePeakOfMemoryIsThatOfTheRunAlone) {
  // A program inherits the peak of the one that starts it in what the system counts as its own.
  const std::vector<char> large(std::size_t{400} << 20, 'x');
  const std::filesystem::path file = folder_.write("bar.toml", bar_case());
  ChildProcess run({"solve", file.string(), "--quiet", "--output", (folder_ / "out").string()}, folder_ / "said.txt");
  ASSERT_EQ(run.wait(), 0) << read_text(folder_ / "said.txt");
  EXPECT_EQ(large.back(), 'x');
  EXPECT_LT(summary()["solve"]["peak_memory_bytes"], large.size());
}

TEST_F(Cost, ASolverCanBeNamedAndOneThatIsNotBuiltIsAnErrorWithItsPackage) {
  const auto solve_with = [&](const std::string& solver) {
    return solve(bar_case() + "[solve]\nlinear_solver = \"" + solver + "\"\n");
  };
  for (const char* solver : {"cholmod", "umfpack"}) {
    ASSERT_EQ(solve_with(solver).status, 0) << solver;
    EXPECT_EQ(summary()["solve"]["linear_solver"], solver);
  }
  for (const auto& [solver, built, package] : {std::tuple{"mumps", adjoule::has_mumps(), "libmumps-seq-dev"},
                                               std::tuple{"petsc", adjoule::has_petsc(), "libpetsc-real-dev"}}) {
    const CommandResult result = solve_with(solver);
    EXPECT_EQ(result.status, built ? 0 : 2) << result.errors;
    if (!built) expect_words(result.errors, {"bar.toml:", "solve.linear_solver", "built without", package, "\"auto\""});
  }
}

} // namespace
