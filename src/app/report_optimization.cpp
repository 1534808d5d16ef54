#include "field_extent.hpp"
#include "optimization_outcome.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

std::string bound_text(double bound) {
  return std::isfinite(bound) ? short_number(bound) : "-";
}

std::string bound_text(const std::optional<double>& bound) {
  return bound ? short_number(*bound) : "-";
}

std::string plural(Index count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Rows of one map: each value, or the extent of a field of many.
void add_variable_rows(const Design& design, int map, std::span<const double> start, std::span<const double> now,
                       std::span<const double> lower, std::span<const double> upper, std::vector<TextRow>& rows) {
  const DesignMap& variables = design.map(map);
  const auto first = static_cast<std::size_t>(design.offset(map)), count = static_cast<std::size_t>(variables.size());
  const std::string unit = unit_text(variables.unit());
  if (variables.size() > most_values_listed) {
    const FieldExtent before = extent_of(start.subspan(first, count));
    const auto text = [](const FieldExtent& extent) {
      return extent.least == extent.largest
                 ? short_number(extent.least)
                 : fmt::format("{} to {}", short_number(extent.least), short_number(extent.largest));
    };
    TextRow row{fmt::format("{} ({})", variables.name(), plural(variables.size(), "value")), text(before)};
    if (!now.empty()) row.push_back(text(extent_of(now.subspan(first, count))));
    row.insert(row.end(), {bound_text(lower[first]), bound_text(upper[first]), unit});
    rows.push_back(std::move(row));
    return;
  }
  const std::vector<std::string> names = design.names();
  for (std::size_t i = first; i < first + count; ++i) {
    TextRow row{names[i], short_number(start[i])};
    if (!now.empty()) row.push_back(short_number(now[i]));
    row.insert(row.end(), {bound_text(lower[i]), bound_text(upper[i]), unit});
    if (!now.empty()) {
      const double near = 1e-9 * std::max(std::abs(now[i]), std::abs(start[i]));
      const bool at_lower = std::abs(now[i] - lower[i]) <= near, at_upper = std::abs(now[i] - upper[i]) <= near;
      row.push_back(at_lower ? "at its lower bound" : at_upper ? "at its upper bound" : "");
    }
    rows.push_back(std::move(row));
  }
}

/// `now` empty: before the optimisation.
std::string variable_table(const Design& design, std::span<const double> now) {
  const std::vector<double> start = design.values(design.start());
  const std::vector<double> lower = design.values(design.lower()), upper = design.values(design.upper());
  std::vector<TextRow> rows{{"variable", "start"}};
  if (!now.empty()) rows.front().push_back("result");
  rows.front().insert(rows.front().end(), {"lower", "upper", "unit"});
  for (int m = 0; m < design.map_count(); ++m) add_variable_rows(design, m, start, now, lower, upper, rows);
  return text_table(rows);
}

const char* verb(const OptimizationTask& task) {
  return task.maximize ? "maximise" : "minimise";
}

std::string violated_text(const OptimizationOutcome& outcome) {
  std::string text;
  for (const ConstraintOutcome& constraint : outcome.constraints) {
    if (constraint.met) continue;
    const QuantityBounds& bounds = *constraint.bounds;
    const bool above = bounds.upper && constraint.value > *bounds.upper;
    const double bound = above ? *bounds.upper : *bounds.lower;
    text += fmt::format("{}{} = {} is {} its {} bound {} {}", text.empty() ? "" : "; ", bounds.quantity->spec.name,
                        short_number(constraint.value), above ? "above" : "below", above ? "upper" : "lower",
                        short_number(bound), unit_text(bounds.quantity->unit));
    while (text.ends_with(' ')) text.pop_back();
  }
  return text;
}

} // namespace

std::string optimization_plan_report(const OptimizationTask& task, const Design& design) {
  std::string text =
      fmt::format("\noptimisation\n  {} {} by {}: {}, {}, at most {}\n", verb(task), task.objective->spec.name,
                  name_of(task.options.method), plural(design.size(), "variable"),
                  plural(static_cast<Index>(task.constraints.size()), "constraint"),
                  plural(task.options.max_iterations, "evaluation"));
  text += variable_table(design, {});
  if (task.constraints.empty()) return text;
  std::vector<TextRow> rows{{"constraint", "lower", "upper", "unit"}};
  for (const QuantityBounds& bounds : task.constraints) {
    rows.push_back({bounds.quantity->spec.name, bound_text(bounds.lower), bound_text(bounds.upper),
                    unit_text(bounds.quantity->unit)});
  }
  return text + text_table(rows);
}

std::string optimization_report(const OptimizationOutcome& outcome) {
  const OptimizationTask& task = *outcome.task;
  const OptimizationResult& result = outcome.result;
  std::string text =
      fmt::format("\nresult of the optimisation\n  {}\n  {}, {} of them failed; the design of evaluation "
                  "{} is the result\n",
                  result.reason, plural(result.iterations, "evaluation"), result.failures, result.best);
  text +=
      fmt::format("  {} = {:.9g} {}\n", task.objective->spec.name, outcome.objective, unit_text(task.objective->unit));
  text += variable_table(*outcome.design, outcome.design->values(result.x));
  if (outcome.constraints.empty()) return text;
  std::vector<TextRow> rows{{"constraint", "value", "lower", "upper", "unit", ""}};
  for (const ConstraintOutcome& constraint : outcome.constraints) {
    const QuantityBounds& bounds = *constraint.bounds;
    rows.push_back({bounds.quantity->spec.name, fmt::format("{:.9g}", constraint.value), bound_text(bounds.lower),
                    bound_text(bounds.upper), unit_text(bounds.quantity->unit),
                    constraint.met ? "met" : fmt::format("VIOLATED by {:.1e} of its bound", constraint.violation)});
  }
  return text + text_table(rows);
}

std::string optimization_shortfall(const OptimizationOutcome& outcome, const std::string& resume) {
  const OptimizationResult& result = outcome.result;
  std::string text;
  if (!outcome.feasible()) {
    text = fmt::format("no design that meets the constraints was found: {}", violated_text(outcome));
  }
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : ". ") + sentence; };
  switch (result.end) {
    case OptimizationEnd::converged:
    case OptimizationEnd::stalled:
      if (!text.empty()) {
        text += ": relax that bound, widen the bounds of the variables, or start from another design";
      } else if (result.end == OptimizationEnd::stalled) {
        text = fmt::format("the optimisation came to a halt: {}: the result is the best design so far; try another "
                           "start or another optimize.method",
                           result.reason);
      }
      break;
    case OptimizationEnd::iteration_limit:
      add(fmt::format("the optimisation is not done after {}: raise optimize.max_iterations and go on with: {}",
                      plural(result.iterations, "evaluation"), resume));
      break;
    case OptimizationEnd::stopped:
      add(fmt::format("the optimisation was stopped after {}: go on with: {}", plural(result.iterations, "evaluation"),
                      resume));
      break;
  }
  return text;
}

} // namespace adjoule
