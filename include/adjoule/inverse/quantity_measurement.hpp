/// A history of values of one quantity: the load cell's force, a terminal's current.
#pragma once

#include "adjoule/inverse/measurement.hpp"

namespace adjoule {

/// A value measured in a step.
struct MeasuredValue {
  double value = 0.0;              ///< SI
  double standard_deviation = 0.0; ///< SI
};

/// Residuals (model - data) / standard deviation. A step may have several values, or none.
class QuantityMeasurement final : public Measurement {
 public:
  /// Refers to the objective. Throws InputError for a standard deviation that is not positive.
  QuantityMeasurement(std::string name, const Objective& objective, bool sees_force,
                      std::vector<std::vector<MeasuredValue>> steps);

  const std::string& name() const override { return name_; }
  Index count(int step) const override { return static_cast<Index>(values(step).size()); }
  bool sees_force() const override { return sees_force_; }
  Eigen::VectorXd residual(int step, const Evaluation& at, std::span<const double> nuisance) const override;
  Eigen::VectorXd jvp(int step, const Evaluation& at, const Direction& direction) const override;
  void add_vjp(int step, const Evaluation& at, const Eigen::VectorXd& dual,
               Sensitivities& sensitivities) const override;
  std::vector<int> fields() const override { return objective_.fields(); }
  std::vector<Parameter> parameters() const override { return objective_.parameters(); }

  int step_count() const { return static_cast<int>(steps_.size()); }
  const std::vector<MeasuredValue>& values(int step) const { return steps_[static_cast<std::size_t>(step)]; }
  const Objective& objective() const { return objective_; }

 private:
  std::string name_;
  const Objective& objective_;
  bool sees_force_;
  std::vector<std::vector<MeasuredValue>> steps_;
};

} // namespace adjoule
