#include "adjoule/fem/coefficient.hpp"
#include "parameter_kind.hpp"

#include <algorithm>

namespace adjoule {
namespace {

class Product final : public Coefficient {
 public:
  Product(const Parameters& parameters, CoefficientPointer coefficient, Parameter factor)
      : coefficient_(std::move(coefficient)), factor_(factor), factor_offset_(parameters.offset(factor)) {
    require_kind(parameters, factor, ParameterKind::scalar);
  }

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return factor(parameters) * coefficient_->value(at, parameters);
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    const Batch scale = factor(parameters);
    const Batch unscaled = coefficient_->linearize(at, parameters, want_terms, derivative);
    derivative.temperature *= scale;
    derivative.position = scale * derivative.position;
    for (ParameterTerm& term : derivative.terms) term.derivative *= scale;
    if (want_terms) {
      ParameterTerm term;
      term.offset.fill(factor_offset_);
      term.derivative = unscaled;
      derivative.terms.push_back(term);
    }
    return scale * unscaled;
  }

  CoefficientVariation variation() const override { return coefficient_->variation(); }
  bool reads_temperature() const override { return coefficient_->reads_temperature(); }
  bool reads_position() const override { return coefficient_->reads_position(); }

  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = coefficient_->parameters();
    if (std::find(all.begin(), all.end(), factor_) == all.end()) all.push_back(factor_);
    return all;
  }

  std::optional<std::pair<double, double>> temperature_range(const ParameterVector& parameters) const override {
    return coefficient_->temperature_range(parameters);
  }

 private:
  double factor(const ParameterVector& parameters) const {
    return parameters.scalars[static_cast<std::size_t>(factor_offset_)];
  }

  CoefficientPointer coefficient_;
  Parameter factor_;
  Index factor_offset_;
};

} // namespace

CoefficientPointer product_coefficient(const Parameters& parameters, CoefficientPointer coefficient, Parameter factor) {
  return std::make_shared<Product>(parameters, std::move(coefficient), factor);
}

} // namespace adjoule
