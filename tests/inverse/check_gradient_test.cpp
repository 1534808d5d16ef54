#include "adjoule/inverse/check_gradient.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/materials/table.hpp"
#include "quantity_model.hpp"

#include <cmath>

namespace adjoule::test {
namespace {

constexpr std::array steps{1e-2, 2.5e-3, 6.25e-4, 1.5625e-4, 3.90625e-5};

GradientCheck judge(double (*function)(double), double adjoint, double noise = 0.0) {
  std::vector<double> values;
  for (const double h : steps) values.push_back(function(h));
  return judge_taylor_test({steps.begin(), steps.end()}, values, function(0.0), adjoint, noise);
}

TEST(TaylorVerdict, PassesARightDerivativeWithRateTwo) {
  const GradientCheck check = judge([](double h) { return std::exp(1.0 + h); }, std::exp(1.0));
  EXPECT_TRUE(check.passed) << check_table(check);
  EXPECT_NEAR(check.rate, 2.0, 0.02);
  EXPECT_LT(check.relative_error, 1e-8);
}

TEST(TaylorVerdict, FailsADerivativeThatIsOffByAThousandthWhateverTheCurvature) {
  for (const double error : {1.001, 0.999, 1.01, 0.99, 2.0, 0.0, -1.0}) {
    EXPECT_FALSE(judge([](double h) { return 2.0 + h; }, error).passed) << error;
    EXPECT_FALSE(judge([](double h) { return 2.0 + h + h * h; }, error).passed) << error;
    EXPECT_FALSE(judge([](double h) { return 2.0 + h - 10.0 * h * h; }, error).passed) << error;
    EXPECT_FALSE(judge([](double h) { return 2.0 + h + 100.0 * h * h; }, error).passed) << error;
  }
}

TEST(TaylorVerdict, CallsAStraightLineLinear) {
  const GradientCheck check = judge([](double h) { return 3.0 - 2.0 * h; }, -2.0);
  EXPECT_TRUE(check.passed);
  EXPECT_TRUE(check.linear);
  EXPECT_TRUE(std::isnan(check.rate));
  EXPECT_EQ(check_table(check).find("passed: rate"), std::string::npos) << check_table(check);
}

TEST(TaylorVerdict, TakesTheErrorOfALooselySolvedStateForNoise) {
  const GradientCheck check = judge([](double h) { return 3.0 - 2.0 * h; }, -2.0 * (1.0 + 1e-10));
  EXPECT_TRUE(check.passed && check.linear);
}

TEST(TaylorVerdict, PassesAParameterThatDoesNotMatter) {
  const GradientCheck check = judge([](double) { return 3.0; }, 0.0);
  EXPECT_TRUE(check.passed && check.linear);
  EXPECT_TRUE(std::isnan(check.rate));
  EXPECT_NE(check_table(check).find("passed: (the objective does not change"), std::string::npos) << check_table(check);
  const GradientCheck wrong = judge([](double) { return 3.0; }, 1e-3);
  EXPECT_FALSE(wrong.passed);
  EXPECT_NE(wrong.note.find("the gradient is 0.001, and the model does not change"), std::string::npos) << wrong.note;
}

TEST(TaylorVerdict, ClaimsNoMoreThanRateTwoWhereTheRemainderFallsFaster) {
  const GradientCheck check = judge([](double h) { return 1.0 + h + h * h * h * h; }, 1.0);
  EXPECT_TRUE(check.passed);
  EXPECT_GT(check.rate, 2.5);
  EXPECT_NE(check_table(check).find("passed: rate at least 2\n"), std::string::npos) << check_table(check);
}

TEST(TaylorVerdict, PassesADerivativeThatIsOnlyRounding) {
  const double noise = 2e-16; // of a value that is zero but for rounding beside others of size 1
  EXPECT_TRUE(judge([](double) { return 3e-17; }, -1.5e-15, noise).passed);
  EXPECT_TRUE(judge([](double h) { return h > 1e-3 ? 1e-17 : -2e-17; }, 1e-15, noise).passed);
  EXPECT_FALSE(judge([](double) { return 3e-17; }, -1.5e-6, noise).passed);
}

TEST(TaylorVerdict, SeesTheRateAboveTheNoise) {
  const auto noisy = [](double h) { return 1.0 + h + h * h + 1e-9 * std::sin(1e6 * h); };
  EXPECT_TRUE(judge(noisy, 1.0, 1e-9).passed);
  EXPECT_FALSE(judge(noisy, 1.001, 1e-9).passed);
}

TEST(TaylorVerdict, TableHasEveryStepAndTheVerdict) {
  const std::string table = check_table(judge([](double h) { return 2.0 + h + h * h; }, 1.01));
  EXPECT_NE(table.find("FAILED"), std::string::npos);
  EXPECT_NE(table.find("3.906e-05"), std::string::npos) << table;
  EXPECT_NE(table.find("1.01 times"), std::string::npos) << table;
}

/// A heated bar whose conductivity is a table, with everything nonlinear.
class CheckGradient : public testing::Test {
 protected:
  void SetUp() override {
    model_ = make_quantity_model(
        {{.type = ElementType::triangle6, .cells = {4, 2, 1}, .distortion = 0.02, .origin = {1.0, 0.0, 0.0}},
         SectionKind::plane_strain});
    Parameters& parameters = model_->parameters();
    const auto number = [&](const std::string& path, double value) {
      return parameters.register_parameter(path, value);
    };
    model_->thermal().add_convection("front",
                                     table_coefficient(parameters,
                                                       {number("table.T0", 250.0), number("table.T1", 600.0)},
                                                       {number("table.h0", 0.5), number("table.h1", 2.0)}),
                                     model_->number("T_front", 320.0));
    options_.tolerance = 1e-9;
    state_ = model_->solve_steady_state(options_);
    for (const QuantitySpec& what :
         {spec(QuantityKind::average, "displacement.x", {"right"}), spec(QuantityKind::maximum, "temperature"),
          spec(QuantityKind::energy, ""), spec(QuantityKind::reaction, "potential", {"left"})}) {
      owned_.push_back(make_quantity(*model_, what));
      objectives_.push_back(owned_.back().get());
    }
    gradients_ = model_->gradient(state_, objectives_, true);
  }

