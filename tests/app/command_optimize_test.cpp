// `adjoule optimize` from the case file to the design that a formula gives.
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/io/vtu_reader.hpp"
#include "support/bar_command.hpp"
#include "support/bar_optimization.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace support;

class OptimizeCommand : public BarCommand {
 protected:
  CommandResult optimize(const std::string& text, const std::vector<std::string>& more = {}) {
    return run("optimize", text, more);
  }
  nlohmann::json optimized() const { return summary()["optimized"]; }
};

TEST_F(OptimizeCommand, TheLargestCurrentBelowATemperatureIsThatOfTheFormula) {
  const CommandResult result = optimize(bar_case() + largest_current());
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  const nlohmann::json found = optimized();
  EXPECT_NEAR(found["variables"]["electrical.potential.left"].get<double>(), best_voltage(), 2e-6 * best_voltage());
  EXPECT_NEAR(found["objective"].get<double>(), best_voltage() / bar_resistance,
              2e-6 * best_voltage() / bar_resistance);
  EXPECT_EQ(found["converged"], true);
  EXPECT_EQ(found["feasible"], true);
  EXPECT_EQ(found["constraints"]["hottest"]["upper"], 400.0);
  EXPECT_LE(found["constraints"]["hottest"]["value"].get<double>(), 400.0 * (1.0 + 1e-6));
  EXPECT_EQ(found["constraints"]["hottest"]["met"], true);
  EXPECT_EQ(summary()["quantities"]["current"], found["objective"]);
  expect_words(result.output, {"maximise current by mma", "evaluation", "violation", "result of the optimisation",
                               "electrical.potential.left", "met", "results in"});
  EXPECT_EQ(result.errors, "");
}

TEST_F(OptimizeCommand, EveryMethodFindsTheSameOptimum) {
  for (const char* method : {"mma", "ccsaq", "slsqp"}) {
    const CommandResult result =
        optimize(bar_case() + largest_current(), {"--quiet", "--set", std::string("optimize.method=") + method});
    ASSERT_EQ(result.status, 0) << method << result.errors;
    EXPECT_NEAR(optimized()["objective"].get<double>(), best_voltage() / bar_resistance,
                2e-6 * best_voltage() / bar_resistance)
        << method;
  }
}

TEST_F(OptimizeCommand, ALowerBoundOfAQuantityIsMetFromBelow) {
  // The coldest bar that carries 2 A: the hottest point follows from the voltage alone.
  const CommandResult result = optimize(bar_case() + R"(
[optimize]
minimize = "hottest"
constraints.current.lower = 2.0
[optimize.variables."electrical.potential.left"]
initial = 2.0
lower = 0.1
upper = 3.0
)");
  ASSERT_EQ(result.status, 0) << result.errors;
  const double voltage = 2.0 * bar_resistance;
  EXPECT_NEAR(optimized()["objective"].get<double>(), 298.0 + temperature_rise * voltage * voltage, 1e-4);
  EXPECT_GE(optimized()["constraints"]["current"]["value"].get<double>(), 2.0 * (1.0 - 1e-6));
}

TEST_F(OptimizeCommand, WithoutConstraintsTheBoundsEndTheSearch) {
  const CommandResult result = optimize(bar_case() + R"(
[optimize]
minimize = "growth"
[optimize.variables."electrical.potential.left"]
lower = 0.5
upper = 2.0
[optimize.variables."materials.silicon.thermal_expansion"]
lower = 2e-6
upper = 4e-6
)");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(optimized()["variables"]["electrical.potential.left"].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(optimized()["variables"]["materials.silicon.thermal_expansion"].get<double>(), 2e-6, 1e-18);
  expect_words(result.output, {"minimise growth by lbfgs", "at its lower bound"});
}

TEST_F(OptimizeCommand, TheCaseFileOfTheResultReproducesIt) {
  const std::string text = bar_case() + largest_current();
  ASSERT_EQ(optimize(text, {"--quiet"}).status, 0);
  const nlohmann::json found = summary()["quantities"];
  const CommandResult again = run_command(
      {"solve", (folder_ / "out/optimized.toml").string(), "--quiet", "--output", (folder_ / "again").string()});
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_EQ(read_json(folder_ / "again/summary.json")["quantities"], found);
}

