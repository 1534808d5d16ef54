// Finite strain: large deformations with default options, cut-back, failure, restart.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "finite_strain_models.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule::test {
namespace {

constexpr double F = free_component;

/// Symmetry planes on three sides, the opposite x side moved.
void stretch(Rubber& rubber, double stretch) {
  rubber.move("left", {0.0, F, F});
  rubber.move("front", {F, 0.0, F});
  rubber.move("bottom", {F, F, 0.0});
  rubber.move("right", {stretch - 1.0, F, F});
}

RubberRecipe neo_hookean(double bulk) {
  return {.properties = {1.0, bulk}};
}

TEST(LoadSteps, CubeCompressedByNinetyFivePercentTakesDefaultOptions) {
  Rubber rubber(neo_hookean(100.0));
  stretch(rubber, 0.05);
  const State state = rubber.system.solve_steady_state();
  ASSERT_TRUE(state.report.converged);
  // Uniaxial: sigma_t = mu J^(-5/3) (l_t^2 - l^2)/3 + K (J - 1) = 0 across.
  const double side =
      1.0 +
      rubber.displacement(state)[static_cast<std::size_t>(3 * rubber.system.mesh().group("y_corner").nodes[0] + 1)];
  const double volume = 0.05 * side * side;
  EXPECT_NEAR(std::pow(volume, -5.0 / 3.0) * (side * side - 0.05 * 0.05) / 3.0 + 100.0 * (volume - 1.0), 0.0, 1e-7);
}

TEST(LoadSteps, OgdenBlockStretchedAndCompressedFarTakesDefaultOptions) {
  for (const double to : {5.0, 0.4}) {
    Rubber rubber(ogden_rubber());
    stretch(rubber, to);
    EXPECT_TRUE(rubber.system.solve_steady_state().report.converged) << to;
  }
}

// In one step the sides of a cube on rollers would pass through each other, into the mirror image of the solution.
TEST(LoadSteps, CubePulledFarDoesNotFoldOntoTheOtherSide) {
  for (const double to : {4.0, 6.0}) {
    RubberRecipe recipe{.energy = ogden_energy(1, OgdenConvention::ogden, VolumetricLaw::logarithmic)};
    recipe.properties = {0.25, 3.5, 2.0};
    Rubber rubber(recipe);
    stretch(rubber, to);
    const State state = rubber.system.solve_steady_state();
    ASSERT_TRUE(state.report.converged);
    const auto corner = static_cast<std::size_t>(3 * rubber.system.mesh().group("y_corner").nodes[0] + 1);
    const double side = 1.0 + rubber.displacement(state)[corner];
    // Uniaxial: mu (l_t^alpha - m) + K ln J = 0 across, m the mean of the powers of isochoric stretches.
    const double volume = to * side * side, isochoric = std::cbrt(volume);
    const double across = std::pow(side / isochoric, 3.5), along = std::pow(to / isochoric, 3.5);
    EXPECT_GT(side, 0.0) << to;
    EXPECT_NEAR(0.25 * (across - along) / 3.0 + 2.0 * std::log(volume), 0.0, 1e-7) << to;
  }
}

TEST(LoadSteps, ClampedOgdenBlockReachesTheSameStateByFewAndByManySteps) {
  clear_warnings();
  for (const double to : {5.0, 0.4}) {
    std::vector<double> reactions;
    for (const int steps : {1, 16}) {
      RubberRecipe recipe = ogden_rubber();
      recipe.box.cells = {4, 2, 2};
      Rubber rubber(recipe);
      rubber.move("left", {0.0, 0.0, 0.0});
      rubber.move("right", {to - 1.0, 0.0, 0.0});
      SolveOptions options;
      options.load_steps = steps;
      const State state = rubber.system.solve_steady_state(options);
      reactions.push_back(rubber.reaction(state.fields, "left", 0));
    }
    EXPECT_NEAR(reactions[0], reactions[1], 1e-6 * std::abs(reactions[1])) << to;
  }
  clear_warnings();
}

TEST(LoadSteps, SlenderBeamTurnsUnderItsTipForceByCutBackAndGrowth) {
  RubberRecipe recipe;
  recipe.box = {.type = ElementType::hexahedron20, .cells = {10, 1, 1}, .size = {10.0, 1.0, 1.0}};
  Rubber rubber(recipe);
  rubber.move("left", {0.0, 0.0, 0.0});
  rubber.pull("right", {0.0, 0.02, 0.0});
  std::vector<double> factors;
  int iterations = 0;
  SolveOptions options;
  options.on_step = [&](const LoadStep& step) {
    // At the step's own load the supports carry what pulls.
    EXPECT_NEAR(rubber.reaction(step.fields, "left", 1), -0.02 * step.factor, 1e-8);
    factors.push_back(step.factor);
    iterations += step.iterations;
  };
  const State state = rubber.system.solve_steady_state(options);
  EXPECT_GT(state.report.rejected_steps, 0);
  EXPECT_EQ(state.report.load_steps, static_cast<int>(factors.size()));
  EXPECT_EQ(state.report.newton_iterations, iterations);
  ASSERT_GE(factors.size(), 3u);
  EXPECT_EQ(factors.back(), 1.0);
  double longest = 0.0;
  for (std::size_t k = 1; k < factors.size(); ++k) longest = std::max(longest, factors[k] - factors[k - 1]);
  EXPECT_GT(longest, 1.4 * factors[0]);
  EXPECT_TRUE(state.report.stability_losses.empty());
  const Parameters& parameters = rubber.system.parameters();
  EXPECT_EQ(parameters.value(rubber.system.space().load_factor()), 1.0) << "it is put back";
  EXPECT_EQ(state.parameters.scalars, parameters.all().scalars);
  const double deflection =
      rubber.displacement(state)[static_cast<std::size_t>(3 * rubber.system.mesh().group("x_corner").nodes[0] + 1)];
  EXPECT_GT(deflection, 3.0); // P L^2 / (E I) = 8: far beyond small rotations
}

TEST(LoadSteps, CubeThatCollapsesStopsAtTheCriticalStretch) {
  // With K/2 (J-1)^2 the sides are pushed out no further when mu/(3 K l) = (1 - J) J^(2/3) has no solution, whose
  // largest right side is at J = 2/5 (the small l^2 beside l_t^2 left out).
  const double critical = 1.0 / (3.0 * 20.0 * 0.6 * std::pow(0.4, 2.0 / 3.0));
  Rubber rubber({});
  stretch(rubber, 0.02);
  clear_warnings();
  try {
    rubber.system.solve_steady_state();
    FAIL() << "solved beyond the limit";
  } catch (const SolveFailure& failure) {
    EXPECT_NEAR(1.0 - 0.98 * failure.reached.report.load_factor, critical, 1e-3);
    EXPECT_GT(failure.reached.report.rejected_steps, 0);
    EXPECT_EQ(failure.converged_fields, (std::vector<int>{rubber.system.find_mechanical()->field()}));
    const std::string message = failure.what();
    EXPECT_NE(message.find("of its full value"), std::string::npos) << message;
    // What is handed over is the equilibrium at that load.
    const double moved =
        failure.reached.fields.values[0][static_cast<std::size_t>(3 * rubber.system.mesh().group("x_corner").nodes[0])];
    EXPECT_NEAR(moved, -0.98 * failure.reached.report.load_factor, 1e-14);
    EXPECT_EQ(rubber.system.parameters().part(failure.reached.parameters, rubber.system.space().load_factor())[0],
              failure.reached.report.load_factor);
  }
  clear_warnings();
  EXPECT_EQ(rubber.system.parameters().value(rubber.system.space().load_factor()), 1.0);
}

TEST(LoadSteps, DeadForceBeyondTheLimitPointStopsAtIt) {
  // One term with alpha = 1/2: the force mu (l^(-1/2) - l^(-5/4)) is largest at l^(3/4) = 5/2.
  const double largest = (1.0 - 1.0 / 2.5) * std::pow(2.5, -2.0 / 3.0);
  Rubber rubber({.box = {.type = ElementType::hexahedron8, .cells = {1, 1, 1}},
                 .energy = ogden_energy(1, OgdenConvention::ogden, VolumetricLaw::quadratic),
                 .properties = {1.0, 0.5, 5000.0}});
  rubber.move("left", {0.0, F, F});
  rubber.move("front", {F, 0.0, F});
  rubber.move("bottom", {F, F, 0.0});
  rubber.pull("right", {0.5, 0.0, 0.0});
  clear_warnings();
  SolveOptions options;
  options.load_steps = 4;
  try {
    rubber.system.solve_steady_state(options);
    FAIL() << "solved beyond the limit";
  } catch (const SolveFailure& failure) {
    EXPECT_NEAR(0.5 * failure.reached.report.load_factor, largest, 5e-4);
    EXPECT_GT(failure.reached.report.rejected_steps, 0);
    EXPECT_NE(std::string(failure.what()).find("limit point"), std::string::npos) << failure.what();
  }
  clear_warnings();
}

TEST(LoadSteps, RestartAtTheSameLoadAndNoLoadAtAllTakeNoIteration) {
  Rubber rubber({});
  stretch(rubber, 1.5);
  const State state = rubber.system.solve_steady_state();
  const State again = rubber.system.solve_steady_state({}, &state.fields);
  EXPECT_EQ(again.report.newton_iterations, 0);
  EXPECT_EQ(again.report.load_steps, 1);
  EXPECT_EQ(again.report.rejected_steps, 0);
  Rubber idle({});
  stretch(idle, 1.0);
  const State rest = idle.system.solve_steady_state();
  EXPECT_TRUE(rest.report.converged);
  EXPECT_EQ(rest.report.newton_iterations, 0);
  EXPECT_EQ(rest.report.load_steps, 1);
}

TEST(LoadSteps, StartFarFromTheSolutionIsGivenUpForAWalkFromRest) {
  Rubber rubber({});
  stretch(rubber, 1.5);
  const State reference = rubber.system.solve_steady_state();
  FieldValues inverted = reference.fields;
  for (double& value : inverted.values[0]) value *= -8.0;
  const State state = rubber.system.solve_steady_state({}, &inverted);
  EXPECT_EQ(state.report.rejected_steps, 1);
  for (std::size_t i = 0; i < inverted.values[0].size(); ++i)
    EXPECT_NEAR(state.fields.values[0][i], reference.fields.values[0][i], 1e-9);
}

TEST(LoadSteps, PressureNextToZeroDoesNotHinderConvergence) {
  // Sheared by little, an incompressible cube has a pressure of second order: next to nothing beside its stresses.
  RubberRecipe recipe{.box = {.type = ElementType::hexahedron20, .cells = {1, 1, 1}},
                      .energy = neo_hookean_energy(std::nullopt),
                      .properties = {1.0},
                      .mixed_bulk = 0.0};
  for (const double shear : {1e-7, 1e-3, 0.5}) {
    Rubber rubber(recipe);
    rubber.move("bottom", {0.0, 0.0, 0.0});
    rubber.move("top", {shear, 0.0, F});
    const State state = rubber.system.solve_steady_state();
    EXPECT_TRUE(state.report.converged);
    EXPECT_LE(state.report.newton_iterations, 6) << shear;
  }
}

TEST(LoadSteps, NewtonConvergesQuadraticallyInTheReportedHistory) {
  Rubber rubber(ogden_rubber());
  stretch(rubber, 1.8);
  const State state = rubber.system.solve_steady_state();
  const std::vector<double>& history = state.report.blocks.back().residual_history;
  std::vector<double> orders;
  for (std::size_t k = 1; k + 1 < history.size(); ++k) {
    if (history[k] > 0.1 || history[k + 1] < 1e-13) continue;
    orders.push_back(std::log(history[k + 1] / history[k]) / std::log(history[k] / history[k - 1]));
  }
  ASSERT_FALSE(orders.empty());
  EXPECT_GT(orders.back(), 1.7);
}

TEST(LoadSteps, NoLoadStepsAndASmallestOneOfZeroAreRefused) {
  Rubber rubber({});
  stretch(rubber, 1.1);
  SolveOptions options;
  options.load_steps = 0;
  EXPECT_THROW(rubber.system.solve_steady_state(options), InputError);
  options = {};
  options.smallest_load_step = 0.0;
  EXPECT_THROW(rubber.system.solve_steady_state(options), InputError);
}

} // namespace
} // namespace adjoule::test
