// An optimisation that is interrupted, killed and resumed gives the numbers of the unbroken run.
#include "support/bar_command.hpp"
#include "support/bar_optimization.hpp"
#include "support/child_process.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

class OptimizeResume : public testing::Test {
 protected:
  void SetUp() override { case_ = folder_.write("bar.toml", bar_case() + largest_current()).string(); }

  std::vector<std::string> arguments(const std::string& out, const std::vector<std::string>& more) const {
    std::vector<std::string> list{"optimize", case_, "--output", (folder_ / out).string()};
    list.insert(list.end(), more.begin(), more.end());
    return list;
  }
  CommandResult optimize(const std::string& out, const std::vector<std::string>& more = {}) const {
    return run_command(arguments(out, more));
  }
  /// With what differs from run to run left out.
  nlohmann::json optimized(const std::string& out) const {
    return read_json(folder_ / (out + "/summary.json"))["optimized"];
  }
  void expect_the_same(const std::string& one, const std::string& other) const {
    EXPECT_EQ(read_text(folder_ / (one + "/history.csv")), read_text(folder_ / (other + "/history.csv")));
    EXPECT_EQ(optimized(one), optimized(other));
  }

  TemporaryFolder folder_;
  std::string case_;
};

const std::vector<std::string> many{"--set", "optimize.tolerance=1e-14", "--set", "optimize.max_iterations=8"};

TEST_F(OptimizeResume, GoesOnBitByBitAfterTheLimitOfIterations) {
  for (const char* method : {"mma", "ccsaq", "slsqp"}) {
    const std::string own(method);
    std::vector<std::string> all = many;
    all.insert(all.end(), {"--quiet", "--set", "optimize.method=" + own});
    optimize(own, all);
    std::vector<std::string> few = all;
    few.insert(few.end(), {"--set", "optimize.max_iterations=3"});
    const CommandResult cut = optimize(own + "_cut", few);
    EXPECT_EQ(cut.status, 1);
    expect_words(cut.errors, {"optimize.max_iterations", "--resume"});
    all.emplace_back("--resume");
    optimize(own + "_cut", all);
    expect_the_same(own, own + "_cut");
  }
}

TEST_F(OptimizeResume, GoesOnAfterAKill) {
  optimize("whole", many);
  {
    ChildProcess child(arguments("killed", many), folder_ / "said.txt");
    ASSERT_TRUE(child.wait_for(folder_ / "killed/optimizer/evaluation_000003.bin"));
    child.send(SIGKILL);
    child.wait();
  }
  std::vector<std::string> more = many;
  more.emplace_back("--resume");
  optimize("killed", more);
  expect_the_same("whole", "killed");
}

TEST_F(OptimizeResume, AnInterruptLeavesAResultAndSaysHowToGoOn) {
  // A refined mesh and a far limit, so that the signal comes well before the end.
  const std::vector<std::string> slow{"--set", "optimize.tolerance=1e-14",  "--set", "mesh.refine=1",
                                      "--set", "optimize.max_iterations=60"};
  for (const int signal : {SIGINT, SIGTERM}) {
    ChildProcess child(arguments("stopped", slow), folder_ / "said.txt");
    ASSERT_TRUE(child.wait_for(folder_ / "stopped/optimizer/evaluation_000001.bin"));
    child.send(signal);
    EXPECT_EQ(child.wait(), 1);
    expect_words(read_text(folder_ / "said.txt"),
                 {"stopping after the running iteration", "the optimisation was stopped after", "--resume"});
    EXPECT_EQ(optimized("stopped")["converged"], false);
    EXPECT_LT(optimized("stopped")["iterations"].get<int>(), 60);
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "stopped/fields.vtu"));
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "stopped/optimized.toml"));
    std::filesystem::remove_all(folder_ / "stopped");
  }
}

TEST_F(OptimizeResume, WithoutAnythingToResumeIsWrongInput) {
  const CommandResult result = optimize("nothing", {"--resume"});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"--resume", "optimizer"});
}

TEST_F(OptimizeResume, ARunWithoutResumeReplacesAnEarlierOneAndSaysSo) {
  optimize("out", {"--set", "optimize.max_iterations=3"});
  const CommandResult again = optimize("out");
  EXPECT_EQ(again.status, 0) << again.errors;
  expect_words(again.errors, {"--resume"});
  optimize("fresh");
  expect_the_same("out", "fresh");
}

TEST_F(OptimizeResume, AnotherCaseIsRefusedAndLeavesTheResults) {
  optimize("out", {"--set", "optimize.max_iterations=3"});
  const std::string before = read_text(folder_ / "out/summary.json");
  const CommandResult result =
      optimize("out", {"--resume", "--set", "optimize.variables.\"electrical.potential.left\".upper=4"});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"cannot be resumed", "electrical.potential.left", "put it back"});
  EXPECT_EQ(read_text(folder_ / "out/summary.json"), before);
  for (const char* file : {"fields.vtu", "optimized.toml", "history.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / file)) << file;
}

TEST_F(OptimizeResume, ATornFileIsRefusedInWords) {
  optimize("out", {"--set", "optimize.max_iterations=3"});
  const std::filesystem::path file = folder_ / "out/optimizer/evaluation_000002.bin";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  const CommandResult result = optimize("out", {"--resume"});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"evaluation_000002.bin"});
}

} // namespace
