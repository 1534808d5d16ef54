#include "step_misfit.hpp"

#include <algorithm>

namespace adjoule {

void StepMisfit::add(const Measurement& measurement, std::span<const double> nuisance, Eigen::VectorXd shift) {
  parts_.push_back({&measurement, {nuisance.begin(), nuisance.end()}, std::move(shift)});
}

Eigen::VectorXd StepMisfit::residual(const Part& part, const Evaluation& at) const {
  Eigen::VectorXd r = part.measurement->residual(step_, at, part.nuisance);
  if (part.shift.size() > 0) r -= part.shift;
  return r;
}

double StepMisfit::value(const Evaluation& at) const {
  double sum = 0.0;
  for (const Part& part : parts_) sum += 0.5 * residual(part, at).squaredNorm();
  return sum;
}

double StepMisfit::add_gradient(const Evaluation& at, Sensitivities& sensitivities) const {
  double sum = 0.0;
  for (const Part& part : parts_) {
    const Eigen::VectorXd r = residual(part, at);
    part.measurement->add_vjp(step_, at, r, sensitivities);
    sum += 0.5 * r.squaredNorm();
  }
  return sum;
}

double StepMisfit::jvp(const Evaluation& at, const Direction& direction) const {
  double sum = 0.0;
  for (const Part& part : parts_) sum += residual(part, at).dot(part.measurement->jvp(step_, at, direction));
  return sum;
}

std::vector<int> StepMisfit::fields() const {
  std::vector<int> all;
  for (const Part& part : parts_) {
    const std::vector<int> own = part.measurement->fields();
    all.insert(all.end(), own.begin(), own.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Parameter> StepMisfit::parameters() const {
  std::vector<Parameter> all;
  for (const Part& part : parts_) {
    for (const Parameter parameter : part.measurement->parameters()) {
      if (std::find(all.begin(), all.end(), parameter) == all.end()) all.push_back(parameter);
    }
  }
  return all;
}

} // namespace adjoule
