#include "block_solve.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/stopwatch.hpp"
#include "near_null_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

double norm(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}
double norm(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

std::shared_ptr<const BlockPattern> make_pattern(ModelSpace& space, const std::vector<const PhysicsSystem*>& systems) {
  std::vector<const Constraints*> constraints;
  std::vector<int> components;
  std::vector<std::vector<bool>> coupled(systems.size(), std::vector<bool>(systems.size(), false));
  for (std::size_t i = 0; i < systems.size(); ++i) {
    constraints.push_back(&systems[i]->constraints());
    components.push_back(space.fields()[static_cast<std::size_t>(systems[i]->field())].components);
    coupled[i][i] = true;
    for (const Integral& integral : systems[i]->integrals()) {
      for (const int field : fields_read(integral)) {
        for (std::size_t j = 0; j < systems.size(); ++j) {
          if (systems[j]->field() == field) coupled[i][j] = true;
        }
      }
    }
  }
  return space.pattern(constraints, components, coupled);
}

SolverContext make_context(const std::vector<const PhysicsSystem*>& systems, std::shared_ptr<AnalysisStore> analyses) {
  SolverContext context{.analyses = std::move(analyses)};
  const PhysicsSystem* only = systems.size() == 1 ? systems.front() : nullptr;
  context.nonlinear = only == nullptr || only->is_nonlinear();
  if (const auto* mechanical = dynamic_cast<const MechanicalSystem*>(only)) {
    context.modes = [mechanical] { return rigid_body_modes(*mechanical); };
    context.components = unknowns_per_node(*mechanical);
  }
  return context;
}

// A shorter load step is cheaper than more iterations that do not even halve the residual.
constexpr int patience_with_a_load_step = 8;

// LU factors of an indefinite tangent cost less than another load step where Cholesky factors would take fewer.
constexpr double operations_worth_a_refusal = 1e9;

// A solution known no better than this is worth a warning.
constexpr double uncertain_update = 1e-8;

} // namespace

BlockSolve::BlockSolve(ModelSpace& space, std::vector<const PhysicsSystem*> systems, const SolveOptions& options,
                       std::shared_ptr<AnalysisStore> analyses)
    : space_(space), systems_(std::move(systems)), pattern_(make_pattern(space, systems_)),
      matrix_(pattern_->zero_matrix()), solver_(options.linear_solver, make_context(systems_, std::move(analyses))),
      is_linear_(systems_.size() == 1 && !systems_.front()->is_nonlinear()) {
  const auto add_once = [](auto& list, const auto& element) {
    if (std::find(list.begin(), list.end(), element) == list.end()) list.push_back(element);
  };
  for (const PhysicsSystem* system : systems_) {
    for (const Integral& integral : system->integrals()) {
      const std::vector<int> fields = fields_read(integral);
      if (integral.storage || std::none_of(fields.begin(), fields.end(), [this](int f) { return local_field(f) >= 0; }))
        continue;
      for (const int field : fields) {
        if (!(is_linear_ && local_field(field) >= 0)) add_once(tangent_fields_, field);
      }
      for (const Parameter parameter : parameters_read(integral)) add_once(tangent_parameters_, parameter);
    }
  }
}

std::vector<std::vector<const PhysicsSystem*>> BlockSolve::members() const {
  std::vector<std::vector<const PhysicsSystem*>> members;
  for (const PhysicsSystem* system : systems_) {
    const auto known = std::find_if(members.begin(), members.end(), [system](const auto& member) {
      return std::any_of(member.begin(), member.end(), [system](const PhysicsSystem* other) {
        return system->companion() == other || other->companion() == system;
      });
    });
    if (known == members.end())
      members.push_back({system});
    else
      known->push_back(system);
  }
  return members;
}

bool BlockSolve::takes_load_steps() const {
  return std::any_of(systems_.begin(), systems_.end(), [](const PhysicsSystem* system) {
    const auto* mechanical = dynamic_cast<const MechanicalSystem*>(system);
    return mechanical && mechanical->is_nonlinear();
  });
}

std::string BlockSolve::name() const {
  std::string text;
  for (const PhysicsSystem* system : systems_) text += (text.empty() ? "" : " + ") + system->name();
  return text;
}

Evaluation BlockSolve::evaluation(const FieldValues& fields) const {
  return {space_.mesh(), space_.fields(), fields, space_.parameters().all()};
}

std::span<const double> BlockSolve::part(const Eigen::VectorXd& q, std::size_t i) const {
  return {q.data() + pattern_->offset(static_cast<int>(i)),
          static_cast<std::size_t>(systems_[i]->constraints().unknown_count())};
}
std::span<double> BlockSolve::part(Eigen::VectorXd& q, std::size_t i) const {
  return {q.data() + pattern_->offset(static_cast<int>(i)),
          static_cast<std::size_t>(systems_[i]->constraints().unknown_count())};
}

