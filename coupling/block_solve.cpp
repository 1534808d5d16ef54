#include "block_solve.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace adjoule {
namespace {

class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { total_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  std::chrono::steady_clock::time_point start_;
};

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

BlockPattern make_pattern(const ModelSpace& space, const std::vector<const PhysicsSystem*>& systems) {
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
  return BlockPattern(space.mesh(), constraints, components, coupled);
}

// Adjoint and tangent solves aim at rounding level, whatever tolerance the forward solve had. A stale factorisation is
// replaced when refinement does not bring it to the second figure; the third is the worst that a new factorisation may
// leave.
constexpr double sensitivity_tolerance = 1e-15;
constexpr double stale_sensitivity_residual = 1e-13;
constexpr double worst_sensitivity_residual = 1e-8;

} // namespace

BlockSolve::BlockSolve(ModelSpace& space, std::vector<const PhysicsSystem*> systems, const SolveOptions& options)
    : space_(space), systems_(std::move(systems)), pattern_(make_pattern(space, systems_)),
      matrix_(pattern_.zero_matrix()), solver_(options.linear_solver) {}

std::string BlockSolve::name() const {
  std::string text;
  for (const PhysicsSystem* system : systems_) text += (text.empty() ? "" : " + ") + system->name();
  return text;
}

Evaluation BlockSolve::evaluation(const FieldValues& fields) const {
  return {space_.mesh(), space_.fields(), fields, space_.parameters().all()};
}

std::span<const double> BlockSolve::part(const Eigen::VectorXd& q, std::size_t i) const {
  return {q.data() + pattern_.offset(static_cast<int>(i)),
          static_cast<std::size_t>(systems_[i]->constraints().unknown_count())};
}
std::span<double> BlockSolve::part(Eigen::VectorXd& q, std::size_t i) const {
  return {q.data() + pattern_.offset(static_cast<int>(i)),
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
  for (Index column = 0; column < matrix_.size; ++column) {
    const auto c = static_cast<std::size_t>(column);
    for (auto k = matrix_.column_start[c]; k < matrix_.column_start[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      magnitude[matrix_.row[entry]] += std::abs(matrix_.value[entry] * q[column]);
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
    const std::span<double> reduced = part(r, i);
    system.constraints().reduce(full, reduced);
    for (const TotalLoad& load : system.total_loads()) {
      const double total = space_.parameters().value(load.total);
      reduced[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))] -= total;
      scale = std::max(scale, std::abs(total));
    }
    measure.norm.push_back(norm(std::span<const double>(reduced)));
    measure.scale.push_back(scale);
  }
  return measure;
}

void BlockSolve::assemble_tangent(const FieldValues& fields) {
  const Stopwatch watch(assembly_seconds_);
  std::fill(matrix_.value.begin(), matrix_.value.end(), 0.0);
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    for (const Integral& integral : systems_[i]->integrals()) {
      if (integral.storage) continue;
      for (const int field : fields_read(integral)) {
        const int j = local_field(field);
        if (j < 0) continue;
        add_matrix(evaluation(fields), integral, field, MatrixKind::stiffness, pattern_.plan(static_cast<int>(i), j),
                   matrix_);
      }
    }
  }
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
    if (measure.norm[i] <= 10.0 * measure.noise[i]) continue;
    const double size = norm(fields_->values[static_cast<std::size_t>(systems_[i]->field())]);
    const double change = norm(part(update, i));
    if (change > 0.0) worst = std::max(worst, change / size);
  }
  return worst;
}

bool BlockSolve::is_admissible(const Eigen::VectorXd& q) const {
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    if (!systems_[i]->is_admissible(part(q, i))) return false;
  }
  return true;
}

std::string BlockSolve::describe(Index unknown) const {
  for (std::size_t i = systems_.size(); i-- > 0;) {
    const Index local = unknown - pattern_.offset(static_cast<int>(i));
    if (local < 0) continue;
    const std::vector<Index>& numbers = systems_[i]->constraints().unknown();
    const auto it = std::find(numbers.begin(), numbers.end(), local);
    const Field& field = space_.fields()[static_cast<std::size_t>(systems_[i]->field())];
    const auto node = static_cast<std::size_t>(it - numbers.begin()) / static_cast<std::size_t>(field.components);
    const std::array<double, 3>& x = space_.mesh().coordinates()[node];
    return fmt::format("{} of the node at ({:.4g}, {:.4g}, {:.4g}) m", field.name, x[0], x[1], x[2]);
  }
  return "unknown " + std::to_string(unknown);
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
    const double factorization_before = solver_.factorization_seconds(), solve_before = solver_.solve_seconds();
    const double assembly_before = assembly_seconds_;
    NewtonOptions newton;
    newton.tolerance = options.tolerance;
    newton.max_iterations = options.max_iterations;
    if (options.on_progress) {
      newton.on_iteration = [&](int iteration, double residual) {
        options.on_progress({block.systems, iteration, residual});
      };
    }
    const NewtonReport result = solve_newton(*this, solver_, q, newton);
    expand(q, fields);
    block.newton_iterations = result.iterations;
    block.relative_residual = result.relative_residual;
    block.linear_solver = solver_.name();
    report.newton_iterations += result.iterations;
    report.assembly_seconds += assembly_seconds_ - assembly_before;
    report.factorization_seconds += solver_.factorization_seconds() - factorization_before;
    report.solve_seconds += solver_.solve_seconds() - solve_before;
    if (!result.converged) {
      const std::string stop =
          result.line_search_failed ? "no step lowers the residual any further" : "solve.max_iterations is reached";
      throw AnalysisError(fmt::format(
          "{}: Newton's method has not converged after {} iterations (relative residual {:.2e}, wanted {:.1e}; "
          "{}): check units and property ranges, lower the drive, or begin nearer to the solution "
          "(thermal.initial_temperature)",
          block.systems, result.iterations, result.relative_residual, options.tolerance, stop));
    }
  }
  report.blocks.push_back(block);
  fields_ = nullptr;
}

