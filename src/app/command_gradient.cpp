#include "adjoule/app/report.hpp"
#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

std::string failed_checks(const GradientResult& result) {
  std::string names;
  for (const GradientCheckResult& entry : result.checks) {
    if (entry.check.passed) continue;
    names += fmt::format("{}{} to {}", names.empty() ? "" : ", ", entry.check.objective, entry.parameter);
  }
  return names;
}

} // namespace

int command_gradient(const CaseOptions& options) {
  Run run(options);
  GradientResult result;
  return run.guard([&] {
    const GradientTask task = plan_gradient(run.file(), run.model());
    const State state = run.solve();
    run.progress("differentiating");
    const auto start = std::chrono::steady_clock::now();
    result = run_gradient(run.model(), state, task);
    run.summary().seconds.adjoint = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    run.summary().gradient = &result;
    run.progress("checking the gradient");
    if (task.check) run_gradient_checks(run.model(), state, result);
    run.write_results(
        state, [&](OutputFields& fields) { add_sensitivities(run.model(), result, fields); },
        gradient_report(run.model(), result));
    const std::string failed = failed_checks(result);
    if (failed.empty()) return 0;
    fmt::print(stderr,
               "error: the Taylor test does not confirm the gradient of {}: the results are written; lower "
               "solve.tolerance, and look for a kink (table, if(), maximum) near this state\n",
               failed);
    return 1;
  });
}

} // namespace adjoule
