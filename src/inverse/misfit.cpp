#include "adjoule/inverse/misfit.hpp"

#include "adjoule/core/error.hpp"
#include "objectives.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

namespace adjoule {
namespace {

class MisfitObjective final : public NamedObjective {
 public:
  MisfitObjective(const std::string& name, std::unique_ptr<const Measurement> measurement, int step)
      : NamedObjective(name), measurement_(std::move(measurement)), step_(step) {}

  double value(const Evaluation& at) const override { return 0.5 * least_residual(at).squaredNorm(); }
  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    const Eigen::VectorXd residual = least_residual(at);
    measurement_->add_vjp(step_, at, residual, sensitivities);
    return 0.5 * residual.squaredNorm();
  }
  double jvp(const Evaluation& at, const Direction& direction) const override {
    return least_residual(at).dot(measurement_->jvp(step_, at, direction));
  }
  std::vector<int> fields() const override { return measurement_->fields(); }
  std::vector<Parameter> parameters() const override { return measurement_->parameters(); }

 private:
  // By Gauss-Newton steps in the measurement's own unknowns.
  Eigen::VectorXd least_residual(const Evaluation& at) const {
    std::vector<double> nuisance(static_cast<std::size_t>(measurement_->nuisance_count()), 0.0);
    Eigen::VectorXd residual = measurement_->residual(step_, at, nuisance);
    if (nuisance.empty()) return residual;
    constexpr int most = 50;
    for (int iteration = 0; iteration < most; ++iteration) {
      const Eigen::MatrixXd jacobian = measurement_->nuisance_jacobian(step_, at, nuisance);
      const Eigen::VectorXd step = jacobian.completeOrthogonalDecomposition().solve(-residual);
      for (std::size_t i = 0; i < nuisance.size(); ++i) nuisance[i] += step[static_cast<Eigen::Index>(i)];
      residual = measurement_->residual(step_, at, nuisance);
      if (step.lpNorm<Eigen::Infinity>() < 1e-10) return residual;
    }
    throw AnalysisError(fmt::format("{}: the rigid motion of the data '{}' was not found in {} steps: are they "
                                    "displacements of this body, in the units given?",
                                    where(), measurement_->name(), most));
  }

  std::unique_ptr<const Measurement> measurement_;
  int step_;
};

} // namespace

std::unique_ptr<Objective> make_misfit(const std::string& name, std::unique_ptr<const Measurement> measurement,
                                       int step) {
  return std::make_unique<MisfitObjective>(name, std::move(measurement), step);
}

} // namespace adjoule
