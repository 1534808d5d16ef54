/// A model whose quantities are optimised and held within bounds.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/inverse/design.hpp"
#include "adjoule/inverse/evaluation_journal.hpp"

#include <optional>

namespace adjoule {

/// A quantity that is to stay within bounds, SI.
struct QuantityConstraint {
  const Objective* objective = nullptr;
  std::optional<double> lower{}, upper{};
  /// What a violation is measured by; default: the bound, and for a bound of 0 the value at the start (1 where that is
  /// 0 too).
  std::optional<double> size{};
};

struct ModelGoal {
  const Objective* objective = nullptr;
  bool maximize = false;
  std::vector<QuantityConstraint> constraints{};
  std::vector<const Objective*> reported{}; ///< evaluated along with the others, for reports
};

/// Applies a design, solves, and differentiates the objective and all constraints together. Each solve begins at the
/// last state that was found; where that fails, from rest. The objective is divided by its value at the start, each
/// constraint by its bound, so that both are of order one.
class ModelOptimization final : public EvaluationMemory {
 public:
  /// `times`: pseudo-times of a quasistatic run, each solved from the one before; quantities are those at the last.
  /// None: one steady state. Keeps references to the model, the design and the quantities. Throws InputError for a
  /// constraint without bounds, or with bounds that leave nothing.
  ModelOptimization(MultiphysicsSystem& model, const Design& design, ModelGoal goal, SolveOptions options,
                    std::vector<double> times = {});

  /// Its evaluations are this object's, which has to outlive it.
  OptimizationProblem problem();
  /// Values at the design, as the problem has them. Throws AnalysisError where the model cannot be solved; the model
  /// then keeps the parameters of the design.
  DesignEvaluation evaluate(std::span<const double> x);

  /// Of DesignEvaluation::values, SI: the objective, the quantity of each constraint, those reported.
  std::vector<std::string> value_names() const;
  /// One a constraint of the problem, such as "hot_spot <= 900".
  std::vector<std::string> constraint_names() const;
  /// How many units of the objective its scaled value 1 is, negative where it is maximised; 0 before the first
  /// evaluation.
  double objective_scale() const { return objective_scale_; }

  /// States of the last evaluation that succeeded, one a pseudo-time.
  const std::vector<State>& states() const { return states_; }

  /// What is wrong with the gradient at the start, in words, before an optimiser is let loose on it; empty if nothing
  /// is. Evaluates the start.
  std::vector<std::string> diagnose();

  std::vector<double> save() const override;
  void restore(std::span<const double> memory) override;

 private:
  /// One side of the bounds of a quantity: sign * (value - bound) / size <= 0.
  struct Side {
    std::size_t quantity; ///< among `quantities_`
    double sign;
    double bound;
    double size; ///< 0 until the first evaluation gives it
  };
  std::vector<State> solve() const;
  State solve_step(const FieldValues* last, const FieldValues* before) const;
  void set_scales(const std::vector<Gradient>& gradients, std::span<const double> x);
  DesignEvaluation scaled(const std::vector<Gradient>& gradients, std::span<const double> x) const;

  MultiphysicsSystem& model_;
  const Design& design_;
  ModelGoal goal_;
  SolveOptions options_;
  std::vector<double> times_;
  std::vector<const Objective*> quantities_; ///< the objective, then those of constraints: what is differentiated
  std::vector<Side> sides_;
  double objective_scale_ = 0.0;
  std::vector<State> states_;
  std::vector<double> evaluated_x_;
  DesignEvaluation evaluated_;
};

} // namespace adjoule
