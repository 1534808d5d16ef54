// Quantities that cannot be had: one message each, with the remedy.
#include "adjoule/inverse/cell_fields.hpp"
#include "quantity_model.hpp"

#include "adjoule/core/error.hpp"

namespace adjoule::test {
namespace {

using enum QuantityKind;
using testing::TestWithParam;

class QuantityError : public testing::Test {
 protected:
  QuantityError() : model_(make_quantity_model({{.type = ElementType::tetrahedron10}})) {}
  void expect(const QuantitySpec& what, const std::vector<std::string>& parts) const {
    const std::string message = message_of([&] { make_quantity(*model_, what); });
    for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  }
  std::unique_ptr<MultiphysicsSystem> model_;
};

TEST_F(QuantityError, UnknownFieldNamesTheNearest) {
  expect(spec(average, "temprature"), {"temprature", "did you mean 'temperature'"});
}

TEST_F(QuantityError, UnknownGroupNamesThoseThereAre) {
  expect(spec(average, "temperature", {"Left"}), {"Left", "left"});
}

TEST_F(QuantityError, VectorsNeedAComponent) {
  expect(spec(average, "displacement", {"left"}), {"displacement.x"});
  expect(spec(maximum, "heat_flux"), {"heat_flux.x"});
  expect(spec(maximum, "heat_flux", {"left"}), {"normal component"});
  expect(spec(reaction, "displacement", {"left"}), {"displacement.x"});
}

TEST_F(QuantityError, PointOutsideTheMeshNamesTheNearestNode) {
  expect(point_spec("temperature", {1.25, 0.5, 0.5}),
         {"outside the mesh", "nearest node", "(1, 0.5, 0.5)", "0.25 m away"});
}

TEST_F(QuantityError, ReactionOnAFreeGroupListsThoseThatAreFixed) {
  expect(spec(reaction, "temperature", {"top"}), {"'top' does not fix temperature", "left"});
  expect(spec(reaction, "displacement.y", {"right"}), {"right", "left"});
  expect(spec(reaction, "potential", {"front"}), {"left, right"});
  expect(spec(reaction, "joule_heat", {"left"}), {"potential (A)"});
}

TEST_F(QuantityError, PointGroupsHaveNoMeasure) {
  expect(spec(integral, "temperature", {"origin"}), {"group of points", "volumes or surfaces", "also over points"});
  expect(spec(average, "joule_heat", {"origin"}), {"no values at nodes"});
  expect(spec(average, "temperature", {"origin", "left"}),
         {"'origin' is a group of points and 'left' one of surfaces"});
}

TEST_F(QuantityError, CurvesOfASolidHaveNoAverage) {
  Mesh box = make_box({.type = ElementType::hexahedron8});
  std::vector<Group> groups = box.groups();
  Group curve;
  curve.name = "edge";
  curve.dimension = 1;
  curve.nodes = {0, 1};
  groups.push_back(curve);
  MultiphysicsSystem model(Mesh(3, box.coordinates(), box.blocks(), groups));
  model.thermal().set_conductivity({"body"}, model.number("k", 1.0));
  const std::string message = message_of([&] { make_quantity(model, spec(average, "temperature", {"edge"})); });
  EXPECT_NE(message.find("group of curves"), std::string::npos) << message;
  EXPECT_NE(message.find("volumes or surfaces"), std::string::npos) << message;
  EXPECT_NO_THROW(make_quantity(model, spec(maximum, "temperature", {"edge"})));
}

TEST_F(QuantityError, FieldsThatTheModelDoesNotComputeSayWhatTheyNeed) {
  MultiphysicsSystem model(make_box({}));
  model.thermal().prescribe_field(model.number("T", 400.0));
  const auto message = [&](const QuantitySpec& what) { return message_of([&] { make_quantity(model, what); }); };
  EXPECT_NE(message(spec(average, "von_mises")).find("[mechanical]"), std::string::npos);
  EXPECT_NE(message(spec(integral, "joule_heat")).find("[electrical]"), std::string::npos);
  EXPECT_NE(message(spec(average, "heat_flux.x")).find("thermal_conductivity"), std::string::npos);
  EXPECT_NE(message(spec(reaction, "temperature", {"left"})).find("given everywhere"), std::string::npos);
  EXPECT_NE(message(spec(energy, "")).find("[mechanical]"), std::string::npos);
  EXPECT_NO_THROW(make_quantity(model, spec(average, "temperature", {"left"})));
}

TEST_F(QuantityError, PotentialOutsideOfConductorsDoesNotExist) {
  MultiphysicsSystem model(make_box({}));
  model.electrical().set_conductivity({"near"}, model.number("sigma", 1.0));
  EXPECT_THROW(make_quantity(model, spec(average, "potential", {"far"})), InputError);
  EXPECT_THROW(make_quantity(model, spec(average, "potential", {"body"})), InputError);
  EXPECT_THROW(make_quantity(model, spec(maximum, "potential", {"right"})), InputError);
  EXPECT_THROW(make_quantity(model, point_spec("potential", {0.9, 0.5, 0.5})), InputError);
  EXPECT_NO_THROW(make_quantity(model, spec(average, "potential")));
  EXPECT_NO_THROW(make_quantity(model, spec(maximum, "potential", {"left"})));
  EXPECT_NO_THROW(make_quantity(model, spec(integral, "current_density", {"outer"}))); // 0 through the insulator
}

TEST_F(QuantityError, AggregateOfAMinimumNeedsAPositiveField) {
  FieldValues state = random_state(*model_, 2);
  set_field(*model_, state, "potential",
            [](const std::array<double, 3>& x) { return std::array<double, 3>{x[0] - 0.5}; });
  const auto quantity = make_quantity(*model_, aggregate_spec(minimum, "potential", 10.0));
  const std::string message = message_of<AnalysisError>([&] { quantity->value(model_->evaluation(state)); });
  EXPECT_NE(message.find("positive everywhere"), std::string::npos) << message;
  expect(aggregate_spec(maximum, "potential", 0.5), {"aggregate = 0.5"});
}

TEST_F(QuantityError, AggregateOfAMaximumNeedsAFieldThatIsNowhereNegative) {
  FieldValues state = random_state(*model_, 2);
  set_field(*model_, state, "displacement", [](const std::array<double, 3>& x) {
    return std::array<double, 3>{0.9 - x[0], 1.0, 0.0};
  });
  const auto message = [&](const std::string& field) {
    const auto quantity = make_quantity(*model_, aggregate_spec(maximum, field, 10.0));
    return message_of<AnalysisError>([&] { quantity->value(model_->evaluation(state)); });
  };
  const std::string displacement = message("displacement.x");
  for (const char* part : {"nowhere negative", "leave `aggregate` out", "displacement.magnitude", "in element"})
    EXPECT_NE(displacement.find(part), std::string::npos) << displacement;
  EXPECT_NE(message("stress.xx").find("another field"), std::string::npos);
  EXPECT_NO_THROW(value_of_quantity(*model_, state, aggregate_spec(maximum, "displacement.magnitude", 10.0)));
}

TEST_F(QuantityError, AnExtremeThatIsNotFiniteNamesTheElementAndAsksForNoAggregate) {
  FieldValues state = random_state(*model_, 2);
  for (double& value : state.values[static_cast<std::size_t>(model_->space().find_field("displacement"))])
    value *= 1e308;
  for (const QuantityKind kind : {maximum, minimum}) {
    const auto quantity = make_quantity(*model_, spec(kind, "stress.xx"));
    const std::string message = message_of<AnalysisError>([&] { quantity->value(model_->evaluation(state)); });
    EXPECT_NE(message.find("stress.xx is "), std::string::npos) << message;
    EXPECT_NE(message.find("in element"), std::string::npos) << message;
    EXPECT_EQ(message.find("aggregate"), std::string::npos) << message;
  }
}

TEST_F(QuantityError, PointValuesOfJumpingFieldsHaveAShapeDerivativeInLinearSimplicesOnly) {
  const auto differentiate = [](const MultiphysicsSystem& model, const QuantitySpec& what) {
    const FieldValues state = random_state(model, 2);
    const Evaluation at = model.evaluation(state);
    Sensitivities gradient = make_sensitivities(at.mesh, at.fields, model.parameters(), true);
    make_quantity(model, what)->add_gradient(at, gradient);
  };
  const QuantitySpec inside = point_spec("stress.xy", {0.8, 0.3, 0.2});
  EXPECT_NE(message_of([&] { differentiate(*model_, inside); }).find("varies within the element"), std::string::npos);
  const auto linear = make_quantity_model({{.type = ElementType::tetrahedron4}});
  EXPECT_NO_THROW(differentiate(*linear, inside));
  EXPECT_THROW(differentiate(*linear, point_spec("stress.xy", {0.2, 0.3, 0.1})),
               InputError); // thermal strain follows T
  EXPECT_THROW(differentiate(*linear, point_spec("stress.xy", {0.75, 0.5, 0.5})), InputError); // on a side
  EXPECT_NO_THROW(differentiate(*linear, point_spec("temperature", {0.75, 0.5, 0.5})));
}

TEST_F(QuantityError, EnergyBelongsToRegions) {
  expect(spec(energy, "", {"left"}), {"stored in regions"});
  expect(spec(energy, "stress.xx"), {"no field"});
}

TEST(CellFields, MeansOfElementsAreThePointwiseFieldsInVtkOrder) {
  const auto model = make_quantity_model({{.type = ElementType::tetrahedron10, .distortion = 0.02}});
  FieldValues state = random_state(*model, 2);
  using Point = std::array<double, 3>;
  set_field(*model, state, "displacement", [](const Point& x) {
    return Point{1e-3 * x[0] + 4e-3 * x[1], 2e-3 * x[1], 6e-3 * x[1] + 8e-3 * x[0]};
  });
  set_field(*model, state, "potential", [](const Point& x) { return Point{x[0] + 2.0 * x[1] - x[2]}; });
  const Index element = model->mesh().group("far").elements.back();
  const auto of = [&](const std::string& field, std::size_t components, std::size_t c) {
    const std::vector<double> means = cell_means(*model, state, field);
    EXPECT_EQ(means.size(), components * static_cast<std::size_t>(model->mesh().element_count()));
    return means[static_cast<std::size_t>(element) * components + c];
  };
  const std::array strain{1e-3, 2e-3, 0.0, 2e-3, 3e-3, 4e-3}; // xx yy zz xy yz xz
  for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(of("strain", 6, c), strain[c], 1e-12) << c;
  const double mu = 60.0 / 2.4, lambda = 60.0 * 0.2 / (1.2 * 0.6);
  EXPECT_NEAR(of("stress", 6, 4), 2.0 * mu * 3e-3, 1e-11);
  EXPECT_NEAR(of("stress", 6, 2), lambda * 3e-3, 1e-11);
  EXPECT_NEAR(of("current_density", 3, 1), -10.0, 1e-9);
  EXPECT_NEAR(of("joule_heat", 1, 0), 30.0, 1e-9);
  EXPECT_GT(of("von_mises", 1, 0), 0.0);
}

TEST(CellFields, MeansTimesVolumesAreTheIntegral) {
  const auto model = make_quantity_model({{.type = ElementType::hexahedron8, .distortion = 0.05}});
  const FieldValues state = random_state(*model, 4);
  const std::vector<double> means = cell_means(*model, state, "joule_heat");
  Mesh mesh = model->mesh();
  double sum = 0.0;
  for (Index e = 0; e < mesh.element_count(); ++e) {
    std::vector<Group> groups{
        {.name = "one", .dimension = 3, .entities = 0, .fault = "", .elements = {e}, .facets = {}, .nodes = {}}};
    const Domain& domain = *Domain::volume(mesh, model->space().partition(), {e}, {});
    EXPECT_EQ(domain.size(), 1);
    MultiphysicsSystem single(Mesh(3, mesh.coordinates(), mesh.blocks(), groups));
    single.thermal().set_conductivity({"one"}, single.number("k", 1.0));
    FieldValues ones;
    ones.values.emplace_back(static_cast<std::size_t>(mesh.node_count()), 1.0);
    sum += means[static_cast<std::size_t>(e)] * value_of_quantity(single, ones, spec(integral, "temperature"));
  }
  EXPECT_NEAR(sum, value_of_quantity(*model, state, spec(integral, "joule_heat")), 1e-10 * sum);
}

TEST(CellFields, AreZeroWhereThePhysicsIsAbsent) {
  MultiphysicsSystem model(make_box({}));
  model.electrical().set_conductivity({"near"}, model.number("sigma", 1.0));
  FieldValues state;
  state.values.push_back(Numbers(3).vector(static_cast<std::size_t>(model.mesh().node_count())));
  const std::vector<double> heat = cell_means(model, state, "joule_heat");
  for (const Index e : model.mesh().group("far").elements) EXPECT_EQ(heat[static_cast<std::size_t>(e)], 0.0);
  for (const Index e : model.mesh().group("near").elements) EXPECT_GT(heat[static_cast<std::size_t>(e)], 0.0);
  for (const double stress : cell_means(model, state, "stress")) EXPECT_EQ(stress, 0.0);
  EXPECT_THROW(cell_means(model, state, "joule_heating"), InputError);
}

} // namespace
} // namespace adjoule::test
