#include "adjoule/inverse/identification.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/normal_numbers.hpp"
#include "identification_statistics.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

void require_fit(const IdentificationProblem& problem, const IdentificationOptions& options) {
  if (!problem.design || problem.design->size() == 0) throw InputError("there are no unknowns to identify");
  if (problem.data.empty()) throw InputError("there are no data to identify the unknowns from");
  if (options.max_iterations < 1) throw InputError("an identification needs one iteration at least");
  if (!(options.tolerance > 0.0)) throw InputError("the tolerance of an identification has to be positive");
  if (options.samples < 0 || options.samples == 1) {
    throw InputError(fmt::format("{} samples have no spread: ask for none, or for two and more", options.samples));
  }
  Index unknowns = problem.design->size(), residuals = 0;
  for (const DataTerm* term : problem.data) {
    unknowns += term->nuisance_count();
    residuals += term->residual_count();
  }
  if (unknowns > residuals && problem.regularization.empty()) {
    throw InputError(
        fmt::format("{} unknowns cannot be found from {} measured values: add data, fix some of the unknowns, "
                    "or add a regularisation",
                    unknowns, residuals));
  }
  for (const Regularization* term : problem.regularization) {
    if (options.method == IdentificationMethod::levenberg_marquardt && !term->is_least_squares()) {
      throw InputError(fmt::format("the regularisation '{}' is not a sum of squares, which the Levenberg-Marquardt "
                                   "method needs: use method \"lbfgs\", or another regularisation",
                                   term->name()));
    }
  }
}

FitOutcome fit(LeastSquares& problem, const std::vector<double>& start, const IdentificationOptions& options) {
  return options.method == IdentificationMethod::lbfgs ? fit_by_lbfgs(problem, start, options)
                                                       : fit_by_levenberg_marquardt(problem, start, options);
}

double chi_squared_at(LeastSquares& problem, const std::vector<double>& unknowns, IdentificationMethod method) {
  return method == IdentificationMethod::lbfgs ? problem.objective(unknowns).chi_squared
                                               : problem.linearize(unknowns, true).chi_squared;
}

/// Refits to the data with noise added, each from the result. The noise of a sample depends on the seed and its number
/// alone. Streams are counted from the far end: the first ones with the same seed may have made the data.
SampleStatistics sample(LeastSquares& problem, const std::vector<double>& result,
                        const IdentificationOptions& options) {
  SampleStatistics statistics;
  IdentificationOptions quiet = options;
  quiet.on_iterate = {};
  for (int number = 0; number < options.samples && !statistics.stopped; ++number) {
    NormalNumbers noise(options.seed, ~static_cast<std::uint64_t>(number));
    Eigen::VectorXd shift(problem.data_count());
    for (double& value : shift) value = noise.next();
    problem.set_shift(std::move(shift));
    try {
      const FitOutcome outcome = fit(problem, result, quiet);
      if (outcome.converged) {
        statistics.loss.push_back(chi_squared_at(problem, outcome.unknowns, options.method));
        statistics.values.push_back(
            problem.design().values(std::span<const double>(outcome.unknowns).first(to_size(problem.variables()))));
      } else {
        ++statistics.failed;
      }
    } catch (const AnalysisError&) {
      ++statistics.failed;
    }
    const int done = number + 1;
    statistics.stopped = options.on_sample && !options.on_sample(done, options.samples) && done < options.samples;
  }
  problem.set_shift({});

  const auto spread = [](const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    double mean = 0.0, squares = 0.0;
    for (const double value : values) mean += value / count;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::pair(mean, std::sqrt(squares / (count - 1.0)));
  };
  if (statistics.values.size() < 2) return statistics;
  for (std::size_t i = 0; i < statistics.values.front().size(); ++i) {
    std::vector<double> column;
    for (const std::vector<double>& values : statistics.values) column.push_back(values[i]);
    const auto [mean, deviation] = spread(column);
    statistics.mean.push_back(mean);
    statistics.standard_deviation.push_back(deviation);
  }
  std::tie(statistics.loss_mean, statistics.loss_standard_deviation) = spread(statistics.loss);
  return statistics;
}

std::vector<bool> at_bounds(const Design& design, const std::vector<double>& x) {
  const std::vector<double> lower = design.lower(), upper = design.upper();
  std::vector<bool> held;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double near = 1e-9 * (1.0 + std::abs(x[i]));
    held.push_back(x[i] - lower[i] <= near || upper[i] - x[i] <= near);
  }
  return held;
}

} // namespace

IdentificationResult identify(const IdentificationProblem& problem, const IdentificationOptions& options) {
  require_fit(problem, options);
  LeastSquares least_squares(problem);
  const FitOutcome outcome = fit(least_squares, least_squares.start(), options);

  IdentificationResult result;
  const auto split = outcome.unknowns.begin() + least_squares.variables();
  result.x.assign(outcome.unknowns.begin(), split);
  result.nuisance.assign(split, outcome.unknowns.end());
  result.values = problem.design->values(result.x);
  result.residual_count = least_squares.data_count();
  result.iterations = outcome.iterations;
  result.failures = outcome.failures;
  result.converged = outcome.converged;
  result.stopped = outcome.stopped;
  result.reason = outcome.reason;
  result.at_bound = at_bounds(*problem.design, result.x);

  if (options.samples > 0 && !outcome.stopped) result.samples = sample(least_squares, outcome.unknowns, options);
  // Last of all, so that the models are left at the result.
  if (options.method == IdentificationMethod::levenberg_marquardt) {
    const LeastSquares::Linearization at = least_squares.linearize(outcome.unknowns, false);
    result.chi_squared = at.chi_squared;
    result.regularization = at.regularization;
    add_statistics(least_squares, at, result);
    add_warnings(problem, least_squares, &at, result);
  } else {
    const LeastSquares::Objective at = least_squares.objective(outcome.unknowns);
    result.chi_squared = at.chi_squared;
    result.regularization = at.regularization;
    result.degrees_of_freedom = least_squares.data_count() - least_squares.unknowns();
    add_warnings(problem, least_squares, nullptr, result);
  }
  return result;
}

} // namespace adjoule
