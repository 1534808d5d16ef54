#include "adjoule/materials/expression.hpp"

#include "adjoule/core/error.hpp"
#include "expression_program.hpp"

#include <cassert>
#include <fmt/core.h>

namespace adjoule {

struct Expression::Program : ExpressionProgram {};

Expression::Expression(const std::string& text, const std::vector<std::string>& constant_names)
    : program_(new Program{parse_expression(text, constant_names)}) {}
Expression::~Expression() = default;
Expression::Expression(const Expression& other) : program_(new Program(*other.program_)) {}
Expression& Expression::operator=(const Expression& other) {
  *program_ = *other.program_;
  return *this;
}

const std::vector<std::string>& Expression::used_constants() const {
  return program_->used_constants;
}
bool Expression::reads_temperature() const {
  return program_->reads_temperature;
}
bool Expression::reads_position() const {
  return program_->reads_position;
}

Batch Expression::value(Batch temperature, const Vector3<Batch>& position, std::span<const Batch> constants) const {
  assert(constants.size() == used_constants().size());
  std::vector<Batch> registers;
  run_forward(*program_, {temperature, position, constants}, registers);
  return registers.back();
}

Batch Expression::linearize(Batch temperature, const Vector3<Batch>& position, std::span<const Batch> constants,
                            Derivative& derivative) const {
  assert(constants.size() == used_constants().size());
  std::vector<Batch> registers;
  run_forward(*program_, {temperature, position, constants}, registers);
  run_backward(*program_, registers, derivative);
  return registers.back();
}

namespace {

std::vector<std::string> names_of(const std::map<std::string, Parameter>& constants) {
  std::vector<std::string> names;
  for (const auto& [name, parameter] : constants) names.push_back(name);
  return names;
}

class ExpressionCoefficient final : public Coefficient {
 public:
  ExpressionCoefficient(const Parameters& parameters, const std::string& text,
                        const std::map<std::string, Parameter>& constants)
      : expression_(text, names_of(constants)) {
    for (const std::string& name : expression_.used_constants()) {
      const Parameter constant = constants.at(name);
      if (parameters.kind(constant) != ParameterKind::scalar)
        throw InputError(
            fmt::format("{} is an array and cannot stand in the expression \"{}\": only single numbers can",
                        parameters.path(constant), text));
      constants_.push_back(constant);
      offsets_.push_back(parameters.offset(constant));
    }
  }

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return expression_.value(at.temperature, at.position, gather(parameters));
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    Expression::Derivative found;
    const Batch result = expression_.linearize(at.temperature, at.position, gather(parameters), found);
    derivative.temperature = found.temperature;
    derivative.position = found.position;
    derivative.terms.clear();
    for (std::size_t i = 0; want_terms && i < offsets_.size(); ++i) {
      ParameterTerm term;
      term.offset.fill(offsets_[i]);
      term.derivative = found.constants[i];
      derivative.terms.push_back(term);
    }
    return result;
  }

  CoefficientVariation variation() const override {
    return reads_temperature() || reads_position() ? CoefficientVariation::by_point : CoefficientVariation::uniform;
  }
  bool reads_temperature() const override { return expression_.reads_temperature(); }
  bool reads_position() const override { return expression_.reads_position(); }
  std::vector<Parameter> parameters() const override { return constants_; }

 private:
  std::vector<Batch> gather(const ParameterVector& parameters) const {
    std::vector<Batch> values;
    for (const Index offset : offsets_) values.emplace_back(parameters.scalars[static_cast<std::size_t>(offset)]);
    return values;
  }

  Expression expression_;
  std::vector<Parameter> constants_; ///< in the order of the expression's
  std::vector<Index> offsets_;
};

} // namespace

CoefficientPointer expression_coefficient(const Parameters& parameters, const std::string& text,
                                          const std::map<std::string, Parameter>& constants) {
  return std::make_shared<ExpressionCoefficient>(parameters, text, constants);
}

} // namespace adjoule
