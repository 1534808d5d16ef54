/// Line charts as PNG, drawn without a display.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace adjoule {

/// A curve, a set of markers, or a band.
struct ChartSeries {
  enum class Style { line, markers, line_and_markers, band };
  std::string label{}; ///< in the legend; empty: not there
  Style style = Style::line;
  std::vector<double> x{};
  std::vector<double> y{};     ///< NaN breaks the line
  std::vector<double> upper{}; ///< of a band: y is its lower edge
  int color = 0;               ///< index of the palette; series of one colour belong together
};

struct ChartAxis {
  std::string label{}; ///< with the unit
  bool logarithmic = false;
};

/// One of the panels, drawn below each other.
struct ChartPanel {
  std::string title{};
  ChartAxis x{}, y{};
  std::vector<ChartSeries> series{};
};

struct ChartOptions {
  int width = 1200; ///< pixels, 200 to 8000
  int height = 800; ///< pixels, 200 to 8000
};

/// Writes the file whole or not at all. Throws InputError for series whose lengths differ, sizes out of range or too
/// small for the panels, a file that cannot be made; AnalysisError where nothing finite can be drawn or drawing fails.
void draw_chart(const std::filesystem::path& png_path, const std::vector<ChartPanel>& panels,
                const ChartOptions& options = {});

} // namespace adjoule
