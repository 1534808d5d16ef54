#include "variable_scale.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

void check_start(const std::string& name, const VariableRange& range, double start) {
  if (!std::isfinite(start)) throw InputError(fmt::format("{}: its start value is not a finite number", name));
  if (start < range.lower || start > range.upper) {
    throw InputError(
        fmt::format("{}: its start value {} is out of its bounds [{}, {}]: begin within them, or widen them", name,
                    start, range.lower, range.upper));
  }
}

bool is_logarithmic(const std::string& name, const VariableRange& range, VariableScaling scaling,
                    std::span<const double> start) {
  const bool positive = std::all_of(start.begin(), start.end(), [](double value) { return value > 0.0; });
  if (scaling == VariableScaling::automatic) return positive && range.positive;
  if (scaling == VariableScaling::linear) return false;
  if (!positive || range.lower < 0.0) {
    throw InputError(fmt::format("{}: a logarithmic scale is for positive values, and this one {}: ask for the linear "
                                 "scale, or {}",
                                 name, positive ? "may become negative" : "begins at or below 0",
                                 positive ? "give a lower bound above 0" : "begin above 0"));
  }
  return true;
}

// What a linear scale takes for 1.
double linear_size(const VariableRange& range, std::span<const double> start) {
  double largest = 0.0;
  for (const double value : start) largest = std::max(largest, std::abs(value));
  if (largest > 0.0) return largest;
  const double width = range.upper - range.lower;
  return std::isfinite(width) ? width : 1.0;
}

} // namespace

VariableRange variable_range(const Parameters& parameters, Parameter parameter, const std::string& name, double offset,
                             const VariableOptions& options) {
  if (std::isnan(options.lower) || std::isnan(options.upper))
    throw InputError(fmt::format("{}: its bounds have to be numbers", name));
  const double lowest = parameters.lower(parameter) + offset, highest = parameters.upper(parameter) + offset;
  VariableRange range;
  // A logarithm keeps a value above 0 without a bound.
  const bool unbounded = options.scaling == VariableScaling::logarithmic && std::isinf(options.lower);
  range.lower = std::max(unbounded ? 0.0 : options.lower, lowest);
  range.upper = std::min(options.upper, highest);
  range.positive = range.lower > 0.0 || (lowest == 0.0 && options.lower < 0.0);
  if (!(range.lower < range.upper)) {
    throw InputError(fmt::format("{}: the bounds [{}, {}] {}leave nothing to vary: the lower one has to be below the "
                                 "upper one",
                                 name, options.lower, options.upper,
                                 options.lower < options.upper
                                     ? fmt::format("and the physical range [{}, {}] together ", lowest, highest)
                                     : ""));
  }
  return range;
}

double VariableScale::variable(double value) const {
  return weight_ * (logarithmic_ ? std::log(value / size_) : value / size_);
}

double VariableScale::value(double x) const {
  const double scaled = x / weight_;
  return std::clamp(size_ * (logarithmic_ ? std::exp(scaled) : scaled), range_.lower, range_.upper);
}

double VariableScale::derivative(double x) const {
  return size_ / weight_ * (logarithmic_ ? std::exp(x / weight_) : 1.0);
}

std::vector<VariableScale> variable_scales(const std::string& name, const VariableRange& range, VariableScaling scaling,
                                           std::span<const double> start, std::span<const double> weights) {
  for (const double value : start) check_start(name, range, value);
  const bool logarithmic = is_logarithmic(name, range, scaling, start);
  const double size = linear_size(range, start);
  std::vector<VariableScale> scales;
  for (std::size_t i = 0; i < start.size(); ++i)
    scales.emplace_back(logarithmic, logarithmic ? start[i] : size, weights[i], range);
  return scales;
}

} // namespace adjoule
