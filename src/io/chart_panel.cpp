#include "chart_panel.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace adjoule {
namespace {

constexpr Ink dark{50, 50, 50};
constexpr Ink grid{228, 228, 228};
constexpr Ink frame{120, 120, 120};

constexpr double digit_width = 0.64; // as a share of the size of letters
constexpr double row_height = 1.4;   // of the legend, likewise

// Sizes in pixels that grow with the page.
struct Sizes {
  double unit;   // thickness of a thin line
  double labels; // letters
  double title;
};

Sizes sizes_of(const PageBox& box) {
  const double unit = std::clamp(std::min(box.width() / 1200.0, box.height() / 420.0), 0.5, 4.0);
  return {.unit = unit, .labels = 22.0 * unit, .title = 26.0 * unit};
}

// "stress (Pa)" with marks that count in 10^6: "stress (10^6 Pa)".
std::string axis_label(const ChartAxis& axis, const ChartScale& scale) {
  const std::string& label = axis.label;
  if (scale.exponent() == 0) return escape_for_plot(label);
  const std::string power = power_of_ten(scale.exponent());
  int depth = 0;
  for (std::size_t i = label.size(); i-- > 0 && label.back() == ')';) {
    if (label[i] == ')') ++depth;
    if (label[i] == '(' && --depth == 0)
      return escape_for_plot(label.substr(0, i + 1)) + power + " " + escape_for_plot(label.substr(i + 1));
  }
  return fmt::format("{} ({})", escape_for_plot(label), power);
}

// The size at which a text is at most so wide.
double fitting_size(const std::string& text, double size, double width) {
  const double needed = text_width(text, size);
  return needed > width ? size * width / needed : size;
}

std::vector<AxisMark> upright_marks(const PanelScales& scales, const PageBox& box) {
  return scales.y.marks(std::clamp(static_cast<int>(box.height() / (3.2 * sizes_of(box).labels)), 2, 8));
}

struct LegendEntry {
  const ChartSeries* series; // null: a remark
  std::string text;
  double width;
};

// Rows of entries, above the data. What would take more than a third of the panel is counted only.
std::vector<std::vector<LegendEntry>> legend_rows(const ChartPanel& panel, const PageBox& box, double width,
                                                  const Sizes& sizes) {
  const auto most_rows = static_cast<std::size_t>(std::max(1.0, box.height() / 3.0 / (row_height * sizes.labels)));
  const double remark_width = 8.0 * sizes.labels;
  std::vector<std::vector<LegendEntry>> rows(1);
  double used = 0.0;
  int left_out = 0;
  for (const ChartSeries& series : panel.series) {
    if (series.label.empty()) continue;
    const std::string text = escape_for_plot(series.label);
    const double entry = 3.6 * sizes.labels + text_width(text, sizes.labels);
    const double room = width - (rows.size() == most_rows ? remark_width : 0.0);
    if (left_out == 0 && used + entry > room && !rows.back().empty() && rows.size() < most_rows) {
      rows.emplace_back();
      used = 0.0;
    }
    if (left_out > 0 || (used + entry > room && !rows.back().empty())) {
      ++left_out;
      continue;
    }
    rows.back().push_back({&series, text, entry});
    used += entry;
  }
  if (left_out > 0) rows.back().push_back({nullptr, fmt::format("and {} more", left_out), remark_width});
  if (rows.back().empty()) rows.pop_back();
  return rows;
}

void draw_legend(PlotPage& page, const std::vector<std::vector<LegendEntry>>& rows, PagePoint top_left,
                 const Sizes& sizes) {
  double y = top_left.y - 0.5 * row_height * sizes.labels;
  for (const auto& row : rows) {
    double x = top_left.x;
    for (const LegendEntry& entry : row) {
      if (entry.series) draw_sample(page, *entry.series, {x, y}, 1.8 * sizes.labels, sizes.unit);
      page.text(entry.text, {entry.series ? x + 2.3 * sizes.labels : x, y}, Align::left, sizes.labels, dark);
      x += entry.width;
    }
    y -= row_height * sizes.labels;
  }
}

} // namespace

