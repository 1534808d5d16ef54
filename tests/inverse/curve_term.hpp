// A curve y(t; b) with data, as a source of data without a model; and designs of its numbers b0, b1, ...
#pragma once

#include "adjoule/core/error.hpp"
#include "adjoule/core/normal_numbers.hpp"
#include "adjoule/inverse/identification.hpp"

#include <array>
#include <cmath>
#include <functional>

namespace adjoule::test {

/// Numbers "b0", "b1", ... in a registry.
inline Parameters make_numbers(const std::vector<double>& values, const std::string& unit = "1") {
  Parameters parameters;
  for (std::size_t i = 0; i < values.size(); ++i) {
    parameters.register_parameter("b" + std::to_string(i), values[i], {.unit = unit});
  }
  return parameters;
}

inline Design design_of(const Parameters& parameters, const VariableOptions& options = {}) {
  Design design;
  for (int id = 0; id < parameters.size(); ++id) {
    design.add(make_scalar_variable(parameters, parameters.path({id}), options));
  }
  return design;
}

struct Curve {
  /// y at t, and its derivatives to b.
  std::function<double(double t, std::span<const double> b, std::span<double> derivatives)> value{};
  std::vector<double> t{};
  std::vector<double> y{};
  double noise = 1.0;
  bool sees_force = true;
  /// The data are offset by an unknown shift of this scale; 0: they are not.
  double shift_scale = 0.0;
  /// Whether the curve can be computed.
  std::function<bool(std::span<const double> b)> exists{};
};

class CurveTerm final : public DataTerm {
 public:
  CurveTerm(Parameters& parameters, Curve curve) : parameters_(parameters), curve_(std::move(curve)) {}

  const std::string& name() const override { return name_; }
  Index residual_count() const override { return static_cast<Index>(curve_.t.size()); }
  int nuisance_count() const override { return curve_.shift_scale > 0.0 ? 1 : 0; }
  std::vector<std::string> nuisance_names() const override { return {"shift (1)"}; }
  std::vector<double> nuisance_scales() const override { return {curve_.shift_scale}; }
  bool sees_force() const override { return curve_.sees_force; }

  Linearization linearize(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                          bool residual_only) override {
    ++evaluations;
    design.apply(x, parameters_);
    const std::vector<double> b = parameters_.all().scalars;
    if (curve_.exists && !curve_.exists(b)) throw AnalysisError("no such curve");
    Linearization result;
    result.residual.resize(residual_count());
    Eigen::MatrixXd derivatives(residual_count(), static_cast<Eigen::Index>(b.size()));
    for (Eigen::Index i = 0; i < residual_count(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      std::vector<double> row(b.size());
      double y = curve_.value(curve_.t[k], b, row);
      if (nuisance_count() > 0) y += curve_.shift_scale * nuisance[0];
      result.residual[i] = (y - curve_.y[k]) / curve_.noise;
      derivatives.row(i) = Eigen::Map<Eigen::RowVectorXd>(row.data(), derivatives.cols()) / curve_.noise;
    }
    if (residual_only) return result;
    result.design.setZero(residual_count(), design.size());
    for (Index variable = 0; variable < design.size(); ++variable) {
      std::vector<double> unit(static_cast<std::size_t>(design.size()), 0.0);
      unit[static_cast<std::size_t>(variable)] = 1.0;
      const ParameterVector change = design.push_forward(x, parameters_, unit);
      result.design.col(variable) =
          derivatives * Eigen::Map<const Eigen::VectorXd>(change.scalars.data(), derivatives.cols());
    }
    result.nuisance.setConstant(residual_count(), nuisance_count(), curve_.shift_scale / curve_.noise);
    return result;
  }

  HalfSquare half_square(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                         const Eigen::VectorXd& shift) override {
    Linearization at = linearize(design, x, nuisance, false);
    if (shift.size() > 0) at.residual -= shift;
    const Eigen::VectorXd design_dual = at.design.transpose() * at.residual;
    const Eigen::VectorXd nuisance_dual = at.nuisance.transpose() * at.residual;
    return {0.5 * at.residual.squaredNorm(),
            {design_dual.begin(), design_dual.end()},
            {nuisance_dual.begin(), nuisance_dual.end()}};
  }

  int evaluations = 0;

 private:
  std::string name_ = "curve";
  Parameters& parameters_;
  Curve curve_;
};

/// y = sum b_2k exp(-b_2k+1 t).
inline double exponentials(double t, std::span<const double> b, std::span<double> derivatives) {
  double sum = 0.0;
  for (std::size_t i = 0; i < b.size(); i += 2) {
    derivatives[i] = std::exp(-b[i + 1] * t);
    derivatives[i + 1] = -t * b[i] * derivatives[i];
    sum += b[i] * derivatives[i];
  }
  return sum;
}

/// Exact data of 2 exp(-t / 2) at t = 0, 0.25, ..., which fit b = (2, 0.5).
inline Curve decay(int count = 17) {
  Curve curve;
  curve.value = exponentials;
  std::vector<double> unused(2);
  for (int i = 0; i < count; ++i) {
    curve.t.push_back(0.25 * i);
    curve.y.push_back(exponentials(curve.t.back(), std::array{2.0, 0.5}, unused));
  }
  curve.noise = 1e-3;
  return curve;
}

/// With the curve's noise added to its data.
inline Curve with_noise(Curve curve, unsigned seed) {
  NormalNumbers numbers(seed);
  for (double& y : curve.y) y += curve.noise * numbers.next();
  return curve;
}

inline constexpr IdentificationMethod both_methods[]{IdentificationMethod::levenberg_marquardt,
                                                     IdentificationMethod::lbfgs};

inline IdentificationResult fit(Parameters& parameters, Design& design, const Curve& curve,
                                const IdentificationOptions& options = {},
                                const std::vector<const Regularization*>& regularization = {}) {
  CurveTerm term(parameters, curve);
  return identify({&design, {&term}, regularization}, options);
}

inline bool has_warning(const IdentificationResult& result, const std::string& text) {
  for (const std::string& warning : result.warnings) {
    if (warning.find(text) != std::string::npos) return true;
  }
  return false;
}

inline std::string all_warnings(const IdentificationResult& result) {
  std::string all;
  for (const std::string& warning : result.warnings) all += warning + "\n";
  return all;
}

} // namespace adjoule::test
