/// A model and what was measured on it, as a source of data.
#pragma once

#include "adjoule/inverse/identification.hpp"
#include "adjoule/inverse/measurement.hpp"

namespace adjoule {

/// Runs the model through its pseudo-times (none: one steady state) and gathers the residuals of its measurements,
/// measurement by measurement, each step by step. Each time is solved from the same time's state of the last evaluation
/// that succeeded; where that fails, and at first, all are solved in turn from rest. The tolerance is 1e-10 at least:
/// what an evaluation gives depends on those before it by no more than that.
class Experiment final : public DataTerm {
 public:
  /// Keeps references to the model and its measurements. Throws InputError where there is nothing to fit.
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
  /// Where the residuals of a measurement at one step stand, and its nuisances.
  struct Rows {
    const Measurement* measurement;
    Index first, count;
    int first_nuisance, nuisances;
  };
  /// The variables that act on the model, and the change of its parameters with each of them.
  struct Changes {
    std::vector<Index> variable;
    std::vector<ParameterVector> parameters;
  };

  void solve(const Design& design, std::span<const double> x);
  std::vector<State> solve_from_last_states();
  std::vector<State> solve_from_rest();
  void set_step(int step);
  bool is_of_present_model(const State& state) const;
  std::vector<Rows> rows(int step) const; ///< those with values
  Changes parameter_changes(const Design& design, std::span<const double> x) const;

  std::string name_;
  MultiphysicsSystem& model_;
  std::vector<double> times_;
  std::vector<const Measurement*> measurements_;
  SolveOptions options_;
  std::vector<State> states_;
};

} // namespace adjoule
