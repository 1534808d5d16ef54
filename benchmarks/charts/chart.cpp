// Draws a chart that a JSON file describes: adjoule_benchmark_chart CHART.json PICTURE.png
//
//   {"panels": [{"title": "...", "x": {"label": "unknowns", "logarithmic": true}, "y": {...},
//                "series": [{"label": "...", "style": "line" | "markers" | "line_and_markers", "color": 0,
//                            "x": [...], "y": [...]}]}],
//    "width": 1200, "height": 800}
#include "adjoule/io/chart.hpp"
#include "adjoule/core/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace {

using adjoule::ChartAxis;
using adjoule::ChartPanel;
using adjoule::ChartSeries;
using nlohmann::json;

ChartSeries::Style style_named(const std::string& name) {
  if (name == "line") return ChartSeries::Style::line;
  if (name == "markers") return ChartSeries::Style::markers;
  if (name == "line_and_markers") return ChartSeries::Style::line_and_markers;
  throw adjoule::InputError(fmt::format("unknown style '{}'; there are line, markers, line_and_markers", name));
}

ChartAxis read_axis(const json& axis) {
  return {axis.at("label"), axis.value("logarithmic", false)};
}

ChartPanel read_panel(const json& panel) {
  ChartPanel result{.title = panel.at("title"), .x = read_axis(panel.at("x")), .y = read_axis(panel.at("y"))};
  for (const json& series : panel.at("series")) {
    result.series.push_back({.label = series.at("label"),
                             .style = style_named(series.at("style")),
                             .x = series.at("x"),
                             .y = series.at("y"),
                             .color = series.at("color")});
  }
  return result;
}

} // namespace

int main(int argc, char** argv) try {
  if (argc != 3) throw adjoule::InputError("usage: adjoule_benchmark_chart CHART.json PICTURE.png");
  std::ifstream file(argv[1]);
  if (!file) throw adjoule::InputError(fmt::format("cannot read {}", argv[1]));
  const json chart = json::parse(file);
  std::vector<ChartPanel> panels;
  for (const json& panel : chart.at("panels")) panels.push_back(read_panel(panel));
  adjoule::draw_chart(argv[2], panels, {.width = chart.value("width", 1200), .height = chart.value("height", 800)});
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
