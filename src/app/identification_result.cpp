#include "identification_result.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

std::span<const double> next(std::span<const double>& rest, int count) {
  const std::span<const double> part = rest.first(static_cast<std::size_t>(count));
  rest = rest.subspan(static_cast<std::size_t>(count));
  return part;
}

DataFit fit_of(const std::string& name, const std::string& what, const Eigen::VectorXd& residual) {
  return {.name = name,
          .what = what,
          .residuals = static_cast<Index>(residual.size()),
          .chi_squared = residual.squaredNorm()};
}

/// The residuals of an experiment stand measurement by measurement.
void add_measurements(const FittedCase& fitted, const std::string& prefix, const Eigen::VectorXd& residual,
                      std::vector<DataFit>& fits) {
  Index first = 0;
  for (const BuiltMeasurement& built : fitted.measurements) {
    Index count = 0;
    for (int step = 0; step < fitted.experiment->step_count(); ++step) count += built.measurement->count(step);
    fits.push_back(fit_of(prefix + built.record.name, built.record.what, residual.segment(first, count)));
    first += count;
  }
}

} // namespace

bool is_steady(const SampleStatistics& samples) {
  constexpr double small_share = 0.05;
  return samples.loss_standard_deviation < small_share * samples.loss_mean;
}

FitOutcome gather_outcome(Identification& identification, IdentificationResult result) {
  FitOutcome outcome;
  outcome.result = std::move(result);
  const std::vector<double>& x = outcome.result.x;
  std::span<const double> nuisance = outcome.result.nuisance;
  for (const auto& fitted : identification.cases) {
    const std::string prefix = identification.cases.size() > 1 ? fitted->name + "/" : "";
    std::vector<double>& own = outcome.nuisance_of_case.emplace_back();
    if (Experiment* experiment = fitted->experiment.get()) {
      const std::span<const double> part = next(nuisance, experiment->nuisance_count());
      own.assign(part.begin(), part.end());
      add_measurements(*fitted, prefix, experiment->linearize(identification.design, x, part, true).residual,
                       outcome.data);
      const std::vector<double> scales = experiment->nuisance_scales();
      for (std::size_t i = 0; i < scales.size(); ++i) outcome.nuisance_values.push_back(part[i] * scales[i]);
      for (const std::string& name : experiment->nuisance_names()) outcome.nuisance_names.push_back(prefix + name);
    }
    for (const BuiltHomogeneousTest& built : fitted->tests()) {
      const Eigen::VectorXd residual = built.test->linearize(identification.design, x, {}, true).residual;
      outcome.data.push_back(
          fit_of(prefix + built.record.name, fmt::format("{} test", name_of(built.test->data().mode)), residual));
    }
  }
  return outcome;
}

} // namespace adjoule
