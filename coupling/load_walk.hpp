// A block solved at its full load: at once, or by raising the load from rest.
#pragma once

#include "adjoule/core/error.hpp"
#include "block_solve.hpp"
#include "factor_walk.hpp"

#include <functional>

namespace adjoule {

/// Load stepping stopped before the full load.
class LoadStopped : public AnalysisError {
 public:
  LoadStopped(const std::string& message, double reached, ParameterVector parameters)
      : AnalysisError(message), reached_(reached), parameters_(std::move(parameters)) {}

  /// The largest load factor that was accepted; 0: at rest.
  double reached() const { return reached_; }
  /// The model's parameters at it.
  const ParameterVector& parameters() const { return parameters_; }

 private:
  double reached_;
  ParameterVector parameters_;
};

/// A step from a solution at one pseudo-time to the next.
struct TimeStep {
  double from = 0.0, to = 0.0; ///< s
  double longest_loss = 0.0;   ///< s, the longest step that may lose stability
  bool stable = true;          ///< the solution at `from`, as far as it was judged
};

/// The part of a walk that a step which loses stability may take at most: it encloses the critical load, and does not
/// jump from a stable path to another, unstable solution far away.
double longest_loss_of_stability(const SolveOptions& options);

/// Adds the iterations of an attempt, and its blocks.
void add_to_report(const SolveReport& attempt, SolveReport& report);
/// The same for a step after others: a block is listed once, as in the last step, with the iterations of all.
void add_step_to_report(SolveReport step, SolveReport& report);

/// What is raised is the load factor, for mechanics at finite strain, and in a loop what drives it electrically.
/// Everything else is solved at once.
class LoadWalk {
 public:
  /// Solves the block for the present parameters, from the fields given. `fresh`: these do not fit each other yet.
  using Solve = std::function<void(FieldValues&, const SolveOptions&, bool fresh, SolveReport&)>;

  /// Keeps references to all but `solve`.
  LoadWalk(BlockSolve& block, ModelSpace& space, Solve solve, const SolveOptions& options, SolveReport& report);

  /// Solves for the block's fields at the parameters of now. `fresh_start`: `fields` are initial values, not a solution
  /// nearby. Where it throws LoadStopped, `fields` are those at the load reached, else what they were; the parameters
  /// are put back always.
  void solve(FieldValues& fields, bool fresh_start);

  /// Solves at the parameters of now, from fields that are those at an earlier time, or a prediction from them, and
  /// tries nothing else. Where it throws AnalysisError `fields` stay.
  void step_in_time(FieldValues& fields, const TimeStep& step);

 private:
  bool try_at_once(FieldValues& fields, bool fresh_start);
  void walk(FieldValues& fields, double first_step);
  int take_step(FieldValues& fields, double from, double to);
  /// `fields` += their change by the tangent at `from`. They stay where there is none.
  void predict(FieldValues& fields, double from, double to);
  void accept(SolveReport step, double factor, const FieldValues& fields);
  /// Judges the equilibrium found at `loss.to`. Throws AnalysisError where it is not stable and the step from
  /// `loss.from` was longer than `longest`.
  void watch_stability(const StabilityLoss& loss, double longest, const FieldValues& fields);
  void report_loss(StabilityLoss loss, const FieldValues& after);
  void set_factor(double factor);
  SolveOptions options_at(double factor) const;
  std::string failure(const WalkEnd& end) const;

  BlockSolve& block_;
  ModelSpace& space_;
  Solve solve_;
  const SolveOptions& options_;
  SolveReport& report_;
  ParameterVector full_; ///< the parameters of now
  std::vector<Parameter> drive_;
};

} // namespace adjoule
