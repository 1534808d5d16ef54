// Quantities on the axis of symmetry, and what plane sections lend to values at points.
#include "quantity_model.hpp"

#include "adjoule/core/error.hpp"

namespace adjoule::test {
namespace {

using enum QuantityKind;

/// A disc that its rim is pulled by: sigma_rr = sigma_tt = 1 MPa everywhere (Timoshenko & Goodier, article 28).
class QuantityOnAxis : public testing::TestWithParam<ElementType> {
 protected:
  void SetUp() override {
    model_ = std::make_unique<MultiphysicsSystem>(
        make_box({.type = GetParam(), .cells = {3, 2, 1}, .size = {0.7e-3, 0.3e-3, 0.0}}), SectionKind::axisymmetric);
    const CoefficientPointer zero = model_->number("zero", 0.0);
    model_->mechanical().set_material({{"body"}, model_->number("E", 120e9), model_->number("nu", 0.3), nullptr});
    model_->mechanical().prescribe_displacement("front", 1, zero);
    model_->mechanical().apply_traction("right", {model_->number("traction", 1e6), zero, zero});
    state_ = model_->solve_steady_state();
  }

  void expect_traction(const QuantitySpec& what) {
    const auto quantity = make_quantity(*model_, what);
    EXPECT_NEAR(quantity->value(model_->evaluation(state_.fields)), 1e6, 1e-8 * 1e6);
    const Gradient gradient = model_->gradient(state_, {quantity.get()}).front();
    const Parameter traction = model_->parameters().find("traction");
    EXPECT_NEAR(model_->parameters().part(gradient.parameters, traction)[0], 1.0, 1e-8);
  }

  std::unique_ptr<MultiphysicsSystem> model_;
  State state_;
};

TEST_P(QuantityOnAxis, StressAtAPointIsTheLimitAndSoIsItsDerivative) {
  for (const double y : {0.0, 0.11e-3, 0.15e-3, 0.3e-3}) {
    expect_traction(point_spec("stress.xx", {0.0, y, 0.0}));
    expect_traction(point_spec("stress.zz", {0.0, y, 0.0}));
    expect_traction(point_spec("von_mises", {0.0, y, 0.0}));
  }
  expect_traction(point_spec("stress.xx", {0.4e-3, 0.11e-3, 0.0}));
}

TEST_P(QuantityOnAxis, ExtremesOnTheAxisAreStresses) {
  expect_traction(spec(maximum, "stress.xx", {"left"}));
  expect_traction(spec(minimum, "von_mises", {"left"}));
  EXPECT_NEAR(value_of_quantity(*model_, state_.fields, spec(maximum, "displacement.x", {"left"})), 0.0, 1e-18);
}

TEST_P(QuantityOnAxis, TheAxisHasNoAreaToIntegrateOver) {
  for (const QuantitySpec& what :
       {spec(average, "stress.xx", {"left"}), spec(integral, "displacement.y", {"left"}),
        spec(average, "displacement.y", {"left"}), aggregate_spec(maximum, "von_mises", 8.0, {"left"})}) {
    const std::string message = message_of([&] { make_quantity(*model_, what); });
    EXPECT_NE(message.find("'left' lies on the axis and has no area"), std::string::npos) << message;
  }
  EXPECT_NO_THROW(make_quantity(*model_, spec(average, "stress.xx", {"left", "right"})));
  EXPECT_NO_THROW(make_quantity(*model_, aggregate_spec(maximum, "von_mises", 8.0)));
}

INSTANTIATE_TEST_SUITE_P(Orders, QuantityOnAxis,
                         testing::Values(ElementType::quadrilateral4, ElementType::quadrilateral8,
                                         ElementType::quadrilateral9),
                         [](const auto& type) { return "Nodes" + std::to_string(topology(type.param).nodes); });

TEST(QuantityAtPoints, DoNotReadTheThicknessOfAPlaneSection) {
  const auto model = make_quantity_model({{.type = ElementType::triangle3}, SectionKind::plane_stress});
  const Parameter thickness = model->parameters().find("thickness");
  const auto reads = [&](const QuantitySpec& what) {
    const std::vector<Parameter> read = make_quantity(*model, what)->parameters();
    return std::find(read.begin(), read.end(), thickness) != read.end();
  };
  EXPECT_FALSE(reads(point_spec("stress.xx", {0.3, 0.4, 0.0})));
  EXPECT_FALSE(reads(point_spec("temperature", {0.3, 0.4, 0.0})));
  EXPECT_FALSE(reads(spec(maximum, "von_mises")));
  EXPECT_TRUE(reads(spec(integral, "von_mises")));
}

TEST(QuantityAtPoints, TheThicknessDoesNotReachAPointOfAGivenField) {
  MultiphysicsSystem model(make_box({.type = ElementType::triangle3}), SectionKind::plane_stress);
  model.space().set_thickness(model.number("thickness", 0.3, "m"));
  model.thermal().prescribe_field(model.number("T", 400.0));
  const Parameter thickness = model.parameters().find("thickness");
  EXPECT_FALSE(model.reaches(thickness, *make_quantity(model, point_spec("temperature", {0.3, 0.4, 0.0}))));
  EXPECT_TRUE(model.reaches(thickness, *make_quantity(model, spec(integral, "temperature"))));
}

} // namespace
} // namespace adjoule::test
