// Loads that follow time and constants, and sequences of equilibria in time.
#include "adjoule/core/log.hpp"
#include "coupled_models.hpp"
#include "finite_strain_models.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

namespace adjoule::test {
namespace {

constexpr double F = free_component;

/// Formulae in t and the constants a, b.
class Formulae {
 public:
  explicit Formulae(MultiphysicsSystem& system) : system_(system) {
    a = system.parameters().register_parameter("a", 0.3);
    b = system.parameters().register_parameter("b", 0.7);
  }
  CoefficientPointer operator()(const std::string& text) const {
    return expression_coefficient(system_.parameters(), text, {{"t", system_.space().time()}, {"a", a}, {"b", b}});
  }
  Parameter a, b;

 private:
  MultiphysicsSystem& system_;
};

/// A linear bar of length 2 and section 1/2 x 1/4, free to contract, its right end a rigid plate under a total force.
class Bar {
 public:
  Bar() {
    const CoefficientPointer zero = system.number("zero", 0.0);
    MechanicalSystem& mechanical = system.mechanical();
    mechanical.set_material(ElasticMaterial{{"body"}, system.number("E", 40.0), system.number("nu", 0.3), nullptr});
    mechanical.prescribe_displacement("left", 0, zero);
    mechanical.prescribe_displacement("front", 1, zero);
    mechanical.prescribe_displacement("bottom", 2, zero);
    mechanical.add_rigid_face("right", {0}, std::array<CoefficientPointer, 3>{formula("a*t^2"), zero, zero});
    system.electrical().set_conductivity({"body"}, system.number("sigma", 3.0));
    system.electrical().prescribe_potential("left", formula("2*b*t + y - y"));
    system.electrical().prescribe_potential("right", zero);
  }
  double stretch(const State& state) const {
    return state.fields.values[0][static_cast<std::size_t>(3 * system.mesh().group("right").nodes.front())];
  }

