// Sequences of equilibria in pseudo-time.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/coupling/multiphysics_system.hpp"
#include "block_solve.hpp"
#include "factor_walk.hpp"
#include "load_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

void require_ascending(std::span<const double> times) {
  if (times.empty()) throw InputError("a sequence needs one pseudo-time at least");
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) throw InputError(fmt::format("the pseudo-time {} is not a finite number", times[i]));
    if (i > 0 && !(times[i] > times[i - 1]))
      throw InputError(fmt::format("pseudo-times ascend, and {} s comes after {} s", times[i], times[i - 1]));
  }
}

SolveOptions options_at(double time, const SolveOptions& options) {
  SolveOptions now = options;
  if (options.on_progress) {
    now.on_progress = [time, &options](const Progress& progress) {
      Progress at_time = progress;
      at_time.time = time;
      options.on_progress(at_time);
    };
  }
  return now;
}

// `report` becomes that of a sequence which `last` ends.
void add_to_sequence(const SolveReport& last, SolveReport& report) {
  const int load_steps = report.load_steps + last.load_steps;
  add_step_to_report(last, report);
  report += last;
  report.factor_bytes = last.factor_bytes;
  report.load_steps = load_steps;
  report.rejected_steps += last.rejected_steps;
  report.stability_losses.insert(report.stability_losses.end(), last.stability_losses.begin(),
                                 last.stability_losses.end());
  report.converged = last.converged;
  report.load_factor = last.load_factor;
  report.stable = last.stable;
  report.unknowns = last.unknowns;
  report.linear_solver = last.linear_solver;
}

SolveReport no_steps() {
  SolveReport report;
  report.load_steps = 0;
  return report;
}

} // namespace

State MultiphysicsSystem::solve_quasistatic(std::span<const double> times, const SolveOptions& options,
                                            const std::function<void(double, const State&)>& on_state,
                                            const FieldValues* start) {
  require_ascending(times);
  space_.set_time(times.front());
  State state;
  SolveReport sequence = no_steps();
  for (std::size_t i = 0; i < times.size(); ++i) {
    try {
      if (i == 0)
        state = solve(options_at(times[i], options), start, nullptr);
      else
        state = walk_in_time(state, times[i - 1], times[i], options);
    } catch (const SolveFailure& failure) {
      State reached = failure.reached;
      add_to_sequence(reached.report, sequence);
      reached.report = std::move(sequence);
      throw SolveFailure(fmt::format("at t = {:.6g} s: {}", times[i], failure.what()), std::move(reached),
                         failure.converged_fields);
    }
    add_to_sequence(state.report, sequence);
    if (on_state) on_state(times[i], state);
  }
  state.report = std::move(sequence);
  return state;
}

FieldValues MultiphysicsSystem::predict_in_time(const State& state, double change) {
  FieldValues fields = state.fields;
  // What is prescribed has to come in by the tangent where elements could turn over; elsewhere Newton's method does it.
  if (std::none_of(blocks_.begin(), blocks_.end(), [](const auto& block) { return block->takes_load_steps(); }))
    return fields;
  std::vector<Direction> directions(1);
  directions.front().parameters = parameters().zeros();
  parameters().part(directions.front().parameters, space_.time())[0] = change;
  try {
    add_tangents(state, directions, 1);
  } catch (const AnalysisError&) {
    return fields; // at a critical point; Newton's method may still find the way
  }
  for (std::size_t f = 0; f < fields.values.size(); ++f) {
    const std::vector<double>& tangent = directions.front().fields.values[f];
    for (std::size_t k = 0; k < tangent.size(); ++k) fields.values[f][k] += tangent[k];
  }
  return fields;
}

State MultiphysicsSystem::walk_in_time(const State& before, double from, double to, const SolveOptions& options) {
  const auto time_of = [&](double part) { return part == 1.0 ? to : from + part * (to - from); };
  State reached = before;
  SolveReport report = no_steps();
  const auto attempt = [&](double first, double last) {
    space_.set_time(time_of(first));
    const FieldValues start = predict_in_time(reached, time_of(last) - time_of(first));
    space_.set_time(time_of(last));
    const TimeStep step{time_of(first), time_of(last), (to - from) * longest_loss_of_stability(options),
                        reached.report.stable};
    try {
      reached = solve(options_at(time_of(last), options), &start, &step);
    } catch (const SolveFailure& failure) {
      report += failure.reached.report;
      throw;
    }
    add_to_sequence(reached.report, report);
    return reached.report.newton_iterations;
  };
  const auto tell = [&](const Rejection& rejection) {
    note(fmt::format("the step to t = {:.6g} s is refused; trying {:.6g} s", time_of(rejection.to),
                     time_of(rejection.next)));
  };
  const WalkEnd end = walk_factor({1.0, options.smallest_load_step}, attempt, tell);
  report.rejected_steps += end.rejected;
  if (end.reached < 1.0) {
    note(fmt::format("no way in time from {:.6g} s to {:.6g} s; raising the load from rest there", from, to));
    space_.set_time(to);
    try {
      reached = solve(options_at(to, options), nullptr, nullptr);
    } catch (const SolveFailure& failure) {
      add_to_sequence(failure.reached.report, report);
      std::vector<int> fields;
      for (const PhysicsSystem* system : systems()) fields.push_back(system->field());
      std::sort(fields.begin(), fields.end());
      reached.report = std::move(report);
      throw SolveFailure(fmt::format("{} (from the state at {:.6g} s the time was walked as far as {:.6g} s, and the "
                                     "last equilibrium is kept: {})",
                                     failure.what(), from, time_of(end.reached), end.reason),
                         std::move(reached), std::move(fields));
    }
    add_to_sequence(reached.report, report);
  }
  reached.report = std::move(report);
  return reached;
}

} // namespace adjoule
