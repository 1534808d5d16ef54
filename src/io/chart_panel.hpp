// One panel of a chart: axes, legend, series.
#pragma once

#include "adjoule/io/chart.hpp"
#include "chart_axis.hpp"
#include "plot_page.hpp"

namespace adjoule {

struct PanelScales {
  ChartScale x, y;
};

// Nothing where no point of the panel can be shown.
std::optional<PanelScales> fit_scales(const ChartPanel& panel);

struct PageBox {
  double left = 0.0, bottom = 0.0, right = 0.0, top = 0.0; // pixels
  double width() const { return right - left; }
  double height() const { return top - bottom; }
};

// Width of the widest label of the upright axis, in letters.
double widest_mark(const PanelScales& scales, const PageBox& box);
// `mark_letters`: room for the labels of the upright axis, the same for all panels, so that they stand in line.
void draw_panel(PlotPage& page, const ChartPanel& panel, const PanelScales& scales, const PageBox& box,
                double mark_letters);

// Draws a series with its own ink into the box, and a sample of it for a legend.
void draw_series(PlotPage& page, const ChartSeries& series, const PanelScales& scales, const PageBox& box, double unit);
void draw_sample(PlotPage& page, const ChartSeries& series, PagePoint left, double length, double unit);

} // namespace adjoule
