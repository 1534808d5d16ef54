#include "adjoule/coupling/multiphysics_system.hpp"

#include "adjoule/core/error.hpp"
#include "block_solve.hpp"
#include "dependency_order.hpp"
#include "load_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace adjoule {

SolveCosts& SolveCosts::operator+=(const SolveCosts& other) {
  assembly_seconds += other.assembly_seconds;
  factorization_seconds += other.factorization_seconds;
  solve_seconds += other.solve_seconds;
  factorizations += other.factorizations;
  linear_iterations += other.linear_iterations;
  return *this;
}

SolveCosts& SolveCosts::operator-=(const SolveCosts& other) {
  assembly_seconds -= other.assembly_seconds;
  factorization_seconds -= other.factorization_seconds;
  solve_seconds -= other.solve_seconds;
  factorizations -= other.factorizations;
  linear_iterations -= other.linear_iterations;
  return *this;
}

MultiphysicsSystem::MultiphysicsSystem(Mesh mesh, SectionKind section, int quadrature_degree)
    : space_(std::move(mesh), section, quadrature_degree) {}

MultiphysicsSystem::~MultiphysicsSystem() = default;

CoefficientPointer MultiphysicsSystem::number(const std::string& path, double value, const std::string& unit) {
  return constant_coefficient(parameters(), parameters().register_parameter(path, value, {.unit = unit}));
}

ElectricalSystem& MultiphysicsSystem::electrical() {
  if (!electrical_) electrical_ = std::make_unique<ElectricalSystem>(space_);
  return *electrical_;
}
ThermalSystem& MultiphysicsSystem::thermal() {
  if (!thermal_) thermal_ = std::make_unique<ThermalSystem>(space_);
  return *thermal_;
}
MechanicalSystem& MultiphysicsSystem::mechanical() {
  if (!mechanical_) mechanical_ = std::make_unique<MechanicalSystem>(space_);
  return *mechanical_;
}

std::vector<const PhysicsSystem*> MultiphysicsSystem::systems() const {
  std::vector<const PhysicsSystem*> all;
  if (electrical_) all.push_back(electrical_.get());
  if (thermal_) all.push_back(thermal_.get());
  if (mechanical_) all.push_back(mechanical_.get());
  if (mechanical_ && mechanical_->pressure()) all.push_back(mechanical_->pressure());
  return all;
}

const PhysicsSystem& MultiphysicsSystem::system_of_field(int field) const {
  for (const PhysicsSystem* system : systems()) {
    if (system->field() == field) return *system;
  }
  throw InputError(fmt::format("no system solves for field {}", field));
}

void MultiphysicsSystem::prepare() {
  if (prepared_) return;
  if (systems().empty()) throw InputError("the model has no physics: add an electrical, thermal or mechanical system");
  const MeshQuality quality = check_degeneracy(mesh());
  require_valid(mesh(), quality);
  if (electrical_) electrical_->finish();
  if (thermal_) thermal_->finish();
  if (mechanical_) mechanical_->finish();
  if (mechanical_ && mechanical_->pressure()) mechanical_->pressure()->finish();
  for (const PhysicsSystem* system : systems()) system->check_support();
  prepared_ = true;
}

std::vector<std::vector<bool>> MultiphysicsSystem::dependencies() const {
  const std::vector<const PhysicsSystem*> all = systems();
  std::vector<std::vector<bool>> reads(all.size(), std::vector<bool>(all.size(), false));
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Integral& integral : all[i]->integrals()) {
      if (integral.storage) continue;
      for (const int field : fields_read(integral)) {
        for (std::size_t j = 0; j < all.size(); ++j) {
          if (all[j]->field() == field) reads[i][j] = true;
        }
      }
    }
  }
  return reads;
}

void MultiphysicsSystem::build_blocks(const SolveOptions& options) {
  prepare();
  const bool monolithic = options.coupling == Coupling::monolithic;
  if (!blocks_.empty() && monolithic == (built_for_.coupling == Coupling::monolithic) &&
      options.linear_solver == built_for_.linear_solver) {
    return;
  }
  blocks_.clear();
  members_.clear();
  built_for_ = options;
  fits_ = false;
  const std::vector<const PhysicsSystem*> all = systems();
  std::vector<std::vector<std::size_t>> order = dependency_order(dependencies());
  if (monolithic) {
    for (std::size_t k = 1; k < order.size(); ++k) order[0].insert(order[0].end(), order[k].begin(), order[k].end());
    order.resize(1);
  }
  for (const std::vector<std::size_t>& group : order) {
    std::vector<const PhysicsSystem*> members;
    for (const std::size_t i : group) members.push_back(all[i]);
    blocks_.push_back(std::make_unique<BlockSolve>(space_, std::move(members), options, analyses_));
  }
}

