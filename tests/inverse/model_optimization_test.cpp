#include "adjoule/inverse/model_optimization.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/inverse/quantity.hpp"
#include "coupling/coupled_models.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <malloc.h>

namespace adjoule {
namespace {

using enum OptimizationMethod;
using Begin = EvaluationJournal::Begin;

/// A bar of length 2 m and section 0.5 m^2 between 0 and V volts, its ends at 300 K, insulated. In its middle
/// T = 300 + sigma V^2 / (8 k); its power is sigma V^2 / 4.
struct HeatedBar {
  static constexpr double sigma = 1.3;

  explicit HeatedBar(double voltage = 4.0, const std::string& conductivity = "sigma")
      : model(test::make_box({.type = ElementType::hexahedron20, .cells = {2, 1, 1}, .size = {2.0, 1.0, 0.5}})) {
    const Parameter value = model.parameters().register_parameter("sigma", sigma, {.unit = "S/m"});
    model.electrical().set_conductivity({"body"},
                                        expression_coefficient(model.parameters(), conductivity, {{"sigma", value}}));
    model.electrical().prescribe_potential("left", model.number("V", voltage, "V"));
    model.electrical().prescribe_potential("right", model.number("ground", 0.0));
    const Parameter k = model.parameters().register_parameter("k", 0.8, {.unit = "W/(m K)", .lower = 0.0});
    model.thermal().set_conductivity({"body"}, constant_coefficient(model.parameters(), k));
    model.thermal().joule_heating(model.electrical());
    model.thermal().prescribe_temperature("left", model.number("T_left", 300.0));
    model.thermal().prescribe_temperature("right", model.number("T_right", 300.0));
    model.number("idle", 1.0);
    power = make_quantity(model, {.name = "power", .kind = QuantityKind::integral, .field = "joule_heat"});
    middle = make_quantity(
        model,
        {.name = "middle", .kind = QuantityKind::point, .field = "temperature", .at = std::array{1.0, 0.5, 0.25}});
    current =
        make_quantity(model, {.name = "current", .kind = QuantityKind::reaction, .field = "potential", .on = {"left"}});
  }
  Design design() const {
    Design design;
    design.add(make_scalar_variable(model.parameters(), "V", {.lower = 0.0, .upper = 100.0}));
    design.add(make_scalar_variable(model.parameters(), "k", {.lower = 0.1, .upper = 2.0}));
    return design;
  }
  ModelGoal goal() const {
    return {.objective = power.get(),
            .maximize = true,
            .constraints = {{.objective = middle.get(), .upper = 350.0}},
            .reported = {current.get()}};
  }

