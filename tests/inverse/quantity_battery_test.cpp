// Every kind of quantity, field and section goes through the same tests: one line in `all_specs` gets them all.
#include "adjoule/inverse/check_gradient.hpp"
#include "quantity_model.hpp"

#include "adjoule/core/error.hpp"

namespace adjoule::test {
namespace {

struct BatteryCase {
  std::string name;
  ModelRecipe recipe;
};

void PrintTo(const BatteryCase& battery_case, std::ostream* stream) {
  *stream << battery_case.name;
}

struct NamedSpec {
  QuantitySpec what;
  bool with_coordinates = true;
};

std::vector<NamedSpec> all_specs(int dimension) {
  using enum QuantityKind;
  std::vector<NamedSpec> specs;
  for (const char* field : {"potential", "temperature", "displacement.x", "displacement.y", "displacement.magnitude",
                            "heat_flux.x", "heat_flux.magnitude", "current_density.y", "joule_heat", "von_mises",
                            "stress.xx", "stress.zz", "stress.xy", "strain.yy", "strain.zz", "strain.xy"}) {
    specs.push_back({spec(average, field)});
    specs.push_back({spec(integral, field, {"far"})});
    specs.push_back({spec(average, field, {"left", "front"})});
    specs.push_back({spec(integral, field, {"outer"})});
    specs.push_back({spec(maximum, field)});
    specs.push_back({spec(minimum, field, {"right"})});
  }
  for (const char* field : {"potential", "temperature", "displacement.x", "displacement.magnitude",
                            "heat_flux.magnitude", "joule_heat", "von_mises"}) {
    specs.push_back({aggregate_spec(maximum, field, 30.0)});
    specs.push_back({aggregate_spec(maximum, field, 4.0, {"right"})});
  }
  for (const char* field : {"potential", "temperature", "displacement.x", "displacement.magnitude"}) {
    specs.push_back({aggregate_spec(minimum, field, 12.0)});
    specs.push_back({spec(average, field, {"origin", "x_corner"})});
  }
  for (const char* field : {"heat_flux", "current_density"}) {
    specs.push_back({spec(average, field, {"right"})});
    specs.push_back({spec(integral, field, {"outer"})});
  }
  specs.push_back({spec(reaction, "potential", {"left"})});
  specs.push_back({spec(reaction, "potential", {"right"})});
  specs.push_back({spec(reaction, "temperature", {"left"})});
  specs.push_back({spec(reaction, "displacement.x", {"left"})});
  specs.push_back({spec(energy, "")});
  specs.push_back({spec(energy, "", {"near"})});
  const double z = dimension == 3 ? 0.45 : 0.0;
  specs.push_back({point_spec("temperature", {1.3, 0.35, z})});
  specs.push_back({point_spec("displacement.magnitude", {1.3, 0.35, z})});
  specs.push_back({point_spec("stress.xy", {1.3, 0.35, z}), false});
  specs.push_back({point_spec("current_density.x", {1.3, 0.35, z}), false});
  return specs;
}

class QuantityBattery : public testing::TestWithParam<BatteryCase> {
 protected:
  void SetUp() override {
    model_ = make_quantity_model(GetParam().recipe);
    state_ = random_state(*model_, 5);
    Numbers numbers(11);
    for (const std::vector<double>& values : state_.values) fields_.push_back(numbers.vector(values.size(), 0.1));
    parameters_ = model_->parameters().all();
    for (double& value : parameters_.scalars) value *= numbers.next();
    for (double& value : parameters_.entries) value *= numbers.next();
    coordinates_ = numbers.vector(3 * model_->mesh().coordinates().size(), 0.05);
    for (std::size_t i = 2; i < coordinates_.size() && model_->mesh().dimension() == 2; i += 3) coordinates_[i] = 0.0;
  }

  static std::string describe(const QuantitySpec& what) {
    std::string text = what.field + " on";
    for (const std::string& group : what.on) text += " " + group;
    return text + " of kind " + std::to_string(static_cast<int>(what.kind)) + (what.aggregate ? " aggregate" : "");
  }

  /// J along fields, parameters and coordinates by steps of their own.
  double value_at(const Objective& objective, double by_fields, double by_parameters, double by_coordinates) const {
    FieldValues state = state_;
    for (std::size_t f = 0; f < state.values.size(); ++f) {
      for (std::size_t i = 0; i < state.values[f].size(); ++i) state.values[f][i] += by_fields * fields_[f][i];
    }
    ParameterVector parameters = model_->parameters().all();
    for (std::size_t i = 0; i < parameters.scalars.size(); ++i)
      parameters.scalars[i] += by_parameters * parameters_.scalars[i];
    for (std::size_t i = 0; i < parameters.entries.size(); ++i)
      parameters.entries[i] += by_parameters * parameters_.entries[i];
    Mesh mesh = model_->mesh();
    std::vector<std::array<double, 3>> nodes = mesh.coordinates();
    for (std::size_t i = 0; i < coordinates_.size(); ++i) nodes[i / 3][i % 3] += by_coordinates * coordinates_[i];
    mesh.set_coordinates(nodes);
    return objective.value({mesh, model_->space().fields(), state, parameters});
  }