  std::vector<GradientCheck> check(const CheckDirection& direction) {
    return check_gradient(*model_, state_, objectives_, gradients_, direction, options_);
  }

  std::unique_ptr<MultiphysicsSystem> model_;
  SolveOptions options_;
  State state_;
  std::vector<std::unique_ptr<Objective>> owned_;
  std::vector<const Objective*> objectives_;
  std::vector<Gradient> gradients_;
};

TEST_F(CheckGradient, PassesEveryScalarParameterOfACoupledModel) {
  for (const Parameter parameter : model_->used_parameters()) {
    if (model_->parameters().kind(parameter) != ParameterKind::scalar) continue;
    for (const GradientCheck& result : check(parameter_direction(*model_, parameter))) {
      EXPECT_TRUE(result.passed) << result.objective << check_table(result);
    }
  }
}

TEST_F(CheckGradient, PassesFieldsAndNodePositionsAndRestoresThem) {
  const ParameterVector parameters = model_->parameters().all();
  const auto coordinates = model_->mesh().coordinates();
  for (const CheckDirection& direction : {random_field_direction(*model_, model_->parameters().find("k_far"), 3),
                                          random_coordinate_direction(*model_, 4)}) {
    for (const GradientCheck& result : check(direction)) EXPECT_TRUE(result.passed) << check_table(result);
  }
  EXPECT_EQ(model_->parameters().all().scalars, parameters.scalars);
  EXPECT_EQ(model_->parameters().all().entries, parameters.entries);
  EXPECT_EQ(model_->mesh().coordinates(), coordinates);
}

TEST_F(CheckGradient, FailsGradientsThatAreOffByAThousandth) {
  for (const char* path : {"I", "sigma0", "T_left", "table.h0"}) {
    const Parameter parameter = model_->parameters().find(path);
    const std::vector<Gradient> right = gradients_;
    for (const double factor : {1.001, 0.99}) {
      for (Gradient& gradient : gradients_) model_->parameters().part(gradient.parameters, parameter)[0] *= factor;
      const auto results = check(parameter_direction(*model_, parameter));
      for (const GradientCheck& result : {results[0], results[1], results[2]}) {
        EXPECT_FALSE(result.passed) << path << factor << check_table(result);
      }
      gradients_ = right;
    }
  }
}

TEST_F(CheckGradient, RestoresEverythingWhenASolveFails) {
  const ParameterVector parameters = model_->parameters().all();
  const auto coordinates = model_->mesh().coordinates();
  CheckDirection direction = random_coordinate_direction(*model_, 4);
  for (double& change : direction.coordinates) change *= 1e4; // turns elements inside out
  EXPECT_THROW(check(direction), InputError);
  EXPECT_EQ(model_->mesh().coordinates(), coordinates);
  EXPECT_EQ(model_->parameters().all().scalars, parameters.scalars);
}

/// A bar between two equal surroundings: of uniform temperature.
TEST(CheckGradientRemark, SaysHowManyNodesShareTheLargestValue) {
  MultiphysicsSystem model(make_box({.type = ElementType::hexahedron8, .cells = {2, 1, 1}}));
  model.thermal().set_conductivity({"body"}, model.number("k", 2.0));
  model.thermal().add_convection("left", model.number("h", 1.0), model.number("T_left", 300.0));
  model.thermal().add_convection("right", model.number("h_right", 1.0), model.number("T_right", 300.0));
  const State state = model.solve_steady_state();
  const auto largest = make_quantity(model, spec(QuantityKind::maximum, "temperature"));
  const auto flux = make_quantity(model, spec(QuantityKind::maximum, "heat_flux.x"));
  const std::vector<const Objective*> objectives{largest.get(), flux.get()};
  const auto results = check_gradient(model, state, objectives, model.gradient(state, objectives),
                                      parameter_direction(model, model.parameters().find("T_right")), {});
  EXPECT_FALSE(results[0].passed) << check_table(results[0]); // the side that warms is not the one differentiated
  EXPECT_NE(results[0].note.find("12 nodes share the largest value: its derivative is one-sided; use aggregate"),
            std::string::npos)
      << results[0].note;
  EXPECT_TRUE(results[1].passed) << check_table(results[1]);
}

/// Symmetric about y = 1/2: the middle moves along y by rounding only.
TEST(CheckGradientRounding, PassesDerivativesThatAreZeroButForRounding) {
  MultiphysicsSystem model(make_box({.type = ElementType::quadrilateral9, .cells = {7, 2, 1}, .size = {1.0, 0.1, 0.0}}),
                           SectionKind::plane_stress);
  const CoefficientPointer young = model.number("E", 120e9), zero = model.number("zero", 0.0);
  model.mechanical().set_material({{"body"}, young, model.number("nu", 0.3), nullptr});
  for (const int c : {0, 1}) model.mechanical().prescribe_displacement("left", c, zero);
  model.mechanical().prescribe_displacement("right", 0, model.number("pull", 1.0));
  const State state = model.solve_steady_state();
  const auto middle = make_quantity(model, point_spec("displacement.y", {0.63, 0.05, 0.0}));
  const auto along = make_quantity(model, point_spec("displacement.x", {0.63, 0.05, 0.0})); // whatever E is
  const std::vector<const Objective*> objectives{middle.get(), along.get()};
  const std::vector<Gradient> gradients = model.gradient(state, objectives);
  for (const char* path : {"E", "nu", "pull"}) {
    const Parameter parameter = model.parameters().find(path);
    const auto results = check_gradient(model, state, objectives, gradients, parameter_direction(model, parameter), {});
    for (const GradientCheck& result : results) EXPECT_TRUE(result.passed) << check_table(result);
    EXPECT_TRUE(std::isnan(results[0].rate)) << check_table(results[0]);
  }
}

TEST(CheckDirection, ChangesALengthOfZeroByAThousandthOfTheBody) {
  MultiphysicsSystem model(make_box({.size = {3e-3, 4e-3, 12e-3}}));
  const Parameter length = model.parameters().register_parameter("gap", 0.0, {.unit = "m"});
  const Parameter load = model.parameters().register_parameter("load", 0.0, {.unit = "N"});
  EXPECT_NEAR(model.parameters().part(parameter_direction(model, length).parameters, length)[0], 13e-6, 1e-18);
  EXPECT_EQ(model.parameters().part(parameter_direction(model, load).parameters, load)[0], 1.0);
}

TEST(CheckDirection, StepsInwardAtABoundOfTheRange) {
  MultiphysicsSystem model(make_box({}));
  const Parameter top = model.parameters().register_parameter("emissivity", 1.0, {.lower = 0.0, .upper = 1.0});
  const Parameter bottom = model.parameters().register_parameter("fraction", 0.0, {.lower = 0.0, .upper = 1.0});
  const Parameter free = model.parameters().register_parameter("load", -4.0);
  EXPECT_EQ(model.parameters().part(parameter_direction(model, top).parameters, top)[0], -1.0);
  EXPECT_EQ(model.parameters().part(parameter_direction(model, bottom).parameters, bottom)[0], 1.0);
  EXPECT_EQ(model.parameters().part(parameter_direction(model, free).parameters, free)[0], 4.0);
}

} // namespace
} // namespace adjoule::test
