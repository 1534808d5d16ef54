#include "summary_identification.hpp"

#include "field_extent.hpp"

#include <cmath>

namespace adjoule {
namespace {

using Json = nlohmann::ordered_json;

constexpr Eigen::Index most_in_a_matrix = 200; ///< unknowns; a larger correlation matrix is left out

/// JSON has no infinity: what is not known is null.
Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json entry_of(const IdentificationResult& result, std::size_t i) {
  Json entry = {{"value", result.values[i]}};
  if (!result.standard_deviation.empty()) {
    entry["standard_deviation"] = number_or_null(result.standard_deviation[i]);
    const auto& [lower, upper] = result.interval_95[i];
    entry["interval_95"] = {number_or_null(lower), number_or_null(upper)};
  }
  entry["at_bound"] = static_cast<bool>(result.at_bound[i]);
  return entry;
}

Json matrix_of(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(number_or_null(matrix(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json record_of(const DataRecord& record) {
  Json skipped = Json::object();
  for (const auto& [reason, count] : record.skipped) skipped[reason] = count;
  return {{"rows", record.rows},
          {"used", record.used},
          {"skipped", std::move(skipped)},
          {"projected", record.projected},
          {"outside", record.outside}};
}

/// The records in the order of the fits.
std::vector<const DataRecord*> records_of(const Identification& identification) {
  std::vector<const DataRecord*> records;
  for (const auto& fitted : identification.cases) {
    for (const BuiltMeasurement& built : fitted->measurements) records.push_back(&built.record);
    for (const BuiltHomogeneousTest& built : fitted->tests()) records.push_back(&built.record);
  }
  return records;
}

Json data_of(const Identification& identification, const FitOutcome& outcome) {
  const std::vector<const DataRecord*> records = records_of(identification);
  Json data = Json::object();
  for (std::size_t i = 0; i < outcome.data.size(); ++i) {
    Json& entry = data[outcome.data[i].name] = record_of(*records[i]);
    entry["residuals"] = outcome.data[i].residuals;
    entry["chi_squared"] = outcome.data[i].chi_squared;
  }
  return data;
}

Json samples_of(const Design& design, const SampleStatistics& samples) {
  if (samples.mean.empty()) // too few for a spread
    return {{"refits", samples.loss.size()}, {"failed", samples.failed}, {"stopped", samples.stopped}};
  Json unknowns = Json::object();
  const std::vector<std::string> names = design.names();
  for (std::size_t i = 0; i < names.size(); ++i)
    unknowns[names[i]] = {{"mean", samples.mean[i]}, {"standard_deviation", samples.standard_deviation[i]}};
  return {{"refits", samples.loss.size()},
          {"failed", samples.failed},
          {"stopped", samples.stopped},
          {"chi_squared_mean", samples.loss_mean},
          {"chi_squared_standard_deviation", samples.loss_standard_deviation},
          {"chi_squared_steady", is_steady(samples)},
          {"unknowns", std::move(unknowns)}};
}

} // namespace

Json identified_json(const Identification& identification, const FitOutcome& outcome) {
  const Design& design = identification.design;
  const IdentificationResult& result = outcome.result;
  const std::vector<std::string> names = design.names();
  Json identified = Json::object();
  for (int m = 0; m < design.map_count(); ++m) {
    const auto first = static_cast<std::size_t>(design.offset(m)),
               count = static_cast<std::size_t>(design.map(m).size());
    if (design.map(m).size() > most_values_listed) {
      const FieldExtent extent = extent_of(std::span(result.values).subspan(first, count));
      identified[design.map(m).name()] = {
          {"count", count}, {"least", extent.least}, {"mean", extent.mean}, {"largest", extent.largest}};
      continue;
    }
    for (std::size_t i = first; i < first + count; ++i) identified[names[i]] = entry_of(result, i);
  }
  return identified;
}

Json identification_json(const Identification& identification, const FitOutcome& outcome) {
  const IdentificationResult& result = outcome.result;
  Json json = {{"chi_squared", result.chi_squared},  {"regularization", result.regularization},
               {"residuals", result.residual_count}, {"degrees_of_freedom", result.degrees_of_freedom},
               {"iterations", result.iterations},    {"failures", result.failures},
               {"converged", result.converged},      {"reason", result.reason}};
  if (result.correlation.size() > 0 && result.correlation.rows() <= most_in_a_matrix)
    json["correlation"] = matrix_of(result.correlation);
  if (!result.singular_values.empty()) json["singular_values"] = result.singular_values;
  Json nuisances = Json::object();
  for (std::size_t i = 0; i < outcome.nuisance_names.size(); ++i)
    nuisances[outcome.nuisance_names[i]] = outcome.nuisance_values[i];
  if (!nuisances.empty()) json["found_along"] = std::move(nuisances);
  json["data"] = data_of(identification, outcome);
  if (result.samples) json["samples"] = samples_of(identification.design, *result.samples);
  return json;
}

} // namespace adjoule
