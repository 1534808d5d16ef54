// Whole models whose systems are solved by conjugate gradients with multigrid, against factorisations.
#include "coupled_models.hpp"

#include "adjoule/solvers/linear_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule::test {
namespace {

/// A chain of three linear systems, each symmetric and positive definite.
ActuatorRecipe linear_chain() {
  return {.box = {.type = ElementType::hexahedron8, .cells = {12, 7, 6}, .distortion = 0.02, .size = {2.0, 1.0, 0.5}},
          .conductivity = "sigma0"};
}

class MultigridModel : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_petsc()) GTEST_SKIP() << "built without PETSc";
  }
  static State solve(Actuator& actuator, LinearSolverKind kind) {
    SolveOptions options;
    options.linear_solver = kind;
    return actuator.system.solve_steady_state(options);
  }
};

TEST_F(MultigridModel, HasTheStateAndTheGradientsOfFactorisations) {
  Actuator direct(linear_chain()), iterated(linear_chain());
  const State expected = solve(direct, LinearSolverKind::cholmod);
  const State state = solve(iterated, LinearSolverKind::petsc);
  EXPECT_GT(state.report.linear_iterations, 10);
  for (const BlockReport& block : state.report.blocks) {
    EXPECT_EQ(block.linear_solver, "petsc");
    EXPECT_EQ(block.newton_iterations, 1) << block.systems; // one step solves a linear problem
    EXPECT_LE(block.relative_residual, 1e-9);
  }
  EXPECT_LT(relative_difference(state.fields, expected.fields), 1e-9);

  const IntegralObjective heat = iterated.heat(), motion = iterated.motion();
  const IntegralObjective expected_heat = direct.heat(), expected_motion = direct.motion();
  const std::vector<Gradient> gradients = iterated.system.gradient(state, {&heat, &motion});
  const std::vector<Gradient> expected_gradients = direct.system.gradient(expected, {&expected_heat, &expected_motion});
  for (std::size_t k = 0; k < gradients.size(); ++k) {
    EXPECT_LE(gradients[k].adjoint_error, 1e-9);
    const std::vector<double>& values = gradients[k].parameters.scalars;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double wanted = expected_gradients[k].parameters.scalars[i];
      EXPECT_NEAR(values[i], wanted, 1e-8 * std::abs(wanted) + 1e-12) << "objective " << k << ", value " << i;
    }
  }
}

TEST_F(MultigridModel, HasTangentsThatAgreeWithTheAdjoint) {
  Actuator actuator(linear_chain());
  const State state = solve(actuator, LinearSolverKind::petsc);
  const IntegralObjective motion = actuator.motion();
  const Gradient gradient = actuator.system.gradient(state, {&motion}).front();
  ParameterVector change = actuator.system.parameters().zeros();
  for (const char* path : {"V", "k", "E", "alpha", "force_z"}) {
    const Parameter parameter = actuator.system.parameters().find(path);
    actuator.system.parameters().part(change, parameter)[0] = 0.1 * actuator.system.parameters().value(parameter);
  }
  const FieldValues tangent = actuator.system.tangent(state, change);
  double adjoint = 0.0;
  for (std::size_t i = 0; i < change.scalars.size(); ++i) adjoint += gradient.parameters.scalars[i] * change.scalars[i];
  const double forward = motion.jvp(actuator.system.evaluation(state.fields),
                                    {.fields = tangent, .parameters = change, .coordinates = {}});
  EXPECT_NEAR(forward, adjoint, 1e-9 * std::abs(adjoint));
  EXPECT_NE(adjoint, 0.0);
}

} // namespace
} // namespace adjoule::test
