#include "load_walk.hpp"

#include "adjoule/core/log.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

// A drive that was too much at once is first tried at this part of it.
constexpr double first_part_of_drive = 0.5;

constexpr double stability_interval = 0.01;

// What drives a loop: potentials, total currents and current densities of its electrical system. Those given by a
// formula stay as they are: its constants need not be proportional to the drive.
std::vector<Parameter> drive_parameters(const BlockSolve& loop) {
  std::vector<Parameter> drive;
  const auto add = [&drive](const CoefficientPointer& load) {
    if (load->is_constant()) drive.push_back(load->parameters().front());
  };
  for (const PhysicsSystem* system : loop.systems()) {
    if (!dynamic_cast<const ElectricalSystem*>(system)) continue;
    for (const PrescribedGroup& group : system->prescribed_groups()) add(group.value);
    for (const TotalLoad& load : system->total_loads()) add(load.total);
    for (const Integral& integral : system->integrals()) {
      if (!integral.fields.empty()) continue;
      for (const CoefficientPointer& density : integral.properties) add(density);
    }
  }
  std::sort(drive.begin(), drive.end(), [](Parameter a, Parameter b) { return a.id < b.id; });
  drive.erase(std::unique(drive.begin(), drive.end()), drive.end());
  return drive;
}

// Restores all parameters when it goes out of scope.
class ParameterGuard {
 public:
  explicit ParameterGuard(Parameters& parameters) : parameters_(parameters), before_(parameters.all()) {}
  ~ParameterGuard() { parameters_.assign(before_); }
  ParameterGuard(const ParameterGuard&) = delete;
  ParameterGuard& operator=(const ParameterGuard&) = delete;

 private:
  Parameters& parameters_;
  ParameterVector before_;
};

// From a stable equilibrium a long step that ends at an unstable one would be refused: during the life of this, a step
// that passes an indefinite tangent is refused at once, before that is paid for. A short one may go on.
class StableSide {
 public:
  StableSide(BlockSolve& block, bool keep) : block_(block) { block_.refuse_indefinite_tangents(keep); }
  ~StableSide() { block_.refuse_indefinite_tangents(false); }
  StableSide(const StableSide&) = delete;
  StableSide& operator=(const StableSide&) = delete;

 private:
  BlockSolve& block_;
};

} // namespace

double longest_loss_of_stability(const SolveOptions& options) {
  return std::max(stability_interval, 2.0 * options.smallest_load_step);
}

void add_to_report(const SolveReport& attempt, SolveReport& report) {
  report.newton_iterations += attempt.newton_iterations;
  report.blocks.insert(report.blocks.end(), attempt.blocks.begin(), attempt.blocks.end());
}

void add_step_to_report(SolveReport step, SolveReport& report) {
  for (BlockReport& now : step.blocks) {
    const auto known = std::find_if(report.blocks.begin(), report.blocks.end(),
                                    [&](const BlockReport& other) { return other.systems == now.systems; });
    if (known == report.blocks.end()) continue;
    now.newton_iterations += known->newton_iterations;
    report.blocks.erase(known);
  }
  add_to_report(step, report);
}

LoadWalk::LoadWalk(BlockSolve& block, ModelSpace& space, Solve solve, const SolveOptions& options, SolveReport& report)
    : block_(block), space_(space), solve_(std::move(solve)), options_(options), report_(report),
      full_(space.parameters().all()) {
  if (block.members().size() > 1) drive_ = drive_parameters(block);
  if (block.takes_load_steps()) drive_.push_back(space.load_factor());
}

void LoadWalk::solve(FieldValues& fields, bool fresh_start) {
  const FieldValues before = fields;
  try {
    if (drive_.empty()) {
      SolveReport all;
      solve_(fields, options_, fresh_start, all);
      return add_to_report(all, report_);
    }
    // A fresh start in finite strain has to bring in what is prescribed by the predictor; that is the walk's first
    // step.
    const bool at_once = block_.takes_load_steps() ? !fresh_start : options_.load_steps == 1;
    if (at_once && try_at_once(fields, fresh_start)) return;
    const double first_step = 1.0 / options_.load_steps;
    walk(fields, at_once && fresh_start ? std::min(first_step, first_part_of_drive) : first_step);
  } catch (const LoadStopped&) {
    throw;
  } catch (...) {
    fields = before;
    throw;
  }
}

bool LoadWalk::try_at_once(FieldValues& fields, bool fresh_start) {
  FieldValues trial = fields;
  SolveReport attempt;
  try {
    solve_(trial, options_, fresh_start, attempt);
    block_.require_reachable(fields, trial);
  } catch (const AnalysisError&) {
    ++report_.rejected_steps;
    note(fmt::format("{}: no convergence at the full load; raising it from rest", block_.name()));
    return false;
  }
  fields = std::move(trial);
  if (block_.is_stable(fields) == false) {
    report_.stable = false;
    report_loss({.from = 0.0, .to = 1.0}, fields);
  }
  accept(std::move(attempt), 1.0, fields);
  return true;
}

void LoadWalk::step_in_time(FieldValues& fields, const TimeStep& step) {
  FieldValues trial = fields;
  SolveReport attempt;
  report_.stable = report_.stable && step.stable;
  {
    const StableSide side(block_, report_.stable && step.to - step.from > step.longest_loss);
    solve_(trial, options_, false, attempt);
  }
  block_.require_reachable(fields, trial);
  watch_stability({.from = step.from, .to = step.to, .in_time = true}, step.longest_loss, trial);
  fields = std::move(trial);
  if (drive_.empty()) return add_to_report(attempt, report_);
  accept(std::move(attempt), 1.0, fields);
}

