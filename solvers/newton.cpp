#include "adjoule/solvers/newton.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace adjoule {
namespace {

// A step is taken when it lowers the residual by this part of what the linear model promises (Dennis & Schnabel 1996,
// section 6.3).
constexpr double sufficient_decrease = 1e-4;

// Or when the correction that comes next, with the same factors, is smaller by this part of the step length (Deuflhard
// 2011, section 3.3).
constexpr double natural_decrease = 0.25;

// Backward error aimed at: what good factors reach at once, so that one step solves a linear problem. The last figures
// come with the residuals by elements.
constexpr double linear_tolerance = 1e-13;

// Iterations without factors pay for every figure: they reduce the energy norm of the error by this part of what the
// residual has to be reduced by, which lags behind it.
constexpr double iterated_reserve = 1e-2;
constexpr double best_iterated_reduction = 1e-13;
constexpr double worst_iterated_reduction = 1e-2;

// And a correction that only tells how good the solution is to this.
constexpr double iterated_polish_tolerance = 0.1;

constexpr int most_refinements = 3;

// An inexact Newton step leaves this part of the correction, and one that polishes.
constexpr double largest_forcing = 1e-2;
constexpr double smallest_forcing = 1e-6;
constexpr double polish_reduction = 1e-3;

// A step from a system solved worse than this would be noise.
constexpr double worst_linear_residual = 1e-6;

// Polishing ends here, or where it stops to pay.
constexpr int most_polishes = 6;
constexpr double rounding_residual = 1e-14;
constexpr double negligible_update = 1e-14;

// Where a residual is this part of the noise, it comes from the last digits of the unknowns (0.08 to 0.12 measured).
constexpr double noise_of_rounded_unknowns = 0.2;

// A residual of up to so many times the noise is what rounding leaves; and it is the solve's own, not that of the last
// digits of the unknowns, above the limit before or where the step has made so much of the unknowns.
constexpr double most_noise = 10.0;
constexpr double large_step = 0.03;

// A residual that rounding keeps above the tolerance is accepted up to this uncertainty of the solution, if factors
// tell it.
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

// A tangent and its factors, or those of an earlier one.
class Linearization {
 public:
  Linearization(NewtonProblem& problem, SystemSolver& solver, const Eigen::VectorXd& q, double refuse_indefinite_above)
      : problem_(problem), solver_(solver), tangent_(problem.tangent(q)), factorized_(problem.tangent_is_factorized()),
        refuse_indefinite_above_(refuse_indefinite_above) {}

  bool is_factorized() const { return factorized_; }
  bool is_direct() const { return solver_.is_direct(); }
  // For the correction of a residual of which a part, 1 or less, may stay.
  double tolerance(double wanted) const {
    return is_direct() ? linear_tolerance
                       : std::clamp(iterated_reserve * wanted, best_iterated_reduction, worst_iterated_reduction);
  }

  // The correction but for `reduction` of it, with the factors at hand where that is the cheaper way.
  std::optional<Eigen::VectorXd> approximate_correction(const Eigen::VectorXd& r, double reduction) {
    if (factorized_) return {};
    std::optional<Eigen::MatrixXd> correction = solver_.approximate(tangent_, r, reduction);
    if (!correction) return {};
    return Eigen::VectorXd(correction->col(0));
  }

  // The correction by factors of this tangent.
  Eigen::VectorXd correction(const Eigen::VectorXd& r, double tolerance, int refinements) {
    if (!factorized_) factorize();
    SystemSolver::Result result = solver_.solve(tangent_, r, false, tolerance, refinements);
    if (!(result.relative_residual <= std::max(tolerance, worst_linear_residual))) {
      throw AnalysisError(fmt::format("a linear system was solved only to a relative residual of {:.1e}: {}",
                                      result.relative_residual,
                                      is_direct() ? "its matrix is close to singular"
                                                  : "the iterations end too early; a factorisation may do, which "
                                                    "solve.linear_solver = \"auto\" makes"));
    }
    return result.solution.col(0);
  }

