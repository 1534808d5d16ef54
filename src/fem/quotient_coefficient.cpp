#include "adjoule/fem/coefficient.hpp"

#include "parameter_kind.hpp"

namespace adjoule {
namespace {

class Quotient final : public Coefficient {
 public:
  Quotient(const Parameters& parameters, Parameter numerator, Parameter denominator)
      : numerator_(numerator), denominator_(denominator), numerator_offset_(parameters.offset(numerator)),
        denominator_offset_(parameters.offset(denominator)) {
    for (const Parameter parameter : {numerator, denominator})
      require_kind(parameters, parameter, ParameterKind::scalar);
  }

  Batch value(const PointContext&, const ParameterVector& p) const override {
    return p.scalars[static_cast<std::size_t>(numerator_offset_)] /
           p.scalars[static_cast<std::size_t>(denominator_offset_)];
  }

  Batch linearize(const PointContext& at, const ParameterVector& p, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    derivative = {};
    const Batch quotient = value(at, p);
    if (want_terms) {
      const double denominator = p.scalars[static_cast<std::size_t>(denominator_offset_)];
      ParameterTerm term;
      term.offset.fill(numerator_offset_);
      term.derivative = 1.0 / denominator;
      derivative.terms.push_back(term);
      term.offset.fill(denominator_offset_);
      term.derivative = -quotient / denominator;
      derivative.terms.push_back(term);
    }
    return quotient;
  }

  std::vector<Parameter> parameters() const override { return {numerator_, denominator_}; }

 private:
  Parameter numerator_, denominator_;
  Index numerator_offset_, denominator_offset_;
};

} // namespace

CoefficientPointer quotient_coefficient(const Parameters& parameters, Parameter numerator, Parameter denominator) {
  return std::make_shared<Quotient>(parameters, numerator, denominator);
}

} // namespace adjoule
