// Forward solves of coupled models: order, equivalent routes, cut-back, failure.
#include "../../coupling/dependency_order.hpp"
#include "adjoule/core/error.hpp"
#include "coupled_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

using Order = std::vector<std::vector<std::size_t>>;

TEST(DependencyOrder, ChainIsSolvedFromItsSource) {
  EXPECT_EQ(dependency_order({{true, true, false}, {false, true, true}, {false, false, true}}), (Order{{2}, {1}, {0}}));
}
TEST(DependencyOrder, LoopIsOneGroupAndItsReaderComesAfter) {
  EXPECT_EQ(dependency_order({{true, true, false}, {true, true, false}, {false, true, true}}), (Order{{0, 1}, {2}}));
  EXPECT_EQ(dependency_order({{false, false, true}, {true, false, false}, {false, true, false}}), (Order{{0, 1, 2}}));
}
TEST(DependencyOrder, IndependentSystemsKeepTheirOrderAndNothingGivesNothing) {
  EXPECT_EQ(dependency_order({{true, false}, {false, true}}), (Order{{0}, {1}}));
  EXPECT_EQ(dependency_order({}), Order{});
}
TEST(DependencyOrder, ClosureHoldsEverythingNeededAndOneself) {
  const std::vector<std::vector<bool>> closure =
      transitive_closure({{false, true, false}, {false, false, true}, {false, false, false}});
  EXPECT_EQ(closure, (std::vector<std::vector<bool>>{{true, true, true}, {false, true, true}, {false, false, true}}));
}

ActuatorRecipe chain() {
  ActuatorRecipe recipe;
  recipe.conductivity = "sigma0 + 0 * slope";
  return recipe;
}

TEST(Solve, ChainTakesOneIterationASystemInOrder) {
  Actuator model(chain());
  const State state = model.system.solve_steady_state();
  ASSERT_EQ(state.report.blocks.size(), 3u);
  EXPECT_EQ(state.report.blocks[0].systems, "electrical");
  EXPECT_EQ(state.report.blocks[1].systems, "thermal");
  EXPECT_EQ(state.report.blocks[2].systems, "mechanical");
  for (const BlockReport& block : state.report.blocks) EXPECT_EQ(block.newton_iterations, 1) << block.systems;
  EXPECT_TRUE(state.report.converged);
  EXPECT_EQ(state.report.rejected_steps, 0);
}

TEST(Solve, TemperatureDependentConductivityMakesALoop) {
  Actuator model;
  const State state = model.system.solve_steady_state();
  ASSERT_EQ(state.report.blocks.size(), 2u);
  EXPECT_EQ(state.report.blocks[0].systems, "electrical + thermal");
  EXPECT_EQ(state.report.blocks[1].systems, "mechanical");
}

TEST(Solve, EveryCouplingAndLinearSolverGivesTheSameFields) {
  for (const ActuatorRecipe& recipe : {ActuatorRecipe{}, chain()}) {
    Actuator model(recipe);
    const State reference = model.system.solve_steady_state();
    for (const Coupling coupling : {Coupling::automatic, Coupling::monolithic, Coupling::staggered}) {
      for (const LinearSolverKind solver : {LinearSolverKind::automatic, LinearSolverKind::umfpack}) {
        SolveOptions options;
        options.coupling = coupling;
        options.linear_solver = solver;
        options.tolerance = 1e-12;
        const State state = model.system.solve_steady_state(options);
        EXPECT_LT(relative_difference(reference.fields, state.fields), 1e-9)
            << static_cast<int>(coupling) << " " << static_cast<int>(solver);
      }
    }
  }
}

TEST(Solve, RelaxedStaggeredLoopReachesTheSameState) {
  Actuator model;
  const State reference = model.system.solve_steady_state();
  SolveOptions options;
  options.coupling = Coupling::staggered;
  options.relaxation = 0.6;
  options.tolerance = 1e-11;
  EXPECT_LT(relative_difference(reference.fields, model.system.solve_steady_state(options).fields), 1e-8);
  options.max_staggered = 1;
  EXPECT_THROW(model.system.solve_steady_state(options), AnalysisError);
}

