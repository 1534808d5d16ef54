#include "table_coefficient.hpp"

#include "adjoule/core/error.hpp"

#include <cmath>
#include <fmt/core.h>

namespace adjoule {

TableCoefficient::TableCoefficient(const Parameters& parameters, std::vector<Parameter> temperatures,
                                   std::vector<Parameter> values)
    : temperatures_(std::move(temperatures)), values_(std::move(values)) {
  if (temperatures_.empty() && values_.empty())
    throw InputError("a table has no entries: it needs at least two temperatures with their values");
  const std::string& place = parameters.path(temperatures_.empty() ? values_.front() : temperatures_.front());
  if (temperatures_.size() != values_.size())
    throw InputError(
        fmt::format("the table that begins with {} has {} temperatures and {} values: give as many of each", place,
                    temperatures_.size(), values_.size()));
  if (temperatures_.size() < 2)
    throw InputError(
        fmt::format("the table that begins with {} has one entry: give at least two, or a plain number", place));
  for (const auto* list : {&temperatures_, &values_})
    for (const Parameter parameter : *list) {
      if (parameters.kind(parameter) != ParameterKind::scalar)
        throw InputError(fmt::format("{} in the table that begins with {} is an array: every entry is a single number",
                                     parameters.path(parameter), place));
      (list == &temperatures_ ? temperature_offsets_ : value_offsets_).push_back(parameters.offset(parameter));
    }
  for (std::size_t i = 0; i + 1 < size(); ++i) {
    const double left = temperature(parameters.all(), i), right = temperature(parameters.all(), i + 1);
    if (!(left < right))
      throw InputError(
          fmt::format("the temperatures of the table that begins with {} must ascend, but {} K (entry {}) is "
                      "followed by {} K",
                      place, left, i, right));
  }
}

double TableCoefficient::temperature(const ParameterVector& parameters, std::size_t entry) const {
  return parameters.scalars[static_cast<std::size_t>(temperature_offsets_[entry])];
}

double TableCoefficient::entry_value(const ParameterVector& parameters, std::size_t entry) const {
  return parameters.scalars[static_cast<std::size_t>(value_offsets_[entry])];
}

double TableCoefficient::slope(const ParameterVector& parameters, std::size_t left) const {
  return (entry_value(parameters, left + 1) - entry_value(parameters, left)) /
         (temperature(parameters, left + 1) - temperature(parameters, left));
}

// The end temperatures themselves count as inside, so that a body at the first temperature feels the table's slope.
TableCoefficient::Place TableCoefficient::find(double at, const ParameterVector& parameters) const {
  const std::size_t last = size() - 1;
  if (at < temperature(parameters, 0)) return {0, 0.0, true};
  if (at > temperature(parameters, last)) return {last - 1, 1.0, true};
  std::size_t left = 0, right = last;
  while (right - left > 1) {
    const std::size_t middle = (left + right) / 2;
    (temperature(parameters, middle) <= at ? left : right) = middle;
  }
  const double start = temperature(parameters, left);
  return {left, (at - start) / (temperature(parameters, right) - start), false};
}

double TableCoefficient::interpolate(const Place& place, const ParameterVector& parameters) const {
  // Both end values are met exactly.
  return (1.0 - place.fraction) * entry_value(parameters, place.left) +
         place.fraction * entry_value(parameters, place.left + 1);
}

Batch TableCoefficient::value(const PointContext& at, const ParameterVector& parameters) const {
  return map_lanes(at.temperature, [&](double t) { return interpolate(find(t, parameters), parameters); });
}

Batch TableCoefficient::linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                                  CoefficientDerivative& derivative) const {
  derivative = {};
  ParameterTerm left_value, right_value, left_temperature, right_temperature;
  Batch result;
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const Place place = find(at.temperature[lane], parameters);
    const double tangent = place.held ? 0.0 : slope(parameters, place.left);
    result.set(lane, interpolate(place, parameters));
    derivative.temperature.set(lane, tangent);
    const auto l = static_cast<std::size_t>(lane);
    left_value.offset[l] = value_offsets_[place.left];
    right_value.offset[l] = value_offsets_[place.left + 1];
    left_temperature.offset[l] = temperature_offsets_[place.left];
    right_temperature.offset[l] = temperature_offsets_[place.left + 1];
    left_value.derivative.set(lane, 1.0 - place.fraction);
    right_value.derivative.set(lane, place.fraction);
    // A table shifted together with T keeps its value: the two temperatures share -df/dT as the values share f.
    left_temperature.derivative.set(lane, -tangent * (1.0 - place.fraction));
    right_temperature.derivative.set(lane, -tangent * place.fraction);
  }
  if (want_terms) derivative.terms = {left_value, right_value, left_temperature, right_temperature};
  return result;
}

std::vector<Parameter> TableCoefficient::parameters() const {
  std::vector<Parameter> all = temperatures_;
  all.insert(all.end(), values_.begin(), values_.end());
  return all;
}

std::optional<std::pair<double, double>> TableCoefficient::temperature_range(const ParameterVector& parameters) const {
  return std::pair{temperature(parameters, 0), temperature(parameters, size() - 1)};
}

CoefficientPointer table_coefficient(const Parameters& parameters, std::vector<Parameter> temperatures,
                                     std::vector<Parameter> values) {
  return std::make_shared<TableCoefficient>(parameters, std::move(temperatures), std::move(values));
}

} // namespace adjoule
