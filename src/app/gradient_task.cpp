#include "adjoule/app/gradient_task.hpp"

#include "element_volumes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace adjoule {
namespace {

constexpr unsigned seed = 1;

bool contains(const std::vector<Parameter>& list, Parameter parameter) {
  return std::find(list.begin(), list.end(), parameter) != list.end();
}

std::vector<Parameter> all_used(const CaseFile& file, const Model& model, const std::vector<Parameter>& used) {
  std::vector<Parameter> parameters;
  for (const DifferentiableNumber& number : file.differentiable_numbers()) {
    const Parameter parameter = model.system->parameters().find(number.path);
    if (contains(used, parameter)) parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter> named(const CaseFile& file, const Model& model, const std::vector<Parameter>& used) {
  std::vector<Parameter> parameters;
  for (const std::string& name : file.names("gradient.wrt")) {
    const std::string path = case_path_text(parse_case_path(name));
    const Parameter parameter = model.system->parameters().find(path);
    if (!contains(used, parameter)) {
      throw file.error("gradient.wrt",
                       fmt::format("gradient.wrt: nothing in this analysis uses {}, so that no result can "
                                   "depend on it: take it out of the list, or write wrt = \"all\"",
                                   path));
    }
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<const Objective*> objectives_of(const GradientTask& task) {
  std::vector<const Objective*> objectives;
  for (const ModelQuantity* quantity : task.of) objectives.push_back(quantity->objective.get());
  return objectives;
}

/// The temperature in the middle of an element, K; 0 where the model has none.
double temperature_in(const MultiphysicsSystem& system, const FieldValues& fields, Index element) {
  const ThermalSystem* thermal = system.find_thermal();
  if (!thermal) return 0.0;
  double sum = 0.0;
  const std::span<const Index> nodes = system.mesh().element_nodes(element);
  for (const Index node : nodes) {
    sum += fields.values[static_cast<std::size_t>(thermal->field())][static_cast<std::size_t>(node)];
  }
  return sum / static_cast<double>(nodes.size());
}

/// A random relative change of a property, element by element.
CheckDirection property_direction(const Model& model, const State& state, const ElementField& field) {
  const MultiphysicsSystem& system = *model.system;
  CheckDirection direction;
  direction.name = field.path + " (per element)";
  direction.parameters = system.parameters().zeros();
  const std::span<double> change = system.parameters().part(direction.parameters, field.parameter);
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < field.elements.size(); ++i) {
    PointContext at;
    at.element.fill(field.elements[i]);
    const std::array<double, 3> centre = system.mesh().centroid(field.elements[i]);
    for (std::size_t d = 0; d < 3; ++d) at.position[static_cast<int>(d)] = centre[d];
    at.temperature = temperature_in(system, state.fields, field.elements[i]);
    const double size = field.property->value(at, system.parameters().all())[0];
    // The generator's own numbers are the same everywhere; a distribution's are not.
    change[i] = size * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0);
  }
  return direction;
}

void add_checks(GradientResult& result, const std::string& parameter, double scale, std::vector<GradientCheck> checks) {
  for (GradientCheck& check : checks) result.checks.push_back({parameter, scale, std::move(check)});
}

} // namespace

GradientTask plan_gradient(const CaseFile& file, const Model& model) {
  GradientTask task;
  if (model.quantities.empty()) {
    throw file.error("gradient", "there is nothing to differentiate: add a [quantities.NAME] section");
  }
  if (file.has("gradient.of")) {
    for (const std::string& name : file.names("gradient.of")) task.of.push_back(&model.quantity(name));
  } else {
    for (const ModelQuantity& quantity : model.quantities) task.of.push_back(&quantity);
  }
  std::vector<Parameter> used = model.system->used_parameters();
  // The constants of a quantity that is an expression may be read by it alone.
  for (const ModelQuantity* quantity : task.of)
    for (const Parameter parameter : quantity->objective->parameters()) used.push_back(parameter);
  const bool all = file.names("gradient.wrt") == std::vector<std::string>{"all"};
  task.wrt = all ? all_used(file, model, used) : named(file, model, used);
  task.shape = file.boolean("gradient.shape");
  task.check = file.has("gradient.check") && file.boolean("gradient.check.enabled");
  return task;
}

GradientResult run_gradient(Model& model, const State& state, const GradientTask& task) {
  GradientResult result{.task = task, .gradients = {}, .checks = {}};
  result.gradients = model.system->gradient(state, objectives_of(task), task.shape);
  return result;
}

void run_gradient_checks(Model& model, const State& state, GradientResult& result) {
  MultiphysicsSystem& system = *model.system;
  SolveOptions options = model.options;
  options.on_progress = {};
  const std::vector<const Objective*> objectives = objectives_of(result.task);
  const auto check = [&](const CheckDirection& direction) {
    return check_gradient(system, state, objectives, result.gradients, direction, options);
  };
  for (const Parameter parameter : result.task.wrt) {
    const CheckDirection direction = parameter_direction(system, parameter);
    const double scale = system.parameters().part(direction.parameters, parameter)[0];
    add_checks(result, system.parameters().path(parameter), scale, check(direction));
  }
  for (const ElementField& field : model.element_fields) {
    if (!field.in_gradient) continue;
    const CheckDirection direction = property_direction(model, state, field);
    add_checks(result, direction.name, 1.0, check(direction));
  }
  if (result.task.shape) add_checks(result, "node coordinates", 1.0, check(random_coordinate_direction(system, seed)));
}

void add_sensitivities(const Model& model, const GradientResult& result, OutputFields& fields) {
  const MultiphysicsSystem& system = *model.system;
  for (const ElementField& field : model.element_fields) {
    if (!field.in_gradient) continue;
    const std::vector<double> volumes = element_volumes(model, field);
    for (const Gradient& gradient : result.gradients) {
      const std::span<const double> derivative = system.parameters().part(gradient.parameters, field.parameter);
      FieldArray array{fmt::format("d({})/d({})", gradient.objective, field.path), 1, {}};
      array.values.assign(static_cast<std::size_t>(system.mesh().element_count()), 0.0);
      for (std::size_t i = 0; i < field.elements.size(); ++i) {
        array.values[static_cast<std::size_t>(field.elements[i])] = derivative[i] / volumes[i];
      }
      fields.cell.push_back(std::move(array));
    }
  }
  if (!result.task.shape) return;
  for (const Gradient& gradient : result.gradients) {
    fields.point.push_back({fmt::format("d({})/d(coordinates)", gradient.objective), 3, gradient.coordinates});
  }
}

} // namespace adjoule