TEST(Solve, StartFromTheSolutionAndZeroLoadTakeNoIteration) {
  Actuator model;
  const State state = model.system.solve_steady_state();
  EXPECT_EQ(model.system.solve_steady_state({}, &state.fields).report.newton_iterations, 0);

  MultiphysicsSystem idle(make_box({}));
  idle.electrical().set_conductivity({"body"}, idle.number("sigma", 1.0));
  idle.electrical().prescribe_potential("left", idle.number("V", 0.0));
  const State rest = idle.solve_steady_state();
  EXPECT_TRUE(rest.report.converged);
  EXPECT_EQ(rest.report.newton_iterations, 0);
  for (const double value : rest.fields.values[0]) EXPECT_EQ(value, 0.0);
}

TEST(Solve, StartOfAnotherModelIsRefused) {
  Actuator model;
  FieldValues fields = model.system.solve_steady_state().fields;
  fields.values[1].pop_back();
  EXPECT_THROW(model.system.solve_steady_state({}, &fields), InputError);
  fields.values.clear();
  EXPECT_THROW(model.system.solve_steady_state({}, &fields), InputError);
}

TEST(Solve, NothingCanBeAddedAfterThePreparation) {
  Actuator model;
  model.system.prepare();
  EXPECT_THROW(model.system.electrical().prescribe_potential("front", model.system.number("late", 1.0)), InputError);
  EXPECT_THROW(model.system.thermal().apply_flux("front", model.system.number("late flux", 1.0)), InputError);
  EXPECT_THROW(model.system.electrical().drive_current("front", model.system.number("I", 1.0)), InputError);
}

ActuatorRecipe loop(const std::string& conductivity, double slope, double voltage) {
  ActuatorRecipe recipe;
  recipe.box = {.type = ElementType::hexahedron8, .cells = {4, 1, 1}, .size = {2.0, 1.0, 0.5}};
  recipe.conductivity = conductivity;
  recipe.slope = slope;
  recipe.voltage = voltage;
  recipe.mechanics = false;
  return recipe;
}

TEST(Solve, DriveThatFailsAtOnceIsCutBackAndReached) {
  // The conductivity falls to a fortieth within a few tens of kelvin.
  const ActuatorRecipe recipe = loop("sigma0 * (1.05 + tanh(slope * (320 - T)))", 0.05, 1000.0);
  Actuator model(recipe);
  SolveOptions options;
  options.max_iterations = 8; // too few for the full drive at once
  const State state = model.system.solve_steady_state(options);
  EXPECT_TRUE(state.report.converged);
  EXPECT_GT(state.report.rejected_steps, 0);
  EXPECT_GT(state.report.load_steps, 1);
  EXPECT_EQ(model.system.parameters().value(model.system.parameters().find("V")), 1000.0) << "the drive is put back";
  // It is the solution at the full drive: nothing remains to be done from there.
  EXPECT_EQ(model.system.solve_steady_state({}, &state.fields).report.newton_iterations, 0);
}

TEST(Solve, ThermalRunawayEndsInOneErrorAndLeavesTheModelAsItWas) {
  // A conductivity that grows exponentially has no steady state beyond a voltage of about 7 V here.
  for (const double voltage : {10.0, 20.0, 1000.0}) {
    Actuator model(loop("sigma0 * exp(slope * (T - 300))", 0.05, voltage));
    try {
      const State state = model.system.solve_steady_state();
      ADD_FAILURE() << "a state at " << voltage << " V with "
                    << model.power().value(model.system.evaluation(state.fields)) << " W";
    } catch (const AnalysisError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("electrical + thermal"), std::string::npos) << message;
      EXPECT_NE(message.find("of its full value"), std::string::npos) << message;
      EXPECT_EQ(message.find("nan"), std::string::npos) << message;
    }
    Parameters& parameters = model.system.parameters();
    EXPECT_EQ(parameters.value(parameters.find("V")), voltage);
    parameters.set(parameters.find("V"), 2.0); // and it can still be solved where a solution exists
    EXPECT_TRUE(model.system.solve_steady_state().report.converged);
  }
}

TEST(Solve, IterationLimitIsAnErrorWithTheResidual) {
  Actuator model;
  SolveOptions options;
  options.max_iterations = 1;
  options.tolerance = 1e-13;
  options.smallest_load_step = 0.5;
  try {
    model.system.solve_steady_state(options);
    FAIL() << "converged in one iteration";
  } catch (const AnalysisError& error) {
    EXPECT_NE(std::string(error.what()).find("relative residual"), std::string::npos) << error.what();
  }
}

TEST(Solve, ModelWithoutPhysicsIsRefused) {
  MultiphysicsSystem nothing(make_box({}));
  EXPECT_THROW(nothing.solve_steady_state(), InputError);
}

} // namespace
} // namespace adjoule::test
