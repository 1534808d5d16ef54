#include "adjoule/materials/table.hpp"

#include "adjoule/core/error.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace adjoule {
namespace {

std::vector<Parameter> register_list(Parameters& parameters, const std::string& path,
                                     const std::vector<double>& numbers) {
  std::vector<Parameter> list;
  for (const double number : numbers)
    list.push_back(parameters.register_parameter(path + "." + std::to_string(list.size()), number));
  return list;
}

PointContext at_temperatures(double a, double b, double c, double d) {
  PointContext at;
  at.temperature = Batch(Batch::Vector{a, b, c, d});
  return at;
}

class ConductivityTable : public testing::Test {
 protected:
  // The end of a measured conductivity of silicon; its last segment reaches 0 at 1683 K if continued.
  Parameters parameters;
  CoefficientPointer table =
      table_coefficient(parameters, register_list(parameters, "sigma.temperature", {898, 1098, 1298}),
                        register_list(parameters, "sigma.value", {2500.0, 1668.4, 1098.1}));
};

TEST_F(ConductivityTable, MeetsItsEntriesExactly) {
  const Batch value = table->value(at_temperatures(898, 1098, 1298, 998), parameters.all());
  EXPECT_EQ(value[0], 2500.0);
  EXPECT_EQ(value[1], 1668.4);
  EXPECT_EQ(value[2], 1098.1);
  EXPECT_NEAR(value[3], 0.5 * (2500.0 + 1668.4), 1e-11);
}

TEST_F(ConductivityTable, HoldsItsEndValuesOutside) {
  const PointContext at = at_temperatures(1.0, 897.999, 1298.001, 1700.0);
  CoefficientDerivative derivative;
  const Batch value = table->linearize(at, parameters.all(), true, derivative);
  EXPECT_EQ(value[0], 2500.0);
  EXPECT_EQ(value[1], 2500.0);
  EXPECT_EQ(value[2], 1098.1);
  EXPECT_EQ(value[3], 1098.1);
  for (int lane = 0; lane < Batch::lanes; ++lane) EXPECT_EQ(derivative.temperature[lane], 0.0);
}

TEST_F(ConductivityTable, SaysWhereItEnds) {
  const auto range = table->temperature_range(parameters.all());
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->first, 898.0);
  EXPECT_EQ(range->second, 1298.0);
  EXPECT_TRUE(table->reads_temperature());
}

TEST_F(ConductivityTable, EndTemperaturesFeelTheSlopeInside) {
  CoefficientDerivative derivative;
  table->linearize(at_temperatures(898, 1298, 1098, 1000), parameters.all(), false, derivative);
  EXPECT_NEAR(derivative.temperature[0], (1668.4 - 2500.0) / 200.0, 1e-12);
  EXPECT_NEAR(derivative.temperature[1], (1098.1 - 1668.4) / 200.0, 1e-12);
}

TEST_F(ConductivityTable, DoesNotHideATemperatureThatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(table->value(at_temperatures(nan, 900, 900, 900), parameters.all())[0]));
}

TEST_F(ConductivityTable, FollowsChangedNumbers) {
  parameters.set(parameters.find("sigma.value.1"), 2000.0);
  EXPECT_EQ(table->value(at_temperatures(1098, 0, 0, 0), parameters.all())[0], 2000.0);
}

std::string refusal(const std::vector<double>& temperatures, const std::vector<double>& values) {
  Parameters parameters;
  try {
    const auto t = register_list(parameters, "materials.steel.k.temperature", temperatures);
    const auto v = register_list(parameters, "materials.steel.k.value", values);
    table_coefficient(parameters, t, v);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Tables, WrongTablesAreRefusedWithTheirPath) {
  for (const std::string& message : {refusal({300, 400}, {1}), refusal({300}, {1}), refusal({300, 300}, {1, 2}),
                                     refusal({400, 300}, {1, 2}), refusal({300, 400, 350}, {1, 2, 3})})
    EXPECT_NE(message.find("materials.steel.k.temperature.0"), std::string::npos) << message;
  EXPECT_NE(refusal({300, 400}, {1}).find("2 temperatures and 1 values"), std::string::npos);
  EXPECT_NE(refusal({300, 400, 350}, {1, 2, 3}).find("400 K"), std::string::npos);
  EXPECT_NE(refusal({}, {}).find("no entries"), std::string::npos);
}

} // namespace
} // namespace adjoule
