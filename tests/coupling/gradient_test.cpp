// Adjoint against closed forms, the tangent, and differences.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "coupled_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

struct Resistor {
  MultiphysicsSystem system{make_box({.type = ElementType::hexahedron8, .cells = {3, 1, 1}, .size = {2.0, 0.5, 0.25}})};
  CoefficientPointer sigma = system.number("sigma", 3.0, "S/m");
  CoefficientPointer unrelated = system.number("unrelated", 1.0);

  Resistor() {
    system.electrical().set_conductivity({"body"}, sigma);
    system.electrical().prescribe_potential("right", system.number("ground", 0.0));
  }
  IntegralObjective power() const { return {"power", system.space(), make_integrand<PowerDensity>(), {0}, {sigma}}; }
  double of(const Gradient& g, const std::string& path) const {
    return system.parameters().part(g.parameters, system.parameters().find(path))[0];
  }
};

TEST(Gradient, PowerOfAResistorUnderVoltage) {
  Resistor r;
  const double voltage = 1.5, conductance = 3.0 * 0.125 / 2.0;
  r.system.electrical().prescribe_potential("left", r.system.number("V", voltage));
  const State state = r.system.solve_steady_state();
  const IntegralObjective power = r.power();
  const Gradient g = r.system.gradient(state, {&power}, true)[0];
  EXPECT_NEAR(g.value, voltage * voltage * conductance, 1e-13);
  EXPECT_NEAR(r.of(g, "V"), 2.0 * voltage * conductance, 1e-12);
  EXPECT_NEAR(r.of(g, "ground"), -2.0 * voltage * conductance, 1e-12);
  EXPECT_NEAR(r.of(g, "sigma"), g.value / 3.0, 1e-13);
  EXPECT_EQ(r.of(g, "unrelated"), 0.0);
  EXPECT_LT(g.adjoint_error, 1e-12);
  // Stretching the bar lengthways by d lowers P = V^2 sigma A / L by P d.
  double stretch = 0.0;
  for (Index n = 0; n < r.system.mesh().node_count(); ++n)
    stretch +=
        g.coordinates[static_cast<std::size_t>(3 * n)] * r.system.mesh().coordinates()[static_cast<std::size_t>(n)][0];
  EXPECT_NEAR(stretch, -g.value, 1e-12);
}

TEST(Gradient, PowerOfAResistorUnderCurrent) {
  Resistor r;
  const double current = 0.4, resistance = 2.0 / (3.0 * 0.125);
  r.system.electrical().drive_current("left", r.system.number("I", current));
  const State state = r.system.solve_steady_state();
  const IntegralObjective power = r.power();
  const Gradient g = r.system.gradient(state, {&power})[0];
  EXPECT_NEAR(g.value, current * current * resistance, 1e-12);
  EXPECT_NEAR(r.of(g, "I"), 2.0 * current * resistance, 1e-12);
  EXPECT_NEAR(r.of(g, "sigma"), -g.value / 3.0, 1e-12);
  const std::vector<double> reaction = r.system.reactions(*r.system.find_electrical(), state.fields);
  double into = 0.0;
  for (const Index n : r.system.mesh().group("left").nodes) into += reaction[static_cast<std::size_t>(n)];
  EXPECT_NEAR(into, current, 1e-13);
}

TEST(Gradient, ParameterThatCannotReachIsListedAndExactlyZero) {
  Actuator model;
  const State state = model.system.solve_steady_state();
  const IntegralObjective power = model.power(), motion = model.motion();
  const std::vector<Gradient> g = model.system.gradient(state, {&power, &motion});
  const Parameters& p = model.system.parameters();
  for (const std::string path : {"E", "nu", "alpha", "T_ref", "force_x", "hold_y"}) {
    EXPECT_FALSE(g[0].reaches[static_cast<std::size_t>(p.find(path).id)]) << path;
    EXPECT_EQ(p.part(g[0].parameters, p.find(path))[0], 0.0) << path;
    EXPECT_TRUE(model.system.reaches(p.find(path), motion)) << path;
    EXPECT_NE(p.part(g[1].parameters, p.find(path))[0], 0.0) << path;
  }
  for (const std::string path : {"V", "sigma0", "k", "film", "ambient", "T_left"}) {
    EXPECT_TRUE(g[0].reaches[static_cast<std::size_t>(p.find(path).id)]) << path;
    EXPECT_NE(p.part(g[0].parameters, p.find(path))[0], 0.0) << path;
  }
  for (const std::string path : {"rho", "c", "density"})
    EXPECT_FALSE(model.system.reaches(p.find(path), motion)) << path; // storage
}

TEST(Gradient, GroupThatLosesAConflictHasGradientZeroWhereItLost) {
  clear_warnings();
  // "right" holds "x_corner" already, so that the second prescription acts nowhere.
  Resistor r;
  r.system.electrical().prescribe_potential("x_corner", r.system.number("loser", 1.0));
  r.system.electrical().prescribe_potential("left", r.system.number("V", 2.0));
  EXPECT_EQ(warnings().size(), 1u);
  clear_warnings();
  const State state = r.system.solve_steady_state();
  const IntegralObjective power = r.power();
  EXPECT_EQ(r.of(r.system.gradient(state, {&power})[0], "loser"), 0.0);
}

/// A direction in all parameters and nodes, and the change of an objective along it.
class EveryRoute : public ::testing::TestWithParam<Coupling> {};

