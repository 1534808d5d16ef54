#include "adjoule/inverse/check_gradient.hpp"

#include "adjoule/core/error.hpp"
#include "objectives.hpp"
#include "to_size.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

constexpr double first_step = 1e-2, step_ratio = 4.0;
constexpr int step_count = 5;
// Too small to matter by themselves. The base comes last: the system's factorisation is then that of the base again.
constexpr std::array rounding_steps{3e-14, 0.0};

// Puts parameters and nodes back.
class Restore {
 public:
  Restore(MultiphysicsSystem& model, bool moves_nodes) : model_(model), parameters_(model.parameters().all()) {
    if (moves_nodes) coordinates_ = model.mesh().coordinates();
  }
  ~Restore() {
    if (!coordinates_.empty()) model_.space().set_coordinates(coordinates_);
    model_.parameters().assign(parameters_);
  }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

  void move(const CheckDirection& direction, double step) {
    ParameterVector moved = parameters_;
    for (std::size_t i = 0; i < moved.scalars.size(); ++i) moved.scalars[i] += step * direction.parameters.scalars[i];
    for (std::size_t i = 0; i < moved.entries.size(); ++i) moved.entries[i] += step * direction.parameters.entries[i];
    model_.parameters().assign(moved);
    if (coordinates_.empty()) return;
    std::vector<std::array<double, 3>> nodes = coordinates_;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (std::size_t d = 0; d < 3; ++d) nodes[n][d] += step * direction.coordinates[3 * n + d];
    }
    model_.space().set_coordinates(std::move(nodes));
  }

 private:
  MultiphysicsSystem& model_;
  ParameterVector parameters_;
  std::vector<std::array<double, 3>> coordinates_;
};

// The base state to the tightest tolerance that it can be solved to; `options` then has that tolerance.
State solve_tightly(MultiphysicsSystem& model, const State& state, SolveOptions& options) {
  const double asked = options.tolerance;
  SolveOptions attempt = options;
  attempt.load_steps = 1;
  attempt.smallest_load_step = 1.0; // from the state at hand or not at all
  for (double tolerance = std::min(1e-12, asked); tolerance < asked; tolerance *= 10.0) {
    attempt.tolerance = tolerance;
    try {
      State tight = model.solve_steady_state(attempt, &state.fields);
      options.tolerance = tolerance;
      return tight;
    } catch (const AnalysisError&) {
      continue;
    }
  }
  return model.solve_steady_state(options, &state.fields);
}

std::vector<double> values_of(const MultiphysicsSystem& model, const State& state,
                              const std::vector<const Objective*>& objectives) {
  std::vector<double> values;
  for (const Objective* objective : objectives) values.push_back(objective->value(model.evaluation(state.fields)));
  return values;
}

// What J changes by, at most, if each nodal value is off by some last digits of the largest of its field.
double rounding_of_state(const MultiphysicsSystem& model, const Evaluation& at, const Objective& objective) {
  Sensitivities sensitivities = make_sensitivities(at.mesh, at.fields, model.parameters(), false);
  objective.add_gradient(at, sensitivities);
  double change = 0.0;
  for (const int field : objective.fields()) {
    double largest = 0.0, sum = 0.0;
    for (const double value : at.state.values[to_size(field)]) largest = std::max(largest, std::abs(value));
    for (const double derivative : sensitivities.fields.values[to_size(field)]) sum += std::abs(derivative);
    change += sum * largest;
  }
  return 8.0 * std::numeric_limits<double>::epsilon() * change;
}

void add_remark(const Objective& objective, const Evaluation& at, GradientCheck& check) {
  const auto* quantity = dynamic_cast<const NamedObjective*>(&objective);
  if (!quantity) return;
  const std::string remark = quantity->remark(at, !check.passed);
  if (!check.note.empty() && !remark.empty()) check.note += "; ";
  check.note += remark;
}

// Whether the graph of systems says that nothing along the direction gets to the objective.
bool is_unreachable(const MultiphysicsSystem& model, const CheckDirection& direction, const Gradient& gradient) {
  if (!direction.coordinates.empty()) return false;
  const Parameters& parameters = model.parameters();
  for (int id = 0; id < parameters.size(); ++id) {
    const std::span<const double> part = parameters.part(direction.parameters, Parameter{id});
    const bool moves = std::any_of(part.begin(), part.end(), [](double change) { return change != 0.0; });
    if (moves && gradient.reaches[to_size(id)]) return false;
  }
  return true;
}

// What a perturbed solve may change in an objective that the direction cannot reach, in units of the noise: only a
// change well above shows that the graph is wrong.
constexpr double unreachable_noise = 1000.0;

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) sum += a[i] * b[i];
  return sum;
}

} // namespace

std::vector<GradientCheck> check_gradient(MultiphysicsSystem& model, const State& state,
                                          const std::vector<const Objective*>& objectives,
                                          const std::vector<Gradient>& gradients, const CheckDirection& direction,
                                          const SolveOptions& options) {
  if (objectives.size() != gradients.size())
    throw InputError("check_gradient: one gradient is needed for each objective");
  for (const Gradient& gradient : gradients) {
    if (gradient.coordinates.size() < direction.coordinates.size()) {
      throw InputError("check_gradient: the direction moves nodes, and the gradient of '" + gradient.objective +
                       "' was computed without node coordinates");
    }
  }
  Restore model_at(model, !direction.coordinates.empty());
  SolveOptions tight = options;
  const State base = solve_tightly(model, state, tight);
  const std::vector<double> base_values = values_of(model, base, objectives);

  std::vector<double> steps;
  std::vector<std::vector<double>> values(objectives.size());
  FieldValues far;
  for (int k = 0; k < step_count; ++k) {
    steps.push_back(first_step / std::pow(step_ratio, k));
    model_at.move(direction, steps.back());
    const State moved = model.solve_steady_state(tight, &base.fields);
    if (k == 0) far = moved.fields;
    const std::vector<double> at_step = values_of(model, moved, objectives);
    for (std::size_t i = 0; i < objectives.size(); ++i) values[i].push_back(at_step[i]);
  }
  // The base state again, from elsewhere and with numbers that round otherwise: what the way of the iteration and of
  // the elimination leaves in J is noise.
  std::vector<double> noise(objectives.size(), 0.0);
  for (const double step : rounding_steps) {
    model_at.move(direction, step);
    const std::vector<double> again = values_of(model, model.solve_steady_state(tight, &far), objectives);
    for (std::size_t i = 0; i < objectives.size(); ++i)
      noise[i] = std::max(noise[i], 2.0 * std::abs(again[i] - base_values[i]));
  }

  std::vector<GradientCheck> checks;
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    const double adjoint = product(gradients[i].parameters.scalars, direction.parameters.scalars) +
                           product(gradients[i].parameters.entries, direction.parameters.entries) +
                           product(gradients[i].coordinates, direction.coordinates);
    const Evaluation at = model.evaluation(base.fields);
    const double rounding = rounding_of_state(model, at, *objectives[i]);
    const double allowance = is_unreachable(model, direction, gradients[i]) ? unreachable_noise : 1.0;
    GradientCheck check =
        judge_taylor_test(steps, values[i], base_values[i], adjoint, allowance * (noise[i] + rounding));
    check.objective = objectives[i]->name();
    check.direction = direction.name;
    add_remark(*objectives[i], at, check);
    checks.push_back(std::move(check));
  }
  return checks;
}

} // namespace adjoule