std::optional<PanelScales> fit_scales(const ChartPanel& panel) {
  std::vector<double> x;
  std::vector<double> y;
  for (const ChartSeries& series : panel.series) {
    x.insert(x.end(), series.x.begin(), series.x.end());
    y.insert(y.end(), series.y.begin(), series.y.end());
    if (series.style == ChartSeries::Style::band) y.insert(y.end(), series.upper.begin(), series.upper.end());
  }
  const std::optional<ChartScale> across = ChartScale::around(x, panel.x.logarithmic);
  const std::optional<ChartScale> up = ChartScale::around(y, panel.y.logarithmic);
  if (!across || !up) return std::nullopt;
  return PanelScales{*across, *up};
}

double widest_mark(const PanelScales& scales, const PageBox& box) {
  double letters = 0.0;
  for (const AxisMark& mark : upright_marks(scales, box)) letters = std::max(letters, mark.width);
  return letters;
}

void draw_panel(PlotPage& page, const ChartPanel& panel, const PanelScales& scales, const PageBox& box,
                double mark_letters) {
  const Sizes sizes = sizes_of(box);
  const double labels = mark_letters * digit_width * sizes.labels;

  PageBox data{.left = box.left + labels + 3.2 * sizes.labels,
               .bottom = box.bottom + 3.9 * sizes.labels,
               .right = box.right - 2.2 * sizes.labels,
               .top = box.top - 0.8 * sizes.labels};
  const double title_y = data.top - 0.5 * sizes.title;
  if (!panel.title.empty()) data.top -= 1.6 * sizes.title;
  const auto rows = legend_rows(panel, box, data.width(), sizes);
  const double legend_top = data.top;
  data.top -= (row_height * static_cast<double>(rows.size()) + 0.4) * sizes.labels;

  const int most_columns = std::max(2, static_cast<int>(data.width() / (5.0 * sizes.labels)));
  for (const AxisMark& mark : scales.x.marks(std::min(most_columns, 10))) {
    const double x = data.left + mark.position * data.width();
    page.line({{x, data.bottom}, {x, data.top}}, grid, sizes.unit);
    page.line({{x, data.bottom}, {x, data.bottom - 0.3 * sizes.labels}}, frame, sizes.unit);
    page.text(mark.label, {x, data.bottom - 1.0 * sizes.labels}, Align::centre, sizes.labels, dark);
  }
  for (const AxisMark& mark : upright_marks(scales, box)) {
    const double y = data.bottom + mark.position * data.height();
    page.line({{data.left, y}, {data.right, y}}, grid, sizes.unit);
    page.line({{data.left, y}, {data.left - 0.3 * sizes.labels, y}}, frame, sizes.unit);
    page.text(mark.label, {data.left - 0.5 * sizes.labels, y}, Align::right, sizes.labels, dark);
  }
  // Bands lie under lines, and markers upon them.
  for (const bool bands : {true, false})
    for (const ChartSeries& series : panel.series)
      if ((series.style == ChartSeries::Style::band) == bands) draw_series(page, series, scales, data, sizes.unit);
  page.line({{data.left, data.top}, {data.left, data.bottom}, {data.right, data.bottom}}, frame, 1.3 * sizes.unit);

  const std::string title = escape_for_plot(panel.title);
  page.text(title, {data.left, title_y}, Align::left, fitting_size(title, sizes.title, data.width()), dark);
  draw_legend(page, rows, {data.left, legend_top}, sizes);
  const std::string below = axis_label(panel.x, scales.x);
  page.text(below, {0.5 * (data.left + data.right), data.bottom - 2.6 * sizes.labels}, Align::centre,
            fitting_size(below, sizes.labels, data.width()), dark);
  const std::string beside = axis_label(panel.y, scales.y);
  page.text(beside, {data.left - labels - 1.8 * sizes.labels, 0.5 * (data.bottom + data.top)}, Align::centre,
            fitting_size(beside, sizes.labels, data.height()), dark, true);
}

} // namespace adjoule
