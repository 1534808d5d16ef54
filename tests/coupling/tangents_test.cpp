// Forward sensitivities of several parameters at once.
#include "adjoule/core/error.hpp"
#include "coupled_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

// One direction a parameter that the model uses, each a tenth of its value, and one that changes nothing.
std::vector<ParameterVector> changes_of(const MultiphysicsSystem& system) {
  std::vector<ParameterVector> changes;
  for (const Parameter parameter : system.used_parameters()) {
    if (parameter == system.parameters().find("(area of right)")) continue; // follows the mesh
    changes.push_back(system.parameters().zeros());
    system.parameters().part(changes.back(), parameter)[0] = 0.1 * system.parameters().value(parameter);
  }
  changes.insert(changes.begin() + 2, system.parameters().zeros());
  return changes;
}

TEST(Tangents, OfSeveralChangesAreThoseOfEachAlone) {
  Actuator actuator;
  const State state = actuator.system.solve_steady_state();
  const std::vector<ParameterVector> changes = changes_of(actuator.system);
  ASSERT_GT(changes.size(), 10u);
  const std::vector<FieldValues> tangents = actuator.system.tangents(state, changes);
  ASSERT_EQ(tangents.size(), changes.size());
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const FieldValues alone = actuator.system.tangent(state, changes[k]);
    for (std::size_t f = 0; f < alone.values.size(); ++f) {
      double size = 0.0;
      for (const double value : alone.values[f]) size = std::max(size, std::abs(value));
      for (std::size_t i = 0; i < alone.values[f].size(); ++i)
        ASSERT_NEAR(tangents[k].values[f][i], alone.values[f][i], 1e-12 * size) << "change " << k << ", field " << f;
      EXPECT_TRUE(k != 2 || size == 0.0) << "field " << f;
    }
  }
}

TEST(Tangents, AgreeWithTheAdjoint) {
  Actuator actuator;
  const State state = actuator.system.solve_steady_state();
  const IntegralObjective power = actuator.power(), heat = actuator.heat(), motion = actuator.motion();
  const std::vector<const Objective*> objectives{&power, &heat, &motion};
  const std::vector<Gradient> gradients = actuator.system.gradient(state, objectives);
  const std::vector<ParameterVector> changes = changes_of(actuator.system);
  const std::vector<FieldValues> tangents = actuator.system.tangents(state, changes);
  const Evaluation at = actuator.system.evaluation(state.fields);
  for (std::size_t j = 0; j < objectives.size(); ++j) {
    double largest = 0.0;
    for (std::size_t k = 0; k < changes.size(); ++k) {
      double adjoint = 0.0;
      for (std::size_t i = 0; i < changes[k].scalars.size(); ++i)
        adjoint += gradients[j].parameters.scalars[i] * changes[k].scalars[i];
      const double tangent =
          objectives[j]->jvp(at, {.fields = tangents[k], .parameters = changes[k], .coordinates = {}});
      largest = std::max(largest, std::abs(adjoint));
      EXPECT_NEAR(tangent, adjoint, 1e-10 * largest) << objectives[j]->name() << ", change " << k;
    }
    EXPECT_GT(largest, 0.0);
  }
}

TEST(Tangents, NoneOfNoChangeAndAnErrorForAnotherLayout) {
  Actuator actuator;
  const State state = actuator.system.solve_steady_state();
  EXPECT_TRUE(actuator.system.tangents(state, {}).empty());
  EXPECT_THROW(actuator.system.tangents(state, {{.scalars = {1.0}, .entries = {}}}), InputError);
}

} // namespace
} // namespace adjoule::test