  MultiphysicsSystem system{make_box({.type = ElementType::hexahedron8, .cells = {3, 1, 1}, .size = {2.0, 0.5, 0.25}})};
  Formulae formula{system};
};

TEST(Quasistatic, ABarFollowsItsTotalForceAndItsPotentialInTime) {
  Bar bar;
  const std::vector<double> times{0.25, 0.5, 2.0};
  const IntegralObjective power{
      "power", bar.system.space(), make_integrand<PowerDensity>(), {1}, {bar.formula("3 + 0*a")}};
  std::vector<double> seen;
  const State last = bar.system.solve_quasistatic(times, {}, [&](double time, const State& state) {
    seen.push_back(time);
    EXPECT_TRUE(state.report.converged);
    EXPECT_EQ(bar.system.parameters().value(bar.system.space().time()), time);
    const double force = 0.3 * time * time;
    EXPECT_NEAR(bar.stretch(state), force * 2.0 / (40.0 * 0.125), 1e-12);
    const double voltage = 2.0 * 0.7 * time;
    EXPECT_NEAR(power.value(bar.system.evaluation(state.fields)), voltage * voltage * 3.0 * 0.125 / 2.0, 1e-12);
  });
  EXPECT_EQ(seen, times);
  EXPECT_EQ(last.report.load_steps, 3);
  EXPECT_EQ(bar.system.parameters().value(bar.system.space().time()), 2.0);
}

// Central differences of the square of all displacements (or potentials) to a constant, at the last time.
double difference(MultiphysicsSystem& system, const Objective& objective, Parameter constant, double time) {
  const double before = system.parameters().value(constant), step = 1e-4 * before;
  double values[2];
  for (int k = 0; k < 2; ++k) {
    system.parameters().set(constant, before + (k == 0 ? -step : step));
    const std::vector<double> times{time};
    values[k] = objective.value(system.evaluation(system.solve_quasistatic(times).fields));
  }
  system.parameters().set(constant, before);
  return (values[1] - values[0]) / (2.0 * step);
}

TEST(LoadExpressions, ConstantsInTotalForceAndPotentialAreDifferentiated) {
  Bar bar;
  const IntegralObjective motion{"motion", bar.system.space(), make_integrand<Square<3>>(), {0}},
      level{"level", bar.system.space(), make_integrand<Square<1>>(), {1}};
  const double of_a = difference(bar.system, motion, bar.formula.a, 1.5),
               of_b = difference(bar.system, level, bar.formula.b, 1.5);
  const std::vector<double> times{0.5, 1.5};
  const State state = bar.system.solve_quasistatic(times);
  const std::vector<Gradient> gradients = bar.system.gradient(state, {&motion, &level});
  const auto of = [&](const Gradient& g, Parameter p) { return bar.system.parameters().part(g.parameters, p)[0]; };
  EXPECT_NEAR(of(gradients[0], bar.formula.a), of_a, 1e-7 * std::abs(of_a));
  EXPECT_NEAR(of(gradients[1], bar.formula.b), of_b, 1e-7 * std::abs(of_b));
  // Both grow with the square of the load: to time as well.
  EXPECT_NEAR(of(gradients[0], bar.system.space().time()), 4.0 * gradients[0].value / 1.5, 1e-9 * gradients[0].value);
  EXPECT_NEAR(of(gradients[1], bar.system.space().time()), 2.0 * gradients[1].value / 1.5, 1e-9 * gradients[1].value);
  EXPECT_FALSE(gradients[0].reaches[static_cast<std::size_t>(bar.formula.b.id)]);
  EXPECT_TRUE(gradients[0].reaches[static_cast<std::size_t>(bar.formula.a.id)]);
}

/// A cube of rubber whose right face is moved along and across by formulae, and pulled by a traction.
class MovedCube {
 public:
  MovedCube() : rubber({}) {
    rubber.move("left", {0.0, 0.0, 0.0});
    rubber.system.mechanical().prescribe_displacement("right", 0, formula("a*t*(1 + b*y)"));
    rubber.system.mechanical().prescribe_displacement("right", 1, formula("b*t*t"));
    const CoefficientPointer zero = rubber.system.number("zero", 0.0);
    rubber.system.mechanical().apply_traction("back", {zero, formula("a*t*x"), zero});
    rubber.system.mechanical().apply_force("top", {zero, zero, formula("0.1*a*b*t")});
  }
  Rubber rubber;
  Formulae formula{rubber.system};
};

TEST(LoadExpressions, ConstantsInDisplacementTractionAndForceAreDifferentiated) {
  MovedCube cube;
  MultiphysicsSystem& system = cube.rubber.system;
  const IntegralObjective motion{"motion", system.space(), make_integrand<Square<3>>(), {0}};
  const double of_a = difference(system, motion, cube.formula.a, 1.0),
               of_b = difference(system, motion, cube.formula.b, 1.0);
  const std::vector<double> times{0.4, 1.0};
  const State state = system.solve_quasistatic(times);
  const Gradient gradient = system.gradient(state, {&motion})[0];
  EXPECT_NEAR(system.parameters().part(gradient.parameters, cube.formula.a)[0], of_a, 1e-6 * std::abs(of_a));
  EXPECT_NEAR(system.parameters().part(gradient.parameters, cube.formula.b)[0], of_b, 1e-6 * std::abs(of_b));
}

TEST(Quasistatic, TimeIsWalkedWhereNewtonDoesNotGetThereAtOnce) {
  MovedCube at_once, walked;
  const std::vector<double> last{1.0}, both{0.01, 1.0};
  const State reference = at_once.rubber.system.solve_quasistatic(last);
  SolveOptions hasty;
  hasty.max_iterations = 3;
  const State state = walked.rubber.system.solve_quasistatic(both, hasty);
  EXPECT_GT(state.report.rejected_steps, 0);
  EXPECT_GT(state.report.load_steps, 2);
  EXPECT_LT(relative_difference(state.fields, reference.fields), 1e-8);
  EXPECT_EQ(walked.rubber.system.parameters().value(walked.rubber.system.space().time()), 1.0);
}

TEST(Quasistatic, AFailureNamesTheTimeAndKeepsTheLastEquilibrium) {
  // One term with alpha = 1/2: the force mu (l^(-1/2) - l^(-5/4)) is largest at l^(3/4) = 5/2.
  const double largest = (1.0 - 1.0 / 2.5) * std::pow(2.5, -2.0 / 3.0);
  Rubber rubber({.box = {.type = ElementType::hexahedron8, .cells = {1, 1, 1}},
                 .energy = ogden_energy(1, OgdenConvention::ogden, VolumetricLaw::quadratic),
                 .properties = {1.0, 0.5, 5000.0}});
  const Formulae formula(rubber.system);
  rubber.move("left", {0.0, F, F});
  rubber.move("front", {F, 0.0, F});
  rubber.move("bottom", {F, F, 0.0});
  const CoefficientPointer zero = rubber.system.number("zero", 0.0);
  rubber.system.mechanical().apply_force("right", {formula("0.5*t"), zero, zero});
  clear_warnings();
  const std::vector<double> times{0.1, 1.0};
  try {
    rubber.system.solve_quasistatic(times);
    FAIL() << "solved beyond the limit";
  } catch (const SolveFailure& failure) {
    const std::string message = failure.what();
    EXPECT_EQ(message.find("at t = 1 s: "), 0u) << message;
    EXPECT_NE(message.find("from the state at 0.1 s"), std::string::npos) << message;
    const double reached = rubber.system.parameters().part(failure.reached.parameters, rubber.system.space().time())[0];
    EXPECT_NEAR(0.5 * reached, largest, 5e-4);
    EXPECT_FALSE(failure.reached.report.converged);
  }
  clear_warnings();
}

TEST(Quasistatic, TimesAscend) {
  Bar bar;
  const std::vector<double> none, back{1.0, 0.5}, twice{1.0, 1.0}, infinite{1.0 / 0.0};
  for (const std::vector<double>& times : {none, back, twice, infinite})
    EXPECT_THROW(bar.system.solve_quasistatic(times), InputError);
}

TEST(LoadExpressions, ATotalFollowsNeitherPlaceNorTemperature) {
  MultiphysicsSystem system(make_box({.type = ElementType::hexahedron8, .cells = {1, 1, 1}}));
  const Formulae formula(system);
  const CoefficientPointer zero = system.number("zero", 0.0);
  EXPECT_THROW(system.mechanical().apply_force("right", {formula("a*x"), zero, zero}), InputError);
  EXPECT_THROW(system.electrical().drive_current("right", formula("a*T")), InputError);
  EXPECT_THROW(
      system.mechanical().add_rigid_face("right", {0}, std::array<CoefficientPointer, 3>{formula("y"), zero, zero}),
      InputError);
}

TEST(Memory, RepeatedSolvesGradientsAndTangentsKeepItFlat) {
  // Large enough that blocks which the allocator keeps for itself (some 25 kB) do not count.
  Actuator actuator({.box = {.type = ElementType::tetrahedron10, .cells = {2, 2, 1}}, .conductivity = "sigma0"});
  const IntegralObjective motion = actuator.motion();
  std::vector<ParameterVector> changes(3, actuator.system.parameters().zeros());
  for (std::size_t k = 0; k < changes.size(); ++k) changes[k].scalars[k] = 1.0;
  State state = actuator.system.solve_steady_state();
  std::size_t second = 0;
  for (int evaluation = 1; evaluation <= 200; ++evaluation) {
    actuator.system.parameters().set(actuator.sigma0, 1.2 + 1e-3 * (evaluation % 7));
    state = actuator.system.solve_steady_state({}, &state.fields);
    actuator.system.gradient(state, {&motion});
    actuator.system.tangents(state, changes);
    const std::size_t used = mallinfo2().uordblks;
    if (evaluation == 2) second = used;
    if (evaluation > 2) {
      ASSERT_NEAR(static_cast<double>(used), static_cast<double>(second), 0.02 * static_cast<double>(second))
          << "evaluation " << evaluation;
    }
  }
}

} // namespace
} // namespace adjoule::test
