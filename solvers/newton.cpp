#include "adjoule/solvers/newton.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

// A step is taken when it lowers the residual by this part of what the linear model promises (Dennis & Schnabel 1996,
// section 6.3).
constexpr double sufficient_decrease = 1e-4;

// Or when the correction that comes next, with the same factors, is smaller by this part of the step length (Deuflhard
// 2011, section 3.3).
constexpr double natural_decrease = 0.25;

// Backward error aimed at: rounding level, so that one step solves a linear problem.
constexpr double linear_tolerance = 1e-15;

// A step from a system solved worse than this would be noise.
constexpr double worst_linear_residual = 1e-6;

// Polishing ends here, or where it stops to pay.
constexpr int most_polishes = 6;
constexpr double rounding_residual = 1e-14;

// A residual that rounding keeps above the tolerance is accepted up to this uncertainty of the solution.
constexpr double ill_conditioned_update = 1e-3;

// A norm that has overflowed says nothing, whatever its scale: infinitely large.
double ratio(double norm, double scale) {
  return std::isfinite(norm) && std::isfinite(scale) ? norm / scale : std::numeric_limits<double>::infinity();
}

// Relative residuals of two measures on common scales, so that they can be compared.
double relative_on(const ResidualMeasure& measure, const ResidualMeasure& other) {
  double worst = 0.0;
  for (std::size_t i = 0; i < measure.norm.size(); ++i) {
    if (measure.norm[i] != 0.0)
      worst = std::max(worst, ratio(measure.norm[i], std::max(measure.scale[i], other.scale[i])));
  }
  return worst;
}

void factorize(NewtonProblem& problem, SystemSolver& solver, const SparseMatrix& tangent) {
  try {
    solver.factorize(tangent);
  } catch (const FactorizationError& error) {
    const std::string place = error.unknown() >= 0 ? " at the " + problem.describe(error.unknown()) : "";
    throw AnalysisError(fmt::format(
        "the stiffness matrix is singular{}: something there is not held, a property is zero, a body with "
        "bulk = inf is prescribed all round (which leaves its pressure open: free a part of its surface, or "
        "give a finite bulk), or the solution turns back here (a limit point) ({})",
        place, error.what()));
  }
}

// Whether what is left to correct after a step of some length shrinks, by the factors that gave the step.
bool shrinks_correction(const NewtonProblem& problem, const SystemSolver& solver, const SparseMatrix& tangent,
                        const Eigen::VectorXd& step, double length, const Eigen::VectorXd& trial_r,
                        const ResidualMeasure& measure) {
  const Eigen::VectorXd correction = solver.solve(tangent, trial_r, false, worst_linear_residual, 0).solution;
  return problem.relative_update(correction, measure) <=
         (1.0 - natural_decrease * length) * problem.relative_update(step, measure);
}

bool is_stalled(const std::vector<double>& history, int patience) {
  const int past = static_cast<int>(history.size()) - 1 - patience;
  return past >= 0 && history.back() > 0.5 * history[static_cast<std::size_t>(past)];
}

// Takes the updates that the last factors still give, as long as each halves the residual at least: the residual comes
// from the elements and carries more digits than the assembled matrix. Returns the relative size of the last update
// computed.
double polish(NewtonProblem& problem, const SystemSolver& solver, const SparseMatrix& tangent, Eigen::VectorXd& q,
              Eigen::VectorXd& r, ResidualMeasure& measure) {
  double update = 0.0;
  Eigen::VectorXd trial_r(q.size());
  for (int k = 0; k < most_polishes && measure.relative() > rounding_residual; ++k) {
    const Eigen::VectorXd step = solver.solve(tangent, r, false, linear_tolerance, 3).solution;
    update = problem.relative_update(step, measure);
    const Eigen::VectorXd trial = q - step;
    if (!problem.is_admissible(trial)) break;
    const ResidualMeasure trial_measure = problem.residual(trial, trial_r);
    const double before = relative_on(measure, trial_measure), after = relative_on(trial_measure, measure);
    if (!(after < before)) break;
    q = trial;
    r = trial_r;
    measure = trial_measure;
    if (after > 0.5 * before) break;
  }
  return update;
}

} // namespace

double ResidualMeasure::relative() const {
  return relative_on(*this, *this);
}

bool ResidualMeasure::is_met(double tolerance) const {
  for (std::size_t i = 0; i < norm.size(); ++i) {
    const bool is_noise = std::isfinite(norm[i]) && norm[i] <= noise[i];
    if (norm[i] != 0.0 && !is_noise && !(ratio(norm[i], scale[i]) <= tolerance)) return false;
  }
  return true;
}

NewtonReport solve_newton(NewtonProblem& problem, SystemSolver& solver, Eigen::VectorXd& q,
                          const NewtonOptions& options) {
  NewtonReport report;
  Eigen::VectorXd r(q.size());
  ResidualMeasure measure = problem.residual(q, r);
  const auto record = [&] {
    report.relative_residual = measure.relative();
    report.history.push_back(report.relative_residual);
    if (options.on_iteration) options.on_iteration(report.iterations, report.relative_residual);
  };
  record();
  if (report.relative_residual <= options.tolerance && problem.is_admissible(q)) {
    report.converged = true;
    return report;
  }

  while (report.iterations < options.max_iterations) {
    const SparseMatrix& tangent = problem.tangent(q);
    factorize(problem, solver, tangent);
    const SystemSolver::Result solution = solver.solve(tangent, r, false, linear_tolerance, 3);
    if (!(solution.relative_residual <= worst_linear_residual)) {
      throw AnalysisError(
          fmt::format("a linear system was solved only to a relative residual of {:.1e}: its matrix is close to "
                      "singular",
                      solution.relative_residual));
    }
    const Eigen::VectorXd step = solution.solution.col(0);

    double length = 1.0;
    bool accepted = false;
    Eigen::VectorXd trial_r(q.size());
    for (int halving = 0; halving <= options.max_halvings && !accepted; ++halving, length *= 0.5) {
      const Eigen::VectorXd trial = q - length * step;
      if (!problem.is_admissible(trial)) continue;
      ResidualMeasure trial_measure;
      try {
        trial_measure = problem.residual(trial, trial_r);
      } catch (const AnalysisError& error) {
        report.last_refusal = error.what();
        continue; // not finite there: a shorter step
      }
      const double before = relative_on(measure, trial_measure), after = relative_on(trial_measure, measure);
      if (trial_measure.is_met(options.tolerance) || after <= (1.0 - sufficient_decrease * length) * before ||
          shrinks_correction(problem, solver, tangent, step, length, trial_r, measure)) {
        q = trial;
        r = trial_r;
        measure = trial_measure;
        accepted = true;
      }
    }
    if (!accepted) {
      report.line_search_failed = true;
      return report;
    }
    ++report.iterations;
    record();
    if (!measure.is_met(options.tolerance)) {
      report.stalled = is_stalled(report.history, options.patience);
      if (report.stalled) return report;
      continue;
    }
    report.remaining_update = polish(problem, solver, tangent, q, r, measure);
    report.relative_residual = measure.relative();
    report.converged =
        report.remaining_update <= options.update_tolerance ||
        (report.relative_residual > options.tolerance && report.remaining_update <= ill_conditioned_update);
    if (report.converged) return report;
  }
  return report;
}

} // namespace adjoule
