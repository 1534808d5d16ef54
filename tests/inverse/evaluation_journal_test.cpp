#include "adjoule/inverse/evaluation_journal.hpp"

#include "adjoule/core/error.hpp"
#include "optimization_problems.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace adjoule {
namespace {

using enum OptimizationMethod;
using Begin = EvaluationJournal::Begin;
using Path = std::vector<std::vector<double>>;

/// A sum that each evaluation adds to, as a model's state depends on where it came from.
class Sum final : public EvaluationMemory {
 public:
  std::vector<double> save() const override { return {value}; }
  void restore(std::span<const double> memory) override { value = memory[0]; }
  double value = 0.0;
};

/// Failures are recorded too.
OptimizationProblem problem_of(OptimizationMethod method) {
  if (method == lbfgs) return test::failing_where(test::valley(), [](std::span<const double> x) { return x[1] > 1.6; });
  return test::failing_where(test::Cantilever::problem(),
                             [](std::span<const double> x) { return x[0] > 6.3 || x[4] < 1.9; });
}

std::vector<std::string> names_of(const OptimizationProblem& problem) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < problem.start.size(); ++i) names.push_back(fmt::format("x{}", i));
  return names;
}

struct Outcome {
  OptimizationResult result;
  Path path;
  int evaluated = 0; ///< not replayed
};

constexpr int limit = 13; // each record is brought to the disk, which takes its time

struct Recipe {
  Begin begin = Begin::fresh;
  int stop_after = 1000;
  int max_iterations = limit;
  std::function<void(int)> before_evaluation{};
};

/// Every evaluation is changed a little by the memory, so that a lost one shows. Without a folder there is no journal.
Outcome run(const std::filesystem::path& folder, OptimizationMethod method, const Recipe& recipe = {}) {
  Outcome outcome;
  Sum sum;
  OptimizationProblem problem = problem_of(method);
  OptimizationOptions options;
  options.method = method;
  options.max_iterations = recipe.max_iterations;
  options.on_iterate = [&](const OptimizationIterate& iterate) {
    outcome.path.emplace_back(iterate.x.begin(), iterate.x.end());
    return iterate.number < recipe.stop_after;
  };
  std::optional<EvaluationJournal> journal;
  if (!folder.empty()) {
    journal.emplace(folder, problem_description(problem, options, names_of(problem), "case = beam\n"), recipe.begin,
                    &sum);
  }
  problem.evaluate = [&, evaluate = problem.evaluate](std::span<const double> x) {
    ++outcome.evaluated;
    if (recipe.before_evaluation) recipe.before_evaluation(outcome.evaluated);
    sum.value = std::fmod(1.7 * sum.value + x[0] + 0.3, 1.0);
    DesignEvaluation result = evaluate(x);
    result.objective *= 1.0 + 1e-9 * sum.value;
    result.values = {sum.value};
    return result;
  };
  if (journal) problem.evaluate = journal->recording(problem.evaluate);
  outcome.result = optimize(problem, options);
  return outcome;
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

const auto print_method = [](const auto& info) { return std::string(name_of(info.param)); };
class Journal : public testing::TestWithParam<OptimizationMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, Journal, testing::Values(mma, ccsaq, lbfgs, slsqp), print_method);

TEST_P(Journal, ResumedRunGivesWhatTheUnbrokenOneGives) {
  const support::TemporaryFolder folder;
  const Outcome unbroken = run("", GetParam());
  ASSERT_GT(unbroken.result.failures, 0);
  // Stopped once, then by a limit, which is raised.
  const Outcome first = run(folder / "broken", GetParam(), {.stop_after = 5});
  EXPECT_EQ(first.result.end, OptimizationEnd::stopped);
  const Outcome second = run(folder / "broken", GetParam(), {.begin = Begin::resume, .max_iterations = 9});
  EXPECT_EQ(second.evaluated, 4);
  EXPECT_EQ(second.result.end, OptimizationEnd::iteration_limit);
  const Outcome third = run(folder / "broken", GetParam(), {.begin = Begin::resume});
  EXPECT_EQ(third.evaluated, unbroken.result.iterations - 9);
  EXPECT_EQ(third.path, unbroken.path);
  EXPECT_EQ(third.result.x, unbroken.result.x);
  EXPECT_EQ(third.result.evaluation.objective, unbroken.result.evaluation.objective);
  EXPECT_EQ(third.result.evaluation.values, unbroken.result.evaluation.values);
  EXPECT_EQ(third.result.failures, unbroken.result.failures);
}

