#include "scaled_gradient.hpp"

#include <algorithm>

namespace adjoule {
namespace {

void add_scaled(double factor, const std::vector<double>& values, std::vector<double>& sum) {
  for (std::size_t i = 0; i < values.size(); ++i) sum[i] += factor * values[i];
}

Sensitivities zeros_like(const Sensitivities& other) {
  Sensitivities zeros = other;
  for (std::vector<double>& values : zeros.fields.values) std::ranges::fill(values, 0.0);
  std::ranges::fill(zeros.parameters.scalars, 0.0);
  std::ranges::fill(zeros.parameters.entries, 0.0);
  std::ranges::fill(zeros.coordinates, 0.0);
  return zeros;
}

} // namespace

void add_scaled_gradient(double factor, const Objective& objective, const Evaluation& at,
                         Sensitivities& sensitivities) {
  Sensitivities own = zeros_like(sensitivities);
  objective.add_gradient(at, own);
  for (std::size_t field = 0; field < own.fields.values.size(); ++field)
    add_scaled(factor, own.fields.values[field], sensitivities.fields.values[field]);
  add_scaled(factor, own.parameters.scalars, sensitivities.parameters.scalars);
  add_scaled(factor, own.parameters.entries, sensitivities.parameters.entries);
  add_scaled(factor, own.coordinates, sensitivities.coordinates);
}

} // namespace adjoule
