#include "adjoule/inverse/experiment.hpp"

#include "adjoule/core/error.hpp"
#include "step_misfit.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// Of the solves behind sensitivities and repeated fits: what the state leaves is noise of the objective.
constexpr double tightest_tolerance = 1e-10;

bool is_zero(const ParameterVector& change) {
  const auto none = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; });
  };
  return none(change.scalars) && none(change.entries);
}

} // namespace

Experiment::Experiment(std::string name, MultiphysicsSystem& model, std::vector<double> times,
                       std::vector<const Measurement*> measurements, SolveOptions options)
    : name_(std::move(name)), model_(model), times_(std::move(times)), measurements_(std::move(measurements)),
      options_(std::move(options)) {
  options_.tolerance = std::min(options_.tolerance, tightest_tolerance);
  if (measurements_.empty()) throw InputError(fmt::format("experiment '{}' has no measurements to fit", name_));
  if (residual_count() == 0) {
    throw InputError(fmt::format("the measurements of experiment '{}' hold not a single value", name_));
  }
}

Index Experiment::residual_count() const {
  Index count = 0;
  for (const Measurement* measurement : measurements_) {
    for (int step = 0; step < step_count(); ++step) count += measurement->count(step);
  }
  return count;
}

int Experiment::nuisance_count() const {
  int count = 0;
  for (const Measurement* measurement : measurements_) count += measurement->nuisance_count();
  return count;
}

std::vector<std::string> Experiment::nuisance_names() const {
  std::vector<std::string> names;
  for (const Measurement* measurement : measurements_) {
    const std::vector<std::string> own = measurement->nuisance_names();
    names.insert(names.end(), own.begin(), own.end());
  }
  return names;
}

std::vector<double> Experiment::nuisance_scales() const {
  std::vector<double> scales;
  for (const Measurement* measurement : measurements_) {
    const std::vector<double> own = measurement->nuisance_scales();
    scales.insert(scales.end(), own.begin(), own.end());
  }
  return scales;
}

bool Experiment::sees_force() const {
  return std::any_of(measurements_.begin(), measurements_.end(),
                     [](const Measurement* measurement) { return measurement->sees_force(); });
}

void Experiment::set_step(int step) {
  if (!times_.empty()) model_.space().set_time(times_[to_size(step)]);
}

/// Each step from the same step's state of the last evaluation that succeeded.
std::vector<State> Experiment::solve_from_last_states() {
  std::vector<State> solved;
  for (int step = 0; step < step_count(); ++step) {
    set_step(step);
    const State& last = states_[to_size(step)];
    solved.push_back(is_of_present_model(last) ? last : model_.solve_steady_state(options_, &last.fields));
  }
  return solved;
}

std::vector<State> Experiment::solve_from_rest() {
  if (times_.empty()) return {model_.solve_steady_state(options_)};
  std::vector<State> solved;
  model_.solve_quasistatic(times_, options_, [&](double, const State& state) { solved.push_back(state); });
  return solved;
}

void Experiment::solve(const Design& design, std::span<const double> x) {
  design.apply(x, model_.parameters());
  if (!states_.empty()) {
    try {
      states_ = solve_from_last_states();
      return;
    } catch (const AnalysisError&) {
      // Newton's method does not get there in one go; the sequence has means of its own.
    }
  }
  states_ = solve_from_rest();
}

bool Experiment::is_of_present_model(const State& state) const {
  const ParameterVector& now = model_.parameters().all();
  return state.parameters.scalars == now.scalars && state.parameters.entries == now.entries &&
         state.coordinates == model_.mesh().coordinates();
}

std::vector<Experiment::Rows> Experiment::rows(int step) const {
  std::vector<Rows> rows;
  Index first = 0;
  int first_nuisance = 0;
  for (const Measurement* measurement : measurements_) {
    for (int other = 0; other < step_count(); ++other) {
      const Index count = measurement->count(other);
      if (other == step && count > 0) {
        rows.push_back({measurement, first, count, first_nuisance, measurement->nuisance_count()});
      }
      first += count;
    }
    first_nuisance += measurement->nuisance_count();
  }
  return rows;
}

