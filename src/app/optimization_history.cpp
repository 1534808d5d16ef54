#include "optimization_history.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/io/chart.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "design_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class Value>
CsvColumn column(std::string name, const std::vector<OptimizationRecord>& records, const Value& value) {
  CsvColumn result{std::move(name), {}};
  for (const OptimizationRecord& record : records) result.values.push_back(static_cast<double>(value(record)));
  return result;
}

std::string axis_label(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : fmt::format("{} ({})", name, unit);
}

ChartPanel objective_panel(const OptimizationTask& task, const std::vector<OptimizationRecord>& records) {
  ChartPanel panel;
  panel.title = fmt::format("{} {}", task.maximize ? "maximise" : "minimise", task.objective->spec.name);
  panel.x.label = "evaluation";
  panel.y.label = axis_label(task.objective->spec.name, task.objective->unit);
  ChartSeries series{.style = ChartSeries::Style::line_and_markers};
  for (const OptimizationRecord& record : records) {
    series.x.push_back(record.number);
    series.y.push_back(record.failed ? nan : record.objective);
  }
  panel.series.push_back(std::move(series));
  return panel;
}

/// By how much the worst constraint is beyond its bound: negative where all are met.
double worst_excess(const OptimizationHistory& history, const OptimizationTask& task,
                    const OptimizationRecord& record) {
  double worst = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < task.constraints.size(); ++c) {
    const QuantityBounds& bounds = task.constraints[c];
    const double value = record.constraints[c];
    if (bounds.lower) worst = std::max(worst, (*bounds.lower - value) / history.size_of_bound(c, *bounds.lower));
    if (bounds.upper) worst = std::max(worst, (value - *bounds.upper) / history.size_of_bound(c, *bounds.upper));
  }
  return worst;
}

ChartPanel constraint_panel(const OptimizationHistory& history, const OptimizationTask& task) {
  ChartPanel panel;
  panel.title = "worst constraint: how far beyond its bound";
  panel.x.label = "evaluation";
  panel.y.label = "relative to the bound";
  ChartSeries excess{.label = "worst constraint", .style = ChartSeries::Style::line_and_markers, .color = 1};
  ChartSeries bound{.label = "bound", .style = ChartSeries::Style::line, .color = 2};
  for (const OptimizationRecord& record : history.records()) {
    excess.x.push_back(record.number);
    excess.y.push_back(record.failed ? nan : worst_excess(history, task, record));
    bound.x.push_back(record.number);
    bound.y.push_back(0.0);
  }
  panel.series = {std::move(bound), std::move(excess)};
  return panel;
}

} // namespace

OptimizationHistory::OptimizationHistory(const OptimizationTask& task, const Design& design,
                                         std::filesystem::path folder)
    : task_(task), design_(design), folder_(std::move(folder)), drawn_(std::chrono::steady_clock::now()) {}

void OptimizationHistory::add(OptimizationRecord record) {
  if (record.failed) {
    record.objective = record.violation = record.gradient_norm = nan;
    record.constraints.assign(task_.constraints.size(), nan);
  }
  records_.push_back(std::move(record));
  write();
  constexpr int share = 20; // at most a twentieth of the time goes into drawing
  if (std::chrono::steady_clock::now() - drawn_ >= share * drawing_) draw();
}

double OptimizationHistory::size_of_bound(std::size_t constraint, double bound) const {
  if (bound != 0.0) return std::abs(bound);
  const double start = std::abs(records_.front().constraints[constraint]);
  return start > 0.0 ? start : 1.0;
}

void OptimizationHistory::write() const {
  std::vector<CsvColumn> columns{
      column("evaluation", records_, [](const auto& record) { return record.number; }),
      column("failed", records_, [](const auto& record) { return record.failed ? 1 : 0; }),
      column(task_.objective->spec.name, records_, [](const auto& record) { return record.objective; })};
  for (std::size_t c = 0; c < task_.constraints.size(); ++c) {
    if (task_.constraints[c].quantity == task_.objective) continue;
    columns.push_back(column(task_.constraints[c].quantity->spec.name, records_,
                             [c](const auto& record) { return record.constraints[c]; }));
  }
  columns.push_back(column("violation", records_, [](const auto& record) { return record.violation; }));
  columns.push_back(column("gradient_norm", records_, [](const auto& record) { return record.gradient_norm; }));
  columns.push_back(column("step", records_, [](const auto& record) { return record.step; }));
  std::vector<std::vector<double>> values;
  for (const OptimizationRecord& record : records_) values.push_back(record.values);
  for (CsvColumn& variable : design_columns(design_, values)) columns.push_back(std::move(variable));
  write_csv(folder_ / "history.csv", columns);
}

void OptimizationHistory::draw() {
  if (std::ranges::all_of(records_, [](const auto& record) { return record.failed; })) return;
  const auto start = std::chrono::steady_clock::now();
  std::vector<ChartPanel> panels{objective_panel(task_, records_)};
  if (!task_.constraints.empty()) panels.push_back(constraint_panel(*this, task_));
  try {
    draw_chart(folder_ / "convergence.png", panels);
  } catch (const AnalysisError& error) {
    warn(fmt::format("convergence.png is not drawn: {}", error.what()));
  }
  drawn_ = std::chrono::steady_clock::now();
  drawing_ = drawn_ - start;
}

} // namespace adjoule
