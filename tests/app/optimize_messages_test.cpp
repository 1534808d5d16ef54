// What is wrong with an [optimize] is told with place and remedy, before
// anything is solved.
#include "support/bar_command.hpp"
#include "support/bar_optimization.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

struct Fault {
  std::string name;
  std::string from, to; ///< what is replaced in a case that is right
  std::vector<std::string> words;
};

class OptimizeMessages : public testing::TestWithParam<Fault> {};

std::string right_case() {
  return bar_case() + largest_current();
}

TEST(OptimizeInput, TheCaseWithoutFaultIsReady) {
  const TemporaryFolder folder;
  const CommandResult result = run_command({"check", folder.write("bar.toml", right_case()).string()});
  EXPECT_EQ(result.status, 0) << result.errors;
}

TEST_P(OptimizeMessages, HavePlaceCauseAndRemedy) {
  const TemporaryFolder folder;
  const Fault& fault = GetParam();
  const std::string text = with(right_case(), fault.from, fault.to);
  const CommandResult result = run_command({"check", folder.write("bar.toml", text).string()});
  EXPECT_EQ(result.status, 2);
  std::vector<std::string> words = fault.words;
  words.emplace_back("bar.toml:");
  expect_words(result.errors, words);
}

const std::string variable = "[optimize.variables.\"electrical.potential.left\"]";

INSTANTIATE_TEST_SUITE_P(
    Faults, OptimizeMessages,
    testing::Values(
        Fault{"both_ways",
              "maximize = \"current\"",
              "maximize = \"current\"\nminimize = \"current\"",
              {"both maximize and minimize", "give one of them"}},
        Fault{"no_objective", "maximize = \"current\"", "max_iterations = 5", {"neither maximize nor minimize"}},
        Fault{"unknown_objective",
              "maximize = \"current\"",
              "maximize = \"curent\"",
              {"there is no quantity \"curent\"", "did you mean \"current\"?"}},
        Fault{"unknown_constraint",
              "hottest = {",
              "hotest = {",
              {"optimize.constraints", "there is no quantity \"hotest\"", "did you mean \"hottest\"?"}},
        Fault{"constraint_without_bound", "{ upper = 400.0 }", "{ }", {"bounds nothing", "lower, upper, or both"}},
        Fault{"constraint_that_excludes_all",
              "{ upper = 400.0 }",
              "{ lower = 500.0, upper = 400.0 }",
              {"lower = 500 is not below upper = 400"}},
        Fault{"lbfgs_with_constraints",
              "maximize = \"current\"",
              "maximize = \"current\"\nmethod = \"lbfgs\"",
              {"takes no constraints", "\"mma\""}},
        Fault{"unknown_method",
              "maximize = \"current\"",
              "maximize = \"current\"\nmethod = \"mmma\"",
              {"did you mean \"mma\"?"}},
        Fault{"unknown_path",
              variable,
              "[optimize.variables.\"electrical.potential.lft\"]",
              {"the file has no number electrical.potential.lft", "did you mean \"electrical.potential.left\"?"}},
        Fault{"path_without_quotes",
              variable,
              "[optimize.variables.electrical.potential.left]",
              {"the path of a number is one name and stands in quotes"}},
        Fault{"number_without_derivative",
              variable,
              "[optimize.variables.\"solve.tolerance\"]",
              {"solve.tolerance is a numerical setting: no derivative exists"}},
        Fault{"start_out_of_bounds", "initial = 0.3", "initial = 7.0", {"electrical.potential.left", "7"}},
        Fault{"bounds_the_wrong_way", "upper = 5.0", "upper = 0.05", {"electrical.potential.left"}},
        Fault{"logarithm_of_a_negative_number",
              "lower = 0.1",
              "lower = -1.0\nscaling = \"log\"",
              {"electrical.potential.left", "log"}},
        Fault{"field_of_a_load",
              "initial = 0.3",
              "per = \"element\"\ninitial = 0.3",
              {"is no material property of this file", "materials.silicon."}},
        Fault{"unknown_per", "initial = 0.3", "per = \"node\"\ninitial = 0.3", {"not one of: value, region, element"}},
        Fault{"topology", "[optimize]", "[optimize]\ndensity.regions = [\"body\"]", {"not supported yet"}}),
    [](const testing::TestParamInfo<Fault>& of) { return of.param.name; });

TEST(OptimizeInput, APropertyAsAnExpressionCannotBeAField) {
  const TemporaryFolder folder;
  const std::string text = with(right_case(), "thermal_conductivity = 32.0", "thermal_conductivity = \"32.0\"") +
                           R"(
[optimize.variables."materials.silicon.thermal_conductivity"]
per = "element"
)";
  const CommandResult result = run_command({"check", folder.write("bar.toml", text).string()});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"per = \"element\" needs a property that is a number", "an expression"});
}

TEST(OptimizeInput, ANumberThatNothingUsesIsRefused) {
  const TemporaryFolder folder;
  const std::string text = right_case() + R"(
[constants]
unused = 1.0
[optimize.variables."constants.unused"]
)";
  const CommandResult result = run_command({"check", folder.write("bar.toml", text).string()});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"nothing in this analysis uses constants.unused", "take it out"});
}

TEST(OptimizeInput, ACaseWithoutTheSectionSaysWhatToAdd) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command({"optimize", folder.write("bar.toml", bar_case()).string(), "--output", (folder / "out").string()});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"the file has no [optimize]", "maximize", "adjoule help optimize"});
}

} // namespace