TEST_P(EveryRoute, AdjointEqualsTangentAndDifferences) {
  Actuator model;
  MultiphysicsSystem& system = model.system;
  SolveOptions options;
  options.coupling = GetParam();
  options.tolerance = 1e-12;
  const State state = system.solve_steady_state(options);
  const IntegralObjective power = model.power(), heat = model.heat(), motion = model.motion();
  const std::vector<const Objective*> objectives{&power, &heat, &motion};
  const std::vector<Gradient> gradients = system.gradient(state, objectives, true);
  Numbers numbers(8);
  const auto nodes = static_cast<std::size_t>(system.mesh().node_count());
  const std::vector<double> move = numbers.vector(3 * nodes, 0.01);

  struct Along {
    std::string name;
    ParameterVector parameters;
    std::vector<double> coordinates;
  };
  std::vector<Along> directions{{"nodes", system.parameters().zeros(), move}};
  for (const Parameter p : system.used_parameters()) {
    if (system.parameters().path(p).front() == '(') continue; // follows from the nodes
    Along along{system.parameters().path(p), system.parameters().zeros(), {}};
    system.parameters().part(along.parameters, p)[0] = 0.05 * std::max(0.1, std::abs(system.parameters().value(p)));
    directions.push_back(along);
  }
  const ParameterVector before = system.parameters().all();
  const auto x = system.mesh().coordinates();
  for (const Along& along : directions) {
    const auto values = [&](double h) {
      ParameterVector p = before;
      for (std::size_t i = 0; i < p.scalars.size(); ++i) p.scalars[i] += h * along.parameters.scalars[i];
      system.parameters().assign(p);
      auto moved = x;
      for (std::size_t i = 0; i < along.coordinates.size(); ++i) moved[i / 3][i % 3] += h * along.coordinates[i];
      system.space().set_coordinates(moved);
      const State there = system.solve_steady_state(options, &state.fields);
      std::vector<double> result;
      for (const Objective* objective : objectives) result.push_back(objective->value(system.evaluation(there.fields)));
      return result;
    };
    const double h = 0.02;
    const auto a = values(h), b = values(-h), c = values(0.5 * h), d = values(-0.5 * h);
    system.parameters().assign(before);
    system.space().set_coordinates(x);
    for (std::size_t k = 0; k < objectives.size(); ++k) {
      double adjoint = 0.0;
      const ParameterVector& g = gradients[k].parameters;
      for (std::size_t i = 0; i < g.scalars.size(); ++i) adjoint += g.scalars[i] * along.parameters.scalars[i];
      for (std::size_t i = 0; i < along.coordinates.size(); ++i)
        adjoint += gradients[k].coordinates[i] * along.coordinates[i];
      const double tangent = system.tangent(state, *objectives[k], along.parameters, along.coordinates);
      const double numerical = (4.0 * (c[k] - d[k]) / h - (a[k] - b[k]) / (2.0 * h)) / 3.0;
      const std::string place = along.name + " of " + objectives[k]->name();
      EXPECT_NEAR(adjoint, tangent, 1e-10 * std::abs(tangent) + 1e-13 * std::abs(gradients[k].value)) << place;
      EXPECT_NEAR(adjoint, numerical, 1e-6 * std::abs(numerical) + 1e-8 * std::abs(gradients[k].value)) << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Couplings, EveryRoute, ::testing::Values(Coupling::automatic, Coupling::monolithic, Coupling::staggered),
    [](const auto& one) {
      return std::string(std::array{"automatic", "monolithic", "staggered"}[static_cast<std::size_t>(one.param)]);
    });

TEST(Gradient, RepeatedGradientsAreTheSameBits) {
  Actuator model;
  const State state = model.system.solve_steady_state();
  const IntegralObjective motion = model.motion();
  const Gradient first = model.system.gradient(state, {&motion}, true)[0];
  for (int k = 0; k < 3; ++k) {
    const Gradient again = model.system.gradient(state, {&motion}, true)[0];
    EXPECT_EQ(again.parameters.scalars, first.parameters.scalars);
    EXPECT_EQ(again.coordinates, first.coordinates);
  }
}

/// A value whose derivative is not a number.
struct Broken {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  static void evaluate(const PointInputs<Broken, Batch>&, PointResponse<Broken, Batch>& response) {
    response.add_source(Batch(1.0));
  }
  template <int N, class P>
  static void evaluate(const PointInputs<Broken, Dual<N, Batch>, P>& at,
                       PointResponse<Broken, Dual<N, Batch>>& response) {
    response.add_source(at.value(0).chain(Batch(1.0), Batch(std::nan(""))));
  }
};

TEST(Gradient, ObjectiveThatIsNotFiniteIsAnErrorNotAZero) {
  Actuator model;
  const State state = model.system.solve_steady_state();
  const IntegralObjective broken("broken", model.system.space(), make_integrand<Broken>(),
                                 {model.system.find_thermal()->field()});
  EXPECT_THROW(model.system.gradient(state, {&broken}), AnalysisError);
}

TEST(Gradient, NeedsAConvergedStateAndDirectionsOfTheRightSize) {
  Actuator model;
  State state = model.system.solve_steady_state();
  const IntegralObjective motion = model.motion();
  ParameterVector change = model.system.parameters().zeros();
  change.scalars.pop_back();
  EXPECT_THROW(model.system.tangent(state, motion, change), InputError);
  EXPECT_THROW(model.system.tangent(state, motion, {}, std::vector<double>(5, 0.0)), InputError);
  state.report.converged = false;
  EXPECT_THROW(model.system.gradient(state, {&motion}), InputError);
}

} // namespace
} // namespace adjoule::test