TEST(EvaluationJournal, LosesOneEvaluationAtMostToAKill) {
  const support::TemporaryFolder folder;
  const Outcome unbroken = run("", mma);
  const pid_t child = ::fork();
  if (child == 0) {
    run(folder / "broken", mma, {.before_evaluation = [](int number) {
          if (number == 8) ::raise(SIGKILL);
        }});
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const Outcome resumed = run(folder / "broken", mma, {.begin = Begin::resume});
  EXPECT_EQ(resumed.evaluated, unbroken.result.iterations - 7);
  EXPECT_EQ(resumed.path, unbroken.path);
}

TEST(EvaluationJournal, KeepsOneMemoryAndEveryEvaluation) {
  const support::TemporaryFolder folder;
  run(folder / "a", mma, {.stop_after = 3});
  EXPECT_EQ(files_in(folder / "a"),
            (std::vector<std::string>{"evaluation_000001.bin", "evaluation_000002.bin", "evaluation_000003.bin",
                                      "memory_000003.bin", "problem.txt"}));
  // The memory that a kill leaves before its evaluation is recorded does no harm.
  folder.write("a/memory_000004.bin", "torn");
  EXPECT_EQ(run(folder / "a", mma, {.begin = Begin::resume}).path, run("", mma).path);
}

TEST(EvaluationJournal, BeginsAfreshWhereAnEarlierRunWas) {
  const support::TemporaryFolder folder;
  run(folder / "a", mma, {.stop_after = 5});
  folder.write("a/mine.bin", "kept");
  run(folder / "a", mma, {.stop_after = 2});
  EXPECT_EQ(files_in(folder / "a"), (std::vector<std::string>{"evaluation_000001.bin", "evaluation_000002.bin",
                                                              "memory_000002.bin", "mine.bin", "problem.txt"}));
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(EvaluationJournal, RefusesAnotherProblem) {
  const support::TemporaryFolder folder;
  EXPECT_NE(refusal([&] { run(folder / "none", mma, {.begin = Begin::resume}); }).find("no run to resume"),
            std::string::npos);
  run(folder / "a", mma, {.stop_after = 3});
  const std::string other = refusal([&] { run(folder / "a", ccsaq, {.begin = Begin::resume}); });
  EXPECT_NE(other.find("it was 'method = mma', and is 'method = ccsaq' now"), std::string::npos) << other;
  OptimizationProblem problem = problem_of(mma);
  OptimizationOptions options;
  const std::string now = problem_description(problem, options, names_of(problem), "case = beam\nmesh = fine\n");
  const std::string more = refusal([&] { EvaluationJournal(folder / "a", now, Begin::resume); });
  EXPECT_NE(more.find("'nothing', and is 'mesh = fine'"), std::string::npos) << more;
  // The description tells every number to the last bit.
  problem.upper[3] = std::nextafter(problem.upper[3], 0.0);
  EXPECT_NE(problem_description(problem, options, names_of(problem)),
            problem_description(problem_of(mma), options, names_of(problem)));
}

TEST(EvaluationJournal, RefusesRecordsOfOtherDesigns) {
  const support::TemporaryFolder folder;
  run(folder / "a", mma, {.stop_after = 4});
  std::filesystem::rename(folder / "a/evaluation_000004.bin", folder / "a/evaluation_000002.bin");
  std::filesystem::remove(folder / "a/evaluation_000003.bin");
  std::filesystem::rename(folder / "a/memory_000004.bin", folder / "a/memory_000002.bin");
  EXPECT_NE(refusal([&] {
              run(folder / "a", mma, {.begin = Begin::resume});
            }).find("evaluation 2 on record is of another design"),
            std::string::npos);
}

TEST(EvaluationJournal, SaysWhichFileIsDamaged) {
  const support::TemporaryFolder folder;
  for (const std::string name : {"evaluation_000002.bin", "memory_000003.bin"}) {
    run(folder / "a", mma, {.stop_after = 3});
    const std::string whole = support::read_text(folder / ("a/" + name));
    std::vector<std::string> torn{"", "text", whole.substr(0, whole.size() / 2), whole + "x"};
    for (std::size_t place = 0; place < whole.size(); place += 101) { // any byte changed
      torn.push_back(whole);
      torn.back()[place] = static_cast<char>(torn.back()[place] ^ 0x20);
    }
    for (const std::string& content : torn) {
      folder.write("a/" + name, content);
      const std::string text = refusal([&] { run(folder / "a", mma, {.begin = Begin::resume}); });
      EXPECT_NE(text.find(name), std::string::npos) << text;
      EXPECT_NE(text.find("damaged"), std::string::npos) << text;
    }
  }
  run(folder / "a", mma, {.stop_after = 3});
  std::filesystem::remove(folder / "a/memory_000003.bin");
  EXPECT_NE(refusal([&] { run(folder / "a", mma, {.begin = Begin::resume}); }).find("memory_000003.bin"),
            std::string::npos);
  // A whole file of another problem.
  run(folder / "other", slsqp, {.stop_after = 1});
  std::filesystem::copy_file(folder / "other/evaluation_000001.bin", folder / "a/evaluation_000001.bin",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_NE(refusal([&] { run(folder / "a", mma, {.begin = Begin::resume}); }).find("belongs to another problem"),
            std::string::npos);
}

} // namespace
} // namespace adjoule
