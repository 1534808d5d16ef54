/// A model and what was measured on it, as a source of data.
#pragma once

#include "adjoule/inverse/identification.hpp"
#include "adjoule/inverse/measurement.hpp"

namespace adjoule {

/// Runs the model through its pseudo-times (none: one steady state), each from the state before, and gathers the
/// residuals of its measurements, measurement by measurement, each step by step.
class Experiment final : public DataTerm {
 public:
  /// Keeps references to the model and its measurements.
  Experiment(std::string name, MultiphysicsSystem& model, std::vector<double> times,
             std::vector<const Measurement*> measurements, SolveOptions options);

  const std::string& name() const override { return name_; }
  Index residual_count() const override;
  int nuisance_count() const override;
  std::vector<std::string> nuisance_names() const override;
  std::vector<double> nuisance_scales() const override;
  bool sees_force() const override;
  Linearization linearize(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                          bool residual_only) override;
  HalfSquare half_square(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                         const Eigen::VectorXd& shift) override;

  int step_count() const { return times_.empty() ? 1 : static_cast<int>(times_.size()); }
  /// States of the last evaluation that succeeded, one a step.
  const std::vector<State>& states() const { return states_; }

 private:
  void solve(const Design& design, std::span<const double> x);

  std::string name_;
  MultiphysicsSystem& model_;
  std::vector<double> times_;
  std::vector<const Measurement*> measurements_;
  SolveOptions options_;
  std::vector<State> states_;
};

} // namespace adjoule
