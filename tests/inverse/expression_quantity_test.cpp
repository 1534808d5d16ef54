// Quantities that are formulae of others, in a random state of the coupled model.
#include "adjoule/inverse/expression_quantity.hpp"

#include "adjoule/inverse/check_gradient.hpp"
#include "quantity_model.hpp"

namespace adjoule::test {
namespace {

using enum QuantityKind;

class ExpressionQuantityTest : public testing::Test {
 protected:
  void SetUp() override {
    model_ = make_quantity_model({{.type = ElementType::tetrahedron10,
                                   .cells = {2, 1, 1},
                                   .distortion = 0.03,
                                   .size = {1.0, 1.0, 1.0},
                                   .origin = {1.0, 0.0, 0.0}},
                                  SectionKind::solid});
    state_ = random_state(*model_, 3);
    volts_ = make_quantity(*model_, spec(average, "potential", {"right"}));
    amps_ = make_quantity(*model_, spec(reaction, "potential", {"left"}));
    heat_ = make_quantity(*model_, spec(integral, "joule_heat"));
  }

  ExpressionQuantity formula(const std::string& text) const {
    const Parameters& parameters = model_->parameters();
    return {.name = "ratio",
            .text = text,
            .quantities = {{"volts", volts_.get()}, {"amps", amps_.get()}, {"heat", heat_.get()}},
            .constants = {{"I", parameters.find("I")}, {"sigma0", parameters.find("sigma0")}}};
  }
  std::unique_ptr<Objective> make(const std::string& text) const {
    return make_expression_quantity(model_->parameters(), formula(text));
  }
  double value(const Objective& objective) const { return objective.value(model_->evaluation(state_)); }
  std::string refusal(const std::string& text) const {
    return message_of([&] { make(text); });
  }

