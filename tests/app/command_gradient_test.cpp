// `adjoule gradient`: derivatives, their order, fields per element and node, the Taylor test.
#include "adjoule/io/vtu_reader.hpp"
#include "support/bar_command.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace {

using namespace support;

class GradientCommand : public BarCommand {};

TEST_F(GradientCommand, EveryNumberThatIsUsedHasItsClosedFormDerivative) {
  const CommandResult result = differentiate(bar_case());
  ASSERT_EQ(result.status, 0) << result.errors;
  const nlohmann::json hottest = summary()["gradients"]["hottest"];
  const double rise = 4.3478e4 / (8.0 * 32.0);
  EXPECT_NEAR(hottest["electrical.potential.left"].get<double>(), 2.0 * rise, 1e-8 * rise);
  EXPECT_NEAR(hottest["materials.silicon.thermal_conductivity"].get<double>(), -rise / 32.0, 1e-8 * rise);
  EXPECT_NEAR(hottest["thermal.temperature.left"].get<double>(), 0.5, 1e-9);
  EXPECT_EQ(hottest["materials.silicon.elasticity.young"].get<double>(), 0.0);
  EXPECT_EQ(hottest.size(), 13U);
}

TEST_F(GradientCommand, WhatCannotReachAQuantityIsListed) {
  const CommandResult result = differentiate(bar_case());
  expect_words(result.output, {"does not reach: materials.silicon.thermal_conductivity"});
  const std::vector<std::string> unreached = summary()["does_not_reach"]["current"];
  EXPECT_NE(std::find(unreached.begin(), unreached.end(), "materials.silicon.thermal_expansion"), unreached.end());
  EXPECT_EQ(std::find(unreached.begin(), unreached.end(), "electrical.potential.left"), unreached.end());
}

TEST_F(GradientCommand, TheTableIsSortedByNormalisedSizeAndZerosComeLast) {
  const CommandResult result = differentiate(bar_case() + "[gradient]\nof = [\"hottest\"]\n");
  const std::string& text = result.output;
  const std::size_t table = text.find("derivatives of hottest");
  ASSERT_NE(table, std::string::npos);
  const auto place = [&](const std::string& path) { return text.find(path, table); };
  // 298 * 0.5 / 467.8 = 0.3185; 2 * rise / 467.8 = 0.726; rise / 467.8 = 0.363
  EXPECT_LT(place("electrical.potential.left"), place("materials.silicon.thermal_conductivity"));
  EXPECT_LT(place("materials.silicon.thermal_conductivity"), place("thermal.temperature.left"));
  EXPECT_LT(place("thermal.temperature.left"), place("electrical.potential.right"));
  expect_words(text, {"% per %", "K/V", "K/(W/(m K))", "0.72605"});
  EXPECT_FALSE(summary()["gradients"].contains("current"));
}

