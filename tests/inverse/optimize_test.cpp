#include "adjoule/core/error.hpp"
#include "optimization_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

using enum OptimizationMethod;
using test::Cantilever;

OptimizationOptions options_of(OptimizationMethod method, double tolerance = 1e-9) {
  OptimizationOptions options;
  options.method = method;
  options.max_iterations = 2000;
  options.tolerance = tolerance;
  return options;
}

class EveryMethod : public testing::TestWithParam<OptimizationMethod> {};
class ConstrainedMethod : public testing::TestWithParam<OptimizationMethod> {};
const auto print_method = [](const auto& info) { return std::string(name_of(info.param)); };
INSTANTIATE_TEST_SUITE_P(Optimize, EveryMethod, testing::Values(mma, ccsaq, lbfgs, slsqp), print_method);
INSTANTIATE_TEST_SUITE_P(Optimize, ConstrainedMethod, testing::Values(mma, ccsaq, slsqp), print_method);

TEST_P(ConstrainedMethod, FindsTheLightestCantilever) {
  for (const double start : {5.0, 8.0, 3.0}) { // the last one violates the constraint
    const OptimizationResult result = optimize(Cantilever::problem(start), options_of(GetParam()));
    EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
    EXPECT_NEAR(result.evaluation.objective, Cantilever::best_weight(), 1e-7);
    EXPECT_LE(result.violation, 1e-8);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(result.x[i], Cantilever::best(i), 2e-3) << i;
  }
}

TEST_P(EveryMethod, FindsTheBottomOfTheValley) {
  const OptimizationResult result = optimize(test::valley(), options_of(GetParam()));
  EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
  EXPECT_NEAR(result.x[0], 1.0, 1e-3);
  EXPECT_NEAR(result.x[1], 1.0, 1e-3);
}

TEST_P(EveryMethod, StopsAtABound) {
  const OptimizationResult result = optimize(test::valley(0.5), options_of(GetParam()));
  EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
  EXPECT_NEAR(result.x[0], 0.5, 1e-14);
  EXPECT_NEAR(result.x[1], 0.25, 1e-4);
  EXPECT_NEAR(result.evaluation.objective, 0.25, 1e-7);
}

TEST_P(EveryMethod, StepsBackFromDesignsThatFail) {
  // The valley bends round a region of which nothing can be evaluated.
  const auto beyond = [](std::span<const double> x) { return x[1] > 1.6 || std::hypot(x[0] - 0.2, x[1] - 0.9) < 0.6; };
  const OptimizationResult result = optimize(test::failing_where(test::valley(), beyond), options_of(GetParam()));
  EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
  EXPECT_GT(result.failures, 0);
  EXPECT_NEAR(result.x[0], 1.0, 2e-3);
  EXPECT_NEAR(result.x[1], 1.0, 2e-3);
}

TEST_P(ConstrainedMethod, StepsBackUnderAConstraint) {
  // Near the optimum, and far from it.
  const auto beyond = [](std::span<const double> x) { return x[0] > 6.3 || x[4] < 1.9; };
  const OptimizationResult result =
      optimize(test::failing_where(Cantilever::problem(), beyond), options_of(GetParam()));
  EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
  EXPECT_GT(result.failures, 0);
  EXPECT_NEAR(result.evaluation.objective, Cantilever::best_weight(), 1e-6);
}

TEST_P(EveryMethod, SaysThatTheOptimumIsAtTheEdgeOfWhatCanBeEvaluated) {
  const auto beyond = [](std::span<const double> x) { return x[0] > 0.5; };
  const OptimizationResult result = optimize(test::failing_where(test::valley(), beyond), options_of(GetParam(), 1e-6));
  EXPECT_EQ(result.end, OptimizationEnd::stalled) << result.reason;
  EXPECT_NEAR(result.x[0], 0.5, 1e-2);
  EXPECT_NE(result.reason.find("edge"), std::string::npos) << result.reason;
}

TEST_P(EveryMethod, TakesANumberThatIsNotFiniteForAFailure) {
  OptimizationProblem problem = test::valley();
  problem.evaluate = [evaluate = problem.evaluate](std::span<const double> x) {
    DesignEvaluation result = evaluate(x);
    if (x[1] > 1.3) result.objective = std::nan("");
    if (x[0] > 1.5) result.objective_gradient[1] = INFINITY;
    return result;
  };
  const OptimizationResult result = optimize(problem, options_of(GetParam()));
  EXPECT_NEAR(result.evaluation.objective, 0.0, 1e-6) << result.reason;
}

