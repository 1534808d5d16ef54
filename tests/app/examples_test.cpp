// The examples' case files give the numbers that their READMEs promise.
#include "adjoule/app/design_builder.hpp"
#include "adjoule/app/model_builder.hpp"
#include "adjoule/app/optimization_task.hpp"
#include "adjoule/inverse/model_optimization.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

struct Solved {
  Model model;
  State state;

  explicit Solved(const std::string& example)
      : model(build_model(
            CaseFile::read(std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/" + example + "/" + example + ".toml"))),
        state(model.system->solve_steady_state(model.options)) {}

  double value(const std::string& quantity) const {
    return model.quantity(quantity).objective->value(model.system->evaluation(state.fields));
  }
  Gradient gradient(const std::string& quantity) {
    return model.system->gradient(state, {model.quantity(quantity).objective.get()}).front();
  }
  /// d(quantity)/d(number), % per %.
  double share(const Gradient& gradient, const std::string& path) const {
    const Parameters& parameters = model.system->parameters();
    const Parameter parameter = parameters.find(path);
    return parameters.part(gradient.parameters, parameter)[0] * parameters.value(parameter) / gradient.value;
  }
};

TEST(Examples, the_silicone_pad_has_its_forces_and_they_are_proportional_to_the_moduli) {
  Solved pad("silicone_pad");
  EXPECT_NEAR(pad.value("shear_force"), 230.5656, 1e-4 * 230.0);
  EXPECT_NEAR(pad.value("press_force"), -318.9997, 1e-4 * 319.0);
  EXPECT_NEAR(pad.value("largest_stretch"), 1.9412, 1e-3);
  EXPECT_NEAR(pad.value("energy"), 1.052979, 1e-4);
  const Gradient shear = pad.gradient("shear_force"), press = pad.gradient("press_force");
  const std::string law = "materials.silicone.elasticity.";
  double sum = 0.0;
  for (const char* modulus : {"mu.0", "mu.1", "bulk"}) sum += pad.share(shear, law + modulus);
  EXPECT_NEAR(sum, 1.0, 1e-9);
  // Both forces are derivatives of one energy.
  const Parameters& parameters = pad.model.system->parameters();
  const double crosswise = parameters.part(press.parameters, parameters.find("mechanical.displacement.top.0"))[0];
  EXPECT_NEAR(parameters.part(shear.parameters, parameters.find("mechanical.displacement.top.2"))[0], crosswise,
              1e-9 * std::abs(crosswise));
}

TEST(Examples, the_swelling_valve_closes_as_far_as_its_readme_says) {
  Solved valve("swelling_valve");
  EXPECT_NEAR(valve.value("throat"), -0.951191e-3, 1e-4 * 0.951e-3);
  EXPECT_NEAR(valve.value("bore_temperature"), 362.6212, 1e-3);
  const Gradient throat = valve.gradient("throat");
  EXPECT_NEAR(valve.share(throat, "materials.rubber.thermal_expansion"), 1.0109, 1e-3);
  // Heat conduction knows the conductivity and the film coefficient only by their ratio.
  EXPECT_NEAR(valve.share(throat, "materials.rubber.thermal_conductivity") +
                  valve.share(throat, "thermal.convection.bore.coefficient"),
              0.0, 1e-9);
}

/// The tuned actuator on a coarse mesh of linear elements, from a start: design variables and hot spot at the optimum.
std::vector<double> tuned(double voltage, double film, double expansion) {
  const auto initial = [](const std::string& path, double value) {
    return fmt::format("optimize.variables.\"{}\".initial={}", path, value);
  };
  const CaseFile file = CaseFile::read(
      std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/tune_microactuator/tune_microactuator.toml",
      {"mesh.order=1", "mesh.parameters.fine_size=12", "mesh.parameters.coarse_size=20",
       initial("electrical.potential.anchor_hot", voltage), initial("thermal.convection.bottom.coefficient", film),
       initial("materials.polysilicon.thermal_expansion", expansion)});
  Model model = build_model(file);
  const OptimizationTask task = plan_optimization(file, model);
  const Design design = build_design(file, model, "optimize.variables");
  ModelGoal goal{.objective = task.objective->objective.get(), .maximize = task.maximize};
  for (const QuantityBounds& bounds : task.constraints)
    goal.constraints.push_back({.objective = bounds.quantity->objective.get(), .upper = bounds.upper});
  ModelOptimization optimization(*model.system, design, goal, model.options);
  const OptimizationResult result = optimize(optimization.problem(), task.options);
  EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
  std::vector<double> values = design.values(result.x);
  values.push_back(result.evaluation.values[1]);
  return values;
}

TEST(Examples, the_microactuator_is_tuned_to_the_same_optimum_from_several_starts) {
  const std::vector<double> one = tuned(3.0, 2e4, 2.9e-6), other = tuned(8.0, 6e3, 2.5e-6);
  ASSERT_EQ(one.size(), 4U);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 1e-5 * one[i]) << i;
  EXPECT_NEAR(one[2], 3e-6, 1e-15);         // the larger the expansion, the larger the deflection
  EXPECT_NEAR(one[3], 900.0, 900.0 * 1e-5); // the limit is reached
  EXPECT_LE(one[3], 900.0 * (1.0 + 1e-6));  // and kept
}

} // namespace
} // namespace adjoule::test