void LoadWalk::walk(FieldValues& fields, double first_step) {
  const ParameterGuard guard(space_.parameters());
  for (const PhysicsSystem* system : block_.systems()) {
    std::vector<double>& values = fields.values[static_cast<std::size_t>(system->field())];
    std::fill(values.begin(), values.end(), system->initial_guess());
  }
  set_factor(0.0);
  SolveReport rest;
  solve_(fields, options_at(0.0), true, rest);
  rest.blocks.clear();
  add_to_report(rest, report_);
  const auto attempt = [&](double from, double to) { return take_step(fields, from, to); };
  const auto tell = [&](const Rejection& rejection) {
    note(fmt::format("{}: the step to load factor {:.4g} is refused; trying {:.4g}", block_.name(), rejection.to,
                     rejection.next));
  };
  const WalkEnd end = walk_factor({first_step, options_.smallest_load_step}, attempt, tell);
  report_.rejected_steps += end.rejected;
  if (end.reached == 1.0) return;
  set_factor(end.reached);
  throw LoadStopped(failure(end), end.reached, space_.parameters().all());
}

int LoadWalk::take_step(FieldValues& fields, double from, double to) {
  FieldValues trial = fields;
  predict(trial, from, to);
  set_factor(to);
  SolveReport step;
  const double longest_loss = longest_loss_of_stability(options_);
  {
    const StableSide side(block_, report_.stable && to - from > longest_loss);
    solve_(trial, options_at(to), false, step);
  }
  block_.require_reachable(fields, trial);
  watch_stability({.from = from, .to = to}, longest_loss, trial);
  const int iterations = step.newton_iterations;
  fields = std::move(trial);
  accept(std::move(step), to, fields);
  return iterations;
}

void LoadWalk::predict(FieldValues& fields, double from, double to) {
  set_factor(from);
  std::vector<Direction> directions(1);
  Direction& direction = directions.front();
  direction.fields.values.resize(fields.values.size());
  direction.parameters = space_.parameters().zeros();
  for (const Parameter parameter : drive_) {
    const std::span<const double> whole = space_.parameters().part(std::as_const(full_), parameter);
    const std::span<double> change = space_.parameters().part(direction.parameters, parameter);
    for (std::size_t k = 0; k < whole.size(); ++k) change[k] = whole[k] * (to - from);
  }
  try {
    block_.add_tangents(fields, directions, 1);
  } catch (const AnalysisError&) {
    return; // at a critical point; Newton's method may still find the way
  }
  for (const PhysicsSystem* system : block_.systems()) {
    const auto f = static_cast<std::size_t>(system->field());
    for (std::size_t k = 0; k < fields.values[f].size(); ++k) fields.values[f][k] += direction.fields.values[f][k];
  }
}

void LoadWalk::watch_stability(const StabilityLoss& loss, double longest, const FieldValues& fields) {
  const std::optional<bool> stable = block_.is_stable(fields);
  if (!stable) return;
  const bool lost = report_.stable && !*stable;
  if (lost && loss.to - loss.from > longest)
    throw AnalysisError(fmt::format("{}: the equilibrium found is not stable", block_.name()));
  report_.stable = *stable;
  if (lost) report_loss(loss, fields);
}

void LoadWalk::report_loss(StabilityLoss loss, const FieldValues& after) {
  loss.node = block_.softest_node(after);
  std::string place;
  if (loss.node >= 0) {
    loss.place = space_.mesh().coordinates()[static_cast<std::size_t>(loss.node)];
    place = fmt::format("; what it sets free moves most at the node at ({:.4g}, {:.4g}, {:.4g}) m", loss.place[0],
                        loss.place[1], loss.place[2]);
  }
  report_.stability_losses.push_back(loss);
  warn(fmt::format("{}: equilibrium stops being stable between the {} {:.4g} and {:.4g}{}: beyond, the body "
                   "would move to another equilibrium (buckle, snap, wrinkle) than the one computed",
                   block_.name(), loss.in_time ? "times" : "load factors", loss.from, loss.to, place));
}

void LoadWalk::accept(SolveReport step, double factor, const FieldValues& fields) {
  const int iterations = step.newton_iterations;
  add_step_to_report(std::move(step), report_);
  ++report_.load_steps;
  if (options_.on_step) options_.on_step({block_.name(), factor, iterations, fields});
}

void LoadWalk::set_factor(double factor) {
  ParameterVector scaled = full_;
  for (const Parameter parameter : drive_) {
    for (double& value : space_.parameters().part(scaled, parameter)) value *= factor;
  }
  space_.parameters().assign(scaled);
}

SolveOptions LoadWalk::options_at(double factor) const {
  SolveOptions options = options_;
  if (options_.on_progress) {
    options.on_progress = [this, factor](const Progress& progress) {
      Progress now = progress;
      now.load_factor = factor;
      options_.on_progress(now);
    };
  }
  return options;
}

std::string LoadWalk::failure(const WalkEnd& end) const {
  const std::string what =
      fmt::format("{} (it was raised step by step and reached {:.4g} of its full value", end.reason, end.reached);
  if (!block_.takes_load_steps()) return what + "; there may be no steady state beyond)";
  return what +
         fmt::format(
             " with {} steps accepted and {} refused, down to {:.1e} of it; the last equilibrium is kept). "
             "There may be no equilibrium beyond (a limit point: where a displacement can be prescribed instead of "
             "the force, that passes it), the material may have reached its limit, the tolerance may be below "
             "rounding (very large bulk), or the mesh is too coarse or too distorted there",
             end.accepted, end.rejected, options_.smallest_load_step);
}

} // namespace adjoule