TEST_P(EveryMethod, StopsWhenToldAndAtTheLimit) {
  OptimizationOptions options = options_of(GetParam());
  std::vector<int> numbers;
  options.on_iterate = [&](const OptimizationIterate& iterate) {
    numbers.push_back(iterate.number);
    return iterate.number < 5;
  };
  OptimizationResult result = optimize(test::valley(), options);
  EXPECT_EQ(result.end, OptimizationEnd::stopped);
  EXPECT_EQ(result.iterations, 5);
  EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3, 4, 5}));
  options.on_iterate = {};
  options.max_iterations = 7;
  result = optimize(test::valley(), options);
  EXPECT_EQ(result.end, OptimizationEnd::iteration_limit);
  EXPECT_EQ(result.iterations, 7);
}

TEST_P(EveryMethod, LetsOtherErrorsThrough) {
  OptimizationProblem problem = test::valley();
  int count = 0;
  problem.evaluate = [&, evaluate = problem.evaluate](std::span<const double> x) {
    if (++count == 4) throw InputError("no such file");
    return evaluate(x);
  };
  EXPECT_THROW(optimize(problem, options_of(GetParam())), InputError);
  EXPECT_EQ(count, 4);
}

TEST_P(EveryMethod, TellsWhatEachEvaluationIs) {
  OptimizationOptions options = options_of(GetParam());
  std::vector<std::vector<double>> seen;
  double best = INFINITY;
  options.on_iterate = [&](const OptimizationIterate& iterate) {
    seen.emplace_back(iterate.x.begin(), iterate.x.end());
    EXPECT_GE(iterate.x[0], -2.0);
    EXPECT_LE(iterate.x[0], 0.5);
    const auto& now = seen.back();
    if (seen.size() > 1) {
      const auto& before = seen[seen.size() - 2];
      EXPECT_EQ(iterate.step, std::max(std::abs(now[0] - before[0]), std::abs(now[1] - before[1])));
    }
    const std::vector<double>& gradient = iterate.evaluation->objective_gradient;
    // At the bound the derivative that points outward does not count.
    const double first = now[0] >= 0.5 && gradient[0] < 0.0 ? 0.0 : gradient[0];
    const double second =
        (now[1] >= 2.0 && gradient[1] < 0.0) || (now[1] <= -2.0 && gradient[1] > 0.0) ? 0.0 : gradient[1];
    EXPECT_DOUBLE_EQ(iterate.gradient_norm, std::hypot(first, second));
    best = std::min(best, iterate.evaluation->objective);
    return true;
  };
  const OptimizationResult result = optimize(test::valley(0.5), options);
  EXPECT_EQ(result.evaluation.objective, best);
  EXPECT_EQ(seen.at(static_cast<std::size_t>(result.best) - 1), result.x);
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(result.iterations));
}

TEST_P(ConstrainedMethod, SaysThatNothingMeetsTheConstraints) {
  OptimizationProblem problem = Cantilever::problem(1.0);
  problem.upper.assign(5, 2.0); // 125 / 8 > 1
  const OptimizationResult result = optimize(problem, options_of(GetParam(), 1e-6));
  EXPECT_EQ(result.end, OptimizationEnd::stalled);
  EXPECT_NE(result.reason.find("meets the constraints"), std::string::npos) << result.reason;
  EXPECT_NEAR(result.violation, 125.0 / 8.0 - 1.0, 1e-3); // at the upper bounds
}

/// A wire at a voltage exp(x0) whose heating exp(2 x0 - x1) is limited to 1 by cooling exp(x1), 0 at the start: the
/// largest deflection, heating times a length exp(x2), is at the upper bounds of cooling and length.
OptimizationProblem heated_wire(double voltage) {
  OptimizationProblem problem;
  problem.start = {voltage, 0.0, 0.0};
  problem.lower = {-2.5, -1.0, -0.2};
  problem.upper = {2.5, 1.0, 0.1};
  problem.constraint_count = 1;
  problem.evaluate = [](std::span<const double> x) {
    const double heating = std::exp(2.0 * x[0] - x[1]);
    const double deflection = heating * std::exp(0.2 * x[1] + x[2]);
    return DesignEvaluation{.objective = -deflection,
                            .objective_gradient = {-2.0 * deflection, 0.8 * deflection, -deflection},
                            .constraints = {heating - 1.0},
                            .constraint_gradients = {{2.0 * heating, -heating, 0.0}}};
  };
  return problem;
}

TEST_P(ConstrainedMethod, ReturnsFromFarBeyondAConstraintInFewEvaluations) {
  for (const double voltage : {-0.5, 0.6, 1.2, -2.0}) {
    OptimizationOptions options = options_of(GetParam(), 1e-6);
    options.constraint_tolerance = 1e-6;
    const OptimizationResult result = optimize(heated_wire(voltage), options);
    EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
    EXPECT_NEAR(result.x[0], 0.5, 1e-5) << voltage;
    EXPECT_NEAR(result.x[1], 1.0, 1e-5);
    EXPECT_NEAR(result.x[2], 0.1, 1e-5);
    EXPECT_LE(result.violation, 1e-6);
    EXPECT_LE(result.iterations, 60) << voltage;
    EXPECT_LE(result.iterations - result.best, 15) << voltage; // nor does it go on for long at the optimum
  }
}

