// Walks the graph of solves backwards (gradient) and forwards (tangent).
#include "adjoule/core/error.hpp"
#include "adjoule/coupling/multiphysics_system.hpp"
#include "block_solve.hpp"
#include "dependency_order.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
void MultiphysicsSystem::require_current(const State& state) const {
  if (!state.report.converged) throw InputError("derivatives exist at a converged state only: solve first");
  const ParameterVector& now = parameters().all();
  if (state.parameters.scalars != now.scalars || state.parameters.entries != now.entries ||
      state.coordinates != mesh().coordinates()) {
    throw InputError(
        "parameters or node positions have changed since this state was solved: solve again before differentiating");
  }
}

std::vector<Parameter> MultiphysicsSystem::used_parameters() const {
  std::vector<Parameter> used;
  const auto add = [&used](const std::vector<Parameter>& parameters) {
    for (const Parameter parameter : parameters) {
      if (std::find(used.begin(), used.end(), parameter) == used.end()) used.push_back(parameter);
    }
  };
  for (const PhysicsSystem* system : systems()) {
    for (const Integral& integral : system->integrals()) {
      if (!integral.storage) add(parameters_read(integral));
    }
    add(system->constraints().parameters());
    for (const TotalLoad& load : system->total_loads()) add(load.total->parameters());
  }
  return used;
}

bool MultiphysicsSystem::reaches(Parameter parameter, const Objective& objective) const {
  const std::vector<const PhysicsSystem*> all = systems();
  const std::vector<std::vector<bool>> needs = transitive_closure(dependencies());
  const auto among = [parameter](const std::vector<Parameter>& list) {
    return std::find(list.begin(), list.end(), parameter) != list.end();
  };
  if (among(objective.parameters())) return true;
  const std::vector<int> fields = objective.fields();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::find(fields.begin(), fields.end(), all[i]->field()) == fields.end()) continue;
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (!needs[i][j]) continue;
      for (const Integral& integral : all[j]->integrals()) {
        if (!integral.storage && among(parameters_read(integral))) return true;
      }
      if (among(all[j]->constraints().parameters())) return true;
      for (const TotalLoad& load : all[j]->total_loads()) {
        if (among(load.total->parameters())) return true;
      }
    }
  }
  return false;
}

std::vector<Gradient> MultiphysicsSystem::gradient(const State& state, const std::vector<const Objective*>& objectives,
                                                   bool want_coordinates) {
  require_current(state);
  build_blocks(built_for_);
  const Evaluation at = evaluation(state.fields);
  // Areas behind total forces move with the nodes even where only parameters are asked for: a thickness enters them
  // too.
  std::vector<Sensitivities> sensitivities;
  std::vector<double> values;
  for (const Objective* objective : objectives) {
    sensitivities.push_back(make_sensitivities(mesh(), space_.fields(), parameters(), want_coordinates));
    values.push_back(objective->add_gradient(at, sensitivities.back()));
  }
  std::vector<Sensitivities*> columns;
  for (Sensitivities& sensitivity : sensitivities) columns.push_back(&sensitivity);
  double error = 0.0;
  for (auto block = blocks_.rbegin(); block != blocks_.rend() && !columns.empty(); ++block) {
    error = std::max(error, (*block)->add_adjoint(state.fields, columns));
  }

  std::vector<Gradient> gradients;
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    Sensitivities& sensitivity = sensitivities[k];
    for (const DerivedParameter& derived : space_.derived_parameters()) {
      const double dual = parameters().part(sensitivity.parameters, derived.parameter)[0];
      add_vjp(at, derived.functional, {}, dual, sensitivity);
    }
    Gradient gradient;
    gradient.objective = objectives[k]->name();
    gradient.value = values[k];
    gradient.adjoint_error = error;
    for (int id = 0; id < parameters().size(); ++id) gradient.reaches.push_back(reaches({id}, *objectives[k]));
    gradient.parameters = std::move(sensitivity.parameters);
    gradient.coordinates = std::move(sensitivity.coordinates);
    gradients.push_back(std::move(gradient));
  }
  return gradients;
}

void MultiphysicsSystem::add_tangents(const State& state, std::vector<Direction>& directions, int passes) {
  require_current(state);
  const ParameterVector layout = parameters().zeros();
  const Evaluation at = evaluation(state.fields);
  for (Direction& direction : directions) {
    ParameterVector& change = direction.parameters;
    if (change.scalars.empty() && change.entries.empty()) change = layout;
    if (change.scalars.size() != layout.scalars.size() || change.entries.size() != layout.entries.size()) {
      throw InputError("tangent: the change of parameters has not the layout of Parameters::zeros()");
    }
    const std::size_t moved = direction.coordinates.size();
    if (moved != 0 && moved != 3 * static_cast<std::size_t>(mesh().node_count())) {
      throw InputError(fmt::format("tangent: {} numbers move the nodes, where the mesh has {} nodes of 3 coordinates",
                                   moved, mesh().node_count()));
    }
    direction.fields.values.assign(space_.fields().size(), {});
    for (const DerivedParameter& derived : space_.derived_parameters()) {
      parameters().part(change, derived.parameter)[0] = functional_jvp(at, derived.functional, direction);
    }
  }
  build_blocks(built_for_);
  for (const std::unique_ptr<BlockSolve>& block : blocks_) block->add_tangents(state.fields, directions, passes);
}

std::vector<FieldValues> MultiphysicsSystem::tangents(const State& state, const std::vector<ParameterVector>& changes) {
  std::vector<Direction> directions(changes.size());
  for (std::size_t k = 0; k < changes.size(); ++k) directions[k].parameters = changes[k];
  add_tangents(state, directions, BlockSolve::most_tangent_passes);
  std::vector<FieldValues> tangents;
  for (Direction& direction : directions) tangents.push_back(std::move(direction.fields));
  return tangents;
}

FieldValues MultiphysicsSystem::tangent(const State& state, const ParameterVector& change,
                                        std::span<const double> coordinates) {
  std::vector<Direction> directions(1);
  directions.front().parameters = change;
  directions.front().coordinates.assign(coordinates.begin(), coordinates.end());
  add_tangents(state, directions, BlockSolve::most_tangent_passes);
  return std::move(directions.front().fields);
}

double MultiphysicsSystem::tangent(const State& state, const Objective& objective, const ParameterVector& change,
                                   std::span<const double> coordinates) {
  std::vector<Direction> directions(1);
  directions.front().parameters = change;
  directions.front().coordinates.assign(coordinates.begin(), coordinates.end());
  add_tangents(state, directions, BlockSolve::most_tangent_passes);
  return objective.jvp(evaluation(state.fields), directions.front());
}

} // namespace adjoule