int BlockSolve::local_field(int field) const {
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    if (systems_[i]->field() == field) return static_cast<int>(i);
  }
  return -1;
}

void BlockSolve::expand(const Eigen::VectorXd& q, FieldValues& fields) const {
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    systems_[i]->constraints().expand(part(q, i), space_.parameters().all(),
                                      fields.values[static_cast<std::size_t>(systems_[i]->field())]);
  }
}

void BlockSolve::restrict_fields(const FieldValues& fields, Eigen::VectorXd& q) const {
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    systems_[i]->constraints().restrict_values(fields.values[static_cast<std::size_t>(systems_[i]->field())],
                                               part(q, i));
  }
}

std::vector<double> BlockSolve::rounding_noise(const Eigen::VectorXd& q) const {
  std::vector<double> noise(systems_.size(), 0.0);
  if (!tangent_at_hand_) return noise;
  // What rounding leaves of sums as large as |K| |q|.
  Eigen::VectorXd magnitude = Eigen::VectorXd::Zero(size());
  for (Index column = 0; column < matrix_.size(); ++column) {
    const auto c = static_cast<std::size_t>(column);
    for (auto k = matrix_.column_start()[c]; k < matrix_.column_start()[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      magnitude[matrix_.row()[entry]] += std::abs(matrix_.value[entry] * q[column]);
    }
  }
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    noise[i] = std::numeric_limits<double>::epsilon() * norm(part(std::as_const(magnitude), i));
  }
  return noise;
}

ResidualMeasure BlockSolve::residual(const Eigen::VectorXd& q, Eigen::VectorXd& r) {
  const Stopwatch watch(assembly_seconds_);
  expand(q, *fields_);
  ResidualMeasure measure;
  measure.noise = rounding_noise(q);
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    const PhysicsSystem& system = *systems_[i];
    const std::size_t values = fields_->values[static_cast<std::size_t>(system.field())].size();
    std::vector<double> full(values, 0.0), term(values);
    double scale = 0.0;
    for (const Integral& integral : system.integrals()) {
      if (integral.storage) continue;
      std::fill(term.begin(), term.end(), 0.0);
      add_residual(evaluation(*fields_), integral, term);
      scale = std::max(scale, norm(term));
      for (std::size_t k = 0; k < values; ++k) full[k] += term[k];
    }
    for (const Integral& integral : system.scale_integrals()) {
      std::fill(term.begin(), term.end(), 0.0);
      add_residual(evaluation(*fields_), integral, term);
      scale = std::max(scale, norm(term));
    }
    const std::span<double> reduced = part(r, i);
    system.constraints().reduce(full, reduced);
    for (const TotalLoad& load : system.total_loads()) {
      const double total = uniform_value(*load.total, space_.parameters().all());
      reduced[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))] -= total;
      scale = std::max(scale, std::abs(total));
    }
    measure.norm.push_back(norm(std::span<const double>(reduced)));
    measure.scale.push_back(scale);
  }
  return measure;
}

Fingerprint BlockSolve::fingerprint_of_tangent(const FieldValues& fields) const {
  Fingerprint fingerprint;
  const std::vector<std::array<double, 3>>& coordinates = space_.mesh().coordinates();
  if (!coordinates.empty()) fingerprint.add({coordinates.front().data(), 3 * coordinates.size()});
  for (const int field : tangent_fields_) fingerprint.add(fields.values[static_cast<std::size_t>(field)]);
  const Parameters& parameters = space_.parameters();
  for (const Parameter parameter : tangent_parameters_) fingerprint.add(parameters.part(parameters.all(), parameter));
  return fingerprint;
}

void BlockSolve::assemble_tangent(const FieldValues& fields) {
  const Stopwatch watch(assembly_seconds_);
  const Fingerprint fingerprint = fingerprint_of_tangent(fields);
  if (assembled_ == fingerprint) return;
  assembled_.reset();
  factors_prove_stability_ = false;
  factorizations_before_ = solver_.factorizations();
  // What is solved with linear equations does not depend on those before.
  if (is_linear_) solver_.forget_factors();
  std::fill(matrix_.value.begin(), matrix_.value.end(), 0.0);
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    for (const Integral& integral : systems_[i]->integrals()) {
      if (integral.storage) continue;
      for (const int field : fields_read(integral)) {
        const int j = local_field(field);
        if (j < 0) continue;
        add_matrix(evaluation(fields), integral, field, MatrixKind::stiffness, pattern_->plan(static_cast<int>(i), j),
                   matrix_);
      }
    }
  }
  assembled_ = fingerprint;
}

bool BlockSolve::tangent_is_factorized() const {
  return assembled_ && solver_.factorized() && solver_.factorizations() > factorizations_before_;
}

