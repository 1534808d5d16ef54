// A factor raised from 0 to 1 by steps that adapt themselves.
#pragma once

#include <functional>
#include <string>

namespace adjoule {

struct WalkRules {
  double first_step = 1.0;
  double smallest_step = 1e-4;
};

/// A step that was refused.
struct Rejection {
  double from, to;
  double next; ///< where the next, shorter attempt goes
  std::string reason;
};

/// How a walk ended: at 1, or at the last accepted factor before a step that failed at its smallest.
struct WalkEnd {
  double reached = 0.0;
  int accepted = 0;
  int rejected = 0;
  std::string reason; ///< of the last refusal, where the walk ended before 1
};

/// `attempt(from, to)` solves at `to`, beginning from the state at `from`, and returns the iterations that this took;
/// it throws AnalysisError where it does not get there, with the state at `from` kept. A refused step is halved. An
/// accepted one is followed by one of twice its length, 1.5 times or the same, by the iterations that it took; after a
/// refusal the length stays as it is for one step, for 2, 4, 8 where longer steps are refused again and again.
/// `on_rejection` is told of each refusal that another attempt follows.
WalkEnd walk_factor(const WalkRules& rules, const std::function<int(double from, double to)>& attempt,
                    const std::function<void(const Rejection&)>& on_rejection);

} // namespace adjoule