Eigen::MatrixXd BlockSolve::solve_with_tangent(const Eigen::MatrixXd& right_hand_sides, bool transposed,
                                               double& relative_residual) {
  if (solver_.factorized()) {
    DirectSolver::Result result = solver_.solve(matrix_, right_hand_sides, transposed, sensitivity_tolerance);
    relative_residual = result.relative_residual;
    if (relative_residual <= stale_sensitivity_residual) return std::move(result.solution);
  }
  solver_.factorize(matrix_);
  DirectSolver::Result result = solver_.solve(matrix_, right_hand_sides, transposed, sensitivity_tolerance);
  relative_residual = result.relative_residual;
  if (!(relative_residual <= worst_sensitivity_residual)) {
    throw AnalysisError(fmt::format(
        "{}: the {} system was solved only to a relative residual of {:.1e}: the matrix is close to singular "
        "at this state",
        name(), transposed ? "adjoint" : "tangent", relative_residual));
  }
  return std::move(result.solution);
}

double BlockSolve::add_adjoint(const FieldValues& fields, std::vector<Sensitivities*>& sensitivities) {
  const Evaluation at = evaluation(fields);
  const auto columns = static_cast<Eigen::Index>(sensitivities.size());
  Eigen::MatrixXd right_hand_sides(size(), columns);
  for (Eigen::Index k = 0; k < columns; ++k) {
    Eigen::VectorXd column(size());
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const std::vector<double>& dual =
          sensitivities[static_cast<std::size_t>(k)]->fields.values[static_cast<std::size_t>(systems_[i]->field())];
      systems_[i]->constraints().reduce(dual, part(column, i));
    }
    right_hand_sides.col(k) = column;
  }
  double relative_residual = 0.0;
  Eigen::MatrixXd lambda = Eigen::MatrixXd::Zero(size(), columns);
  if (!right_hand_sides.allFinite()) {
    throw AnalysisError(
        fmt::format("{}: the derivative of an objective to the fields is not finite at this state", name()));
  }
  if (has_unknowns() && right_hand_sides.cwiseAbs().maxCoeff() > 0.0) {
    assemble_tangent(fields);
    lambda = solve_with_tangent(right_hand_sides, true, relative_residual);
  }
  for (Eigen::Index k = 0; k < columns; ++k) {
    Sensitivities& sensitivity = *sensitivities[static_cast<std::size_t>(k)];
    const Eigen::VectorXd column = lambda.col(k);
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const PhysicsSystem& system = *systems_[i];
      if (!has_unknowns() || column.cwiseAbs().maxCoeff() == 0.0) break;
      std::vector<double> full;
      system.constraints().expand_homogeneous(part(column, i), full);
      for (const Integral& integral : system.integrals()) {
        if (!integral.storage) add_vjp(at, integral, full, -1.0, sensitivity);
      }
      for (const TotalLoad& load : system.total_loads()) {
        space_.parameters().part(sensitivity.parameters, load.total)[0] +=
            part(column, i)[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))];
      }
    }
    // What is left on the block's own fields acts through the prescribed values.
    for (const PhysicsSystem* system : systems_) {
      std::vector<double>& dual = sensitivity.fields.values[static_cast<std::size_t>(system->field())];
      system->constraints().add_vjp(dual, at.parameters, sensitivity.parameters,
                                    sensitivity.want_coordinates ? &sensitivity.coordinates : nullptr);
      std::fill(dual.begin(), dual.end(), 0.0);
    }
  }
  return relative_residual;
}

void BlockSolve::add_tangent(const FieldValues& fields, Direction& direction) {
  const Evaluation at = evaluation(fields);
  for (const PhysicsSystem* system : systems_) {
    std::vector<double>& change = direction.fields.values[static_cast<std::size_t>(system->field())];
    change.assign(fields.values[static_cast<std::size_t>(system->field())].size(), 0.0);
    system->constraints().add_jvp(at.parameters, direction.parameters, direction.coordinates, change);
  }
  if (!has_unknowns()) return;
  Eigen::VectorXd r(size());
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    const PhysicsSystem& system = *systems_[i];
    std::vector<double> full(fields.values[static_cast<std::size_t>(system.field())].size(), 0.0);
    for (const Integral& integral : system.integrals()) {
      if (!integral.storage) add_jvp(at, integral, direction, full);
    }
    system.constraints().reduce(full, part(r, i));
    for (const TotalLoad& load : system.total_loads()) {
      if (direction.parameters.scalars.empty()) break;
      part(r, i)[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))] -=
          space_.parameters().part(std::as_const(direction.parameters), load.total)[0];
    }
  }
  assemble_tangent(fields);
  double relative_residual = 0.0;
  const Eigen::VectorXd change = -solve_with_tangent(r, false, relative_residual);
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    std::vector<double>& values = direction.fields.values[static_cast<std::size_t>(systems_[i]->field())];
    std::vector<double> unknown_part;
    systems_[i]->constraints().expand_homogeneous(part(change, i), unknown_part);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += unknown_part[k];
  }
}

} // namespace adjoule