const SparseMatrix& BlockSolve::tangent(const Eigen::VectorXd& q) {
  expand(q, *fields_);
  assemble_tangent(*fields_);
  tangent_at_hand_ = true;
  return matrix_;
}

double BlockSolve::relative_update(const Eigen::VectorXd& update, const ResidualMeasure& measure) const {
  double worst = 0.0;
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    if (measure.norm[i] == 0.0) continue;
    const double change = norm(part(update, i));
    if (change == 0.0) continue;
    double relative = change / norm(fields_->values[static_cast<std::size_t>(systems_[i]->field())]);
    if (!(relative <= uncertain_update)) relative = std::min(relative, relative_effect(update, i, measure));
    worst = std::max(worst, relative);
  }
  return worst;
}

double BlockSolve::relative_effect(const Eigen::VectorXd& update, std::size_t i, const ResidualMeasure& measure) const {
  Eigen::VectorXd effect = Eigen::VectorXd::Zero(size());
  const Index first = pattern_->offset(static_cast<int>(i));
  for (Index column = first; column < first + systems_[i]->constraints().unknown_count(); ++column) {
    const auto c = static_cast<std::size_t>(column);
    for (auto k = matrix_.column_start()[c]; k < matrix_.column_start()[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      effect[matrix_.row()[entry]] += std::abs(matrix_.value[entry] * update[column]);
    }
  }
  double worst = 0.0;
  for (std::size_t j = 0; j < systems_.size(); ++j) {
    const double change = norm(part(std::as_const(effect), j));
    // Where nothing is resisted (free swelling) all terms vanish: what the motion could have met is their measure
    // there.
    const double scale = std::max(measure.scale[j], measure.noise[j] / std::numeric_limits<double>::epsilon());
    if (change > 0.0) worst = std::max(worst, change / scale);
  }
  return worst;
}

bool BlockSolve::is_admissible(const Eigen::VectorXd& q) const {
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    if (!systems_[i]->is_admissible(part(q, i))) return false;
  }
  return true;
}

void BlockSolve::require_reachable(const FieldValues& from, const FieldValues& to) const {
  for (const PhysicsSystem* system : systems_) {
    const auto field = static_cast<std::size_t>(system->field());
    if (system->is_reachable(from.values[field], to.values[field])) continue;
    throw AnalysisError(fmt::format("{}: the equilibrium found lies beyond matter turned inside out", name()));
  }
}

SolveCosts BlockSolve::costs() const {
  return {.assembly_seconds = assembly_seconds_,
          .factorization_seconds = solver_.factorization_seconds(),
          .solve_seconds = solver_.solve_seconds(),
          .factorizations = solver_.factorizations(),
          .linear_iterations = solver_.iterations()};
}

void BlockSolve::begin(bool goes_on) {
  if (is_linear_ || (goes_on && factors_prove_stability_)) return;
  solver_.forget_factors();
}

void BlockSolve::solve(FieldValues& fields, const SolveOptions& options, SolveReport& report) {
  fields_ = &fields;
  tangent_at_hand_ = false;
  Eigen::VectorXd q(size());
  restrict_fields(fields, q);
  expand(q, fields);
  BlockReport block;
  block.systems = name();
  if (has_unknowns()) {
    NewtonOptions newton;
    newton.tolerance = options.tolerance;
    newton.max_iterations = options.max_iterations;
    if (takes_load_steps()) newton.patience = patience_with_a_load_step;
    if (refuse_indefinite_ && judges_stability() && options.linear_solver == LinearSolverKind::automatic)
      newton.refuse_indefinite_above = operations_worth_a_refusal;
    if (options.on_progress) {
      newton.on_iteration = [&](int iteration, double residual) {
        options.on_progress({block.systems, iteration, residual});
      };
    }
    NewtonReport result;
    try {
      result = solve_newton(*this, solver_, q, newton);
    } catch (const AnalysisError& error) {
      throw AnalysisError(block.systems + ": " + error.what());
    } catch (const InputError& error) {
      throw InputError(block.systems + ": " + error.what());
    }
    expand(q, fields);
    amplification_ = result.amplification;
    block.newton_iterations = result.iterations;
    block.relative_residual = result.relative_residual;
    block.linear_solver = solver_.name();
    block.residual_history = result.history;
    if (!result.converged) fail(result, options);
    report.newton_iterations += result.iterations;
    if (result.relative_residual > options.tolerance && result.remaining_update > uncertain_update) {
      warn(fmt::format(
          "{}: the equations are badly conditioned (strong contrasts of properties, or a very slender body): "
          "rounding keeps the residual at {:.1e}, and the solution is uncertain by about {:.1e} of its size",
          block.systems, result.relative_residual, result.remaining_update));
    }
  }
  report.blocks.push_back(std::move(block));
  fields_ = nullptr;
}

} // namespace adjoule
