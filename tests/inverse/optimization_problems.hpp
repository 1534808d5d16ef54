/// Functions whose optimum is known in closed form.
#pragma once

#include "adjoule/core/error.hpp"
#include "adjoule/inverse/optimize.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace adjoule::test {

/// The cantilever of five hollow square boxes (Svanberg 1987, doi 10.1002/nme.1620240207): weight 0.0624 sum x_i under
/// sum c_i / x_i^3 <= 1. At the optimum x_i = c_i^(1/4) S^(1/3) with S = sum c_i^(1/4).
struct Cantilever {
  static constexpr std::array<double, 5> c{61.0, 37.0, 19.0, 7.0, 1.0};

  static OptimizationProblem problem(double start = 5.0) {
    OptimizationProblem problem;
    problem.start.assign(5, start);
    problem.lower.assign(5, 0.2);
    problem.upper.assign(5, 10.0);
    problem.constraint_count = 1;
    problem.evaluate = [](std::span<const double> x) {
      DesignEvaluation result;
      result.constraints = {-1.0};
      result.constraint_gradients.resize(1);
      for (std::size_t i = 0; i < 5; ++i) {
        result.objective += 0.0624 * x[i];
        result.objective_gradient.push_back(0.0624);
        result.constraints[0] += c[i] / std::pow(x[i], 3);
        result.constraint_gradients[0].push_back(-3.0 * c[i] / std::pow(x[i], 4));
      }
      return result;
    };
    return problem;
  }
  static double sum() {
    double sum = 0.0;
    for (const double part : c) sum += std::pow(part, 0.25);
    return sum;
  }
  static double best_weight() { return 0.0624 * std::pow(sum(), 4.0 / 3.0); }
  static double best(std::size_t i) { return std::pow(c[i], 0.25) * std::cbrt(sum()); }
};

/// Rosenbrock's valley, (1 - x)^2 + s (y - x^2)^2: minimum 0 at (1, 1); with x <= b < 1 it is (1 - b)^2 at (b, b^2).
inline OptimizationProblem valley(double upper = 2.0, double steepness = 10.0) {
  OptimizationProblem problem;
  problem.start = {-1.2, 1.0};
  problem.lower = {-2.0, -2.0};
  problem.upper = {upper, 2.0};
  problem.evaluate = [steepness](std::span<const double> x) {
    const double a = 1.0 - x[0], b = x[1] - x[0] * x[0];
    DesignEvaluation result;
    result.objective = a * a + steepness * b * b;
    result.objective_gradient = {-2.0 * a - 4.0 * steepness * x[0] * b, 2.0 * steepness * b};
    return result;
  };
  return problem;
}

/// The same problem, of which designs beyond a surface cannot be evaluated.
inline OptimizationProblem failing_where(OptimizationProblem problem,
                                         std::function<bool(std::span<const double>)> beyond) {
  problem.evaluate = [evaluate = problem.evaluate, beyond = std::move(beyond)](std::span<const double> x) {
    if (beyond(x)) throw AnalysisError("no equilibrium");
    return evaluate(x);
  };
  return problem;
}

} // namespace adjoule::test