  std::unique_ptr<MultiphysicsSystem> model_;
  FieldValues state_;
  std::unique_ptr<Objective> volts_, amps_, heat_;
};

constexpr const char* mixed = "log(heat + 50) * volts^2 / (amps - 3 * I) + sigma0 * abs(heat)";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(ExpressionQuantityTest, CombinesTheValuesOfItsOperands) {
  const double volts = value(*volts_), amps = value(*amps_), heat = value(*heat_);
  EXPECT_DOUBLE_EQ(value(*make("volts / amps")), volts / amps);
  EXPECT_NEAR(value(*make(mixed)), std::log(heat + 50.0) * volts * volts / (amps - 1.5) + 2.0 * heat,
              1e-13 * std::abs(heat));
}

TEST_F(ExpressionQuantityTest, OfAnExpressionIsTheSameAsWrittenOut) {
  const auto resistance = make("volts / amps");
  ExpressionQuantity spec = formula("resistance * amps - heat");
  spec.quantities["resistance"] = resistance.get();
  const auto nested = make_expression_quantity(model_->parameters(), spec);
  EXPECT_NEAR(value(*nested), value(*make("volts - heat")), 1e-13 * value(*heat_));
}

TEST_F(ExpressionQuantityTest, GradientTimesDirectionIsTheDirectionalDerivative) {
  const auto objective = make(mixed);
  const Evaluation at = model_->evaluation(state_);
  Sensitivities gradient = make_sensitivities(at.mesh, at.fields, model_->parameters(), true);
  // What is there already stays: the gradient is added.
  gradient.parameters.scalars[0] = 7.0;
  objective->add_gradient(at, gradient);
  gradient.parameters.scalars[0] -= 7.0;
  Numbers numbers(11);
  Direction direction;
  for (const std::vector<double>& values : state_.values)
    direction.fields.values.push_back(numbers.vector(values.size(), 0.1));
  direction.parameters = model_->parameters().all();
  for (double& value : direction.parameters.scalars) value *= numbers.next();
  for (double& value : direction.parameters.entries) value *= numbers.next();
  direction.coordinates = numbers.vector(3 * model_->mesh().coordinates().size(), 0.05);
  double sum = 0.0, size = 0.0;
  const auto add = [&](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum += a[i] * b[i];
      size += std::abs(a[i] * b[i]);
    }
  };
  for (std::size_t f = 0; f < state_.values.size(); ++f) add(gradient.fields.values[f], direction.fields.values[f]);
  add(gradient.parameters.scalars, direction.parameters.scalars);
  add(gradient.parameters.entries, direction.parameters.entries);
  add(gradient.coordinates, direction.coordinates);
  EXPECT_NEAR(objective->jvp(at, direction), sum, 1e-12 * size);
}

TEST_F(ExpressionQuantityTest, DirectionalDerivativePassesTheTaylorTest) {
  const auto objective = make(mixed);
  Numbers numbers(5);
  Direction direction;
  for (const std::vector<double>& values : state_.values)
    direction.fields.values.push_back(numbers.vector(values.size(), 0.1));
  direction.parameters = model_->parameters().all();
  for (double& value : direction.parameters.scalars) value *= numbers.next();
  for (double& value : direction.parameters.entries) value *= numbers.next();
  const std::vector<double> steps{2e-3, 5e-4, 1.25e-4, 3.125e-5};
  std::vector<double> values;
  for (const double h : steps) {
    FieldValues state = state_;
    for (std::size_t f = 0; f < state.values.size(); ++f)
      for (std::size_t i = 0; i < state.values[f].size(); ++i) state.values[f][i] += h * direction.fields.values[f][i];
    ParameterVector parameters = model_->parameters().all();
    for (std::size_t i = 0; i < parameters.scalars.size(); ++i)
      parameters.scalars[i] += h * direction.parameters.scalars[i];
    for (std::size_t i = 0; i < parameters.entries.size(); ++i)
      parameters.entries[i] += h * direction.parameters.entries[i];
    values.push_back(objective->value({model_->mesh(), model_->space().fields(), state, parameters}));
  }
  const double base = value(*objective);
  const GradientCheck check = judge_taylor_test(
      steps, values, base, objective->jvp(model_->evaluation(state_), direction), 1e-14 * std::abs(base));
  EXPECT_TRUE(check.passed) << check_table(check);
}

TEST_F(ExpressionQuantityTest, DependsOnTheFieldsAndParametersOfItsOperandsAndOnItsConstants) {
  const auto objective = make("volts + I");
  EXPECT_EQ(objective->fields(), volts_->fields());
  EXPECT_EQ(objective->parameters(), (std::vector<Parameter>{model_->parameters().find("I")}));
  EXPECT_TRUE(model_->reaches(model_->parameters().find("I"), *objective));
  const std::vector<Parameter> of_heat = make("heat")->parameters();
  EXPECT_NE(std::find(of_heat.begin(), of_heat.end(), model_->parameters().find("sigma_far")), of_heat.end());
  EXPECT_TRUE(make("2 * pi")->fields().empty());
}

TEST_F(ExpressionQuantityTest, RefusesWhatAQuantityIsNotMadeOf) {
  EXPECT_TRUE(contains(refusal("volts / amp"), "unknown name 'amp', did you mean 'amps'?"));
  EXPECT_TRUE(contains(refusal("volts / "), "column"));
  EXPECT_TRUE(contains(refusal("volts * T"), "belong to a point"));
  ExpressionQuantity twice = formula("volts * I");
  twice.quantities["I"] = amps_.get();
  EXPECT_TRUE(contains(message_of([&] { make_expression_quantity(model_->parameters(), twice); }),
                       "the name I in the expression \"volts * I\" is that of a quantity and of a constant"));
}

TEST_F(ExpressionQuantityTest, AQuantityWithTheNameOfAFunctionDoesNotDisturbOthers) {
  ExpressionQuantity spec = formula("max(volts, amps)");
  spec.quantities["max"] = heat_.get();
  EXPECT_EQ(value(*make_expression_quantity(model_->parameters(), spec)), std::max(value(*volts_), value(*amps_)));
}

TEST_F(ExpressionQuantityTest, SaysWhereTheFormulaHasNoFiniteValueOrDerivative) {
  const Evaluation at = model_->evaluation(state_);
  const auto pole = make("volts / (I - 0.5)");
  EXPECT_TRUE(
      contains(message_of<AnalysisError>([&] { pole->value(at); }), "\"volts / (I - 0.5)\" is inf at volts = "));
  const auto edge = make("sqrt(I - 0.5)");
  EXPECT_EQ(edge->value(at), 0.0);
  EXPECT_TRUE(contains(message_of<AnalysisError>([&] { edge->jvp(at, {}); }), "has no derivative to I at I = 0.5"));
}

} // namespace
} // namespace adjoule::test
