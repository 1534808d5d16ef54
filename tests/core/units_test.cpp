// Units of measurement as people write them.
#include "adjoule/core/error.hpp"
#include "adjoule/core/units.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace adjoule {
namespace {

struct KnownUnit {
  const char* unit;
  const char* si_unit;
  double factor;
  double offset = 0.0;
};

class UnitsKnown : public testing::TestWithParam<KnownUnit> {};

TEST_P(UnitsKnown, ConvertToSi) {
  const KnownUnit& known = GetParam();
  const UnitConversion found = convert_unit(known.unit, known.si_unit);
  EXPECT_NEAR(found.factor, known.factor, 4e-16 * known.factor);
  EXPECT_NEAR(found.offset, known.offset, 1e-12 * known.offset);
}

INSTANTIATE_TEST_SUITE_P(
    Field, UnitsKnown,
    testing::Values(KnownUnit{"mm", "m", 1e-3}, KnownUnit{" um ", "m", 1e-6}, KnownUnit{"\xC2\xB5m", "m", 1e-6},
                    KnownUnit{"\xCE\xBCm", "m", 1e-6}, KnownUnit{"in", "m", 0.0254},
                    KnownUnit{"kgf/cm^2", "Pa", 98066.5}, KnownUnit{"MPa", "Pa", 1e6}, KnownUnit{"N/mm^2", "Pa", 1e6},
                    KnownUnit{"kN", "N", 1e3}, KnownUnit{"W/(m*K)", "W/(m K)", 1.0}, KnownUnit{"K/W", "K/W", 1.0},
                    KnownUnit{"%", "1", 0.01}, KnownUnit{"m/m", "1", 1.0}, KnownUnit{"ms", "s", 1e-3},
                    KnownUnit{"degC", "K", 1.0, 273.15},
                    KnownUnit{"\xC2\xB0"
                              "C",
                              "K", 1.0, 273.15},
                    KnownUnit{"degF", "K", 5.0 / 9.0, 459.67 * 5.0 / 9.0}, KnownUnit{"A", "A", 1.0},
                    KnownUnit{"ohm m^2", "ohm m^2", 1.0}, KnownUnit{"N/m", "J/m^2", 1.0}));

TEST(Units, TemperaturesHaveAnOffset) {
  EXPECT_DOUBLE_EQ(convert_unit("degC", "K").to_si(25.0), 298.15);
  EXPECT_NEAR(convert_unit("degF", "K").to_si(212.0), 373.15, 1e-10);
}

void expect_refused(const char* unit, const char* si_unit, const char* words) {
  try {
    convert_unit(unit, si_unit);
    ADD_FAILURE() << unit << " was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Units, WhatDoesNotFitIsNamed) {
  expect_refused("px", "m", "'px' is no unit");
  expect_refused("MPa", "N", "the unit 'MPa' does not fit: a unit of the dimension of 'N'");
  expect_refused("mm", "1", "a pure number");
  expect_refused("  ", "m", "empty");
  expect_refused("lg(re mW)", "W", "no multiple");
}

TEST(Units, ThreadsTakeTurns) {
  std::vector<double> factors(8, 0.0);
  std::vector<std::thread> threads;
  for (double& factor : factors) {
    threads.emplace_back([&factor] {
      for (int i = 0; i < 50; ++i) factor = convert_unit("kgf/cm^2", "Pa").factor;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double factor : factors) EXPECT_DOUBLE_EQ(factor, 98066.5);
}

} // namespace
} // namespace adjoule
