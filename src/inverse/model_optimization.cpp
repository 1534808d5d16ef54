#include "adjoule/inverse/model_optimization.hpp"

#include "adjoule/core/error.hpp"
#include "gradient_diagnosis.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

double norm(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

void check(const QuantityConstraint& constraint) {
  const std::string& name = constraint.objective->name();
  if (!constraint.lower && !constraint.upper)
    throw InputError(fmt::format("the constraint on '{}' has no bound: give lower, upper, or both", name));
  for (const std::optional<double>& bound : {constraint.lower, constraint.upper}) {
    if (bound && !std::isfinite(*bound))
      throw InputError(fmt::format("a bound of '{}' is not a finite number: leave it out where there is none", name));
  }
  if (constraint.lower && constraint.upper && !(*constraint.lower < *constraint.upper)) {
    throw InputError(
        fmt::format("the bounds [{}, {}] of '{}' leave nothing between them: the lower one has to be below "
                    "the upper one",
                    *constraint.lower, *constraint.upper, name));
  }
  if (constraint.size && !(*constraint.size > 0.0 && std::isfinite(*constraint.size)))
    throw InputError(fmt::format("the size by which the constraint on '{}' is measured has to be positive", name));
}

} // namespace

ModelOptimization::ModelOptimization(MultiphysicsSystem& model, const Design& design, ModelGoal goal,
                                     SolveOptions options, std::vector<double> times)
    : model_(model), design_(design), goal_(std::move(goal)), options_(std::move(options)), times_(std::move(times)) {
  quantities_.push_back(goal_.objective);
  for (const QuantityConstraint& constraint : goal_.constraints) {
    check(constraint);
    const std::size_t quantity = quantities_.size();
    const auto size = [&](double bound) { return constraint.size.value_or(std::abs(bound)); };
    if (constraint.lower) sides_.push_back({quantity, -1.0, *constraint.lower, size(*constraint.lower)});
    if (constraint.upper) sides_.push_back({quantity, 1.0, *constraint.upper, size(*constraint.upper)});
    quantities_.push_back(constraint.objective);
  }
}

OptimizationProblem ModelOptimization::problem() {
  OptimizationProblem problem;
  problem.start = design_.start();
  problem.lower = design_.lower();
  problem.upper = design_.upper();
  problem.constraint_count = static_cast<int>(sides_.size());
  problem.evaluate = [this](std::span<const double> x) { return evaluate(x); };
  return problem;
}

std::vector<std::string> ModelOptimization::value_names() const {
  std::vector<std::string> names;
  for (const Objective* quantity : quantities_) names.push_back(quantity->name());
  for (const Objective* quantity : goal_.reported) names.push_back(quantity->name());
  return names;
}

std::vector<std::string> ModelOptimization::constraint_names() const {
  std::vector<std::string> names;
  for (const Side& side : sides_) {
    names.push_back(
        fmt::format("{} {} {}", quantities_[side.quantity]->name(), side.sign > 0.0 ? "<=" : ">=", side.bound));
  }
  return names;
}

DesignEvaluation ModelOptimization::evaluate(std::span<const double> x) {
  if (!evaluated_x_.empty() && std::equal(x.begin(), x.end(), evaluated_x_.begin(), evaluated_x_.end()))
    return evaluated_;
  evaluated_x_.clear();
  design_.apply(x, model_.parameters());
  std::vector<State> states = solve();
  const std::vector<Gradient> gradients = model_.gradient(states.back(), quantities_);
  std::vector<double> reported;
  for (const Objective* quantity : goal_.reported)
    reported.push_back(quantity->value(model_.evaluation(states.back().fields)));
  if (objective_scale_ == 0.0) set_scales(gradients, x);
  evaluated_ = scaled(gradients, x);
  evaluated_.values.insert(evaluated_.values.end(), reported.begin(), reported.end());
  evaluated_x_.assign(x.begin(), x.end());
  states_ = std::move(states);
  return evaluated_;
}

std::vector<State> ModelOptimization::solve() const {
  std::vector<State> states;
  for (std::size_t step = 0; step < std::max<std::size_t>(times_.size(), 1); ++step) {
    if (!times_.empty()) model_.space().set_time(times_[step]);
    states.push_back(solve_step(states_.empty() ? nullptr : &states_[step].fields,
                                states.empty() ? nullptr : &states.back().fields));
  }
  return states;
}

State ModelOptimization::solve_step(const FieldValues* last, const FieldValues* before) const {
  SolveOptions at_once = options_;
  at_once.load_steps = 1;
  at_once.smallest_load_step = 1.0; // from the state at hand or not at all
  for (const FieldValues* start : {last, before}) {
    if (!start) continue;
    try {
      return model_.solve_steady_state(at_once, start);
    } catch (const AnalysisError&) {
      continue;
    }
  }
  return model_.solve_steady_state(options_);
}

