#include "adjoule/inverse/check_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

constexpr double least_rate = 1.9;
constexpr double agreement = 1e-4;       // of the two derivatives, relative
constexpr double close_agreement = 1e-6; // a remainder that still does not fall must be noise
constexpr double above_noise = 20.0;     // a remainder that many times the noise shows its rate
constexpr double clearly_faster = 2.5;   // than the square of the step

// Extrapolates the one-sided quotients (J(h) - J(0)) / h to h = 0 by Neville's scheme and keeps the entry that changed
// least.
void extrapolate(const std::vector<double>& steps, const std::vector<double>& values, double base,
                 GradientCheck& check) {
  std::vector<double> before;
  check.uncertainty = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::vector<double> row{(values[k] - base) / steps[k]};
    const double rounding = 2.0 * check.noise / steps[k];
    for (std::size_t j = 1; j <= k; ++j) {
      const double factor = steps[k - j] / steps[k] - 1.0;
      row.push_back(row[j - 1] + (row[j - 1] - before[j - 1]) / factor);
      const double change = std::max(std::abs(row[j] - row[j - 1]), std::abs(row[j] - before[j - 1]));
      if (change + rounding < check.uncertainty) {
        check.uncertainty = change + rounding;
        check.difference = row[j];
      }
    }
    before = std::move(row);
  }
}

void find_rate(GradientCheck& check) {
  const std::vector<TaylorStep>& steps = check.steps;
  std::size_t clear = 0; // remainders from the first one that stand out of the noise
  while (clear < steps.size() && steps[clear].remainder > above_noise * check.noise) ++clear;
  if (clear == 0) {
    check.linear = true;
    return;
  }
  if (clear == 1) {
    // The second remainder may be all noise: the fall is at least this.
    const double second = std::max(steps[1].remainder, check.noise);
    check.rate = std::log(steps[0].remainder / second) / std::log(steps[0].step / steps[1].step);
    check.linear = check.rate < least_rate && check.relative_error <= close_agreement;
    return;
  }
  check.rate = steps[clear - 1].rate;
  if (check.rate >= least_rate || check.relative_error > close_agreement) return;
  for (std::size_t k = 1; k < clear; ++k) check.rate = std::max(check.rate, steps[k].rate);
  // What is left of the remainder is the error of a gradient at a state that was solved less tightly.
  check.linear =
      check.rate < least_rate && steps[0].remainder <= close_agreement * steps[0].step * std::abs(check.adjoint);
}

std::string fault(const GradientCheck& check, bool agrees) {
  if (agrees) return "the remainder does not fall with the square of the step";
  if (std::abs(check.difference) > check.uncertainty)
    return fmt::format("the gradient is {:.6g} times what the model does", check.adjoint / check.difference);
  return fmt::format("the gradient is {:.6g}, and the model does not change as far as can be seen", check.adjoint);
}

std::string rate_text(const GradientCheck& check) {
  if (std::isnan(check.rate)) return "";
  // A curvature that is small beside the third derivative, or all that noise leaves to see.
  if (check.passed && check.rate > clearly_faster) return "rate at least 2";
  return fmt::format("rate {:.2f}", check.rate);
}

} // namespace

GradientCheck judge_taylor_test(const std::vector<double>& steps, const std::vector<double>& values, double base,
                                double adjoint, double noise) {
  GradientCheck check;
  check.adjoint = adjoint;
  double largest = std::abs(base);
  for (const double value : values) largest = std::max(largest, std::abs(value));
  check.noise = noise + 8.0 * std::numeric_limits<double>::epsilon() * largest;
  double largest_change = 0.0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const double change = values[k] - base;
    const double remainder = std::abs(change - steps[k] * adjoint);
    double rate = std::numeric_limits<double>::quiet_NaN();
    if (k > 0) {
      const double floor = std::numeric_limits<double>::min();
      rate = std::log(std::max(check.steps.back().remainder, floor) / std::max(remainder, floor)) /
             std::log(steps[k - 1] / steps[k]);
    }
    check.steps.push_back({steps[k], remainder, rate});
    largest_change = std::max({largest_change, std::abs(change), std::abs(steps[k] * adjoint)});
  }
  extrapolate(steps, values, base, check);
  const double size = std::max(std::abs(check.difference), std::abs(check.adjoint));
  const double error = std::abs(check.difference - check.adjoint);
  check.relative_error = size > 0.0 ? error / size : 0.0;
  if (largest_change <= above_noise * check.noise) {
    check.linear = check.passed = true;
    check.note = "the objective does not change measurably along this direction, and the gradient says so too";
    return check;
  }
  find_rate(check);
  if (check.linear) check.rate = std::numeric_limits<double>::quiet_NaN();
  const bool agrees = error <= agreement * size + check.uncertainty;
  check.passed = agrees && (check.linear || check.rate >= least_rate);
  if (!check.passed) {
    check.note = fault(check, agrees);
  } else if (check.linear) {
    check.note = "linear along this direction: the remainder is noise";
  }
  return check;
}

std::string check_table(const GradientCheck& check) {
  std::string text = fmt::format(
      "d({})/d({}): gradient {:.10g}, differences {:.10g} +- {:.1e}, relative difference {:.1e}\n", check.objective,
      check.direction, check.adjoint, check.difference, check.uncertainty, check.relative_error);
  text += "       step    remainder    rate\n";
  for (const TaylorStep& step : check.steps) {
    const bool is_noise = step.remainder <= above_noise * check.noise;
    const std::string rate = is_noise || std::isnan(step.rate) ? "" : fmt::format("{:.2f}", step.rate);
    text +=
        fmt::format("  {:9.3e}    {:9.3e}  {:>6}{}\n", step.step, step.remainder, rate, is_noise ? "  (noise)" : "");
  }
  text += check.passed ? "  passed:" : "  FAILED:";
  if (const std::string rate = rate_text(check); !rate.empty()) text += " " + rate;
  if (!check.note.empty()) text += " (" + check.note + ")";
  return text + "\n";
}

} // namespace adjoule
