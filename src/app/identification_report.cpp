#include "identification_report.hpp"

#include "adjoule/core/nearest_name.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

constexpr Index most_in_a_matrix = 12; ///< unknowns; more are in summary.json only
constexpr std::size_t most_singular_values = 12;

std::string unknowns_table(const Identification& identification) {
  const Design& design = identification.design;
  std::vector<TextRow> rows{{"unknown", "start", "lower", "upper", "unit"}};
  for (int m = 0; m < design.map_count(); ++m) {
    const DesignMap& map = design.map(m);
    const auto range_of = [&](const std::vector<double>& x) {
      const std::vector<double> values = map.values(x);
      const auto [least, most] = std::minmax_element(values.begin(), values.end());
      return *least == *most ? short_number(*least)
                             : fmt::format("{} to {}", short_number(*least), short_number(*most));
    };
    const std::string name = identification.field_of_map[static_cast<std::size_t>(m)]
                                 ? fmt::format("{} ({} values)", map.name(), map.size())
                                 : map.name();
    rows.push_back({name, range_of(map.start()), range_of(map.lower()), range_of(map.upper()), unit_text(map.unit())});
  }
  return text_table(rows);
}

/// A number, with its uncertainty where there is one.
TextRow value_row(const std::string& name, const std::string& unit, const IdentificationResult& result, std::size_t i) {
  TextRow row{name, short_number(result.values[i])};
  if (!result.standard_deviation.empty()) {
    const auto& [lower, upper] = result.interval_95[i];
    row.push_back(short_number(result.standard_deviation[i]));
    row.push_back(fmt::format("{} to {}", short_number(lower), short_number(upper)));
  }
  row.push_back(unit_text(unit));
  if (result.at_bound[i]) row.push_back("at its bound");
  return row;
}

std::string field_row(const DesignMap& map, std::span<const double> values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return fmt::format("  {}: {} values from {} to {} {} (in fields.vtu)\n", map.name(), map.size(), short_number(*least),
                     short_number(*most), unit_text(map.unit()));
}

std::string values_table(const Identification& identification, const IdentificationResult& result) {
  const Design& design = identification.design;
  TextRow header{"identified", "value"};
  if (!result.standard_deviation.empty()) {
    header.emplace_back("std. deviation");
    header.emplace_back("95 % interval");
  }
  header.emplace_back("unit");
  std::vector<TextRow> rows{header};
  std::string fields;
  const std::vector<std::string> names = design.names();
  for (int m = 0; m < design.map_count(); ++m) {
    const DesignMap& map = design.map(m);
    const auto first = static_cast<std::size_t>(design.offset(m)), count = static_cast<std::size_t>(map.size());
    const bool listed = !identification.field_of_map[static_cast<std::size_t>(m)] || map.size() <= most_in_a_matrix;
    if (!listed) fields += field_row(map, std::span(result.values).subspan(first, count));
    for (std::size_t i = first; listed && i < first + count; ++i)
      rows.push_back(value_row(names[i], map.unit(), result, i));
  }
  return (rows.size() > 1 ? text_table(rows) : "") + fields;
}

std::string data_table(const FitOutcome& outcome) {
  std::vector<TextRow> rows{{"data", "measured", "residuals", "chi^2", "root mean square"}};
  for (const DataFit& fit : outcome.data) {
    const double mean = fit.residuals > 0 ? fit.chi_squared / static_cast<double>(fit.residuals) : 0.0;
    rows.push_back({fit.name, fit.what, fmt::format("{}", fit.residuals), short_number(fit.chi_squared),
                    fmt::format("{:.4g} standard deviations", std::sqrt(mean))});
  }
  return text_table(rows, 2);
}

std::string correlation_table(const Design& design, const IdentificationResult& result) {
  const auto count = result.correlation.rows();
  if (count < 2 || count > most_in_a_matrix) return {};
  const std::vector<std::string> names = design.names();
  TextRow header{"correlation"};
  for (Eigen::Index j = 0; j < count; ++j) header.push_back(fmt::format("{}", j + 1));
  std::vector<TextRow> rows{header};
  for (Eigen::Index i = 0; i < count; ++i) {
    TextRow row{fmt::format("{} {}", i + 1, names[static_cast<std::size_t>(i)])};
    for (Eigen::Index j = 0; j <= i; ++j) row.push_back(fmt::format("{:.3f}", result.correlation(i, j)));
    rows.push_back(row);
  }
  return fmt::format("\n{}", text_table(rows));
}

