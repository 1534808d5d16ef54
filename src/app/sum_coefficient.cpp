#include "sum_coefficient.hpp"

#include <algorithm>

namespace adjoule {
namespace {

class SumCoefficient final : public Coefficient {
 public:
  SumCoefficient(CoefficientPointer a, CoefficientPointer b) : a_(std::move(a)), b_(std::move(b)) {}

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return a_->value(at, parameters) + b_->value(at, parameters);
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    const Batch first = a_->linearize(at, parameters, want_terms, derivative);
    CoefficientDerivative other;
    const Batch second = b_->linearize(at, parameters, want_terms, other);
    derivative.temperature += other.temperature;
    for (int d = 0; d < 3; ++d) derivative.position[d] += other.position[d];
    derivative.terms.insert(derivative.terms.end(), other.terms.begin(), other.terms.end());
    return first + second;
  }

  CoefficientVariation variation() const override { return std::max(a_->variation(), b_->variation()); }
  bool reads_temperature() const override { return a_->reads_temperature() || b_->reads_temperature(); }
  bool reads_position() const override { return a_->reads_position() || b_->reads_position(); }

  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = a_->parameters();
    for (const Parameter parameter : b_->parameters()) {
      if (std::find(all.begin(), all.end(), parameter) == all.end()) all.push_back(parameter);
    }
    return all;
  }

  std::optional<std::pair<double, double>> temperature_range(const ParameterVector& parameters) const override {
    return a_->temperature_range(parameters);
  }

 private:
  CoefficientPointer a_, b_;
};

} // namespace

CoefficientPointer sum_coefficient(CoefficientPointer a, CoefficientPointer b) {
  return std::make_shared<SumCoefficient>(std::move(a), std::move(b));
}

} // namespace adjoule
