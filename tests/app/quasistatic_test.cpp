// Loads as formulae and sequences in pseudo-time, from the case file to the results folder.
#include "adjoule/io/csv_reader.hpp"
#include "support/bar_command.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

class Sequence : public BarCommand {
 protected:
  std::vector<double> column(const std::string& name) const {
    return adjoule::read_csv_column(folder_ / "out/history.csv", name);
  }
};

// R = L / (sigma A), and with both ends at T0 the middle is V^2 sigma / (8 k) hotter.
constexpr double current = 4.3478e4 * 2e-6 / 0.02, rise = 4.3478e4 / (8.0 * 32.0);

std::string in_time() {
  return with(bar_case(), "left = 1.0\n", "left = \"volts * sqrt(t)\"\n") +
         "[constants]\nvolts = 0.5\n[time]\nquasistatic_times = [1.0, 4.0]\n";
}

TEST_F(Sequence, HasItsQuantitiesAtTheLastTimeAndAllInTheHistory) {
  const CommandResult result = solve(in_time());
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(summary()["times"], nlohmann::json({1.0, 4.0}));
  EXPECT_NEAR(summary()["quantities"]["current"].get<double>(), current, 1e-12 * current);
  EXPECT_EQ(column("t"), (std::vector<double>{1.0, 4.0}));
  EXPECT_NEAR(column("current")[0], 0.5 * current, 1e-12 * current);
  EXPECT_NEAR(column("hottest")[0], 298.0 + 0.25 * rise, 1e-9 * rise);
  EXPECT_NEAR(column("hottest")[1], 298.0 + rise, 1e-9 * rise);
}

TEST_F(Sequence, WritesAFileATimeAndAListWithTheTimes) {
  ASSERT_EQ(solve(bar_case()).status, 0);
  ASSERT_EQ(solve(in_time()).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/fields.vtu"));
  expect_words(read_text(folder_ / "out/fields.pvd"), {"timestep=\"1\" part=\"0\" file=\"fields_0001.vtu\"",
                                                       "timestep=\"4\" part=\"0\" file=\"fields_0002.vtu\""});
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/fields_0001.vtu"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/fields_0002.vtu"));
  ASSERT_EQ(solve(bar_case()).status, 0); // and a steady run leaves nothing of it
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/fields.vtu"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/fields.pvd"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/fields_0001.vtu"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/history.csv"));
}

TEST_F(Sequence, IsDifferentiatedAtItsLastTime) {
  const CommandResult result =
      differentiate(in_time() + "[gradient]\nof = [\"current\"]\nwrt = [\"constants.volts\"]\n[gradient.check]\n"
                                "enabled = true\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(summary()["gradients"]["current"]["constants.volts"].get<double>(), current / 0.5, 1e-9 * current);
  EXPECT_EQ(summary()["gradient_check"]["current"]["constants.volts"]["passed"], true);
}

TEST_F(Sequence, EveryLoadMayBeAFormula) {
  const std::string numbers = bar_case() + "[electrical.current_density]\ny1 = 1e3\n[thermal.flux]\ny1 = 40.0\n"
                                           "[thermal.source]\nbody = 2e4\n[thermal.convection.y1]\ncoefficient = 20.0\n"
                                           "ambient = 290.0\n[thermal.radiation.y1]\nemissivity = 0.5\nambient = "
                                           "280.0\n[mechanical.traction]\ny1 = [0.0, 1e4, 0.0]\n[mechanical.force]\n"
                                           "right = [0.5, 0.0, 0.0]\n[mechanical.pressure]\ny1 = 2e4\n"
                                           "[mechanical.body_force]\nbody = [0.0, 0.0, 3e4]\n";
  std::string formulae = numbers;
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"left = 1.0", "left = \"one + 0*y\""},
                                                        {"y1 = 1e3", "y1 = \"1e3*one\""},
                                                        {"y1 = 40.0", "y1 = \"40*one + 0*T\""},
                                                        {"body = 2e4", "body = \"2e4*one\""},
                                                        {"ambient = 290.0", "ambient = \"290*one\""},
                                                        {"ambient = 280.0", "ambient = \"280 + 0*x\""},
                                                        {"[0.0, 1e4, 0.0]", "[0.0, \"1e4*one\", 0.0]"},
                                                        {"[0.5, 0.0, 0.0]", "[\"one/2\", 0.0, 0.0]"},
                                                        {"y1 = 2e4", "y1 = \"2e4*one\""},
                                                        {"[0.0, 0.0, 3e4]", "[0.0, 0.0, \"3e4*one\"]"}})
    formulae = with(formulae, from, to);
  CommandResult result = solve(numbers);
  ASSERT_EQ(result.status, 0) << result.errors;
  const nlohmann::json expected = summary()["quantities"];
  result = solve(formulae + "[constants]\none = 1.0\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  for (const auto& [name, value] : expected.items())
    EXPECT_NEAR(summary()["quantities"][name].get<double>(), value.get<double>(), 1e-10 * std::abs(value.get<double>()))
        << name;
}

TEST_F(Sequence, WhatCannotBeIsRefusedWithItsPlace) {
  const auto refused = [&](const std::string& text, const std::vector<std::string>& words) {
    const CommandResult result = solve(text);
    EXPECT_EQ(result.status, 2) << text;
    expect_words(result.errors, words);
  };
  refused(with(bar_case(), "left = 1.0\n", "left = \"2*t\"\n"),
          {"bar.toml:", "electrical.potential.left", "the time t", "[time]"});
  refused(with(bar_case(), "left = 1.0\n", "left = \"0.001*T\"\n"), {"bar.toml:", "cannot follow the temperature"});
  refused(with(bar_case(), "left = 1.0\n", "left = \"1/y\"\n"),
          {"electrical.potential.left gives inf", "finite value"});
  refused(with(in_time(), "left = 298.0", "left = \"300 - 100*t\""),
          {"bar.toml:", "thermal.temperature.left gives -100 K", "> 0"});
  refused(bar_case() + "[mechanical.force]\nright = [\"x\", 0.0, 0.0]\n",
          {"[mechanical.force] 'right'", "cannot follow x, y, z"});
  refused(with(in_time(), "[1.0, 4.0]", "[1.0, 1.0]"), {"time.quasistatic_times.1 = 1 does not ascend"});
  refused(with(in_time(), "[1.0, 4.0]", "[]"), {"time.quasistatic_times", "list of numbers"});
  refused(in_time() + "step = 0.1\n", {"time.step is not supported yet"});
  refused(with(bar_case(), "left = 1.0\n", "left = \"2*volt\"\n"), {"bar.toml:", "volt"});
}

TEST_F(Sequence, SaysThatNothingFollowsTheTime) {
  const CommandResult result = solve(bar_case() + "[time]\nquasistatic_times = [1.0]\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_words(result.errors, {"bar.toml:", "nothing in the case reads t"});
}

} // namespace
