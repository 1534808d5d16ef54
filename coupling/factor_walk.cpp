#include "factor_walk.hpp"

#include "adjoule/core/error.hpp"

#include <algorithm>

namespace adjoule {
namespace {

constexpr int few_iterations = 4;
constexpr int many_iterations = 10;

// A remainder this small a part of the step is taken along with it.
constexpr double negligible_remainder = 0.01;

// A length that is refused again and again is tried more and more seldom: after 1, 2, 4, ... accepted steps.
constexpr int longest_wait = 8;

double growth(int iterations) {
  if (iterations <= few_iterations) return 2.0;
  return iterations < many_iterations ? 1.5 : 1.0;
}

} // namespace

WalkEnd walk_factor(const WalkRules& rules, const std::function<int(double, double)>& attempt,
                    const std::function<void(const Rejection&)>& on_rejection) {
  WalkEnd end;
  double step = rules.first_step;
  int wait = 0, next_wait = 1; // accepted steps before the next longer one
  bool longer = false;         // than the last accepted one
  while (end.reached < 1.0) {
    const double from = end.reached;
    const double to = from + (1.0 + negligible_remainder) * step >= 1.0 ? 1.0 : from + step;
    try {
      const int iterations = attempt(from, to);
      step = to - from;
      if (longer) next_wait = 1;
      longer = wait == 0 && growth(iterations) > 1.0;
      if (longer) step *= growth(iterations);
      wait = std::max(0, wait - 1);
      end.reached = to;
      ++end.accepted;
    } catch (const AnalysisError& error) {
      ++end.rejected;
      wait = longer ? next_wait : std::max(1, wait);
      if (longer) next_wait = std::min(longest_wait, 2 * next_wait);
      longer = false;
      step = 0.5 * (to - from);
      if (step < rules.smallest_step) {
        end.reason = error.what();
        return end;
      }
      on_rejection({from, to, from + step, error.what()});
    }
  }
  return end;
}

} // namespace adjoule
