// How often systems are factorised, and that what earlier solves left behind changes nothing.
#include "coupled_models.hpp"
#include "finite_strain_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

/// A block of rubber, sheared and pressed; large enough for a factorisation to cost several solves.
class ShearedBlock : public Rubber {
 public:
  explicit ShearedBlock(std::array<int, 3> cells = {10, 8, 6})
      : Rubber({.box = {.type = ElementType::hexahedron8, .cells = cells}}) {
    move("bottom", {0.0, 0.0, 0.0});
    move("top", {0.4, 0.0, -0.1});
  }
};

TEST(FactorReuse, ALoadWalkFactorisesLittleMoreThanOnceAStep) {
  ShearedBlock rubber;
  SolveOptions options;
  options.load_steps = 4;
  const State state = rubber.system.solve_steady_state(options);
  EXPECT_GT(state.report.newton_iterations, 2 * state.report.load_steps);
  EXPECT_LT(state.report.factorizations, state.report.newton_iterations);
  EXPECT_GT(state.report.linear_iterations, 0);
  EXPECT_GT(state.report.factor_bytes, 0u);
  EXPECT_TRUE(state.report.stable);
}

TEST(FactorReuse, ASolveRepeatedGivesTheSameBitsWhateverCameBetween) {
  ShearedBlock rubber;
  const State first = rubber.system.solve_steady_state();
  const Parameter modulus = rubber.system.parameters().find("p.1");
  const double before = rubber.system.parameters().value(modulus);
  rubber.system.parameters().set(modulus, 3.0 * before);
  rubber.system.solve_steady_state({}, &first.fields);
  rubber.system.parameters().set(modulus, before);
  EXPECT_EQ(rubber.system.solve_steady_state().fields.values, first.fields.values);
  ShearedBlock another;
  EXPECT_EQ(another.system.solve_steady_state().fields.values, first.fields.values);
}

TEST(FactorReuse, GradientsBetweenTheTimesOfASequenceLeaveItAlone) {
  std::vector<FieldValues> last;
  for (const bool differentiates : {false, true}) {
    Rubber rubber({.box = {.type = ElementType::hexahedron8, .cells = {4, 4, 4}}});
    rubber.move("bottom", {0.0, 0.0, 0.0});
    rubber.system.mechanical().prescribe_displacement(
        "top", 0, expression_coefficient(rubber.system.parameters(), "0.1*t", {{"t", rubber.system.space().time()}}));
    rubber.system.mechanical().prescribe_displacement("top", 2, rubber.system.number("down", 0.0));
    const auto on_state = [&](double, const State& state) {
      if (!differentiates) return;
      const IntegralObjective motion("motion", rubber.system.space(), make_integrand<Square<3>>(),
                                     {rubber.system.find_mechanical()->field()});
      rubber.system.gradient(state, {&motion});
    };
    last.push_back(rubber.system.solve_quasistatic(std::vector{1.0, 2.0, 3.0}, {}, on_state).fields);
  }
  EXPECT_EQ(last[0].values, last[1].values);
}

TEST(FactorReuse, TheAdjointDoesNotInheritTheToleranceOfTheForwardSolve) {
  for (const double tolerance : {1e-3, 1e-6}) {
    ShearedBlock rubber({6, 4, 4});
    SolveOptions options;
    options.tolerance = tolerance;
    const State state = rubber.system.solve_steady_state(options);
    const IntegralObjective motion("motion", rubber.system.space(), make_integrand<Square<3>>(),
                                   {rubber.system.find_mechanical()->field()});
    const Gradient gradient = rubber.system.gradient(state, {&motion})[0];
    for (const char* path : {"p.0", "p.1", "top.x"}) {
      const Parameter parameter = rubber.system.parameters().find(path);
      ParameterVector change = rubber.system.parameters().zeros();
      rubber.system.parameters().part(change, parameter)[0] = 1.0;
      const double tangent = rubber.system.tangent(state, motion, change);
      EXPECT_NEAR(rubber.system.parameters().part(gradient.parameters, parameter)[0], tangent,
                  1e-10 * std::abs(tangent) + 1e-12 * gradient.value)
          << path;
    }
    EXPECT_LT(gradient.adjoint_error, 1e-10);
  }
}

TEST(FactorReuse, AStaggeredLoopFactorisesOnlyWhatHasChanged) {
  SolveOptions options;
  options.coupling = Coupling::staggered;
  // A loop in form alone: one factorisation for each of its three linear systems, and a round that finds all solved.
  Actuator unchanging({.slope = 0.0});
  const State once = unchanging.system.solve_steady_state(options);
  EXPECT_EQ(once.report.newton_iterations, 3);
  EXPECT_EQ(once.report.factorizations, 3);
  // With feedback each round has new systems for potential and heat, and displacement has its own once.
  Actuator actuator;
  const State state = actuator.system.solve_steady_state(options);
  EXPECT_GT(state.report.newton_iterations, 6);
  EXPECT_LE(state.report.factorizations, state.report.newton_iterations);
  const State again = actuator.system.solve_steady_state(options, &state.fields);
  EXPECT_EQ(again.report.newton_iterations, 0);
  EXPECT_EQ(again.report.factorizations, 0);
}

} // namespace
} // namespace adjoule::test