void ModelOptimization::set_scales(const std::vector<Gradient>& gradients, std::span<const double> x) {
  const Gradient& objective = gradients.front();
  objective_scale_ = std::abs(objective.value);
  if (objective_scale_ == 0.0) objective_scale_ = norm(design_.pull_back(x, model_.parameters(), objective.parameters));
  if (objective_scale_ == 0.0) objective_scale_ = 1.0;
  if (goal_.maximize) objective_scale_ = -objective_scale_;
  for (Side& side : sides_) {
    if (side.size == 0.0) side.size = std::abs(gradients[side.quantity].value);
    if (side.size == 0.0) side.size = 1.0;
  }
}

DesignEvaluation ModelOptimization::scaled(const std::vector<Gradient>& gradients, std::span<const double> x) const {
  const auto pull_back = [&](const Gradient& gradient, double factor) {
    std::vector<double> derivatives = design_.pull_back(x, model_.parameters(), gradient.parameters);
    for (double& derivative : derivatives) derivative *= factor;
    return derivatives;
  };
  DesignEvaluation evaluation;
  evaluation.objective = gradients.front().value / objective_scale_;
  evaluation.objective_gradient = pull_back(gradients.front(), 1.0 / objective_scale_);
  for (const Side& side : sides_) {
    const Gradient& gradient = gradients[side.quantity];
    evaluation.constraints.push_back(side.sign * (gradient.value - side.bound) / side.size);
    evaluation.constraint_gradients.push_back(pull_back(gradient, side.sign / side.size));
  }
  for (const Gradient& gradient : gradients) evaluation.values.push_back(gradient.value);
  return evaluation;
}

std::vector<std::string> ModelOptimization::diagnose() {
  const std::vector<double> start = design_.start();
  const DesignEvaluation evaluation = evaluate(start);
  const auto function = [&](const Objective& quantity, const std::vector<double>& gradient) {
    DesignFunction result{quantity.name(), gradient, {}};
    for (int map = 0; map < design_.map_count(); ++map) {
      std::vector<double> change(start.size(), 0.0);
      std::fill_n(change.begin() + design_.offset(map), design_.map(map).size(), 1.0);
      const ParameterVector moved = design_.push_forward(start, model_.parameters(), change);
      bool reaches = false;
      for (int id = 0; id < model_.parameters().size() && !reaches; ++id)
        reaches = norm(model_.parameters().part(moved, Parameter{id})) > 0.0 && model_.reaches({id}, quantity);
      result.map_reaches.push_back(reaches);
    }
    return result;
  };
  std::vector<DesignFunction> functions{function(*goal_.objective, evaluation.objective_gradient)};
  for (std::size_t k = 0; k < sides_.size(); ++k) {
    const Objective& quantity = *quantities_[sides_[k].quantity];
    if (functions.back().name != quantity.name() || k == 0) // both sides have one gradient
      functions.push_back(function(quantity, evaluation.constraint_gradients[k]));
  }
  return diagnose_gradient(design_, functions);
}

std::vector<double> ModelOptimization::save() const {
  std::vector<double> memory{objective_scale_};
  for (const Side& side : sides_) memory.push_back(side.size);
  for (const State& state : states_) {
    for (const std::vector<double>& field : state.fields.values)
      memory.insert(memory.end(), field.begin(), field.end());
  }
  return memory;
}

void ModelOptimization::restore(std::span<const double> memory) {
  // Fields of the right sizes.
  FieldValues layout;
  std::size_t size = 0;
  for (const Field& field : model_.space().fields()) {
    layout.values.emplace_back(to_size(model_.mesh().node_count() * field.components));
    size += layout.values.back().size();
  }
  const std::size_t steps = std::max<std::size_t>(times_.size(), 1), head = 1 + sides_.size();
  if (memory.size() != head && memory.size() != head + steps * size)
    throw InputError("the memory to resume from is that of another model: start again without --resume");
  objective_scale_ = memory[0];
  for (std::size_t k = 0; k < sides_.size(); ++k) sides_[k].size = memory[1 + k];
  evaluated_x_.clear();
  states_.clear();
  std::size_t place = head;
  while (place < memory.size()) {
    State state;
    state.fields = layout;
    for (std::vector<double>& field : state.fields.values) {
      std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(place), field.size(), field.begin());
      place += field.size();
    }
    states_.push_back(std::move(state));
  }
}

} // namespace adjoule
