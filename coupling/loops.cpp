// Systems that need each other: together, by turns, and with the drive cut back where that fails.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/coupling/multiphysics_system.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

constexpr double smallest_load_step = 1.0 / 256.0;

// What drives a loop: potentials, total currents and current densities of its electrical system.
std::vector<Parameter> drive_parameters(const BlockSolve& loop) {
  std::vector<Parameter> drive;
  for (const PhysicsSystem* system : loop.systems()) {
    if (!dynamic_cast<const ElectricalSystem*>(system)) continue;
    for (const PrescribedGroup& group : system->prescribed_groups()) {
      if (group.value->reads_position()) continue; // a formula: its constants need not be proportional to the drive
      const std::vector<Parameter> potential = group.value->parameters();
      drive.insert(drive.end(), potential.begin(), potential.end());
    }
    for (const TotalLoad& load : system->total_loads()) drive.push_back(load.total);
    for (const Integral& integral : system->integrals()) {
      if (!integral.fields.empty()) continue;
      for (const CoefficientPointer& density : integral.properties) {
        if (density->reads_position()) continue;
        const std::vector<Parameter> load = density->parameters();
        drive.insert(drive.end(), load.begin(), load.end());
      }
    }
  }
  std::sort(drive.begin(), drive.end(), [](Parameter a, Parameter b) { return a.id < b.id; });
  drive.erase(std::unique(drive.begin(), drive.end()), drive.end());
  return drive;
}

// Adds what an accepted attempt took.
void merge(const SolveReport& attempt, SolveReport& report) {
  report.newton_iterations += attempt.newton_iterations;
  report.assembly_seconds += attempt.assembly_seconds;
  report.factorization_seconds += attempt.factorization_seconds;
  report.solve_seconds += attempt.solve_seconds;
  report.blocks.insert(report.blocks.end(), attempt.blocks.begin(), attempt.blocks.end());
}

// Restores all parameters when it goes out of scope.
class ParameterGuard {
 public:
  explicit ParameterGuard(Parameters& parameters) : parameters_(parameters), before_(parameters.all()) {}
  ~ParameterGuard() { parameters_.assign(before_); }
  ParameterGuard(const ParameterGuard&) = delete;
  ParameterGuard& operator=(const ParameterGuard&) = delete;
  const ParameterVector& before() const { return before_; }

 private:
  Parameters& parameters_;
  ParameterVector before_;
};

} // namespace

BlockSolve& MultiphysicsSystem::member(const PhysicsSystem& system, const SolveOptions& options) {
  for (const std::unique_ptr<BlockSolve>& known : members_) {
    if (known->systems().front() == &system) return *known;
  }
  members_.push_back(std::make_unique<BlockSolve>(space_, std::vector<const PhysicsSystem*>{&system}, options));
  return *members_.back();
}

void MultiphysicsSystem::solve_block(BlockSolve& block, FieldValues& fields, const SolveOptions& options,
                                     bool fresh_start, SolveReport& report) {
  const std::vector<Parameter> drive = block.systems().size() > 1 ? drive_parameters(block) : std::vector<Parameter>{};
  FieldValues last_converged = fields;
  try {
    SolveReport attempt;
    solve_loop(block, fields, options, fresh_start, attempt);
    return merge(attempt, report);
  } catch (const AnalysisError&) {
    if (drive.empty()) throw;
  }

  // The full drive at once was too much: approach it from rest.
  ParameterGuard guard(parameters());
  double done = 0.0, step = 0.5;
  ++report.rejected_steps;
  report.load_steps = 0;
  note(fmt::format("{}: no convergence at the full drive; cut back to {:.3g} of it", block.name(), step));
  while (done < 1.0) {
    const double factor = std::min(1.0, done + step);
    ParameterVector scaled = guard.before();
    for (const Parameter parameter : drive) {
      for (double& value : parameters().part(scaled, parameter)) value *= factor;
    }
    parameters().assign(scaled);
    fields = last_converged;
    SolveReport attempt;
    try {
      solve_loop(block, fields, options, fresh_start && done == 0.0, attempt);
    } catch (const AnalysisError& error) {
      ++report.rejected_steps;
      step = 0.5 * (factor - done);
      if (step < smallest_load_step) {
        fields = last_converged;
        throw AnalysisError(fmt::format("{} (the drive was raised step by step and reached {:.3g} of its full value; "
                                        "there may be no steady state beyond)",
                                        error.what(), done));
      }
      note(fmt::format("{}: no convergence at {:.3g} of the drive; cut back to {:.3g}", block.name(), factor,
                       done + step));
      continue;
    }
    done = factor;
    step *= 1.5;
    last_converged = fields;
    ++report.load_steps;
    if (done < 1.0) attempt.blocks.clear();
    merge(attempt, report);
  }
}

void MultiphysicsSystem::solve_loop(BlockSolve& loop, FieldValues& fields, const SolveOptions& options,
                                    bool fresh_start, SolveReport& report) {
  if (loop.systems().size() > 1 && options.coupling == Coupling::staggered)
    return solve_staggered(loop, fields, options, report);
  if (loop.systems().size() > 1 && fresh_start) {
    // Newton starts from fields that fit each other: all but the last are solved once for the initial values of the
    // rest.
    SolveReport start;
    for (std::size_t i = 0; i + 1 < loop.systems().size(); ++i)
      member(*loop.systems()[i], options).solve(fields, options, start);
  }
  loop.solve(fields, options, report);
}

void MultiphysicsSystem::solve_staggered(BlockSolve& loop, FieldValues& fields, const SolveOptions& options,
                                         SolveReport& report) {
  // A round in which no system needs an iteration has met all residuals at once. The members keep within limits of
  // their own: a loose tolerance would stop a slow loop early, and one below rounding would never let it settle.
  SolveOptions member_options = options;
  member_options.tolerance = std::clamp(options.tolerance, 1e-12, 1e-8);
  for (int round = 0; round < options.max_staggered; ++round) {
    SolveReport round_report;
    for (const PhysicsSystem* system : loop.systems()) {
      std::vector<double>& values = fields.values[static_cast<std::size_t>(system->field())];
      const std::vector<double> before = values;
      member(*system, options).solve(fields, member_options, round_report);
      if (round == 0) continue;
      for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = before[k] + options.relaxation * (values[k] - before[k]);
    }
    const bool settled = round_report.newton_iterations == 0;
    if (!settled) round_report.blocks.clear();
    merge(round_report, report);
    if (settled) return;
  }
  throw AnalysisError(
      fmt::format("{}: the staggered loop has not settled after {} rounds: use solve.coupling = \"monolithic\", which "
                  "solves the loop as one system",
                  loop.name(), options.max_staggered));
}

} // namespace adjoule
