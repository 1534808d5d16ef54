#include "identification_history.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/io/chart.hpp"
#include "design_columns.hpp"

#include <fmt/format.h>

#include <limits>

namespace adjoule {
namespace {

template <class Value>
std::vector<double> values_of(const std::vector<IdentificationIterate>& iterates, const Value& value) {
  std::vector<double> values;
  for (const IdentificationIterate& iterate : iterates) values.push_back(static_cast<double>(value(iterate)));
  return values;
}

/// A logarithmic axis has no place for 0.
template <class Value>
ChartPanel panel_of(const std::string& label, const std::vector<IdentificationIterate>& iterates, const Value& value) {
  ChartSeries series{.style = ChartSeries::Style::line_and_markers};
  series.x = values_of(iterates, [](const auto& iterate) { return iterate.iteration; });
  series.y = values_of(iterates, [&](const auto& iterate) {
    return value(iterate) > 0.0 ? value(iterate) : std::numeric_limits<double>::quiet_NaN();
  });
  ChartPanel panel;
  panel.x.label = "iteration";
  panel.y = {.label = label, .logarithmic = true};
  panel.series.push_back(std::move(series));
  return panel;
}

} // namespace

void IdentificationHistory::add(const IdentificationIterate& iterate) {
  values_.push_back(design_.values(iterate.x));
  iterates_.push_back(iterate);
  iterates_.back().x = {};
  std::vector<CsvColumn> columns{
      {"iteration", values_of(iterates_, [](const auto& at) { return at.iteration; })},
      {"chi_squared", values_of(iterates_, [](const auto& at) { return at.chi_squared; })},
      {"regularization", values_of(iterates_, [](const auto& at) { return at.regularization; })},
      {"gradient", values_of(iterates_, [](const auto& at) { return at.gradient_norm; })},
      {"step", values_of(iterates_, [](const auto& at) { return at.step; })},
      {"failures", values_of(iterates_, [](const auto& at) { return at.failures; })}};
  for (CsvColumn& column : design_columns(design_, values_)) columns.push_back(std::move(column));
  write_csv(folder_ / "history.csv", columns);
}

void IdentificationHistory::draw() const {
  try {
    draw_chart(folder_ / "convergence.png",
               {panel_of("chi^2 + 2 x regularisation", iterates_,
                         [](const auto& at) { return at.chi_squared + 2.0 * at.regularization; }),
                panel_of("gradient", iterates_, [](const auto& at) { return at.gradient_norm; })});
  } catch (const AnalysisError& error) {
    warn(fmt::format("convergence.png is not drawn: {}", error.what()));
  }
}

} // namespace adjoule
