#include "adjoule/core/error.hpp"
#include "adjoule/io/chart.hpp"
#include "pixels.hpp"
#include "sample_meshes.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace adjoule::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

ChartPanel panel_of(ChartSeries series) {
  return {.title = "Stress #1",
          .x = {.label = "stretch"},
          .y = {.label = "nominal stress (Pa)"},
          .series = {std::move(series)}};
}

Pixels drawn(const std::vector<ChartPanel>& panels, const ChartOptions& options = {}) {
  const TemporaryFolder folder;
  draw_chart(folder / "chart.png", panels, options);
  EXPECT_EQ(folder.entries(), 1u) << "no temporary file is left";
  return read_png(folder / "chart.png");
}

/// Shares of the columns, from left to right, that hold a coloured pixel.
std::vector<bool> coloured_columns(const Pixels& pixels) {
  std::vector<bool> columns;
  for (int x = 0; x < pixels.width; ++x) {
    bool found = false;
    for (int y = 0; y < pixels.height; ++y) found = found || pixels.is_coloured(x, y);
    columns.push_back(found);
  }
  return columns;
}

int coloured_pixels(const Pixels& pixels) {
  int count = 0;
  for (int y = 0; y < pixels.height; ++y)
    for (int x = 0; x < pixels.width; ++x) count += pixels.is_coloured(x, y) ? 1 : 0;
  return count;
}

/// Gaps between coloured columns.
int gaps(const Pixels& pixels) {
  const std::vector<bool> columns = coloured_columns(pixels);
  int count = 0;
  bool seen = false;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    if (columns[i] && !columns[i - 1] && seen) ++count;
    seen = seen || columns[i];
  }
  return count;
}

std::string refusal_of(const std::vector<ChartPanel>& panels, const ChartOptions& options = {}) {
  const TemporaryFolder folder;
  const std::string message = message_of<InputError>([&] { draw_chart(folder / "c.png", panels, options); });
  EXPECT_EQ(folder.entries(), 0u);
  return message;
}

TEST(Chart, has_the_size_asked_for_and_a_white_page) {
  const Pixels pixels = drawn({panel_of({.x = {1, 2}, .y = {1, 2}})}, {.width = 640, .height = 480});
  EXPECT_EQ(pixels.width, 640);
  EXPECT_EQ(pixels.height, 480);
  EXPECT_TRUE(pixels.is_white(0, 0) && pixels.is_white(639, 479));
  EXPECT_GT(coloured_pixels(pixels), 500) << "the line";
}

TEST(Chart, breaks_a_line_where_a_value_is_missing) {
  EXPECT_EQ(gaps(drawn({panel_of({.x = {0, 1, 2, 3, 4}, .y = {1, 1, 1, 1, 1}})})), 0);
  EXPECT_EQ(gaps(drawn({panel_of({.x = {0, 1, 2, 3, 4}, .y = {1, 1, nan, 1, 1}})})), 1);
  EXPECT_EQ(gaps(drawn({panel_of({.x = {0, 1, 2, 3, 4}, .y = {1, nan, 1, nan, 1}})})), 2) << "lone points are marked";
}

TEST(Chart, leaves_out_of_a_logarithmic_axis_what_has_no_logarithm) {
  ChartPanel panel = panel_of({.x = {0, 1, 2, 3, 4}, .y = {1, 1e-3, 0, 1e-6, 1e-9}});
  panel.y.logarithmic = true;
  EXPECT_EQ(gaps(drawn({panel})), 1);
}

TEST(Chart, fills_a_band_lightly) {
  const ChartSeries band{.style = ChartSeries::Style::band, .x = {0, 1}, .y = {0, 0}, .upper = {1, 1}};
  const Pixels pixels = drawn({panel_of(band)}, {.width = 600, .height = 400});
  const std::array<int, 3>& middle = pixels.at(310, 210);
  EXPECT_FALSE(pixels.is_white(310, 210));
  EXPECT_GT(*std::ranges::min_element(middle), 150) << "translucent";
}

TEST(Chart, sets_panels_one_below_the_other) {
  const ChartPanel line = panel_of({.x = {0, 1}, .y = {1, 1}});
  ChartPanel other = line;
  other.series.front().color = 1;
  const Pixels pixels = drawn({line, other}, {.width = 600, .height = 600});
  bool blue_above = false;
  bool red_below = false;
  for (int y = 0; y < pixels.height; ++y) {
    const std::array<int, 3>& at = pixels.at(330, y);
    if (pixels.is_coloured(330, y) && at[2] > at[0]) blue_above = y > 300;
    if (pixels.is_coloured(330, y) && at[0] > at[2]) red_below = y < 300;
  }
  EXPECT_TRUE(blue_above && red_below);
}