  std::unique_ptr<MultiphysicsSystem> model_;
  FieldValues state_;
  std::vector<std::vector<double>> fields_;
  ParameterVector parameters_;
  std::vector<double> coordinates_;
};

double product(const std::vector<double>& a, const std::vector<double>& b, double& size) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
    size += std::abs(a[i] * b[i]);
  }
  return sum;
}

TEST_P(QuantityBattery, GradientTimesDirectionIsTheDirectionalDerivative) {
  for (const NamedSpec& named : all_specs(model_->mesh().dimension())) {
    const auto objective = make_quantity(*model_, named.what);
    const Evaluation at = model_->evaluation(state_);
    Sensitivities gradient = make_sensitivities(at.mesh, at.fields, model_->parameters(), named.with_coordinates);
    const double value = objective->add_gradient(at, gradient);
    EXPECT_NEAR(value, objective->value(at), 1e-14 * std::abs(value)) << describe(named.what);
    Direction direction{{fields_, {}, {}}, parameters_, {}};
    if (named.with_coordinates) direction.coordinates = coordinates_;
    double size = 0.0, sum = 0.0;
    for (std::size_t f = 0; f < fields_.size(); ++f) sum += product(gradient.fields.values[f], fields_[f], size);
    sum += product(gradient.parameters.scalars, parameters_.scalars, size);
    sum += product(gradient.parameters.entries, parameters_.entries, size);
    if (named.with_coordinates) sum += product(gradient.coordinates, coordinates_, size);
    EXPECT_NEAR(objective->jvp(at, direction), sum, 1e-12 * size) << describe(named.what);
  }
}

TEST_P(QuantityBattery, DirectionalDerivativePassesTheTaylorTestForFieldsParametersAndCoordinates) {
  // Short enough for a maximum to stay at its node or point.
  const std::vector<double> steps{2e-3, 5e-4, 1.25e-4, 3.125e-5};
  for (const NamedSpec& named : all_specs(model_->mesh().dimension())) {
    const auto objective = make_quantity(*model_, named.what);
    const Evaluation at = model_->evaluation(state_);
    for (int what = 0; what < (named.with_coordinates ? 3 : 2); ++what) {
      Direction direction;
      if (what == 0) direction.fields.values = fields_;
      if (what == 1) direction.parameters = parameters_;
      if (what == 2) direction.coordinates = coordinates_;
      const auto at_step = [&](double h) {
        return value_at(*objective, what == 0 ? h : 0.0, what == 1 ? h : 0.0, what == 2 ? h : 0.0);
      };
      std::vector<double> values;
      for (const double h : steps) values.push_back(at_step(h));
      const double base = objective->value(at);
      const GradientCheck check =
          judge_taylor_test(steps, values, base, objective->jvp(at, direction), 1e-14 * std::abs(base));
      EXPECT_TRUE(check.passed) << describe(named.what) << " along " << what << "\n" << check_table(check);
    }
  }
}

TEST_P(QuantityBattery, ReportsEveryFieldAndParameterThatTheGradientTouches) {
  for (const NamedSpec& named : all_specs(model_->mesh().dimension())) {
    const auto objective = make_quantity(*model_, named.what);
    const Evaluation at = model_->evaluation(state_);
    Sensitivities gradient = make_sensitivities(at.mesh, at.fields, model_->parameters(), false);
    objective->add_gradient(at, gradient);
    const std::vector<int> fields = objective->fields();
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const bool reported = std::find(fields.begin(), fields.end(), static_cast<int>(f)) != fields.end();
      const auto& dual = gradient.fields.values[f];
      const bool touched = std::any_of(dual.begin(), dual.end(), [](double d) { return d != 0.0; });
      EXPECT_TRUE(reported || !touched) << describe(named.what) << " field " << f;
    }
    const std::vector<Parameter> parameters = objective->parameters();
    for (int id = 0; id < model_->parameters().size(); ++id) {
      const Parameter parameter{id};
      const auto part = model_->parameters().part(gradient.parameters, parameter);
      const bool touched = std::any_of(part.begin(), part.end(), [](double d) { return d != 0.0; });
      const bool reported = std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
      EXPECT_TRUE(reported || !touched) << describe(named.what) << " " << model_->parameters().path(parameter);
    }
  }
}

ModelRecipe recipe(ElementType type, SectionKind section, double distortion) {
  return {
      {.type = type, .cells = {2, 1, 1}, .distortion = distortion, .size = {1.0, 1.0, 1.0}, .origin = {1.0, 0.0, 0.0}},
      section};
}

INSTANTIATE_TEST_SUITE_P(
    Sections, QuantityBattery,
    testing::Values(
        BatteryCase{"Tetrahedron10", recipe(ElementType::tetrahedron10, SectionKind::solid, 0.03)},
        BatteryCase{"Hexahedron8", recipe(ElementType::hexahedron8, SectionKind::solid, 0.05)},
        BatteryCase{"PlaneStrainTriangle6", recipe(ElementType::triangle6, SectionKind::plane_strain, 0.05)},
        BatteryCase{"PlaneStressQuadrilateral9", recipe(ElementType::quadrilateral9, SectionKind::plane_stress, 0.05)},
        BatteryCase{"AxisymmetricTriangle3", recipe(ElementType::triangle3, SectionKind::axisymmetric, 0.05)}),
    [](const auto& battery) { return battery.param.name; });

} // namespace
} // namespace adjoule::test
