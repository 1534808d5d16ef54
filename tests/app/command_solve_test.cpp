// `adjoule solve` from the case file to the results folder.
#include "adjoule/app/balance.hpp"
#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/vtu_reader.hpp"
#include "support/bar_command.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace support;

// Closed form: R = L / (sigma A), and with both ends at T0 the middle is V^2 sigma / (8 k) hotter.
constexpr double conductivity = 4.3478e4, current = conductivity * 2e-6 / 0.02, rise = conductivity / (8.0 * 32.0);

class SolveCommand : public BarCommand {};

TEST_F(SolveCommand, TheHeatedBarHasItsClosedFormCurrentAndTemperature) {
  const CommandResult result = solve(bar_case());
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(summary()["quantities"]["current"].get<double>(), current, 1e-12 * current);
  EXPECT_NEAR(summary()["quantities"]["hottest"].get<double>(), 298.0 + rise, 1e-9 * rise);
  EXPECT_EQ(result.errors, "");
  expect_words(result.output,
               {"bounding box", "0 to 0.02", "30 tetrahedron10", "quadrature, thermal", "material silicon",
                "1 Newton iteration", "0.230001 ohm", "electric power in", "fixed temperatures", "largest deviation",
                "highest temperature", "467.836 K", "largest displacement", "largest strain", "hottest"});
}

TEST_F(SolveCommand, TheSummaryHasTheKeysOfTheContract) {
  ASSERT_EQ(solve(bar_case()).status, 0);
  const nlohmann::json json = summary();
  EXPECT_EQ(json["case"], "bar");
  EXPECT_EQ(json["converged"], true);
  EXPECT_TRUE(json["version"].is_string());
  EXPECT_EQ(json["mesh"], nlohmann::json({{"nodes", 99}, {"elements", 30}, {"order", 2}, {"dimension", 3}}));
  EXPECT_GT(json["solve"]["unknowns"], 0);
  EXPECT_EQ(json["solve"]["newton_iterations"], 3);
  EXPECT_EQ(json["solve"]["load_steps"], 1);
  EXPECT_EQ(json["solve"]["linear_solver"], "cholmod");
  EXPECT_GT(json["solve"]["peak_memory_bytes"], 1000000);
  EXPECT_GE(json["solve"]["threads"], 1);
  for (const char* part : {"mesh", "assembly", "factorization", "solve", "adjoint", "output", "total"}) {
    EXPECT_GE(json["solve"]["seconds"][part].get<double>(), 0.0) << part;
  }
  EXPECT_FALSE(json.contains("gradients"));
}

TEST_F(SolveCommand, WithJsonStandardOutputIsTheSummaryAndNothingElse) {
  const CommandResult result = solve(bar_case(), {"--json"});
  ASSERT_EQ(result.status, 0);
  EXPECT_EQ(result.output, read_text(folder_ / "out/summary.json"));
  EXPECT_EQ(nlohmann::json::parse(result.output)["converged"], true);
}

TEST_F(SolveCommand, QuietSilencesTablesAndNotWarnings) {
  const CommandResult result = solve(with(bar_case(), "left = 298.0", "left = 25.0"), {"--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "");
  expect_words(result.errors, {"warning", "bar.toml:", "thermal.temperature.left", "25 K", "kelvin"});
}

TEST_F(SolveCommand, SetReplacesAValue) {
  ASSERT_EQ(solve(bar_case(), {"--set", "electrical.potential.left=2", "--set", "solve.tolerance=1e-8"}).status, 0);
  EXPECT_NEAR(summary()["quantities"]["current"].get<double>(), 2.0 * current, 1e-11);
}

TEST_F(SolveCommand, TheResultsAreThoseOfTheLibrary) {
  ASSERT_EQ(solve(bar_case(), {"--threads", "1"}).status, 0);
  const adjoule::CaseFile file = adjoule::CaseFile::read(folder_ / "bar.toml");
  adjoule::Model model = adjoule::build_model(file);
  const adjoule::State state = model.system->solve_steady_state(model.options);
  for (const adjoule::ModelQuantity& quantity : model.quantities) {
    EXPECT_EQ(summary()["quantities"][quantity.spec.name].get<double>(),
              quantity.objective->value(model.system->evaluation(state.fields)))
        << quantity.spec.name;
  }
}

TEST_F(SolveCommand, ACurrentDrivenTerminalFindsItsPotential) {
  const std::string text = with(bar_case(), "left = 1.0\n", "") + "[electrical.current]\nleft = 4.3478\n";
  const CommandResult result = solve(text);
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(summary()["quantities"]["hottest"].get<double>(), 298.0 + rise, 1e-9 * rise);
}

TEST_F(SolveCommand, AConductivityThatFollowsTheTemperatureMakesALoopThatBalances) {
  const std::string text =
      with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4.3478e4/(1+tcr*(T-298))\"") +
      "[constants]\ntcr = 1e-3\n";
  const CommandResult result = solve(text);
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_words(result.output, {"electrical + thermal", "umfpack"});
  adjoule::Model model = adjoule::build_model(adjoule::CaseFile::read(folder_ / "bar.toml"));
  const adjoule::State state = model.system->solve_steady_state(model.options);
  const adjoule::PowerBalance balance = adjoule::balance_power(*model.system, state.fields);
  EXPECT_TRUE(balance.heats);
  EXPECT_GT(balance.electric_power, 0.0);
  EXPECT_LT(balance.relative_error, 1e-8);
  EXPECT_NEAR(balance.heat_out, balance.electric_power, 1e-8 * balance.electric_power);
}

TEST_F(SolveCommand, TheCurrentThatAVoltageDrawsGivesTheSameTemperatures) {
  const std::string text =
      with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4.3478e4/(1+1e-3*(T-298))\"");
  ASSERT_EQ(solve(text).status, 0);
  const nlohmann::json by_voltage = summary()["quantities"];
  const std::string drive = fmt::format("[electrical.current]\nleft = {}\n", by_voltage["current"].get<double>());
  ASSERT_EQ(solve(with(text, "left = 1.0\n", "") + drive).status, 0);
  const nlohmann::json by_current = summary()["quantities"];
  for (const char* name : {"hottest", "growth", "current"}) {
    const double expected = by_voltage[name].get<double>();
    EXPECT_NEAR(by_current[name].get<double>(), expected, 1e-9 * std::abs(expected)) << name;
  }
}

