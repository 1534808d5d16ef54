/// What was measured on a model, as residuals of its states.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <Eigen/Core>

namespace adjoule {

/// One set of data of an experiment: residuals r = (model - data) / standard deviation, dimensionless. The experiment
/// runs through steps (pseudo-times), and each residual belongs to one of them. Motion of the observer's frame and the
/// like are unknowns of the measurement's own, of order one (`nuisance`).
class Measurement {
 public:
  virtual ~Measurement() = default;
  /// Name of the data in the case file.
  virtual const std::string& name() const = 0;
  /// Residuals of a step; may be 0.
  virtual Index count(int step) const = 0;
  virtual int nuisance_count() const { return 0; }
  /// One a nuisance: "front: shift x at t = 0.5 (m)", and how many of that unit a change by one is.
  virtual std::vector<std::string> nuisance_names() const { return {}; }
  virtual std::vector<double> nuisance_scales() const { return {}; }
  /// Whether it holds a force or an energy, without which only ratios of stiffnesses can be found.
  virtual bool sees_force() const { return false; }

  /// The residuals of a step.
  virtual Eigen::VectorXd residual(int step, const Evaluation& at, std::span<const double> nuisance) const = 0;
  /// Their change along a direction of fields and parameters.
  virtual Eigen::VectorXd jvp(int step, const Evaluation& at, const Direction& direction) const = 0;
  /// d(residual)/d(nuisance), count(step) x nuisance_count().
  virtual Eigen::MatrixXd nuisance_jacobian(int step, const Evaluation& at, std::span<const double> nuisance) const;
  /// sensitivities += d(dual . residual)/d(fields, parameters).
  virtual void add_vjp(int step, const Evaluation& at, const Eigen::VectorXd& dual,
                       Sensitivities& sensitivities) const = 0;
  /// Fields whose values matter, ascending; parameters that enter directly.
  virtual std::vector<int> fields() const = 0;
  virtual std::vector<Parameter> parameters() const = 0;
};

} // namespace adjoule