DataTerm::Linearization Experiment::linearize(const Design& design, std::span<const double> x,
                                              std::span<const double> nuisance, bool residual_only) {
  solve(design, x);
  Linearization result;
  result.residual.resize(residual_count());
  if (!residual_only) {
    result.design.setZero(residual_count(), design.size());
    result.nuisance.setZero(residual_count(), nuisance_count());
  }
  const Changes changes = residual_only ? Changes{} : parameter_changes(design, x);
  for (int step = 0; step < step_count(); ++step) {
    set_step(step);
    const State& state = states_[to_size(step)];
    const Evaluation at = model_.evaluation(state.fields);
    const std::vector<Rows> parts = rows(step);
    for (const Rows& part : parts) {
      const auto own = nuisance.subspan(to_size(part.first_nuisance), to_size(part.nuisances));
      result.residual.segment(part.first, part.count) = part.measurement->residual(step, at, own);
      if (residual_only || part.nuisances == 0) continue;
      result.nuisance.block(part.first, part.first_nuisance, part.count, part.nuisances) =
          part.measurement->nuisance_jacobian(step, at, own);
    }
    if (changes.variable.empty() || parts.empty()) continue;
    std::vector<FieldValues> tangents = model_.tangents(state, changes.parameters);
    for (std::size_t k = 0; k < tangents.size(); ++k) {
      Direction direction;
      direction.fields = std::move(tangents[k]);
      direction.parameters = changes.parameters[k];
      for (const DerivedParameter& derived : model_.space().derived_parameters()) {
        model_.parameters().part(direction.parameters, derived.parameter)[0] =
            functional_jvp(at, derived.functional, direction);
      }
      for (const Rows& part : parts) {
        result.design.col(changes.variable[k]).segment(part.first, part.count) =
            part.measurement->jvp(step, at, direction);
      }
    }
  }
  return result;
}

DataTerm::HalfSquare Experiment::half_square(const Design& design, std::span<const double> x,
                                             std::span<const double> nuisance, const Eigen::VectorXd& shift) {
  solve(design, x);
  HalfSquare result;
  result.design.assign(to_size(design.size()), 0.0);
  result.nuisance.assign(to_size(nuisance_count()), 0.0);
  for (int step = 0; step < step_count(); ++step) {
    const std::vector<Rows> parts = rows(step);
    if (parts.empty()) continue;
    set_step(step);
    const State& state = states_[to_size(step)];
    const Evaluation at = model_.evaluation(state.fields);
    StepMisfit misfit(name_, step);
    for (const Rows& part : parts) {
      const auto own = nuisance.subspan(to_size(part.first_nuisance), to_size(part.nuisances));
      const Eigen::VectorXd own_shift =
          shift.size() == 0 ? Eigen::VectorXd() : Eigen::VectorXd(shift.segment(part.first, part.count));
      misfit.add(*part.measurement, own, own_shift);
      if (part.nuisances == 0) continue;
      Eigen::VectorXd residual = part.measurement->residual(step, at, own);
      if (own_shift.size() > 0) residual -= own_shift;
      const Eigen::VectorXd dual = part.measurement->nuisance_jacobian(step, at, own).transpose() * residual;
      for (Eigen::Index i = 0; i < dual.size(); ++i)
        result.nuisance[to_size(part.first_nuisance) + static_cast<std::size_t>(i)] += dual[i];
    }
    const Gradient gradient = model_.gradient(state, {&misfit}).front();
    result.value += gradient.value;
    const std::vector<double> pulled = design.pull_back(x, model_.parameters(), gradient.parameters);
    for (std::size_t i = 0; i < pulled.size(); ++i) result.design[i] += pulled[i];
  }
  return result;
}

Experiment::Changes Experiment::parameter_changes(const Design& design, std::span<const double> x) const {
  Changes changes;
  std::vector<double> unit(to_size(design.size()), 0.0);
  for (int map = 0; map < design.map_count(); ++map) {
    if (!design.map(map).acts_on(model_.parameters())) continue;
    for (Index i = design.offset(map); i < design.offset(map) + design.map(map).size(); ++i) {
      unit[to_size(i)] = 1.0;
      ParameterVector change = design.push_forward(x, model_.parameters(), unit);
      unit[to_size(i)] = 0.0;
      if (is_zero(change)) continue;
      changes.variable.push_back(i);
      changes.parameters.push_back(std::move(change));
    }
  }
  return changes;
}

} // namespace adjoule
