// Every kind of parameter, and the nodes: the adjoint's gradient against differences (Taylor tests) and against the
// tangent.
#include "gradient_models.hpp"

#include "adjoule/inverse/check_gradient.hpp"

namespace adjoule::test {
namespace {

double product(const Gradient& gradient, const CheckDirection& direction) {
  double sum = 0.0;
  const auto add = [&sum](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) sum += a[i] * b[i];
  };
  add(gradient.parameters.scalars, direction.parameters.scalars);
  add(gradient.parameters.entries, direction.parameters.entries);
  add(gradient.coordinates, direction.coordinates);
  return sum;
}

/// A model at its solution with all its gradients.
class SolvedModel {
 public:
  explicit SolvedModel(std::unique_ptr<MultiphysicsSystem> model, const std::vector<QuantitySpec>& specs)
      : model_(std::move(model)) {
    state_ = model_->solve_steady_state(tight());
    for (const QuantitySpec& spec : specs) {
      owned_.push_back(make_quantity(*model_, spec));
      objectives_.push_back(owned_.back().get());
    }
    gradients_ = model_->gradient(state_, objectives_, true);
  }

  MultiphysicsSystem& model() { return *model_; }
  const State& state() const { return state_; }
  const std::vector<const Objective*>& objectives() const { return objectives_; }
  const std::vector<Gradient>& gradients() const { return gradients_; }

  CheckDirection direction(Parameter parameter, unsigned seed = 1) {
    return model_->parameters().kind(parameter) == ParameterKind::scalar
               ? parameter_direction(*model_, parameter)
               : random_field_direction(*model_, parameter, seed);
  }

  void expect_taylor_and_tangent(const CheckDirection& direction) {
    for (const GradientCheck& check : check_gradient(*model_, state_, objectives_, gradients_, direction, tight())) {
      EXPECT_TRUE(check.passed) << check_table(check);
      // Along a linear direction the remainder is noise and has no rate.
      if (!check.linear) {
        EXPECT_GE(check.rate, 1.9) << check_table(check);
      }
    }
    for (std::size_t i = 0; i < objectives_.size(); ++i) expect_tangent(i, direction);
  }

 private:
  /// dJ.d by the tangent, to 1e-9 of its size, or of the gradient's rounding where it is small.
  void expect_tangent(std::size_t i, const CheckDirection& direction) {
    const double adjoint = product(gradients_[i], direction);
    const double tangent = model_->tangent(state_, *objectives_[i], direction.parameters, direction.coordinates);
    const double rounding = 1e-13 * std::abs(gradients_[i].value);
    EXPECT_NEAR(adjoint, tangent, 1e-9 * std::abs(tangent) + rounding)
        << objectives_[i]->name() << " along " << direction.name;
  }