TEST_P(ConstrainedMethod, DoesNotCreepThroughTheToleranceOfAConstraint) {
  OptimizationOptions options = options_of(GetParam(), 1e-9);
  options.constraint_tolerance = 1e-5;
  for (const double voltage : {-0.5, 1.2}) {
    const OptimizationResult result = optimize(heated_wire(voltage), options);
    EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
    EXPECT_NEAR(result.x[0], 0.5, 1e-5);
    EXPECT_LE(result.iterations, 60) << voltage;
  }
}

/// The least volume of 1000 bars in series under a limit of their compliance: all areas are 1 at the optimum.
OptimizationProblem many_bars(double start) {
  OptimizationProblem problem;
  constexpr std::size_t size = 1000;
  problem.start.assign(size, start);
  for (std::size_t i = 0; i < size; ++i) problem.start[i] += static_cast<double>(i % 7) * 0.1;
  problem.lower.assign(size, 0.1);
  problem.upper.assign(size, 5.0);
  problem.constraint_count = 1;
  problem.evaluate = [](std::span<const double> x) {
    DesignEvaluation result;
    result.constraints = {-1.0};
    result.constraint_gradients.resize(1);
    for (const double area : x) {
      result.objective += area / size;
      result.objective_gradient.push_back(1.0 / size);
      result.constraints[0] += 1.0 / area / size;
      result.constraint_gradients[0].push_back(-1.0 / (area * area) / size);
    }
    return result;
  };
  return problem;
}

/// With variables u = w x, as fields have them.
OptimizationProblem weighted(OptimizationProblem problem, double w) {
  for (std::vector<double>* values : {&problem.start, &problem.lower, &problem.upper}) {
    for (double& value : *values) value *= w;
  }
  problem.evaluate = [evaluate = problem.evaluate, w](std::span<const double> u) {
    std::vector<double> x(u.begin(), u.end());
    for (double& value : x) value /= w;
    DesignEvaluation result = evaluate(x);
    for (double& derivative : result.objective_gradient) derivative /= w;
    for (std::vector<double>& gradient : result.constraint_gradients) {
      for (double& derivative : gradient) derivative /= w;
    }
    return result;
  };
  return problem;
}

TEST(Optimize, HandlesAFieldOfManyVariables) {
  for (const OptimizationMethod method : {mma, ccsaq}) {
    for (const double start : {2.0, 0.3}) { // the second is far beyond the constraint
      const OptimizationResult result = optimize(weighted(many_bars(start), std::sqrt(1e-3)), options_of(method));
      EXPECT_EQ(result.end, OptimizationEnd::converged) << result.reason;
      EXPECT_NEAR(result.evaluation.objective, 1.0, 1e-5) << name_of(method) << start;
      EXPECT_LE(result.violation, 1e-8);
    }
  }
}

std::string refusal(const OptimizationProblem& problem, const OptimizationOptions& options) {
  try {
    optimize(problem, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(Optimize, RefusesWhatDoesNotFit) {
  EXPECT_NE(refusal(Cantilever::problem(), options_of(lbfgs)).find("take mma"), std::string::npos);
  OptimizationProblem many = test::valley();
  many.start.assign(300, 0.0);
  many.lower.assign(300, -1.0);
  many.upper.assign(300, 1.0);
  EXPECT_NE(refusal(many, options_of(slsqp)).find("fewer than 300"), std::string::npos);
  OptimizationProblem outside = test::valley();
  outside.start[1] = 3.0;
  EXPECT_NE(refusal(outside, options_of(mma)).find("bounds [-2, 2]"), std::string::npos);
  EXPECT_NE(refusal({}, options_of(mma)).find("nothing to optimise"), std::string::npos);
  OptimizationOptions none = options_of(mma);
  none.max_iterations = 0;
  EXPECT_NE(refusal(test::valley(), none).find("one iteration"), std::string::npos);
  OptimizationProblem wrong = test::valley();
  wrong.constraint_count = 2;
  EXPECT_NE(refusal(wrong, options_of(mma)).find("one value and one gradient a constraint"), std::string::npos);
  const auto always = [](std::span<const double>) { return true; };
  try {
    optimize(test::failing_where(test::valley(), always), options_of(mma));
    ADD_FAILURE();
  } catch (const AnalysisError& error) {
    EXPECT_NE(std::string(error.what()).find("begin with cannot be evaluated: no equilibrium"), std::string::npos);
  }
}

} // namespace
} // namespace adjoule
