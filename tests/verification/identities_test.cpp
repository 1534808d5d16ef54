// What holds whatever the numbers are: balances, equal drives, iteration counts, ways of coupling, thread counts; and
// small bars whose answers follow on paper.
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

#include "adjoule/inverse/cell_fields.hpp"

#include <omp.h>

namespace adjoule::test {
namespace {

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}
const std::vector<double>& temperatures(const MultiphysicsSystem& model, const State& state) {
  return state.fields.values[static_cast<std::size_t>(model.find_thermal()->field())];
}

constexpr ActuatorOptions five_volts{.kind = ActuatorKind::two_way, .drive = Drive::voltage, .level = 5.0};

TEST(Identity, ElectricPowerLeavesTheActuatorAsHeat) {
  const auto model = make_actuator(five_volts);
  const State state = model->solve_steady_state(tight());
  const double power = 5.0 * evaluate(*model, state, reaction("potential", "anchor_hot"));
  EXPECT_NEAR(evaluate(*model, state, integral("joule_heat")), power, 1e-8 * power);
  // Plan: hot arm, tip block, flexure, cold arm, um.
  const double area = (220.0 * 2.0 + 4.0 * 18.0 + 40.0 * 2.0 + 176.0 * 16.0) * 1e-12;
  const double convected = 2e4 * area * (evaluate(*model, state, average("temperature", "bottom")) - 293.0);
  const double conducted = -evaluate(*model, state, reaction("temperature", "anchor_hot")) -
                           evaluate(*model, state, reaction("temperature", "anchor_cold"));
  EXPECT_GT(convected, 0.1 * power);
  EXPECT_GT(conducted, 0.1 * power);
  EXPECT_NEAR(convected + conducted, power, 1e-8 * power);
}

TEST(Identity, SupportForcesOfTheHeatedActuatorBalance) {
  const auto model = make_actuator(five_volts);
  const State state = model->solve_steady_state(tight());
  for (const char* component : {"displacement.x", "displacement.y", "displacement.z"}) {
    const double hot = evaluate(*model, state, reaction(component, "anchor_hot"));
    const double cold = evaluate(*model, state, reaction(component, "anchor_cold"));
    EXPECT_NEAR(hot + cold, 0.0, 1e-8 * 1.3e-4) << component;
  }
}

TEST(Identity, VoltageAndTheCurrentItDrawsGiveTheSameState) {
  const auto by_voltage = make_actuator(five_volts);
  const State voltage_state = by_voltage->solve_steady_state(tight());
  const double current = evaluate(*by_voltage, voltage_state, reaction("potential", "anchor_hot"));
  const auto by_current = make_actuator({.kind = ActuatorKind::two_way, .drive = Drive::current, .level = current});
  const State current_state = by_current->solve_steady_state(tight());
  EXPECT_LT(largest_difference(temperatures(*by_voltage, voltage_state), temperatures(*by_current, current_state)),
            1e-8 * 1145.0);
  EXPECT_NEAR(evaluate(*by_current, current_state, average("potential", "anchor_hot")), 5.0, 5e-8);
}

TEST(Identity, NothingToDoTakesNoIteration) {
  for (const ActuatorKind kind : {ActuatorKind::one_way, ActuatorKind::two_way}) {
    const auto model = make_actuator({.kind = kind, .drive = Drive::voltage, .level = 0.0});
    const State state = model->solve_steady_state();
    EXPECT_EQ(state.report.newton_iterations, 0);
    for (const double temperature : temperatures(*model, state)) ASSERT_EQ(temperature, 293.0);
  }
}

TEST(Identity, LinearSystemsTakeOneIterationEach) {
  const auto model = make_actuator({.kind = ActuatorKind::one_way, .drive = Drive::voltage, .level = 2.0});
  const State state = model->solve_steady_state();
  ASSERT_EQ(state.report.blocks.size(), 3u);
  for (const BlockReport& block : state.report.blocks) EXPECT_EQ(block.newton_iterations, 1) << block.systems;
}

TEST(Identity, RestartFromTheSolutionTakesNoIteration) {
  for (const ActuatorKind kind : {ActuatorKind::one_way, ActuatorKind::two_way}) {
    const auto model = make_actuator({.kind = kind, .drive = Drive::voltage, .level = 2.0});
    const State first = model->solve_steady_state();
    const State again = model->solve_steady_state({}, &first.fields);
    EXPECT_EQ(again.report.newton_iterations, 0);
    EXPECT_EQ(again.fields.values, first.fields.values);
  }
}

TEST(Identity, StaggeredAndMonolithicCouplingMeet) {
  const auto model = make_actuator(five_volts);
  const State automatic = model->solve_steady_state(tight());
  SolveOptions options = tight();
  options.coupling = Coupling::monolithic;
  const State monolithic = model->solve_steady_state(options);
  options.coupling = Coupling::staggered;
  options.tolerance = 1e-11;
  const State staggered = model->solve_steady_state(options);
  for (const State* other : {&monolithic, &staggered}) {
    EXPECT_LT(largest_difference(temperatures(*model, automatic), temperatures(*model, *other)), 1e-8 * 1145.0);
    EXPECT_NEAR(evaluate(*model, *other, average("displacement.y", "tip")),
                evaluate(*model, automatic, average("displacement.y", "tip")), 1e-8 * 1.3e-5);
  }
}

struct ThreadedResult {
  State state;
  std::vector<Gradient> gradients;
};
ThreadedResult solve_with_threads(int threads) {
  omp_set_num_threads(threads);
  // 5184 elements: several parts and separators.
  MultiphysicsSystem model(
      make_grid_mesh({.type = ElementType::tetrahedron4, .cells = {18, 8, 6}, .size = {1.8e-3, 0.8e-3, 0.6e-3}}));
  EXPECT_GT(model.space().partition().parts, 2);
  Parameters& parameters = model.parameters();
  const Parameter sigma = parameters.register_parameter("sigma", 5e4),
                  beta = parameters.register_parameter("beta", 1e-3);
  model.electrical().set_conductivity(
      {"body"}, expression_coefficient(parameters, "s/(1 + b*(T - 293))", {{"s", sigma}, {"b", beta}}));
  model.electrical().prescribe_potential("x0", model.number("V", 1.0));
  model.electrical().prescribe_potential("x1", model.number("V1", 0.0));
  model.thermal().set_conductivity({"body"}, model.number("k", 34.0));
  model.thermal().joule_heating(model.electrical());
  model.thermal().prescribe_temperature("x0", model.number("T0", 293.0));
  model.thermal().add_convection("z0", model.number("h", 1e4), model.number("T.ambient", 293.0));
  model.mechanical().set_material(
      {{"body"},
       element_coefficient(parameters,
                           parameters.register_field(
                               "E", std::vector<double>(static_cast<std::size_t>(model.mesh().element_count()), 160e9),
                               ParameterKind::per_element),
                           [&] {
                             std::vector<Index> own(static_cast<std::size_t>(model.mesh().element_count()));
                             for (std::size_t e = 0; e < own.size(); ++e) own[e] = static_cast<Index>(e);
                             return own;
                           }()),
       model.number("nu", 0.22),
       thermal_strain(parameters, model.number("alpha", 2.9e-6), parameters.register_parameter("T.reference", 293.0),
                      ExpansionKind::instantaneous)});
  clamp(model, "x0");
  ThreadedResult result{model.solve_steady_state(tight()), {}};
  const auto tip = make_quantity(model, average("displacement.z", "x1")),
             energy = make_quantity(model, elastic_energy());
  result.gradients = model.gradient(result.state, {tip.get(), energy.get()}, true);
  return result;
}

TEST(Identity, OneAndTwoThreadsGiveTheSameBits) {
  const int before = omp_get_max_threads();
  const ThreadedResult one = solve_with_threads(1), two = solve_with_threads(2);
  omp_set_num_threads(before);
  EXPECT_EQ(one.state.fields.values, two.state.fields.values);
  for (std::size_t i = 0; i < one.gradients.size(); ++i) {
    EXPECT_EQ(one.gradients[i].value, two.gradients[i].value);
    EXPECT_EQ(one.gradients[i].parameters.scalars, two.gradients[i].parameters.scalars);
    EXPECT_EQ(one.gradients[i].parameters.entries, two.gradients[i].parameters.entries);
    EXPECT_EQ(one.gradients[i].coordinates, two.gradients[i].coordinates);
  }
}

// 200 x 2 x 2 um of doped silicon, ends at 298 K.
std::unique_ptr<MultiphysicsSystem> make_bar(Drive drive, double level) {
  auto model = std::make_unique<MultiphysicsSystem>(
      make_grid_mesh({.type = ElementType::hexahedron20, .cells = {10, 1, 1}, .size = {200e-6, 2e-6, 2e-6}}));
  ElectricalSystem& electrical = model->electrical();
  electrical.set_conductivity({"body"}, model->number("sigma", 4.3478e4));
  if (drive == Drive::voltage) {
    electrical.prescribe_potential("x0", model->number("V", level));
  } else {
    electrical.drive_current("x0", model->number("I", level));
  }
  electrical.prescribe_potential("x1", model->number("V1", 0.0));
  model->thermal().set_conductivity({"body"}, model->number("k", 32.0));
  model->thermal().joule_heating(electrical);
  model->thermal().prescribe_temperature("x0", model->number("T0", 298.0));
  model->thermal().prescribe_temperature("x1", model->number("T1", 298.0));
  return model;
}

TEST(Bar, AtOneVoltHasTheResistancePowerAndPeakOfItsDimensions) {
  const auto model = make_bar(Drive::voltage, 1.0);
  const State state = model->solve_steady_state(tight());
  const double resistance = 200e-6 / (4.3478e4 * 4e-12);
  EXPECT_NEAR(resistance, 1150.007, 1e-3);
  expect_references(*model, state,
                    {{"I", 1.0 / resistance, 1e-9, reaction("potential", "x0")},
                     {"P", 0.869559e-3, 2e-6, integral("joule_heat")},
                     {"dTmax = sigma V^2/(8 k)", 298.0 + 169.836, 1e-6, maximum("temperature")}});
  expect_derivatives(*model, state, integral("joule_heat"), {{"dP/dV = 2 P/V", 1.739119e-3, 1e-6, "V"}});
}

TEST(Bar, AtHalfAMilliampereTakesTheVoltageOfItsResistance) {
  const auto model = make_bar(Drive::current, 0.5e-3);
  const State state = model->solve_steady_state(tight());
  expect_references(
      *model, state,
      {{"V", 0.575003, 1e-6, average("potential", "x0")}, {"P", 0.287502e-3, 2e-6, integral("joule_heat")}});
}

TEST(Bar, HeatedByAHundredKelvinGrowsByItsExpansion) {
  MultiphysicsSystem model(
      make_grid_mesh({.type = ElementType::hexahedron20, .cells = {10, 1, 1}, .size = {200e-6, 2e-6, 2e-6}}));
  model.thermal().prescribe_field(model.number("T", 398.0));
  model.mechanical().set_material(
      {{"body"},
       model.number("E", 169e9),
       model.number("nu", 0.22),
       thermal_strain(model.parameters(), model.number("alpha", 2.9e-6),
                      model.parameters().register_parameter("T.reference", 298.0), ExpansionKind::instantaneous)});
  for (int c = 0; c < 3; ++c) {
    model.mechanical().prescribe_displacement(std::string(1, "xyz"[c]) + "0", c,
                                              model.number(fmt::format("u{}", c), 0.0));
  }
  const State state = model.solve_steady_state(tight());
  expect_references(model, state, {{"growth", 58.0e-9, 1e-8, average("displacement.x", "x1")}});
}

TEST(GreyPlate, RadiatesWhatItAbsorbs) {
  MultiphysicsSystem model(
      make_grid_mesh({.type = ElementType::hexahedron8, .cells = {2, 2, 1}, .size = {1.0, 1.0, 0.01}}));
  model.thermal().set_conductivity({"body"}, model.number("k", 200.0));
  model.thermal().apply_flux("z1", model.number("q", 1000.0));
  model.thermal().add_radiation("z1", model.number("emissivity", 0.8), model.number("T.ambient", 300.0));
  const State state = model.solve_steady_state(tight());
  expect_references(model, state, {{"T^4 = T_a^4 + q/(eps sigma)", 416.679, 2e-6, average("temperature", "z1")}});
}

// Two 1 m cubes in series, 1 V.
std::unique_ptr<MultiphysicsSystem> make_two_cubes(ElementType type, double first, double second) {
  auto model = std::make_unique<MultiphysicsSystem>(
      make_grid_mesh({.type = type, .cells = {4, 2, 2}, .size = {2.0, 1.0, 1.0}, .region = [](const Point& x) {
                        return std::string(x[0] < 1.0 ? "first" : "second");
                      }}));
  model->electrical().set_conductivity({"first"}, model->number("sigma.first", first));
  model->electrical().set_conductivity({"second"}, model->number("sigma.second", second));
  model->electrical().prescribe_potential("x0", model->number("V", 1.0));
  model->electrical().prescribe_potential("x1", model->number("V1", 0.0));
  return model;
}

TEST(TwoCubes, InSeriesCarryHalfAnAmpere) {
  for (const ElementType type :
       {ElementType::tetrahedron4, ElementType::tetrahedron10, ElementType::hexahedron8, ElementType::prism15}) {
    const auto model = make_two_cubes(type, 1.0, 1.0);
    const State state = model->solve_steady_state(tight());
    expect_references(*model, state, {{"I", 0.5, 1e-10, reaction("potential", "x0")}});
  }
}

TEST(TwoCubes, OfUnequalConductivityCarryEqualCurrentDensityInUnequalFields) {
  const auto model = make_two_cubes(ElementType::tetrahedron10, 1.0, 1e3);
  const State state = model->solve_steady_state(tight());
  const double density = 1.0 / (1.0 + 1e-3);
  const std::vector<double> current = cell_means(*model, state.fields, "current_density");
  const std::vector<double> heat = cell_means(*model, state.fields, "joule_heat"); // J.E
  for (Index element = 0; element < model->mesh().element_count(); ++element) {
    const auto e = static_cast<std::size_t>(element);
    ASSERT_NEAR(current[3 * e], density, 1e-8 * density);
    const double field = model->mesh().centroid(element)[0] < 1.0 ? density : 1e-3 * density;
    ASSERT_NEAR(heat[e] / density, field, 1e-8 * field);
  }
}

} // namespace
} // namespace adjoule::test