std::string singular_value_line(const IdentificationResult& result) {
  const std::vector<double>& values = result.singular_values;
  if (values.empty()) return {};
  std::vector<std::string> shown;
  for (const double value : values) shown.push_back(fmt::format("{:.3g}", value));
  return fmt::format("\n  singular values of the Jacobian to the scaled unknowns: {}\n",
                     join_names(shown, most_singular_values));
}

std::string samples_table(const Design& design, const IdentificationResult& result) {
  if (!result.samples) return {};
  const SampleStatistics& samples = *result.samples;
  std::string text = fmt::format("\n  {} refits to data with noise added{}\n", samples.loss.size(),
                                 samples.failed > 0 ? fmt::format(" ({} more failed)", samples.failed) : "");
  if (samples.stopped) text += "  stopped on request before all were done\n";
  if (samples.mean.empty()) return text + "  too few for a spread\n";
  const std::vector<std::string> names = design.names();
  if (design.size() <= most_in_a_matrix) {
    std::vector<TextRow> rows{{"samples of", "mean", "std. deviation"}};
    for (std::size_t i = 0; i < names.size(); ++i)
      rows.push_back({names[i], short_number(samples.mean[i]), short_number(samples.standard_deviation[i])});
    text += text_table(rows);
  }
  const double share = samples.loss_mean > 0.0 ? samples.loss_standard_deviation / samples.loss_mean : 0.0;
  return text + fmt::format("  chi^2 of the refits: mean {}, standard deviation {} ({:.2g} % of the mean: {})\n",
                            short_number(samples.loss_mean), short_number(samples.loss_standard_deviation),
                            100.0 * share, is_steady(samples) ? "below 5 %" : "not below 5 %");
}

std::string nuisance_table(const FitOutcome& outcome) {
  if (outcome.nuisance_names.empty()) return {};
  std::vector<TextRow> rows{{"found along with them", "value"}};
  for (std::size_t i = 0; i < outcome.nuisance_names.size(); ++i)
    rows.push_back({outcome.nuisance_names[i], short_number(outcome.nuisance_values[i])});
  return fmt::format("\n{}", text_table(rows));
}

std::string end_line(const IdentificationResult& result) {
  const std::string failures =
      result.failures > 0 ? fmt::format(", {} trial points could not be solved", result.failures) : "";
  return fmt::format("\n{} after {} iterations ({}{})\n", result.converged ? "converged" : "NOT CONVERGED",
                     result.iterations, result.reason, failures);
}

std::string chi_squared_line(const IdentificationResult& result) {
  std::string text =
      fmt::format("\n  chi^2 {} of {} residuals", short_number(result.chi_squared), result.residual_count);
  const bool counted = !result.singular_values.empty(); // what a regularised unknown counts is known from them alone
  if (counted && result.degrees_of_freedom > 0) {
    text += fmt::format(", {:.4g} per degree of freedom",
                        result.chi_squared / static_cast<double>(result.degrees_of_freedom));
  }
  if (result.regularization > 0.0) text += fmt::format("; regularisation {}", short_number(result.regularization));
  return text + "\n";
}

} // namespace

std::string identification_report(const Identification& identification) {
  std::string text = "\ndata\n";
  for (const auto& fitted : identification.cases) {
    if (identification.cases.size() > 1 && !fitted->terms().empty())
      text += fmt::format("  of {} ({})\n", fitted->name, fitted->file.file().string());
    for (const BuiltMeasurement& built : fitted->measurements) text += data_report(built.record);
    for (const BuiltHomogeneousTest& built : fitted->tests()) text += data_report(built.record);
  }
  return text + "\n" + unknowns_table(identification) + "\n";
}

std::string iteration_header() {
  return fmt::format("{:>10}  {:>14}  {:>14}  {:>10}  {:>10}  {:>8}\n", "iteration", "chi^2", "regularisation",
                     "gradient", "step", "failures");
}

std::string iteration_row(const IdentificationIterate& iterate) {
  return fmt::format("{:>10}  {:>14.8g}  {:>14.6g}  {:>10.3g}  {:>10.3g}  {:>8}\n", iterate.iteration,
                     iterate.chi_squared, iterate.regularization, iterate.gradient_norm, iterate.step,
                     iterate.failures);
}

std::string outcome_report(const Identification& identification, const FitOutcome& outcome) {
  const IdentificationResult& result = outcome.result;
  const Design& design = identification.design;
  return end_line(result) + values_table(identification, result) + nuisance_table(outcome) + chi_squared_line(result) +
         data_table(outcome) + correlation_table(design, result) + singular_value_line(result) +
         samples_table(design, result);
}

} // namespace adjoule
