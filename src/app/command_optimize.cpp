#include "adjoule/app/design_builder.hpp"
#include "design_case.hpp"
#include "optimization_outcome.hpp"
#include "optimization_search.hpp"
#include "results_folder.hpp"
#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace adjoule {
namespace {

double quantity_of(const RunSummary& summary, const std::string& name) {
  return std::find_if(summary.quantities.begin(), summary.quantities.end(),
                      [&](const auto& entry) { return entry.first == name; })
      ->second;
}

/// The constraints at the result, as it was solved again.
std::vector<ConstraintOutcome> judge(const OptimizationTask& task, const OptimizationHistory& history,
                                     const RunSummary& summary) {
  // Solved from rest, a quantity differs by the solver's tolerance from that of the search.
  const double tolerance = task.options.constraint_tolerance * (1.0 + 1e-3);
  std::vector<ConstraintOutcome> outcomes;
  for (std::size_t c = 0; c < task.constraints.size(); ++c) {
    const QuantityBounds& bounds = task.constraints[c];
    ConstraintOutcome outcome{.bounds = &bounds, .value = quantity_of(summary, bounds.quantity->spec.name)};
    const auto exceed = [&](double excess, double bound) {
      outcome.violation = std::max(outcome.violation, excess / history.size_of_bound(c, bound));
    };
    if (bounds.lower) exceed(*bounds.lower - outcome.value, *bounds.lower);
    if (bounds.upper) exceed(outcome.value - *bounds.upper, *bounds.upper);
    outcome.met = outcome.violation <= tolerance;
    outcomes.push_back(outcome);
  }
  return outcomes;
}

std::string resume_command(const CaseOptions& options, const std::filesystem::path& folder) {
  std::string text = fmt::format("adjoule optimize {} --resume --output {}", options.file.string(), folder.string());
  for (const std::string& change : options.overrides) {
    if (change.starts_with("optimize.max_iterations")) continue; // spent
    text += fmt::format(" --set '{}'", change);
  }
  return text;
}

int optimize_case(Run& run, const CaseOptions& options, OptimizationSearch& search, OptimizationOutcome& outcome) {
  Model& model = run.model();
  const OptimizationTask& task = *outcome.task;
  run.say(optimization_plan_report(task, *outcome.design));
  remove_stale(run.folder() / "optimized.toml"); // an earlier run's
  outcome.result = search.run([&](const std::string& text) { run.say(text); });

  outcome.design->apply(outcome.result.x, model.system->parameters());
  write_design_case(run.file(), model.system->parameters(), model.element_fields, *outcome.design,
                    run.folder() / "optimized.toml");
  const State state = run.solve();
  outcome.objective = quantity_of(run.summary(), task.objective->spec.name);
  outcome.constraints = judge(task, search.history(), run.summary());
  const std::string shortfall = optimization_shortfall(outcome, resume_command(options, run.folder()));
  run.summary().optimization = &outcome;
  run.summary().message = shortfall;
  run.write_results(
      state, [&](OutputFields& fields) { add_design_fields(model, *outcome.design, fields); },
      optimization_report(outcome));
  if (shortfall.empty()) return 0;
  fmt::print(stderr, "error: {}\n", shortfall);
  return 1;
}

} // namespace

int command_optimize(const CaseOptions& options) {
  Run run(options);
  run.leave_history_to_command();
  OptimizationTask task;
  Design design;
  OptimizationOutcome outcome{.task = &task, .design = &design};
  std::optional<OptimizationSearch> search;
  const auto begin = [&] {
    task = plan_optimization(run.file(), run.model());
    design = build_design(run.file(), run.model(), "optimize.variables");
    search.emplace(run.file(), run.model(), task, design, run.folder(), options.resume);
  };
  // Where there is nothing to go on with, the earlier run's results stay as they are.
  if (options.resume) begin();
  return run.guard([&] {
    if (!search) begin();
    return optimize_case(run, options, *search, outcome);
  });
}

} // namespace adjoule