TEST_F(SolveCommand, AStaggeredLoopGivesTheMonolithicAnswer) {
  const std::string text =
      with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4.3478e4/(1+1e-3*(T-298))\"");
  ASSERT_EQ(solve(text).status, 0);
  const double monolithic = summary()["quantities"]["hottest"].get<double>();
  ASSERT_EQ(solve(text, {"--set", "solve.coupling=staggered"}).status, 0);
  EXPECT_NEAR(summary()["quantities"]["hottest"].get<double>(), monolithic, 1e-8 * monolithic);
}

TEST_F(SolveCommand, ATemperatureOutsideATableIsWarnedAboutWithTheRangeMet) {
  const std::string text = with(bar_case(), "thermal_conductivity = 32.0",
                                "thermal_conductivity = { temperature = [300.0, 400.0], value = [32.0, 32.0] }");
  const CommandResult result = solve(text);
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_words(result.errors,
               {"materials.silicon.thermal_conductivity", "300 to 400 K", "from 298 to 467.836 K", "value at its end"});
  EXPECT_EQ(summary()["warnings"].size(), 1U);
}

TEST_F(SolveCommand, OnePerElementValueAnElementGivesTheSameAsTheNumber) {
  std::string values = "value\n";
  for (int e = 0; e < 30; ++e) values += "4.3478e4\n";
  folder_.write("sigma.csv", values);
  const std::string text =
      with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = { elements = \"sigma.csv\" }");
  ASSERT_EQ(solve(text).status, 0);
  EXPECT_NEAR(summary()["quantities"]["current"].get<double>(), current, 1e-12 * current);
}

TEST_F(SolveCommand, AGivenTemperatureStrainsTheBar) {
  const std::string materials =
      with(bar_materials(), "electrical_conductivity = 4.3478e4\nthermal_conductivity = 32.0\n", "");
  const std::string text = materials +
                           "[thermal]\nprescribed = \"298 + 5000*x\"\n"
                           "[mechanical.displacement]\nleft = { x = 0.0 }\ny0 = { y = 0.0 }\nz0 = { z = 0.0 }\n"
                           "[quantities.growth]\nkind = \"average\"\nfield = \"displacement.x\"\non = \"right\"\n";
  const CommandResult result = solve(text);
  ASSERT_EQ(result.status, 0) << result.errors;
  const double expected = 2.9e-6 * 5000.0 * 0.02 * 0.02 / 2.0;
  EXPECT_NEAR(summary()["quantities"]["growth"].get<double>(), expected, 1e-3 * expected);
}

TEST_F(SolveCommand, AStarTakesTheRegionsThatNoOtherMaterialNames) {
  ASSERT_EQ(solve(with(bar_case(), "regions = [\"body\"]", "regions = [\"*\"]")).status, 0);
  const std::string text = "[mesh]\nfile = \"" ADJOULE_TEST_DATA "/broken_meshes/ungrouped_volume.msh\"\nunit = \"m\"\n"
                           "[materials.all]\nregions = [\"*\"]\nthermal_conductivity = 1.0\n"
                           "[thermal.temperature]\nleft = 300.0\n";
  EXPECT_EQ(solve(text).status, 0);
}

TEST_F(SolveCommand, AFailedRunKeepsWhatHadConvergedAndSaysSo) {
  const std::string text =
      with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4.3478e4*exp((T-298)/20)\"");
  const CommandResult result = solve(text, {"--set", "solve.max_iterations=3"});
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"error: ", "not converged", "solve.max_iterations"});
  EXPECT_EQ(summary()["converged"], false);
  EXPECT_FALSE(summary()["message"].get<std::string>().empty());
  EXPECT_FALSE(summary().contains("gradients"));
  // The loop had converged at a part of its drive; mechanics never had its turn.
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/fields.vtu"));
  expect_words(result.errors, {"what had converged", "potential, temperature"});
  EXPECT_GT(summary()["quantities"]["hottest"], 298.0);
  EXPECT_FALSE(summary()["quantities"].contains("growth"));
  EXPECT_GT(summary()["solve"]["rejected_steps"], 0);
}

TEST_F(SolveCommand, ThreadsDoNotChangeABit) {
  const std::string text =
      with(bar_case(), "thermal_conductivity = 32.0", "thermal_conductivity = \"32*(T/300)^(-1.2)\"");
  ASSERT_EQ(solve(text, {"--threads", "1"}).status, 0);
  const nlohmann::json one = summary();
  ASSERT_EQ(solve(text, {"--threads", "2"}).status, 0);
  EXPECT_EQ(summary()["quantities"], one["quantities"]);
  EXPECT_EQ(summary()["solve"]["threads"], 2);
}

} // namespace
