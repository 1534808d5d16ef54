// Half the sum of squares of all measurements of one step, as an objective of the model.
#pragma once

#include "adjoule/inverse/measurement.hpp"

namespace adjoule {

class StepMisfit final : public Objective {
 public:
  StepMisfit(std::string name, int step) : name_(std::move(name)), step_(step) {}

  /// Keeps a reference to the measurement. `shift` is taken off its residuals; empty: none.
  void add(const Measurement& measurement, std::span<const double> nuisance, Eigen::VectorXd shift);
  bool empty() const { return parts_.empty(); }

  const std::string& name() const override { return name_; }
  double value(const Evaluation& at) const override;
  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override;
  double jvp(const Evaluation& at, const Direction& direction) const override;
  std::vector<int> fields() const override;
  std::vector<Parameter> parameters() const override;

 private:
  struct Part {
    const Measurement* measurement;
    std::vector<double> nuisance;
    Eigen::VectorXd shift;
  };
  Eigen::VectorXd residual(const Part& part, const Evaluation& at) const;

  std::string name_;
  int step_;
  std::vector<Part> parts_;
};

} // namespace adjoule