TEST_F(GradientCommand, OnlyTheNamedNumbersAreDifferentiated) {
  const CommandResult result = differentiate(
      bar_case() + "[gradient]\nwrt = [\"thermal.temperature.left\", \"mechanical.displacement.left.0\"]\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(summary()["gradients"]["growth"].size(), 2U);
  EXPECT_NEAR(summary()["gradients"]["growth"]["mechanical.displacement.left.0"].get<double>(), 1.0, 1e-9);
}

TEST_F(GradientCommand, DensitiesPerElementTimesVolumeAddUpToTheDerivativeOfTheNumber) {
  const std::string path = "materials.silicon.thermal_conductivity";
  const CommandResult result =
      differentiate(bar_case() + "[gradient]\nof = [\"growth\"]\nfields = [\"" + path + "\"]\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::vector<double> density =
      adjoule::read_vtu_cell_array(folder_ / "out/fields.vtu", "d(growth)/d(" + path + ")");
  ASSERT_EQ(density.size(), 30U);
  // The bar's 5 hexahedra are cut into 6 tetrahedra each; all have one volume.
  const double volume = 0.02 * 2e-6 / 30.0;
  const double sum = std::accumulate(density.begin(), density.end(), 0.0) * volume;
  const double derivative = summary()["gradients"]["growth"][path].get<double>();
  EXPECT_NEAR(sum, derivative, 1e-9 * std::abs(derivative));
}

TEST_F(GradientCommand, FieldsOfAnExpressionATableAndAFileExist) {
  std::string values = "value\n";
  for (int e = 0; e < 30; ++e) values += std::to_string(100.0e9 + 1e9 * e) + "\n";
  folder_.write("young.csv", values);
  std::string text = with(bar_case(), "young = 169e9", "young = { elements = \"young.csv\" }");
  text = with(text, "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4.3478e4/(1+1e-3*(T-298))\"");
  text = with(text, "thermal_expansion = 2.9e-6",
              "thermal_expansion = { temperature = [298.0, 500.0], value = [2.9e-6, 3.5e-6] }\n"
              "expansion_kind = \"instantaneous\"");
  text += "[gradient]\nof = [\"growth\"]\nwrt = [\"electrical.potential.left\"]\nfields = "
          "[\"materials.silicon.elasticity.young\", "
          "\"materials.silicon.electrical_conductivity\", \"materials.silicon.thermal_expansion\"]\nshape = true\n"
          "[gradient.check]\nenabled = true\n";
  const CommandResult result = differentiate(text);
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  const nlohmann::json checks = summary()["gradient_check"]["growth"];
  EXPECT_EQ(checks.size(), 5U);
  for (const auto& [name, check] : checks.items()) EXPECT_TRUE(check["passed"].get<bool>()) << name;
  for (const char* name : {"elasticity.young", "electrical_conductivity", "thermal_expansion"}) {
    const std::vector<double> density = adjoule::read_vtu_cell_array(
        folder_ / "out/fields.vtu", std::string("d(growth)/d(materials.silicon.") + name + ")");
    EXPECT_TRUE(std::any_of(density.begin(), density.end(), [](double value) { return value != 0.0; })) << name;
  }
  EXPECT_NE(read_text(folder_ / "out/fields.vtu").find("d(growth)/d(coordinates)"), std::string::npos);
}

TEST_F(GradientCommand, TheTaylorTestConfirmsEveryNumber) {
  const CommandResult result =
      differentiate(bar_case() + "[gradient]\nof = [\"current\", \"growth\"]\n[gradient.check]\nenabled = true\n");
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  const nlohmann::json json = summary();
  EXPECT_EQ(json["gradient_check"]["growth"].size(), json["gradients"]["growth"].size());
  for (const auto& [path, check] : json["gradient_check"]["growth"].items()) {
    const double derivative = json["gradients"]["growth"][path].get<double>();
    EXPECT_TRUE(check["passed"].get<bool>()) << path;
    EXPECT_NEAR(check["adjoint"].get<double>(), derivative, 1e-12 * std::abs(derivative)) << path;
  }
  const nlohmann::json voltage = json["gradient_check"]["growth"]["electrical.potential.left"];
  EXPECT_LT(voltage["relative_error"].get<double>(), 1e-6);
  EXPECT_GT(voltage["order"].get<double>(), 1.9);
  expect_words(result.output, {"remainder", "rate", "passed", "Taylor tests: "});
}

TEST_F(GradientCommand, AKinkFailsTheTaylorTestAfterTheResultsAreWritten) {
  // The hottest node is one of several equal ones: moving the nodes at random prefers another.
  const CommandResult result =
      differentiate(bar_case() + "[gradient]\nof = [\"hottest\"]\nshape = true\nwrt = "
                                 "[\"electrical.potential.left\"]\n[gradient.check]\nenabled = true\n");
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"error: the Taylor test does not confirm", "hottest to node coordinates", "kink"});
  EXPECT_EQ(summary()["gradient_check"]["hottest"]["node coordinates"]["passed"], false);
  EXPECT_EQ(summary()["converged"], true);
}

TEST_F(GradientCommand, WithoutAQuantityThereIsNothingToDifferentiate) {
  const CommandResult result = differentiate(bar_materials() + bar_loads());
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"nothing to differentiate", "[quantities.NAME]"});
}

} // namespace
