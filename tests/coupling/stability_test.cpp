// Loss of stability: where it is seen, and where it is not.
#include "adjoule/core/log.hpp"
#include "finite_strain_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

constexpr double F = free_component;
constexpr double pi = 3.14159265358979323846;

TEST(Stability, ColumnIsReportedAtEulersLoadAndItsStraightPathContinues) {
  // Width b, length L, clamped at one end, moved at the other without turning but free sideways: P = pi^2 E I / L^2
  // (Euler), a shortening of pi^2 b^2 / (12 L^2) of the length.
  clear_warnings();
  const double length = 20.0;
  RubberRecipe recipe{.box = {.type = ElementType::quadrilateral8, .cells = {20, 2, 1}, .size = {length, 1.0, 1.0}},
                      .section = SectionKind::plane_strain,
                      .energy = st_venant_kirchhoff_energy(),
                      .properties = {1.0, 0.0}};
  Rubber column(recipe);
  column.move("left", {0.0, 0.0});
  const double critical = pi * pi / (12.0 * length * length); // strain
  const double shortening = 2.0 * critical * length;
  column.move("right", {-shortening, F});
  SolveOptions options;
  options.load_steps = 4;
  const State state = column.system.solve_steady_state(options);
  ASSERT_TRUE(state.report.converged);
  ASSERT_EQ(state.report.stability_losses.size(), 1u);
  const StabilityLoss& loss = state.report.stability_losses[0];
  EXPECT_LE(loss.to - loss.from, 0.011);
  EXPECT_GT(loss.to, 0.5 * 0.95);
  EXPECT_LT(loss.from, 0.5 * 1.05);
  EXPECT_NEAR(loss.place[0], length, 1e-12) << "the end that is free sideways moves most";
  ASSERT_EQ(warnings().size(), 1u);
  EXPECT_NE(warnings()[0].find("stable"), std::string::npos);
  clear_warnings();
  // It stays straight: compressed uniformly, without Poisson's effect.
  const std::vector<double>& u = column.displacement(state);
  for (std::size_t i = 0; i < u.size(); i += 2) {
    EXPECT_NEAR(u[i], -shortening * column.system.mesh().coordinates()[i / 2][0] / length, 1e-9);
    EXPECT_NEAR(u[i + 1], 0.0, 1e-9);
  }
}

TEST(Stability, AStepBeyondEulersLoadIsRefusedBeforeAnLuFactorisationIsPaidFor) {
  // Large enough for LU factors to be dear.
  const double length = 10.0;
  Rubber column({.box = {.type = ElementType::hexahedron20, .cells = {16, 6, 6}, .size = {length, 1.0, 1.0}},
                 .energy = st_venant_kirchhoff_energy(),
                 .properties = {1.0, 0.0}});
  column.move("left", {0.0, 0.0, 0.0});
  column.move("right", {-1.6 * pi * pi / (12.0 * length), F, F}); // 1.6 of Euler's load
  struct FirstStep {
    double load_factor;
  };
  SolveOptions options;
  options.on_step = [](const LoadStep& step) { throw FirstStep{step.factor}; };
  testing::internal::CaptureStderr();
  double accepted = 0.0;
  try {
    column.system.solve_steady_state(options);
  } catch (const FirstStep& step) {
    accepted = step.load_factor;
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(accepted, 0.5);
  EXPECT_NE(said.find("the step to load factor 1 is refused; trying 0.5"), std::string::npos) << said;
  EXPECT_EQ(said.find("going on with"), std::string::npos) << said;
}

TEST(Stability, StretchedBlockLosesNothing) {
  Rubber rubber({.box = {.type = ElementType::hexahedron8, .cells = {2, 1, 1}}});
  rubber.move("left", {0.0, 0.0, 0.0});
  rubber.move("right", {1.0, F, F});
  EXPECT_TRUE(rubber.system.solve_steady_state().report.stability_losses.empty());
}

TEST(Stability, UnsymmetricAndMixedTangentsAreNotJudged) {
  clear_warnings();
  Rubber pressed({.box = {.type = ElementType::hexahedron20, .cells = {4, 1, 1}, .size = {8.0, 1.0, 1.0}}});
  pressed.move("left", {0.0, 0.0, 0.0});
  pressed.press("right", 0.2); // several times Euler's load; it follows the end's normal
  EXPECT_TRUE(pressed.system.solve_steady_state().report.stability_losses.empty());
  Rubber mixed({.box = {.type = ElementType::hexahedron20, .cells = {4, 1, 1}, .size = {8.0, 1.0, 1.0}},
                .energy = neo_hookean_energy(std::nullopt),
                .properties = {1.0},
                .mixed_bulk = 0.0});
  mixed.move("left", {0.0, 0.0, 0.0});
  mixed.move("right", {-0.4, F, F});
  EXPECT_TRUE(mixed.system.solve_steady_state().report.stability_losses.empty());
  EXPECT_TRUE(warnings().empty());
}

} // namespace
} // namespace adjoule::test
