// Systems that need each other: together, and by turns.
#include "adjoule/core/error.hpp"
#include "adjoule/coupling/multiphysics_system.hpp"
#include "block_solve.hpp"
#include "load_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

BlockSolve& MultiphysicsSystem::member(const std::vector<const PhysicsSystem*>& systems, const SolveOptions& options) {
  for (const std::unique_ptr<BlockSolve>& known : members_) {
    if (known->systems() == systems) return *known;
  }
  members_.push_back(std::make_unique<BlockSolve>(space_, systems, options, analyses_));
  return *members_.back();
}

void MultiphysicsSystem::solve_block(BlockSolve& block, FieldValues& fields, const SolveOptions& options,
                                     bool fresh_start, const TimeStep* step, SolveReport& report) {
  const auto solve = [&](FieldValues& values, const SolveOptions& step_options, bool fresh, SolveReport& attempt) {
    solve_loop(block, values, step_options, fresh, attempt);
  };
  LoadWalk walk(block, space_, solve, options, report);
  step ? walk.step_in_time(fields, *step) : walk.solve(fields, fresh_start);
}

void MultiphysicsSystem::solve_loop(BlockSolve& loop, FieldValues& fields, const SolveOptions& options,
                                    bool fresh_start, SolveReport& report) {
  const std::vector<std::vector<const PhysicsSystem*>> members = loop.members();
  if (members.size() > 1 && options.coupling == Coupling::staggered)
    return solve_staggered(loop, fields, options, report);
  if (members.size() > 1 && fresh_start) {
    // Newton starts from fields that fit each other: all but the last are solved once for the initial values of the
    // rest.
    SolveReport start;
    for (std::size_t i = 0; i + 1 < members.size(); ++i) member(members[i], options).solve(fields, options, start);
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
    for (const std::vector<const PhysicsSystem*>& systems : loop.members()) {
      const FieldValues before = fields;
      member(systems, options).solve(fields, member_options, round_report);
      if (round == 0) continue;
      for (const PhysicsSystem* system : systems) {
        const auto f = static_cast<std::size_t>(system->field());
        for (std::size_t k = 0; k < fields.values[f].size(); ++k) {
          fields.values[f][k] = before.values[f][k] + options.relaxation * (fields.values[f][k] - before.values[f][k]);
        }
      }
    }
    const bool settled = round_report.newton_iterations == 0;
    if (!settled) round_report.blocks.clear();
    add_to_report(round_report, report);
    if (settled) return;
  }
  throw AnalysisError(
      fmt::format("{}: the staggered loop has not settled after {} rounds: use solve.coupling = \"monolithic\", which "
                  "solves the loop as one system",
                  loop.name(), options.max_staggered));
}

} // namespace adjoule