  // Whether what is left to correct after a step of some length shrinks, by the factors at hand.
  bool shrinks_correction(const Eigen::VectorXd& step, double length, const Eigen::VectorXd& trial_r,
                          const ResidualMeasure& measure) {
    const Eigen::VectorXd correction = solver_.solve(tangent_, trial_r, false, worst_linear_residual, 0).solution;
    return problem_.relative_update(correction, measure) <=
           (1.0 - natural_decrease * length) * problem_.relative_update(step, measure);
  }

 private:
  void factorize() {
    if (std::isfinite(refuse_indefinite_above_) && is_symmetric(tangent_) &&
        solver_.estimate(tangent_, true).operations > refuse_indefinite_above_) {
      factorized_ = solver_.factorize_if_positive_definite(tangent_);
      if (factorized_) return;
      throw AnalysisError("the stiffness matrix is not positive definite on the way to equilibrium");
    }
    try {
      solver_.factorize(tangent_);
      factorized_ = true;
    } catch (const FactorizationError& error) {
      if (error.fault() == FactorizationFault::not_positive_definite) throw;
      const std::string place = error.unknown() >= 0 ? " at the " + problem_.describe(error.unknown()) : "";
      throw AnalysisError(fmt::format("the matrix of the linear system is singular{}: {} ({})", place,
                                      problem_.causes_of_singularity(), error.what()));
    }
  }

