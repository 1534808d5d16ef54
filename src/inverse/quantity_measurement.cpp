#include "adjoule/inverse/quantity_measurement.hpp"

#include "adjoule/core/error.hpp"
#include "scaled_gradient.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {

QuantityMeasurement::QuantityMeasurement(std::string name, const Objective& objective, bool sees_force,
                                         std::vector<std::vector<MeasuredValue>> steps)
    : name_(std::move(name)), objective_(objective), sees_force_(sees_force), steps_(std::move(steps)) {
  for (const std::vector<MeasuredValue>& step : steps_) {
    for (const MeasuredValue& entry : step) {
      if (entry.standard_deviation > 0.0 && std::isfinite(entry.standard_deviation)) continue;
      throw InputError(fmt::format("data '{}': a standard deviation is not positive", name_));
    }
  }
}

Eigen::VectorXd QuantityMeasurement::residual(int step, const Evaluation& at, std::span<const double>) const {
  Eigen::VectorXd residual(count(step));
  if (count(step) == 0) return residual;
  const double model = objective_.value(at);
  for (Index i = 0; i < count(step); ++i) {
    const MeasuredValue& entry = values(step)[static_cast<std::size_t>(i)];
    residual[i] = (model - entry.value) / entry.standard_deviation;
  }
  return residual;
}

Eigen::VectorXd QuantityMeasurement::jvp(int step, const Evaluation& at, const Direction& direction) const {
  Eigen::VectorXd change(count(step));
  if (count(step) == 0) return change;
  const double model = objective_.jvp(at, direction);
  for (Index i = 0; i < count(step); ++i)
    change[i] = model / values(step)[static_cast<std::size_t>(i)].standard_deviation;
  return change;
}

void QuantityMeasurement::add_vjp(int step, const Evaluation& at, const Eigen::VectorXd& dual,
                                  Sensitivities& sensitivities) const {
  double factor = 0.0;
  for (Index i = 0; i < count(step); ++i)
    factor += dual[i] / values(step)[static_cast<std::size_t>(i)].standard_deviation;
  if (factor == 0.0) return;
  add_scaled_gradient(factor, objective_, at, sensitivities);
}

} // namespace adjoule
