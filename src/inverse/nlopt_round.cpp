#include "nlopt_round.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

namespace adjoule {
namespace {

// After so many failures in a row a method's own way back has not led out: its line searches halve the step some ten
// times, the conservative methods divide it by ten each time.
constexpr int most_failures_in_a_row = 10;

// Steps that limited-memory BFGS remembers. Left to NLopt it would depend on the limit of evaluations.
constexpr unsigned remembered_steps = 20;

// A method that asks for designs it knows so many times in a row moves no more: rounding of a constraint keeps it from
// saying so.
constexpr int most_idle_calls = 20;

// Nor does it move where it goes on with designs that the tolerance cannot tell from the best one, or from the last.
constexpr int most_idle_evaluations = 3;

// The conservative methods solve a dual problem, one variable a constraint, before each evaluation. Where no design
// meets their model of the constraints it has no solution, and NLopt's own limit lets it run for seconds.
constexpr int most_dual_calls = 1000;
constexpr double dual_tolerance = 1e-14;

nlopt_algorithm algorithm_of(OptimizationMethod method) {
  switch (method) {
    case OptimizationMethod::mma:
      return NLOPT_LD_MMA;
    case OptimizationMethod::ccsaq:
      return NLOPT_LD_CCSAQ;
    case OptimizationMethod::lbfgs:
      return NLOPT_LD_LBFGS;
    case OptimizationMethod::slsqp:
      return NLOPT_LD_SLSQP;
  }
  throw InputError("an unknown method of optimisation");
}

/// The conservative methods begin with a fixed curvature of their models, 1 over a variable's half range. Scaled by
/// this, a function's slope over the half ranges is as large, so that the first step is neither lost nor far too long.
double scale_of(const std::vector<double>& gradient, std::span<const double> x, const std::vector<double>& lower,
                const std::vector<double>& upper) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool held = gradient[i] > 0.0 ? x[i] <= lower[i] : x[i] >= upper[i];
    const double width = upper[i] - lower[i], half = std::isfinite(width) ? 0.5 * width : 1.0;
    if (!held) sum += gradient[i] * gradient[i] * half * half;
  }
  return sum > 0.0 ? 1.0 / std::sqrt(sum) : 1.0;
}

struct Destroy {
  void operator()(nlopt_opt optimizer) const { nlopt_destroy(optimizer); }
};
using Optimizer = std::unique_ptr<nlopt_opt_s, Destroy>;

/// NLopt's view of a run. No exception may cross NLopt.
class Round {
 public:
  Round(OptimizationRun& run, nlopt_opt optimizer, const std::vector<double>& lower, const std::vector<double>& upper)
      : run_(run), optimizer_(optimizer), begins_feasible_(run.is_feasible(run.best())),
        slack_(begins_feasible_ ? run.best().violation : 0.0), last_x_(run.best().x) {
    const DesignEvaluation& start = run.best().evaluation;
    constraint_scales_.assign(start.constraints.size(), 1.0);
    if (!is_conservative()) return;
    objective_scale_ = scale_of(start.objective_gradient, last_x_, lower, upper);
    for (std::size_t k = 0; k < constraint_scales_.size(); ++k)
      constraint_scales_[k] = scale_of(start.constraint_gradients[k], last_x_, lower, upper);
  }

  /// What NLopt may forgive: together with the slack the tolerance.
  std::vector<double> constraint_tolerances() const {
    std::vector<double> tolerances = constraint_scales_;
    for (double& tolerance : tolerances) tolerance *= run_.options().constraint_tolerance - slack_;
    return tolerances;
  }

  static double objective(unsigned size, const double* x, double* gradient, void* round) {
    return static_cast<Round*>(round)->objective({x, size}, gradient);
  }
  static void constraints(unsigned count, double* values, unsigned size, const double* x, double* gradients,
                          void* round) {
    static_cast<Round*>(round)->constraints({values, count}, {x, size}, gradients);
  }

  RoundEnd end(nlopt_result result) const {
    if (exception_) std::rethrow_exception(exception_);
    if (run_.over()) return RoundEnd::over;
    if (blocked_) return RoundEnd::blocked;
    if (is_idle()) return RoundEnd::converged;
    if (is_restored_) return RoundEnd::restored;
    switch (result) {
      case NLOPT_SUCCESS:
      case NLOPT_FTOL_REACHED:
      case NLOPT_XTOL_REACHED:
        return RoundEnd::converged;
      case NLOPT_FAILURE:
      case NLOPT_ROUNDOFF_LIMITED:
        return RoundEnd::given_up;
      default:
        throw AnalysisError(fmt::format("the optimiser failed: {}", reason(result)));
    }
  }

 private:
  bool is_idle() const { return idle_calls_ >= most_idle_calls || idle_evaluations_ >= most_idle_evaluations; }

  std::string reason(nlopt_result result) const {
    const char* message = nlopt_get_errmsg(optimizer_);
    return message ? message : nlopt_result_to_string(result);
  }

