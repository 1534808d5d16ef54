// How the series of a chart look.
#include "chart_panel.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace adjoule {
namespace {

// Told apart with any kind of colour vision: Okabe & Ito, "Color universal design" (2008), without its yellow, which is
// too light for lines.
constexpr std::array<Ink, 7> palette{
    {{0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}, {230, 159, 0}, {86, 180, 233}, {40, 40, 40}}};
constexpr double line_thickness = 2.4;
constexpr double marker_radius = 5.0;
constexpr double band_opacity = 0.2;

Ink ink_of(const ChartSeries& series) {
  return palette[static_cast<std::size_t>(series.color) % palette.size()];
}

bool has_line(const ChartSeries& series) {
  return series.style == ChartSeries::Style::line || series.style == ChartSeries::Style::line_and_markers;
}

bool has_markers(const ChartSeries& series) {
  return series.style == ChartSeries::Style::markers || series.style == ChartSeries::Style::line_and_markers;
}

// A disk, a square, a triangle, a diamond: the shape goes with the colour.
void draw_marker(PlotPage& page, const ChartSeries& series, PagePoint at, double unit) {
  struct Shape {
    int corners;
    double turn; // of the first corner from the right, in whole turns
    double radius;
  };
  constexpr std::array<Shape, 4> shapes{{{24, 0.0, 1.0}, {4, 0.125, 1.2}, {3, 0.25, 1.3}, {4, 0.25, 1.25}}};
  const Shape& shape = shapes[static_cast<std::size_t>(series.color) % shapes.size()];
  std::vector<PagePoint> corners;
  for (int i = 0; i <= shape.corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * (shape.turn + static_cast<double>(i) / shape.corners);
    const double radius = marker_radius * unit * shape.radius;
    corners.push_back({at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)});
  }
  page.fill(corners, ink_of(series));
  page.line(corners, {255, 255, 255}, 0.8 * unit); // markers that overlap stay apart
}

class SeriesPainter {
 public:
  SeriesPainter(PlotPage& page, const ChartSeries& series, const PanelScales& scales, const PageBox& box, double unit)
      : page_(page), series_(series), scales_(scales), box_(box), unit_(unit) {}

  void draw() {
    if (series_.style == ChartSeries::Style::band) return draw_band();
    std::vector<PagePoint> run;
    for (std::size_t i = 0; i < series_.x.size(); ++i) {
      const std::optional<PagePoint> point = place(series_.x[i], series_.y[i]);
      if (point) run.push_back(*point);
      if (!point || i + 1 == series_.x.size()) {
        draw_run(run);
        run.clear();
      }
    }
  }

 private:
  std::optional<PagePoint> place(double x, double y) const {
    const std::optional<double> across = scales_.x.position(x);
    const std::optional<double> up = scales_.y.position(y);
    if (!across || !up) return std::nullopt;
    return PagePoint{box_.left + *across * box_.width(), box_.bottom + *up * box_.height()};
  }

  void draw_run(const std::vector<PagePoint>& run) {
    if (has_line(series_) && run.size() > 1) page_.line(run, ink_of(series_), line_thickness * unit_);
    // A point between two gaps has no line to show it.
    if (has_markers(series_) || run.size() == 1)
      for (const PagePoint& point : run) draw_marker(page_, series_, point, unit_);
  }

  void draw_band() {
    std::vector<PagePoint> lower;
    std::vector<PagePoint> upper;
    for (std::size_t i = 0; i < series_.x.size(); ++i) {
      const std::optional<PagePoint> low = place(series_.x[i], series_.y[i]);
      const std::optional<PagePoint> high = place(series_.x[i], series_.upper[i]);
      if (low && high) {
        lower.push_back(*low);
        upper.push_back(*high);
      }
      if (!low || !high || i + 1 == series_.x.size()) {
        fill_between(lower, upper);
        lower.clear();
        upper.clear();
      }
    }
  }

  void fill_between(std::vector<PagePoint> lower, const std::vector<PagePoint>& upper) {
    if (lower.size() < 2) return;
    lower.insert(lower.end(), upper.rbegin(), upper.rend());
    Ink ink = ink_of(series_);
    ink.opacity = band_opacity;
    page_.fill(lower, ink);
  }

  PlotPage& page_;
  const ChartSeries& series_;
  const PanelScales& scales_;
  const PageBox& box_;
  double unit_;
};

} // namespace

void draw_series(PlotPage& page, const ChartSeries& series, const PanelScales& scales, const PageBox& box,
                 double unit) {
  SeriesPainter(page, series, scales, box, unit).draw();
}

void draw_sample(PlotPage& page, const ChartSeries& series, PagePoint left, double length, double unit) {
  const PagePoint right{left.x + length, left.y};
  if (series.style == ChartSeries::Style::band) {
    const double half = 0.25 * length;
    Ink ink = ink_of(series);
    ink.opacity = band_opacity;
    page.fill({{left.x, left.y - half}, {right.x, left.y - half}, {right.x, left.y + half}, {left.x, left.y + half}},
              ink);
    return;
  }
  if (has_line(series)) page.line({left, right}, ink_of(series), line_thickness * unit);
  if (has_markers(series)) draw_marker(page, series, {0.5 * (left.x + right.x), left.y}, unit);
}

} // namespace adjoule