TEST_F(OptimizeCommand, AFieldOfVariablesGoesToTheFilesAndTheResultReproducesIt) {
  // The better each element conducts heat, the colder the bar: all of them end at the bound.
  const std::string text = bar_case() + R"(
[optimize]
minimize = "hottest"
[optimize.variables."materials.silicon.thermal_conductivity"]
initial = 30.0
lower = 20.0
upper = 50.0
per = "element"
)";
  const CommandResult result = optimize(text);
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(optimized()["objective"].get<double>(), 298.0 + conductivity / (8.0 * 50.0), 1e-6);
  EXPECT_EQ(optimized()["variables"]["materials.silicon.thermal_conductivity"]["count"], 30);
  for (const double value :
       adjoule::read_vtu_cell_array(folder_ / "out/fields.vtu", "materials.silicon.thermal_conductivity"))
    EXPECT_NEAR(value, 50.0, 1e-9);
  const CommandResult again = run_command(
      {"solve", (folder_ / "out/optimized.toml").string(), "--quiet", "--output", (folder_ / "again").string()});
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_NEAR(read_json(folder_ / "again/summary.json")["quantities"]["hottest"].get<double>(),
              optimized()["objective"].get<double>(), 1e-9);
  EXPECT_EQ(run_command({"check", (folder_ / "out/optimized.toml").string()}).status, 0);
}

TEST_F(OptimizeCommand, OneValueARegionIsOneVariableForItsElements) {
  const CommandResult result = optimize(bar_case() + R"(
[optimize]
minimize = "hottest"
[optimize.variables."materials.silicon.thermal_conductivity"]
lower = 20.0
upper = 50.0
per = "region"
)");
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_words(result.output, {": 1 variable,"});
  EXPECT_NEAR(optimized()["variables"]["materials.silicon.thermal_conductivity"].get<double>(), 50.0, 1e-9);
}

TEST_F(OptimizeCommand, EveryEvaluationIsInHistoryChartAndSeries) {
  ASSERT_EQ(optimize(bar_case() + largest_current(), {"--quiet"}).status, 0);
  const auto rows = static_cast<std::size_t>(optimized()["iterations"].get<int>());
  const std::vector<double> number = adjoule::read_csv_column(folder_ / "out/history.csv", "evaluation");
  ASSERT_EQ(number.size(), rows);
  EXPECT_EQ(number.back(), static_cast<double>(rows));
  const std::vector<double> voltage =
      adjoule::read_csv_column(folder_ / "out/history.csv", "electrical.potential.left");
  const std::vector<double> current = adjoule::read_csv_column(folder_ / "out/history.csv", "current");
  for (std::size_t i = 0; i < rows; ++i) EXPECT_NEAR(current[i], voltage[i] / bar_resistance, 1e-9 * current[i]);
  EXPECT_EQ(voltage.front(), 0.3);
  EXPECT_EQ(read_text(folder_ / "out/convergence.png").substr(1, 3), "PNG");
  const std::string list = read_text(folder_ / "out/design.pvd");
  expect_words(list, {"timestep=\"1\"", "design/design_000001.vtu"});
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/design/design_000001.vtu"));
}

TEST_F(OptimizeCommand, ConstraintsThatNoDesignMeetsAreSaidInTheLastLine) {
  const CommandResult result =
      optimize(bar_case() + largest_current(), {"--set", "optimize.variables.\"electrical.potential.left\".lower=2",
                                                "--set", "optimize.variables.\"electrical.potential.left\".initial=3"});
  EXPECT_EQ(result.status, 1);
  const std::size_t last = result.errors.rfind('\n', result.errors.size() - 2);
  const std::string line = result.errors.substr(last == std::string::npos ? 0 : last + 1);
  expect_words(line,
               {"no design that meets the constraints was found", "hottest = 977.3", "above its upper bound 400 K"});
  EXPECT_EQ(optimized()["feasible"], false);
  EXPECT_EQ(optimized()["constraints"]["hottest"]["met"], false);
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/fields.vtu"));
}

TEST_F(OptimizeCommand, AVariableThatReachesNothingIsToldBeforeTheSearch) {
  const CommandResult result = optimize(bar_case() + largest_current() + R"(
[optimize.variables."materials.silicon.elasticity.young"]
lower = 100e9
upper = 200e9
)");
  EXPECT_EQ(result.status, 0) << result.errors;
  expect_words(result.errors, {"materials.silicon.elasticity.young"});
}

TEST_F(OptimizeCommand, AStartThatCannotBeSolvedIsAFailureThatSaysSo) {
  // At 5 V a conductivity that grows so fast with temperature has no steady state.
  const CommandResult result = optimize(with(bar_case() + largest_current(), "electrical_conductivity = 4.3478e4",
                                             "electrical_conductivity = \"4.3478e4*exp((T-298)/30)\""),
                                        {"--set", "optimize.variables.\"electrical.potential.left\".initial=5"});
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"the design to start from cannot be evaluated", "choose another `initial`"});
  EXPECT_EQ(summary()["converged"], false);
}

TEST_F(OptimizeCommand, ThreadsDoNotChangeTheResult) {
  ASSERT_EQ(optimize(bar_case() + largest_current(), {"--quiet", "--threads", "1"}).status, 0);
  const std::string one = read_text(folder_ / "out/history.csv");
  ASSERT_EQ(optimize(bar_case() + largest_current(), {"--quiet", "--threads", "2"}).status, 0);
  EXPECT_EQ(read_text(folder_ / "out/history.csv"), one);
}

} // namespace
