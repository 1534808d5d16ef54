#include "adjoule/io/chart.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "chart_axis.hpp"
#include "chart_panel.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>

namespace adjoule {
namespace {

void check_options(const std::vector<ChartPanel>& panels, const ChartOptions& options) {
  for (const int side : {options.width, options.height})
    if (side < 200 || side > 8000)
      throw InputError(fmt::format("a chart of {} x {} pixels cannot be drawn; each side may be 200 to 8000",
                                   options.width, options.height));
  if (panels.empty()) throw InputError("a chart needs a panel at least");
  constexpr std::size_t lowest_panel = 100;
  if (panels.size() * lowest_panel > static_cast<std::size_t>(options.height))
    throw InputError(fmt::format("a chart of {} pixels is too low for {} panels, which need {} each", options.height,
                                 panels.size(), lowest_panel));
}

void check_series(const ChartSeries& series) {
  const bool band = series.style == ChartSeries::Style::band;
  if (series.x.size() != series.y.size() || (band && series.upper.size() != series.x.size()))
    throw InputError(fmt::format("the series '{}' of a chart has {} abscissae, {} ordinates{}: they belong together",
                                 series.label, series.x.size(), series.y.size(),
                                 band ? fmt::format(" and {} upper ones", series.upper.size()) : ""));
  if (series.color < 0)
    throw InputError(
        fmt::format("the series '{}' of a chart has the colour {}: colours count from 0", series.label, series.color));
}

// A disk that is full leaves half a file, and nobody says so.
void require_whole(const std::filesystem::path& written, const std::filesystem::path& png_path) {
  constexpr std::array<char, 8> end{'I', 'E', 'N', 'D', '\xAE', '\x42', '\x60', '\x82'};
  std::array<char, 8> last{};
  std::ifstream stream(written, std::ios::binary);
  stream.seekg(-static_cast<std::streamoff>(last.size()), std::ios::end);
  stream.read(last.data(), static_cast<std::streamsize>(last.size()));
  if (!stream || last != end)
    throw AnalysisError(
        fmt::format("writing the chart '{}' failed: the file is not whole; is the disk full?", png_path.string()));
}

} // namespace

void draw_chart(const std::filesystem::path& png_path, const std::vector<ChartPanel>& panels,
                const ChartOptions& options) {
  check_options(panels, options);
  std::vector<PanelScales> scales;
  for (const ChartPanel& panel : panels) {
    for (const ChartSeries& series : panel.series) check_series(series);
    std::optional<PanelScales> fitted = fit_scales(panel);
    if (!fitted)
      throw AnalysisError(
          fmt::format("the chart '{}' has nothing to draw{}: its series hold no finite values{}", png_path.string(),
                      panel.title.empty() ? "" : " in '" + panel.title + "'",
                      panel.x.logarithmic || panel.y.logarithmic ? " that a logarithm could show" : ""));
    scales.push_back(std::move(*fitted));
  }
  std::vector<PageBox> boxes;
  double mark_letters = 0.0;
  const double height = static_cast<double>(options.height) / static_cast<double>(panels.size());
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double top = options.height - static_cast<double>(i) * height;
    boxes.push_back({.left = 0.0, .bottom = top - height, .right = static_cast<double>(options.width), .top = top});
    mark_letters = std::max(mark_letters, widest_mark(scales[i], boxes[i]));
  }
  AtomicFile file(png_path);
  {
    PlotPage page(file.temporary(), options.width, options.height);
    for (std::size_t i = 0; i < panels.size(); ++i) draw_panel(page, panels[i], scales[i], boxes[i], mark_letters);
    page.finish();
  }
  require_whole(file.temporary(), png_path);
  file.commit();
}

} // namespace adjoule
