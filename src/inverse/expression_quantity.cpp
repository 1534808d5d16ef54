#include "adjoule/inverse/expression_quantity.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/materials/expression.hpp"
#include "objectives.hpp"
#include "scaled_gradient.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace adjoule {
namespace {

// One of the names of the formula: a quantity, or the scalar parameter at an offset.
struct Operand {
  std::string name;
  const Objective* quantity = nullptr;
  Parameter constant{};
  std::size_t offset = 0;

  double value(const Evaluation& at) const { return quantity ? quantity->value(at) : at.parameters.scalars[offset]; }
};

class ExpressionObjective final : public NamedObjective {
 public:
  ExpressionObjective(const std::string& name, std::string text, Expression expression, std::vector<Operand> operands)
      : NamedObjective(name), text_(std::move(text)), expression_(std::move(expression)),
        operands_(std::move(operands)) {}

  double value(const Evaluation& at) const override {
    const std::vector<Batch> values = values_of_operands(at);
    const double result = expression_.value(0.0, {}, values)[0];
    require_finite_result(result, values);
    return result;
  }

  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    const std::vector<double> derivatives = linearize(at);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      if (!operand.quantity) {
        sensitivities.parameters.scalars[operand.offset] += derivatives[i];
        continue;
      }
      add_scaled_gradient(derivatives[i], *operand.quantity, at, sensitivities);
    }
    return value(at);
  }

  double jvp(const Evaluation& at, const Direction& direction) const override {
    const std::vector<double> derivatives = linearize(at);
    double change = 0.0;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      if (operand.quantity)
        change += derivatives[i] * operand.quantity->jvp(at, direction);
      else if (!direction.parameters.scalars.empty())
        change += derivatives[i] * direction.parameters.scalars[operand.offset];
    }
    return change;
  }

  std::vector<int> fields() const override {
    std::set<int> fields;
    for (const Operand& operand : operands_)
      if (operand.quantity)
        for (const int field : operand.quantity->fields()) fields.insert(field);
    return {fields.begin(), fields.end()};
  }

  std::vector<Parameter> parameters() const override {
    std::set<int> ids;
    for (const Operand& operand : operands_) {
      if (!operand.quantity) ids.insert(operand.constant.id);
      if (operand.quantity)
        for (const Parameter parameter : operand.quantity->parameters()) ids.insert(parameter.id);
    }
    std::vector<Parameter> parameters;
    for (const int id : ids) parameters.push_back({id});
    return parameters;
  }

  std::string remark(const Evaluation& at, bool check_failed) const override {
    std::string text;
    for (const Operand& operand : operands_) {
      const auto* named = dynamic_cast<const NamedObjective*>(operand.quantity);
      const std::string remark = named ? named->remark(at, check_failed) : std::string();
      if (!remark.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", operand.name, remark);
    }
    return text;
  }

 private:
  std::vector<Batch> values_of_operands(const Evaluation& at) const {
    std::vector<Batch> values;
    for (const Operand& operand : operands_) values.emplace_back(operand.value(at));
    return values;
  }

  // Derivatives to the operands.
  std::vector<double> linearize(const Evaluation& at) const {
    const std::vector<Batch> values = values_of_operands(at);
    Expression::Derivative derivative;
    require_finite_result(expression_.linearize(0.0, {}, values, derivative)[0], values);
    std::vector<double> derivatives;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      derivatives.push_back(derivative.constants[i][0]);
      if (!std::isfinite(derivatives.back()))
        throw AnalysisError(fmt::format("{}: \"{}\" has no derivative to {} at {}", where(), text_, operands_[i].name,
                                        point_text(values)));
    }
    return derivatives;
  }

  void require_finite_result(double result, const std::vector<Batch>& values) const {
    if (std::isfinite(result)) return;
    throw AnalysisError(fmt::format("{}: \"{}\" is {} at {}", where(), text_, result, point_text(values)));
  }

  std::string point_text(const std::vector<Batch>& values) const {
    std::string text;
    for (std::size_t i = 0; i < operands_.size(); ++i)
      text += fmt::format("{}{} = {:.9g}", i > 0 ? ", " : "", operands_[i].name, values[i][0]);
    return text.empty() ? "any solution" : text;
  }

  std::string text_;
  Expression expression_;
  std::vector<Operand> operands_; // in the order of the expression's constants
};

Expression parse(const std::string& text, const std::vector<std::string>& names) {
  std::vector<std::string> usable;
  for (const std::string& name : names)
    if (!is_reserved_in_expressions(name)) usable.push_back(name);
  Expression expression(text, usable);
  if (expression.reads_temperature() || expression.reads_position())
    throw InputError(fmt::format("the expression \"{}\" reads T, x, y or z, which belong to a point: a "
                                 "quantity is made of other quantities and constants, and one of such a name has to be "
                                 "renamed",
                                 text));
  return expression;
}

} // namespace

std::vector<std::string> names_in_expression(const std::string& text, const std::vector<std::string>& names) {
  return parse(text, names).used_constants();
}

std::unique_ptr<Objective> make_expression_quantity(const Parameters& parameters, const ExpressionQuantity& spec) {
  std::set<std::string> names;
  for (const auto& [name, quantity] : spec.quantities) names.insert(name);
  for (const auto& [name, constant] : spec.constants) names.insert(name);
  Expression expression = parse(spec.text, {names.begin(), names.end()});
  std::vector<Operand> operands;
  for (const std::string& name : expression.used_constants()) {
    const auto quantity = spec.quantities.find(name);
    const auto constant = spec.constants.find(name);
    if (quantity != spec.quantities.end() && constant != spec.constants.end())
      throw InputError(
          fmt::format("the name {} in the expression \"{}\" is that of a quantity and of a constant: rename "
                      "one of them",
                      name, spec.text));
    Operand operand{.name = name};
    if (quantity != spec.quantities.end()) {
      operand.quantity = quantity->second;
    } else {
      operand.constant = constant->second;
      operand.offset = to_size(parameters.offset(constant->second));
    }
    operands.push_back(std::move(operand));
  }
  return std::make_unique<ExpressionObjective>(spec.name, spec.text, std::move(expression), std::move(operands));
}

} // namespace adjoule