  std::unique_ptr<MultiphysicsSystem> model_;
  State state_;
  std::vector<std::unique_ptr<Objective>> owned_;
  std::vector<const Objective*> objectives_;
  std::vector<Gradient> gradients_;
};

const std::vector<QuantitySpec>& actuator_quantities() {
  static const std::vector<QuantitySpec> specs{average("displacement.y", "tip"), maximum("temperature"),
                                               reaction("temperature", "anchor_hot"), elastic_energy(),
                                               integral("joule_heat")};
  return specs;
}

class ActuatorGradient : public testing::TestWithParam<GradientModelKind> {
 protected:
  SolvedModel solved_{make_gradient_model(GetParam()), actuator_quantities()};
};

TEST_P(ActuatorGradient, ToEveryParameterPassesTaylorsTestAndIsTheTangents) {
  const std::vector<Parameter> parameters = solved_.model().used_parameters();
  EXPECT_GE(parameters.size(), 40u);
  for (const Parameter parameter : parameters) {
    if (solved_.model().parameters().path(parameter).front() == '(') continue; // follows the mesh
    solved_.expect_taylor_and_tangent(solved_.direction(parameter));
  }
}

TEST_P(ActuatorGradient, ToNodeCoordinatesPassesTaylorsTestAndIsTheTangents) {
  for (const unsigned seed : {1u, 2u})
    solved_.expect_taylor_and_tangent(random_coordinate_direction(solved_.model(), seed));
}

TEST_P(ActuatorGradient, IsExactlyZeroWhereNothingConnects) {
  std::size_t unconnected = 0;
  for (int id = 0; id < solved_.model().parameters().size(); ++id) {
    for (const Gradient& gradient : solved_.gradients()) {
      if (gradient.reaches[static_cast<std::size_t>(id)]) continue;
      for (const double derivative : solved_.model().parameters().part(gradient.parameters, Parameter{id}))
        EXPECT_EQ(derivative, 0.0);
      ++unconnected;
    }
  }
  EXPECT_GT(unconnected, 0u);
}

TEST_P(ActuatorGradient, OfSeveralObjectivesAtOnceIsThatOfEachAlone) {
  for (std::size_t i = 0; i < solved_.objectives().size(); ++i) {
    const Gradient alone = solved_.model().gradient(solved_.state(), {solved_.objectives()[i]}, true).front();
    const Gradient& together = solved_.gradients()[i];
    EXPECT_EQ(alone.value, together.value);
    for (int id = 0; id < solved_.model().parameters().size(); ++id) {
      const std::span<const double> a = solved_.model().parameters().part(alone.parameters, Parameter{id});
      const std::span<const double> b = solved_.model().parameters().part(together.parameters, Parameter{id});
      double largest = 0.0, size = 0.0;
      for (const double derivative : a) largest = std::max(largest, std::abs(derivative));
      for (const double value : solved_.model().parameters().values(Parameter{id}))
        size = std::max(size, std::abs(value));
      // Derivatives that vanish are rounding on the scale of value over parameter.
      const double rounding = 1e-12 * std::abs(alone.value) / (size > 0.0 ? size : 1.0);
      for (std::size_t k = 0; k < a.size(); ++k) {
        ASSERT_NEAR(a[k], b[k], 1e-9 * largest + rounding)
            << alone.objective << ", " << solved_.model().parameters().path(Parameter{id});
      }
    }
  }
}

TEST_P(ActuatorGradient, TwentyTimesInARowIsTheSameBits) {
  for (int repetition = 0; repetition < 20; ++repetition) {
    const std::vector<Gradient> again = solved_.model().gradient(solved_.state(), solved_.objectives(), true);
    for (std::size_t i = 0; i < again.size(); ++i) {
      ASSERT_EQ(again[i].parameters.scalars, solved_.gradients()[i].parameters.scalars);
      ASSERT_EQ(again[i].parameters.entries, solved_.gradients()[i].parameters.entries);
      ASSERT_EQ(again[i].coordinates, solved_.gradients()[i].coordinates);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ActuatorGradient, testing::Values(GradientModelKind::chain, GradientModelKind::loop),
                         [](const auto& kind) { return kind.param == GradientModelKind::chain ? "chain" : "loop"; });

class SectionGradient : public testing::TestWithParam<SectionKind> {};

TEST_P(SectionGradient, ToParametersThicknessAndNodesPassesTaylorsTestAndIsTheTangents) {
  SolvedModel solved(make_section_gradient_model(GetParam()), {average("displacement.y", "x1"), maximum("temperature"),
                                                               reaction("potential", "x0"), elastic_energy()});
  for (const Parameter parameter : solved.model().used_parameters()) {
    if (solved.model().parameters().path(parameter).front() == '(') continue; // follows the mesh
    solved.expect_taylor_and_tangent(solved.direction(parameter));
  }
  for (const unsigned seed : {1u, 2u})
    solved.expect_taylor_and_tangent(random_coordinate_direction(solved.model(), seed));
}

std::string name_of(const testing::TestParamInfo<SectionKind>& section) {
  const std::array<const char*, 4> names{"solid", "plane_strain", "plane_stress", "axisymmetric"};
  return names[static_cast<std::size_t>(section.param)];
}

INSTANTIATE_TEST_SUITE_P(Sections, SectionGradient,
                         testing::Values(SectionKind::plane_strain, SectionKind::plane_stress,
                                         SectionKind::axisymmetric),
                         name_of);

} // namespace
} // namespace adjoule::test