TEST(Chart, keeps_room_for_the_data_beside_a_long_legend) {
  ChartPanel panel = panel_of({});
  panel.series.clear();
  for (int i = 0; i < 60; ++i)
    panel.series.push_back({.label = "materials.rubber.elasticity.mu." + std::to_string(i),
                            .x = {0, 1},
                            .y = {static_cast<double>(i), static_cast<double>(i)},
                            .color = 1});
  const Pixels pixels = drawn({panel}, {.width = 800, .height = 400});
  int lines = 0;
  for (int y = 1; y < 240; ++y) lines += pixels.is_coloured(700, y) && !pixels.is_coloured(700, y - 1) ? 1 : 0;
  EXPECT_GT(lines, 20) << "lines of the lower part";
}

TEST(Chart, is_the_same_file_each_time) {
  const TemporaryFolder folder;
  const ChartSeries series{
      .label = "μ", .style = ChartSeries::Style::line_and_markers, .x = {1, 2, 3}, .y = {1e-8, 3e-8, 2e-8}};
  draw_chart(folder / "a.png", {panel_of(series)});
  draw_chart(folder / "b.png", {panel_of(series)});
  EXPECT_EQ(content(folder / "a.png"), content(folder / "b.png"));
}

TEST(Chart, refuses_what_does_not_belong_together) {
  EXPECT_TRUE(contains(refusal_of({panel_of({.label = "fit", .x = {1, 2}, .y = {1}})}),
                       "the series 'fit' of a chart has 2 abscissae, 1 ordinates"));
  EXPECT_TRUE(contains(refusal_of({panel_of({.style = ChartSeries::Style::band, .x = {1}, .y = {1}})}),
                       "1 ordinates and 0 upper ones"));
  EXPECT_TRUE(contains(refusal_of({panel_of({.x = {1}, .y = {1}, .color = -1})}), "colours count from 0"));
  EXPECT_TRUE(contains(refusal_of({panel_of({.x = {1}, .y = {1}})}, {.width = 100}), "100 x 800 pixels"));
  EXPECT_TRUE(contains(refusal_of({}), "needs a panel"));
  const ChartPanel panel = panel_of({.x = {1}, .y = {1}});
  EXPECT_TRUE(contains(refusal_of({panel, panel, panel}, {.height = 200}), "too low for 3 panels"));
}

TEST(Chart, says_where_nothing_can_be_drawn) {
  const TemporaryFolder folder;
  const auto failure = [&](const ChartPanel& panel) {
    return message_of<AnalysisError>([&] { draw_chart(folder / "c.png", {panel}); });
  };
  EXPECT_TRUE(contains(failure(panel_of({.x = {1}, .y = {nan}})), "nothing to draw in 'Stress #1'"));
  ChartPanel logarithmic = panel_of({.x = {1}, .y = {0}});
  logarithmic.y.logarithmic = true;
  EXPECT_TRUE(contains(failure(logarithmic), "that a logarithm could show"));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Chart, reports_what_the_plotter_cannot_do_and_draws_again) {
  const TemporaryFolder folder;
  ChartPanel panel = panel_of({.x = {1, 2}, .y = {1, 2}});
  panel.title = "not \xFF UTF-8";
  const std::string message = message_of<AnalysisError>([&] { draw_chart(folder / "c.png", {panel}); });
  EXPECT_TRUE(contains(message, "UTF-8 string is malformed")) << message;
  EXPECT_EQ(folder.entries(), 0u);
  panel.title = "UTF-8 μ";
  draw_chart(folder / "c.png", {panel});
}

TEST(Chart, needs_a_folder_that_is_there) {
  EXPECT_TRUE(contains(message_of<InputError>([] { draw_chart("missing/c.png", {panel_of({.x = {1}, .y = {1}})}); }),
                       "'missing' does not exist"));
}

// In a process of its own, because PLplot looks for its drivers once.
TEST(ChartDeathTest, names_the_package_where_the_driver_is_missing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto draw_without_driver = [] {
    setenv("PLPLOT_DRV_DIR", "/nonexistent", 1);
    const TemporaryFolder folder;
    const std::string message =
        message_of<AnalysisError>([&] { draw_chart(folder / "c.png", {panel_of({.x = {1}, .y = {1}})}); });
    if (folder.entries() != 0) std::exit(2);
    std::exit(contains(message, "install the package plplot-driver-cairo") ? 0 : 1);
  };
  EXPECT_EXIT(draw_without_driver(), testing::ExitedWithCode(0), "^$");
}

} // namespace
} // namespace adjoule::test
