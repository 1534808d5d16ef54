// Every solver that can be named gives the solution and the gradient of the others.
#include "adjoule/solvers/linear_solver.hpp"
#include "support/bar_command.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

class LinearSolverKeys : public BarCommand {
 protected:
  nlohmann::json results_with(const std::string& solver) {
    const CommandResult result = differentiate(bar_case() + "[solve]\nlinear_solver = \"" + solver +
                                               "\"\n[gradient]\nof = [\"current\", \"growth\"]\nwrt = \"all\"\n");
    EXPECT_EQ(result.status, 0) << solver << ": " << result.errors;
    EXPECT_EQ(summary()["solve"]["linear_solver"], solver);
    return summary();
  }
};

TEST_F(LinearSolverKeys, GiveTheSameQuantitiesAndGradients) {
  const nlohmann::json expected = results_with("cholmod");
  ASSERT_GT(expected["gradients"]["growth"].size(), 5u);
  std::vector<std::string> solvers{"umfpack"};
  if (adjoule::has_mumps()) solvers.push_back("mumps");
  if (adjoule::has_petsc()) solvers.push_back("petsc");
  for (const std::string& solver : solvers) {
    const nlohmann::json found = results_with(solver);
    for (const auto& [name, value] : expected["quantities"].items())
      EXPECT_NEAR(found["quantities"][name].get<double>(), value.get<double>(), 1e-9 * std::abs(value.get<double>()))
          << solver << ", " << name;
    for (const auto& [name, derivatives] : expected["gradients"].items())
      for (const auto& [parameter, value] : derivatives.items()) {
        const double derivative = value.get<double>();
        // A component that does nothing has rounding errors of those beside it.
        const std::string beside = parameter.substr(0, parameter.rfind('.'));
        double size = 0.0;
        for (const auto& [other, component] : derivatives.items())
          if (other.starts_with(beside)) size = std::max(size, std::abs(component.get<double>()));
        EXPECT_NEAR(found["gradients"][name][parameter].get<double>(), derivative, 1e-9 * size)
            << solver << ", " << name << " by " << parameter;
      }
  }
}

} // namespace