  MultiphysicsSystem model;
  std::unique_ptr<Objective> power, middle, current;
};

OptimizationOptions options_of(OptimizationMethod method) {
  OptimizationOptions options;
  options.method = method;
  options.tolerance = 1e-8;
  return options;
}

class TunedBar : public testing::TestWithParam<OptimizationMethod> {};
const auto print_method = [](const auto& info) { return std::string(name_of(info.param)); };
INSTANTIATE_TEST_SUITE_P(ModelOptimization, TunedBar, testing::Values(mma, ccsaq, slsqp), print_method);

TEST_P(TunedBar, GivesTheMostPowerThatItsHotSpotAllows) {
  // The most conducting bar, and the voltage at which it reaches 350 K.
  const double best_power = 400.0 * 2.0 / 4.0, best_voltage = std::sqrt(400.0 * 2.0 / HeatedBar::sigma);
  for (const double start : {4.0, 30.0}) { // the second one is too hot
    HeatedBar bar(start);
    const Design design = bar.design();
    ModelOptimization optimization(bar.model, design, bar.goal(), {});
    EXPECT_TRUE(optimization.diagnose().empty());
    const OptimizationResult result = optimize(optimization.problem(), options_of(GetParam()));
    EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
    const std::vector<double> values = design.values(result.x);
    EXPECT_NEAR(values[0], best_voltage, 1e-5 * best_voltage);
    EXPECT_NEAR(values[1], 2.0, 1e-9);
    ASSERT_EQ(optimization.value_names(), (std::vector<std::string>{"power", "middle", "current"}));
    EXPECT_NEAR(result.evaluation.values[0], best_power, 1e-5 * best_power);
    EXPECT_LE(result.evaluation.values[1], 350.0 * (1.0 + 1e-8));
    EXPECT_NEAR(result.evaluation.values[2], HeatedBar::sigma * values[0] * 0.25, 1e-9 * values[0]);
    EXPECT_NEAR(result.evaluation.objective * optimization.objective_scale(), result.evaluation.values[0], 1e-9);
    EXPECT_LT(result.iterations, 60);
  }
}

TEST(ModelOptimization, PassesTheTaylorTest) {
  HeatedBar bar;
  const Design design = bar.design();
  ModelGoal goal = bar.goal();
  goal.constraints[0].lower = 200.0;
  goal.constraints.push_back({.objective = bar.current.get(), .lower = 0.0, .size = 0.5});
  ModelOptimization optimization(bar.model, design, goal, {});
  EXPECT_EQ(optimization.constraint_names(),
            (std::vector<std::string>{"middle >= 200", "middle <= 350", "current >= 0"}));
  const std::vector<double> x = design.start(), change{0.7, -0.4};
  const DesignEvaluation base = optimization.evaluate(x);
  EXPECT_EQ(base.objective, -1.0);
  const double temperature = 300.0 + HeatedBar::sigma * 16.0 / (8.0 * 0.8);
  EXPECT_NEAR(base.constraints[0], (200.0 - temperature) / 200.0, 1e-10);
  EXPECT_NEAR(base.constraints[1], (temperature - 350.0) / 350.0, 1e-10);
  EXPECT_NEAR(base.constraints[2], -HeatedBar::sigma * 4.0 / 4.0 / 0.5, 1e-10);
  const auto remainders = [&](double h) {
    const DesignEvaluation moved = optimization.evaluate(std::vector{x[0] + h * change[0], x[1] + h * change[1]});
    const auto remainder = [&](double value, double start, const std::vector<double>& gradient) {
      return std::abs(value - start - h * (gradient[0] * change[0] + gradient[1] * change[1]));
    };
    return std::array{remainder(moved.objective, base.objective, base.objective_gradient),
                      remainder(moved.constraints[0], base.constraints[0], base.constraint_gradients[0]),
                      remainder(moved.constraints[1], base.constraints[1], base.constraint_gradients[1])};
  };
  const auto coarse = remainders(1e-2), fine = remainders(1e-3);
  for (std::size_t i = 0; i < coarse.size(); ++i) EXPECT_NEAR(std::log10(coarse[i] / fine[i]), 2.0, 0.05) << i;
  EXPECT_NEAR(base.constraint_gradients[2][0] / base.constraints[2], 1.0, 1e-9); // linear in V
}

TEST(ModelOptimization, CallsWatchersOfItsVariables) {
  HeatedBar bar;
  const Design design = bar.design();
  ModelOptimization optimization(bar.model, design, bar.goal(), {});
  std::vector<double> seen;
  bar.model.parameters().watch_parameter(
      "V", [&](const std::string&, std::span<const double> values) { seen.push_back(values[0]); });
  OptimizationOptions options = options_of(mma);
  options.max_iterations = 4;
  std::vector<double> asked;
  options.on_iterate = [&](const OptimizationIterate& iterate) {
    asked.push_back(design.values(iterate.x)[0]);
    return true;
  };
  optimize(optimization.problem(), options);
  EXPECT_EQ(seen, asked);
}

TEST(ModelOptimization, RefusesBoundsThatLeaveNothing) {
  HeatedBar bar;
  const Design design = bar.design();
  const auto refusal = [&](const QuantityConstraint& constraint) {
    try {
      ModelOptimization(bar.model, design, {.objective = bar.power.get(), .constraints = {constraint}}, {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal({.objective = bar.middle.get()}).find("no bound"), std::string::npos);
  EXPECT_NE(refusal({.objective = bar.middle.get(), .lower = 2.0, .upper = 2.0}).find("leave nothing"),
            std::string::npos);
  EXPECT_NE(refusal({.objective = bar.middle.get(), .upper = INFINITY}).find("not a finite number"), std::string::npos);
  EXPECT_NE(refusal({.objective = bar.middle.get(), .upper = 1.0, .size = -1.0}).find("positive"), std::string::npos);
}

TEST(ModelOptimization, DiagnosesAGradientThatLeadsNowhere) {
  HeatedBar bar(0.0); // power is V^2: flat here
  Design design;
  design.add(make_scalar_variable(bar.model.parameters(), "V", {.lower = -5.0, .upper = 5.0}));
  design.add(make_scalar_variable(bar.model.parameters(), "idle"));
  ModelOptimization optimization(bar.model, design, {.objective = bar.power.get()}, {});
  const std::vector<std::string> words = optimization.diagnose();
  ASSERT_EQ(words.size(), 3u);
  EXPECT_NE(words[0].find("V acts on 'power', but its derivative is zero"), std::string::npos) << words[0];
  EXPECT_NE(words[1].find("idle has no way to 'power'"), std::string::npos) << words[1];
  EXPECT_NE(words[2].find("the gradient of the objective 'power' is zero"), std::string::npos) << words[2];
}

TEST(ModelOptimization, DiagnosesDerivativesTooFarApart) {
  HeatedBar bar;
  Design design;
  design.add(make_scalar_variable(bar.model.parameters(), "V", {.lower = 0.0, .upper = 5.0}));
  design.add(make_scalar_variable(bar.model.parameters(), "ground", {.lower = -1e-15, .upper = 1e-15}));
  ModelOptimization optimization(bar.model, design, {.objective = bar.power.get()}, {});
  const std::vector<std::string> words = optimization.diagnose();
  ASSERT_EQ(words.size(), 1u);
  EXPECT_NE(words[0].find("derivatives of 'power' spread over a factor of 2e+15, from ground"), std::string::npos)
      << words[0];
  EXPECT_NE(words[0].find("to V (2.0e+00)"), std::string::npos) << words[0]; // power ~ V^2
}

TEST(ModelOptimization, DiagnosesADerivativeThatIsNotFinite) {
  HeatedBar bar(4.0, "1.3 + sqrt(sigma - 1.3)"); // at the root of 0
  Design design;
  design.add(make_scalar_variable(bar.model.parameters(), "V", {.lower = 0.0, .upper = 5.0}));
  design.add(make_scalar_variable(bar.model.parameters(), "sigma", {.lower = 1.3, .upper = 5.0}));
  ModelOptimization optimization(bar.model, design, {.objective = bar.power.get()}, {});
  const std::vector<std::string> words = optimization.diagnose();
  ASSERT_EQ(words.size(), 1u);
  EXPECT_NE(words[0].find("1 of 1 derivatives of 'power' to sigma are not finite"), std::string::npos) << words[0];
}

TEST(ModelOptimization, TellsThatADesignHasNoSolutionAndGoesOnAfterIt) {
  set_quiet(true); // a solve that fails has notes to give
  SolveOptions options;
  options.smallest_load_step = 0.4;                // it would come near to no avail
  HeatedBar bar(4.0, "sigma + 0 * sqrt(380 - T)"); // no number above 380 K
  const Design design = bar.design();
  ModelOptimization optimization(bar.model, design, bar.goal(), options);
  const std::vector<double> start = design.start(), beyond{10.0 * start[0], start[1]};
  const DesignEvaluation before = optimization.evaluate(start);
  const std::vector<double> memory = optimization.save();
  EXPECT_THROW(optimization.evaluate(beyond), AnalysisError);
  EXPECT_EQ(optimization.save(), memory);
  const DesignEvaluation after = optimization.evaluate(start);
  for (std::size_t i = 0; i < before.values.size(); ++i) EXPECT_NEAR(after.values[i], before.values[i], 1e-9);
  set_quiet(false);
}

/// Electricity and heat in a loop, mechanics after it: with a variable of each.
struct Tuning {
  explicit Tuning(const std::vector<std::string>& names) {
    motion = std::make_unique<test::IntegralObjective>(actuator.motion());
    heat = std::make_unique<test::IntegralObjective>(actuator.heat());
    for (const std::string& name : names) {
      const double now = actuator.system.parameters().value(actuator.system.parameters().find(name));
      design.add(make_scalar_variable(actuator.system.parameters(), name, {.lower = 0.5 * now, .upper = 1.5 * now}));
    }
    const double limit = 305.0 * 305.0; // K^2 m^3, of the body of 1 m^3
    optimization.emplace(actuator.system, design,
                         ModelGoal{.objective = motion.get(),
                                   .maximize = true,
                                   .constraints = {{.objective = heat.get(), .upper = limit}}},
                         SolveOptions{});
  }
  test::Actuator actuator;
  std::unique_ptr<Objective> motion, heat;
  Design design;
  std::optional<ModelOptimization> optimization;
};

TEST(ModelOptimization, ResumesWithTheModelsMemory) {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"V", "alpha", "E"}, std::vector<std::string>{"alpha", "E"}}) {
    const support::TemporaryFolder folder;
    std::vector<std::vector<double>> unbroken, resumed;
    OptimizationOptions options = options_of(mma);
    const auto run = [&](Begin begin, std::vector<std::vector<double>>& path, bool journaled, int limit) {
      Tuning tuning(names);
      OptimizationProblem problem = tuning.optimization->problem();
      options.max_iterations = limit;
      std::optional<EvaluationJournal> journal;
      if (journaled) {
        journal.emplace(folder.path(), problem_description(problem, options, tuning.design.names()), begin,
                        &*tuning.optimization);
        problem.evaluate = journal->recording(problem.evaluate);
      }
      path.clear();
      options.on_iterate = [&](const OptimizationIterate& iterate) {
        path.emplace_back(iterate.x.begin(), iterate.x.end());
        path.back().push_back(iterate.evaluation->objective);
        path.back().push_back(iterate.evaluation->constraints[0]);
        return true;
      };
      return optimize(problem, options).iterations;
    };
    const int all = run(Begin::fresh, unbroken, false, 12);
    EXPECT_GT(all, 5);
    run(Begin::fresh, resumed, true, 4);
    run(Begin::resume, resumed, true, 12);
    EXPECT_EQ(resumed, unbroken);
  }
}

TEST(ModelOptimization, RefusesTheMemoryOfAnotherModel) {
  HeatedBar bar;
  const Design design = bar.design();
  ModelOptimization optimization(bar.model, design, bar.goal(), {});
  optimization.evaluate(design.start());
  std::vector<double> memory = optimization.save();
  optimization.restore(memory);
  EXPECT_EQ(optimization.save(), memory);
  memory.pop_back();
  EXPECT_THROW(optimization.restore(memory), InputError);
}

TEST(ModelOptimization, KeepsItsMemoryFlat) {
  Tuning tuning({"V", "alpha"});
  std::vector<double> x = tuning.design.start();
  const auto evaluate = [&](int i) {
    x[0] = 1.0 + 1e-3 * (i % 17);
    x[1] = 1e-3 * (i % 13);
    tuning.optimization->evaluate(x);
    return static_cast<double>(::mallinfo2().uordblks);
  };
  double first = 0.0, last = 0.0;
  for (int i = 0; i < 5; ++i) first = evaluate(i);
  for (int i = 5; i < 205; ++i) last = evaluate(i);
  EXPECT_NEAR(last / first, 1.0, 0.02);
}

} // namespace
} // namespace adjoule