  /// Null where there is nothing to give: the round ends.
  const EvaluatedDesign* evaluated(std::span<const double> x) {
    if (exception_ || blocked_ || is_restored_ || is_idle() || run_.over()) return nullptr;
    try {
      const EvaluatedDesign before = run_.best();
      const int count = run_.count();
      const EvaluatedDesign& design = run_.at(x);
      if (run_.count() > count) {
        const bool is_idle_one = !design.failed && ((run_.is_feasible(design) && !run_.is_change(before, design)) ||
                                                    !run_.is_move(last_x_, design.x));
        idle_evaluations_ = is_idle_one ? idle_evaluations_ + 1 : 0;
        last_x_ = design.x;
      }
      blocked_ = run_.failures_in_a_row() >= most_failures_in_a_row;
      is_restored_ = is_conservative() && !begins_feasible_ && run_.is_feasible(run_.best());
      if (blocked_ || is_restored_ || is_idle() || run_.over()) nlopt_force_stop(optimizer_);
      return &design;
    } catch (...) {
      exception_ = std::current_exception();
      nlopt_force_stop(optimizer_);
      return nullptr;
    }
  }

  double objective(std::span<const double> x, double* gradient) {
    const int count = run_.count();
    const EvaluatedDesign* design = evaluated(x);
    idle_calls_ = run_.count() > count ? 0 : idle_calls_ + 1;
    if (is_idle()) nlopt_force_stop(optimizer_);
    if (!design || design->failed) {
      if (gradient) std::fill_n(gradient, x.size(), 0.0);
      // Infinitely bad makes each method come back; infinitely good ends a line search at once.
      return design ? HUGE_VAL : -HUGE_VAL;
    }
    const auto scaled = [this](double value) { return objective_scale_ * value; };
    if (gradient) std::ranges::transform(design->evaluation.objective_gradient, gradient, scaled);
    return scaled(design->evaluation.objective);
  }

  void constraints(std::span<double> values, std::span<const double> x, double* gradients) {
    const EvaluatedDesign* design = evaluated(x);
    if (!design || design->failed) {
      std::ranges::fill(values, HUGE_VAL);
      if (gradients) std::fill_n(gradients, values.size() * x.size(), 0.0);
      return;
    }
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto scaled = [scale = constraint_scales_[k]](double value) { return scale * value; };
      values[k] = scaled(design->evaluation.constraints[k] - slack_);
      if (gradients)
        std::ranges::transform(design->evaluation.constraint_gradients[k], gradients + k * x.size(), scaled);
    }
  }

  bool is_conservative() const {
    const OptimizationMethod method = run_.options().method;
    return method == OptimizationMethod::mma || method == OptimizationMethod::ccsaq;
  }

  OptimizationRun& run_;
  nlopt_opt optimizer_;
  bool begins_feasible_;
  // A design within the tolerance is feasible; NLopt takes a start for feasible only where no constraint is above 0.
  double slack_;
  std::vector<double> last_x_; ///< evaluated
  double objective_scale_ = 1.0;
  std::vector<double> constraint_scales_;
  std::exception_ptr exception_;
  bool blocked_ = false;
  int idle_calls_ = 0;
  int idle_evaluations_ = 0;
  // From an infeasible start the conservative methods weigh constraints by up to 1e40. That weight is their start for
  // the next dual problem, from which they never come down: they would go on away from the constraint as fast as they
  // can. A new round forgets it.
  bool is_restored_ = false;
};

} // namespace

RoundEnd run_nlopt(OptimizationRun& run, const std::vector<double>& lower, const std::vector<double>& upper) {
  if (run.over()) return RoundEnd::over; // a method that is told nothing may not end
  const OptimizationOptions& options = run.options();
  const Optimizer optimizer(
      nlopt_create(algorithm_of(options.method), static_cast<unsigned>(run.problem().start.size())));
  if (!optimizer) throw AnalysisError("the optimiser cannot be made: memory is exhausted");
  Round round(run, optimizer.get(), lower, upper);
  const auto count = static_cast<unsigned>(run.problem().constraint_count);
  const std::vector<double> tolerances = round.constraint_tolerances();
  std::vector<nlopt_result> setup{nlopt_set_min_objective(optimizer.get(), Round::objective, &round),
                                  nlopt_set_lower_bounds(optimizer.get(), lower.data()),
                                  nlopt_set_upper_bounds(optimizer.get(), upper.data()),
                                  nlopt_set_ftol_rel(optimizer.get(), options.tolerance),
                                  nlopt_set_xtol_rel(optimizer.get(), options.tolerance),
                                  nlopt_set_vector_storage(optimizer.get(), remembered_steps)};
  // NLopt reads the settings of the dual problem from this, which has to have the dimension of the design.
  const Optimizer dual(nlopt_create(NLOPT_LD_MMA, nlopt_get_dimension(optimizer.get())));
  if (!dual) throw AnalysisError("the optimiser cannot be made: memory is exhausted");
  setup.push_back(nlopt_set_ftol_rel(dual.get(), dual_tolerance));
  setup.push_back(nlopt_set_maxeval(dual.get(), most_dual_calls));
  setup.push_back(nlopt_set_local_optimizer(optimizer.get(), dual.get()));
  if (count > 0) {
    setup.push_back(
        nlopt_add_inequality_mconstraint(optimizer.get(), count, Round::constraints, &round, tolerances.data()));
  }
  for (const nlopt_result result : setup) {
    if (result < 0) round.end(result);
  }
  std::vector<double> x = run.best().x;
  double value = 0.0;
  return round.end(nlopt_optimize(optimizer.get(), x.data(), &value));
}

} // namespace adjoule
