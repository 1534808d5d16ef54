#include "adjoule/inverse/homogeneous_test.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

void require_sound(const std::string& name, const HomogeneousTestData& data) {
  const auto fail = [&](const std::string& what) { throw InputError(fmt::format("test \"{}\": {}", name, what)); };
  if (data.stretch.empty()) fail("there is no point of data");
  if (data.stress.size() != data.stretch.size() || data.standard_deviation.size() != data.stretch.size()) {
    fail(fmt::format("{} stretches, {} stresses and {} standard deviations: there has to be one of each a point",
                     data.stretch.size(), data.stress.size(), data.standard_deviation.size()));
  }
  const auto positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  for (std::size_t i = 0; i < data.stretch.size(); ++i) {
    if (!positive(data.stretch[i])) fail(fmt::format("stretch {} has to be positive and finite", data.stretch[i]));
    if (!std::isfinite(data.stress[i])) fail(fmt::format("the stress at stretch {} is not finite", data.stretch[i]));
    if (positive(data.standard_deviation[i])) continue;
    fail(fmt::format("the standard deviation at stretch {} is {} Pa and has to be positive", data.stretch[i],
                     data.standard_deviation[i]));
  }
  if (!positive(data.weight)) fail(fmt::format("the weight is {} and has to be positive", data.weight));
}

} // namespace

std::vector<double> HomogeneousLaw::values(const Parameters& parameters) const {
  std::vector<double> result;
  for (const CoefficientPointer& property : properties)
    result.push_back(property->value(PointContext{}, parameters.all())[0]);
  return result;
}

Eigen::MatrixXd HomogeneousLaw::derivatives(const Design& design, std::span<const double> x,
                                            const Parameters& parameters) const {
  Eigen::MatrixXd result(static_cast<Index>(properties.size()), design.size());
  ParameterVector sensitivity = parameters.zeros();
  for (std::size_t p = 0; p < properties.size(); ++p) {
    CoefficientDerivative derivative;
    properties[p]->linearize(PointContext{}, parameters.all(), true, derivative);
    const auto place = [&](const ParameterTerm& term) -> double& {
      auto& part = term.scalar ? sensitivity.scalars : sensitivity.entries;
      return part[static_cast<std::size_t>(term.offset[0])];
    };
    for (const ParameterTerm& term : derivative.terms) place(term) += term.derivative[0];
    const std::vector<double> row = design.pull_back(x, parameters, sensitivity);
    result.row(static_cast<Index>(p)) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), design.size());
    for (const ParameterTerm& term : derivative.terms) place(term) = 0.0;
  }
  return result;
}

HomogeneousTest::HomogeneousTest(std::string name, Parameters& parameters, HomogeneousLaw law, HomogeneousTestData data)
    : name_(std::move(name)), parameters_(parameters), law_(std::move(law)), data_(std::move(data)) {
  require_sound(name_, data_);
}

DataTerm::Linearization HomogeneousTest::linearize(const Design& design, std::span<const double> x,
                                                   std::span<const double>, bool residual_only) {
  design.apply(x, parameters_);
  const std::vector<double> properties = law_.values(parameters_);
  Linearization result;
  result.residual.resize(residual_count());
  if (!residual_only) result.design.resize(residual_count(), design.size());
  result.nuisance.resize(residual_count(), 0);
  const Eigen::MatrixXd derivatives = residual_only ? Eigen::MatrixXd() : law_.derivatives(design, x, parameters_);
  for (Index i = 0; i < residual_count(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    const HomogeneousStress at =
        homogeneous_stress(*law_.energy, law_.volume, properties, data_.mode, data_.stretch[point]);
    const double scale = std::sqrt(data_.weight) / data_.standard_deviation[point];
    result.residual[i] = scale * (at.stress - data_.stress[point]);
    if (residual_only) continue;
    const Eigen::Map<const Eigen::RowVectorXd> to_properties(at.properties.data(), derivatives.rows());
    result.design.row(i).noalias() = scale * (to_properties * derivatives);
  }
  return result;
}

DataTerm::HalfSquare HomogeneousTest::half_square(const Design& design, std::span<const double> x,
                                                  std::span<const double> nuisance, const Eigen::VectorXd& shift) {
  const Linearization at = linearize(design, x, nuisance, false);
  const Eigen::VectorXd residual = shift.size() == 0 ? at.residual : Eigen::VectorXd(at.residual - shift);
  const Eigen::VectorXd gradient = at.design.transpose() * residual;
  return {0.5 * residual.squaredNorm(), {gradient.begin(), gradient.end()}, {}};
}

std::vector<double> HomogeneousTest::stress() const {
  const std::vector<double> properties = law_.values(parameters_);
  std::vector<double> result;
  for (const double stretch : data_.stretch)
    result.push_back(homogeneous_stress(*law_.energy, law_.volume, properties, data_.mode, stretch).stress);
  return result;
}

} // namespace adjoule
