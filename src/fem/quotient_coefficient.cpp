#include "adjoule/fem/coefficient.hpp"

#include "parameter_kind.hpp"

#include <algorithm>

namespace adjoule {
namespace {

class Quotient final : public Coefficient {
 public:
  Quotient(const Parameters& parameters, CoefficientPointer numerator, Parameter denominator)
      : numerator_(std::move(numerator)), denominator_(denominator), offset_(parameters.offset(denominator)) {
    require_kind(parameters, denominator, ParameterKind::scalar);
  }

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return numerator_->value(at, parameters) / denominator(parameters);
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    const double inverse = 1.0 / denominator(parameters);
    const Batch quotient =
        numerator_->linearize(at, parameters, want_terms, derivative) / Batch(denominator(parameters));
    derivative.temperature *= inverse;
    derivative.position = Batch(inverse) * derivative.position;
    for (ParameterTerm& term : derivative.terms) term.derivative *= inverse;
    if (want_terms) {
      ParameterTerm term;
      term.offset.fill(offset_);
      term.derivative = -quotient * inverse;
      derivative.terms.push_back(term);
    }
    return quotient;
  }

  CoefficientVariation variation() const override { return numerator_->variation(); }
  bool reads_temperature() const override { return numerator_->reads_temperature(); }
  bool reads_position() const override { return numerator_->reads_position(); }

  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = numerator_->parameters();
    if (std::find(all.begin(), all.end(), denominator_) == all.end()) all.push_back(denominator_);
    return all;
  }

  std::optional<std::pair<double, double>> temperature_range(const ParameterVector& parameters) const override {
    return numerator_->temperature_range(parameters);
  }

 private:
  double denominator(const ParameterVector& parameters) const {
    return parameters.scalars[static_cast<std::size_t>(offset_)];
  }

  CoefficientPointer numerator_;
  Parameter denominator_;
  Index offset_;
};

} // namespace

CoefficientPointer quotient_coefficient(const Parameters& parameters, CoefficientPointer numerator,
                                        Parameter denominator) {
  return std::make_shared<Quotient>(parameters, std::move(numerator), denominator);
}

} // namespace adjoule