FieldValues MultiphysicsSystem::initial_fields() const {
  FieldValues fields;
  for (const Field& field : space_.fields()) {
    fields.values.emplace_back(static_cast<std::size_t>(mesh().node_count() * field.components), 0.0);
  }
  for (const PhysicsSystem* system : systems()) {
    std::vector<double>& values = fields.values[static_cast<std::size_t>(system->field())];
    std::fill(values.begin(), values.end(), system->initial_guess());
  }
  return fields;
}

SolveCosts MultiphysicsSystem::costs() const {
  SolveCosts all;
  for (const std::vector<std::unique_ptr<BlockSolve>>* blocks : {&blocks_, &members_}) {
    for (const std::unique_ptr<BlockSolve>& block : *blocks) all += block->costs();
  }
  return all;
}

State MultiphysicsSystem::solve_steady_state(const SolveOptions& options, const FieldValues* start) {
  return solve(options, start, nullptr);
}

State MultiphysicsSystem::solve(const SolveOptions& options, const FieldValues* start, const TimeStep* step) {
  if (options.load_steps < 1) throw InputError("solve.load_steps: at least one load step is needed");
  if (!(options.smallest_load_step > 0.0)) throw InputError("the smallest load step has to be positive");
  build_blocks(options);
  space_.update_derived_parameters();
  State state;
  state.report.load_steps = 0;
  state.parameters = parameters().all();
  state.coordinates = mesh().coordinates();
  state.fields = initial_fields();
  if (start) {
    const auto same_size = [](const std::vector<double>& a, const std::vector<double>& b) {
      return a.size() == b.size();
    };
    if (!std::equal(start->values.begin(), start->values.end(), state.fields.values.begin(), state.fields.values.end(),
                    same_size)) {
      throw InputError(
          "the fields to start from belong to another model: their counts of fields or nodal values differ");
    }
    state.fields = *start;
  }
  for (const std::unique_ptr<BlockSolve>& block : blocks_) block->begin(step != nullptr);
  for (const std::unique_ptr<BlockSolve>& member : members_) member->begin(false);
  const SolveCosts before = costs();
  if (!fits_) require_memory(options);
  fits_ = true; // from now on what is left does not count the factors that are there
  const auto close_report = [&] {
    state.report += costs();
    state.report -= before;
    for (const std::unique_ptr<BlockSolve>& block : blocks_) state.report.factor_bytes += block->factor_bytes();
  };
  std::vector<std::string> solvers;
  std::vector<int> converged_fields;
  for (const std::unique_ptr<BlockSolve>& block : blocks_) {
    state.report.unknowns += block->size();
    const auto add_fields = [&] {
      for (const PhysicsSystem* system : block->systems()) converged_fields.push_back(system->field());
      std::sort(converged_fields.begin(), converged_fields.end());
    };
    const auto fail = [&](const AnalysisError& error) {
      close_report();
      throw SolveFailure(error.what(), std::move(state), std::move(converged_fields));
    };
    try {
      solve_block(*block, state.fields, options, start == nullptr, step, state.report);
    } catch (const LoadStopped& stop) {
      state.report.load_factor = stop.reached();
      state.parameters = stop.parameters();
      if (stop.reached() > 0.0) add_fields();
      fail(stop);
    } catch (const AnalysisError& error) {
      fail(error);
    } catch (const std::bad_alloc&) {
      // What is solved already can still be kept.
      fail(AnalysisError(block->name() + ": out of memory: use a coarser mesh, elements of lower order, or a machine "
                                         "with more memory"));
    }
    add_fields();
  }
  for (const BlockReport& block : state.report.blocks) {
    if (!block.linear_solver.empty() &&
        std::find(solvers.begin(), solvers.end(), block.linear_solver) == solvers.end()) {
      solvers.push_back(block.linear_solver);
    }
  }
  for (const std::string& solver : solvers) {
    state.report.linear_solver += (state.report.linear_solver.empty() ? "" : ", ") + solver;
  }
  close_report();
  state.report.load_steps = std::max(1, state.report.load_steps);
  state.report.converged = true;
  return state;
}

Evaluation MultiphysicsSystem::evaluation(const FieldValues& fields) const {
  return {mesh(), space_.fields(), fields, parameters().all()};
}

std::vector<double> MultiphysicsSystem::reactions(const PhysicsSystem& system, const FieldValues& fields) const {
  std::vector<double> residual(fields.values[static_cast<std::size_t>(system.field())].size(), 0.0);
  for (const Integral& integral : system.integrals()) {
    if (!integral.storage) add_residual(evaluation(fields), integral, residual);
  }
  return residual;
}

} // namespace adjoule