  NewtonProblem& problem_;
  SystemSolver& solver_;
  const SparseMatrix& tangent_;
  bool factorized_;
  double refuse_indefinite_above_;
};

bool is_stalled(const std::vector<double>& history, int patience) {
  const int past = static_cast<int>(history.size()) - 1 - patience;
  return past >= 0 && history.back() > 0.5 * history[static_cast<std::size_t>(past)];
}

// An iterate with its residual.
struct Iterate {
  Eigen::VectorXd q, r;
  ResidualMeasure measure;
};

// Whether the residual that a step has left shows how rounding errors of a solve are amplified.
bool shows_amplification(const Iterate& at, double last_step) {
  return at.measure.is_noise(most_noise) &&
         (!at.measure.is_noise(noise_of_rounded_unknowns) || last_step > large_step * at.q.norm());
}

// Takes the updates that the last factors still give, as long as each halves the residual at least: the residual comes
// from the elements and carries more digits than the assembled matrix. Iterations without factors are not worth more
// than one, which tells how good the solution is. Reports the last update.
void polish(NewtonProblem& problem, Linearization& linearization, Iterate& at, double last_step, NewtonReport& report) {
  report.remaining_update = 0.0;
  Iterate trial{at.q, Eigen::VectorXd(at.q.size()), {}};
  const bool direct = linearization.is_direct();
  const int polishes = direct ? most_polishes : 1;
  const double polish_tolerance = direct ? linear_tolerance : iterated_polish_tolerance;
  for (int k = 0; k < polishes && at.measure.relative() > rounding_residual; ++k) {
    std::optional<Eigen::VectorXd> step = linearization.approximate_correction(at.r, polish_reduction);
    if (!step) step = linearization.correction(at.r, polish_tolerance, most_refinements);
    report.remaining_update = problem.relative_update(*step, at.measure);
    report.amplification = shows_amplification(at, last_step) ? step->norm() / at.r.norm() : 0.0;
    trial.q = at.q - *step;
    if (!problem.is_admissible(trial.q)) break;
    trial.measure = problem.residual(trial.q, trial.r);
    const double before = relative_on(at.measure, trial.measure), after = relative_on(trial.measure, at.measure);
    if (!(after < before)) break;
    std::swap(at, trial);
    last_step = step->norm();
    if (after > 0.5 * before || at.measure.is_noise(noise_of_rounded_unknowns)) break;
    const double next_update = report.remaining_update * after / before;
    if (next_update <= negligible_update) {
      report.remaining_update = next_update;
      break;
    }
  }
}

// Moves along a step, as far as it can within `halvings`; false: not at all.
bool move_along(NewtonProblem& problem, Linearization& linearization, const Eigen::VectorXd& step, double tolerance,
                int halvings, Iterate& at, std::string& last_refusal) {
  Iterate trial{at.q, Eigen::VectorXd(at.q.size()), {}};
  double length = 1.0;
  for (int halving = 0; halving <= halvings; ++halving, length *= 0.5) {
    trial.q = at.q - length * step;
    if (!problem.is_admissible(trial.q)) continue;
    try {
      trial.measure = problem.residual(trial.q, trial.r);
    } catch (const AnalysisError& error) {
      last_refusal = error.what();
      continue; // not finite there: a shorter step
    }
    const double before = relative_on(at.measure, trial.measure), after = relative_on(trial.measure, at.measure);
    if (trial.measure.is_met(tolerance) || after <= (1.0 - sufficient_decrease * length) * before ||
        linearization.shrinks_correction(step, length, trial.r, at.measure)) {
      at = std::move(trial);
      return true;
    }
  }
  return false;
}

// How well the next linear system has to be solved so that it does not slow down quadratic convergence (Eisenstat &
// Walker 1996, choice 2), nor outdoes the tolerance.
double forcing(const std::vector<double>& history, double tolerance) {
  const double now = history.back();
  const double ratio = history.size() > 1 ? now / history[history.size() - 2] : 1.0;
  return std::clamp(ratio * ratio, std::clamp(0.1 * tolerance / now, smallest_forcing, largest_forcing),
                    largest_forcing);
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

bool ResidualMeasure::is_noise(double part) const {
  for (std::size_t i = 0; i < norm.size(); ++i) {
    if (!(norm[i] <= part * noise[i])) return false;
  }
  return true;
}

NewtonReport solve_newton(NewtonProblem& problem, SystemSolver& solver, Eigen::VectorXd& q,
                          const NewtonOptions& options) {
  NewtonReport report;
  Iterate at{q, Eigen::VectorXd(q.size()), {}};
  at.measure = problem.residual(at.q, at.r);
  const auto record = [&] {
    report.relative_residual = at.measure.relative();
    report.history.push_back(report.relative_residual);
    if (options.on_iteration) options.on_iteration(report.iterations, report.relative_residual);
  };
  record();
  if (report.relative_residual <= options.tolerance && problem.is_admissible(q)) {
    report.converged = true;
    return report;
  }

  while (report.iterations < options.max_iterations) {
    Linearization linearization(problem, solver, at.q, options.refuse_indefinite_above);
    double last_step = 0.0;
    const auto move = [&](const Eigen::VectorXd& step, int halvings) {
      last_step = step.norm();
      return move_along(problem, linearization, step, options.tolerance, halvings, at, report.last_refusal);
    };
    const std::optional<Eigen::VectorXd> quick =
        linearization.approximate_correction(at.r, forcing(report.history, options.tolerance));
    if (!(quick && move(*quick, 0)) &&
        !move(linearization.correction(at.r, linearization.tolerance(options.tolerance / report.relative_residual),
                                       most_refinements),
              options.max_halvings)) {
      report.line_search_failed = true;
      return report;
    }
    q = at.q;
    ++report.iterations;
    record();
    if (!at.measure.is_met(options.tolerance)) {
      report.stalled = is_stalled(report.history, options.patience);
      if (report.stalled) return report;
      continue;
    }
    polish(problem, linearization, at, last_step, report);
    q = at.q;
    report.relative_residual = at.measure.relative();
    report.converged = report.remaining_update <= options.update_tolerance ||
                       (linearization.is_direct() && report.relative_residual > options.tolerance &&
                        report.remaining_update <= ill_conditioned_update);
    if (report.converged) return report;
  }
  return report;
}

} // namespace adjoule
