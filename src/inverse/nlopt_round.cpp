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

struct Destroy {
  void operator()(nlopt_opt optimizer) const { nlopt_destroy(optimizer); }
};
using Optimizer = std::unique_ptr<nlopt_opt_s, Destroy>;

/// NLopt's view of a run. No exception may cross NLopt.
class Round {
 public:
  Round(OptimizationRun& run, nlopt_opt optimizer) : run_(run), optimizer_(optimizer) {}

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
  bool is_idle() const { return idle_calls_ >= most_idle_calls; }

  std::string reason(nlopt_result result) const {
    const char* message = nlopt_get_errmsg(optimizer_);
    return message ? message : nlopt_result_to_string(result);
  }

  /// Null where there is nothing to give: the round ends.
  const EvaluatedDesign* evaluated(std::span<const double> x) {
    if (exception_ || blocked_ || is_idle() || run_.over()) return nullptr;
    try {
      const EvaluatedDesign& design = run_.at(x);
      blocked_ = run_.failures_in_a_row() >= most_failures_in_a_row;
      if (blocked_ || run_.over()) nlopt_force_stop(optimizer_);
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
    if (gradient) std::ranges::copy(design->evaluation.objective_gradient, gradient);
    return design->evaluation.objective;
  }

  void constraints(std::span<double> values, std::span<const double> x, double* gradients) {
    const EvaluatedDesign* design = evaluated(x);
    if (!design || design->failed) {
      std::ranges::fill(values, HUGE_VAL);
      if (gradients) std::fill_n(gradients, values.size() * x.size(), 0.0);
      return;
    }
    std::ranges::copy(design->evaluation.constraints, values.begin());
    for (std::size_t k = 0; gradients && k < values.size(); ++k)
      std::ranges::copy(design->evaluation.constraint_gradients[k], gradients + k * x.size());
  }

  OptimizationRun& run_;
  nlopt_opt optimizer_;
  std::exception_ptr exception_;
  bool blocked_ = false;
  int idle_calls_ = 0;
};

} // namespace

RoundEnd run_nlopt(OptimizationRun& run, const std::vector<double>& lower, const std::vector<double>& upper) {
  if (run.over()) return RoundEnd::over; // a method that is told nothing may not end
  const OptimizationOptions& options = run.options();
  const Optimizer optimizer(
      nlopt_create(algorithm_of(options.method), static_cast<unsigned>(run.problem().start.size())));
  if (!optimizer) throw AnalysisError("the optimiser cannot be made: memory is exhausted");
  Round round(run, optimizer.get());
  const auto count = static_cast<unsigned>(run.problem().constraint_count);
  const std::vector<double> tolerances(count, options.constraint_tolerance);
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
