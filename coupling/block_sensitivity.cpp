// The transposed product and the tangent of a block.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

// Stale factors are replaced where iterations with them do not come to the first figure; the second is the worst that a
// new factorisation may leave.
constexpr double stale_sensitivity_residual = 1e-13;
constexpr double worst_sensitivity_residual = 1e-8;

// Backward error of corrections to sensitivities: a few figures of them are enough.
constexpr double correction_tolerance = 1e-6;

// Iterations without factors pay for every figure: the reduction of the error that they are asked for.
constexpr double iterated_sensitivity_tolerance = 1e-10;
constexpr double iterated_correction_tolerance = 0.1;

double tolerance_of_pass(int pass, bool direct) {
  if (pass == 0) return direct ? BlockSolve::sensitivity_tolerance : iterated_sensitivity_tolerance;
  return direct ? correction_tolerance : iterated_correction_tolerance;
}

// What a correction has left to correct, relative to the sensitivity, where that is known without a further solve.
bool leaves_little(double correction, int pass, bool direct, double small_error) {
  return pass > 0 && !direct && iterated_correction_tolerance * correction <= small_error;
}

// Refinement of sensitivities with residuals by elements ends here, or where it stalls.
constexpr int most_adjoint_passes = BlockSolve::most_tangent_passes;
constexpr double small_sensitivity_update = 1e-12;

// And without a further solve where it is known from the forward solve how much the errors are that residuals stand
// for, and they are small. Changes of a state may cancel in an objective to a hundredth (the energy of a slender body).
constexpr double small_adjoint_error = 1e-10;
constexpr double small_tangent_error = 1e-12;
constexpr double uncertain_sensitivity = 1e-6;

// Largest of a_k / b_k, 0 / 0 being 0.
double largest_ratio(const Eigen::RowVectorXd& a, const Eigen::RowVectorXd& b) {
  double largest = 0.0;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    if (a[k] != 0.0) largest = std::max(largest, a[k] / b[k]);
  }
  return largest;
}

} // namespace

Eigen::MatrixXd BlockSolve::solve_with_tangent(const Eigen::MatrixXd& right_hand_sides, bool transposed,
                                               double tolerance) {
  if (solver_.factorized() && !tangent_is_factorized()) {
    SystemSolver::Result result = solver_.solve(matrix_, right_hand_sides, transposed, tolerance);
    if (result.relative_residual <= std::max(tolerance, stale_sensitivity_residual)) return std::move(result.solution);
  }
  if (!tangent_is_factorized()) solver_.factorize(matrix_);
  SystemSolver::Result result = solver_.solve(matrix_, right_hand_sides, transposed, tolerance);
  if (!(result.relative_residual <= std::max(tolerance, worst_sensitivity_residual))) {
    throw AnalysisError(fmt::format(
        "{}: the {} system was solved only to a relative residual of {:.1e}: the matrix is close to singular "
        "at this state",
        name(), transposed ? "adjoint" : "tangent", result.relative_residual));
  }
  return std::move(result.solution);
}

Eigen::MatrixXd BlockSolve::reduced_duals(const std::vector<Sensitivities*>& sensitivities) const {
  Eigen::MatrixXd columns(size(), static_cast<Eigen::Index>(sensitivities.size()));
  for (std::size_t k = 0; k < sensitivities.size(); ++k) {
    Eigen::VectorXd column(size());
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      systems_[i]->constraints().reduce(sensitivities[k]->fields.values[static_cast<std::size_t>(systems_[i]->field())],
                                        part(column, i));
    }
    columns.col(static_cast<Eigen::Index>(k)) = column;
  }
  if (!columns.allFinite()) {
    throw AnalysisError(
        fmt::format("{}: the derivative of an objective to the fields is not finite at this state", name()));
  }
  return columns;
}

void BlockSolve::subtract_product(const FieldValues& fields, const Eigen::VectorXd& lambda,
                                  Sensitivities& sensitivity) const {
  if (lambda.cwiseAbs().maxCoeff() == 0.0) return;
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    const PhysicsSystem& system = *systems_[i];
    std::vector<double> full;
    system.constraints().expand_homogeneous(part(lambda, i), full);
    for (const Integral& integral : system.integrals()) {
      if (!integral.storage) add_vjp(evaluation(fields), integral, full, -1.0, sensitivity);
    }
    for (const TotalLoad& load : system.total_loads()) {
      const double at_tie = part(lambda, i)[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))];
      add_uniform_vjp(*load.total, space_.parameters().all(), at_tie, sensitivity.parameters);
    }
  }
}

double BlockSolve::add_adjoint(const FieldValues& fields, std::vector<Sensitivities*>& sensitivities) {
  // The product with lambda leaves the adjoint residual on the block's own fields, computed by elements and so with
  // more digits than the assembled matrix has: it refines lambda as long as that matters.
  double error = 0.0;
  Eigen::RowVectorXd size_of_lambda, last_update;
  for (int pass = 0; has_unknowns() && pass < most_adjoint_passes; ++pass) {
    const Eigen::MatrixXd residuals = reduced_duals(sensitivities);
    const Eigen::RowVectorXd size_of_residuals = residuals.colwise().norm();
    if (size_of_residuals.isZero(0.0)) break;
    if (pass > 0 && knows_amplification()) {
      error = largest_ratio(amplification_ * size_of_residuals, size_of_lambda);
      if (error <= small_adjoint_error) break;
    }
    if (pass == 0) assemble_tangent(fields);
    const Eigen::MatrixXd lambda = solve_with_tangent(residuals, true, tolerance_of_pass(pass, solver_.is_direct()));
    const Eigen::RowVectorXd update = lambda.colwise().norm();
    if (pass == 0) {
      size_of_lambda = update;
    } else {
      error = largest_ratio(update, size_of_lambda);
      if (error <= small_sensitivity_update || largest_ratio(update, last_update) > 0.5) break;
    }
    last_update = update;
    for (std::size_t k = 0; k < sensitivities.size(); ++k) {
      subtract_product(fields, lambda.col(static_cast<Eigen::Index>(k)), *sensitivities[k]);
    }
    if (leaves_little(error, pass, solver_.is_direct(), small_adjoint_error)) {
      error *= iterated_correction_tolerance;
      break;
    }
  }
  // What is left on the block's own fields acts through the prescribed values.
  for (Sensitivities* sensitivity : sensitivities) {
    for (const PhysicsSystem* system : systems_) {
      std::vector<double>& dual = sensitivity->fields.values[static_cast<std::size_t>(system->field())];
      system->constraints().add_vjp(dual, space_.parameters().all(), sensitivity->parameters,
                                    sensitivity->want_coordinates ? &sensitivity->coordinates : nullptr);
      std::fill(dual.begin(), dual.end(), 0.0);
    }
  }
  if (error > uncertain_sensitivity) {
    warn(fmt::format("{}: the equations are badly conditioned: gradients are uncertain by about {:.1e} of their size",
                     name(), error));
  }
  return error;
}

Eigen::VectorXd BlockSolve::residual_change(const Evaluation& at, const Direction& direction) const {
  Eigen::VectorXd change(size());
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    const PhysicsSystem& system = *systems_[i];
    std::vector<double> full(at.state.values[static_cast<std::size_t>(system.field())].size(), 0.0);
    for (const Integral& integral : system.integrals()) {
      if (!integral.storage) add_jvp(at, integral, direction, full);
    }
    system.constraints().reduce(full, part(change, i));
    for (const TotalLoad& load : system.total_loads()) {
      part(change, i)[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))] -=
          uniform_jvp(*load.total, at.parameters, direction.parameters);
    }
  }
  return change;
}

void BlockSolve::add_to_fields(const Eigen::VectorXd& change, Direction& direction) const {
  for (std::size_t i = 0; i < systems_.size(); ++i) {
    std::vector<double>& values = direction.fields.values[static_cast<std::size_t>(systems_[i]->field())];
    std::vector<double> unknown_part;
    systems_[i]->constraints().expand_homogeneous(part(change, i), unknown_part);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += unknown_part[k];
  }
}

void BlockSolve::add_tangents(const FieldValues& fields, std::vector<Direction>& directions, int passes) {
  const Evaluation at = evaluation(fields);
  // A direction, and how far the refinement of its tangent has come.
  struct Column {
    Direction* direction;
    double size_of_change = 0.0, last_update = 0.0;
  };
  std::vector<Column> open;
  for (Direction& direction : directions) {
    for (const PhysicsSystem* system : systems_) {
      std::vector<double>& change = direction.fields.values[static_cast<std::size_t>(system->field())];
      change.assign(fields.values[static_cast<std::size_t>(system->field())].size(), 0.0);
      system->constraints().add_jvp(at.parameters, direction.parameters, direction.coordinates, change);
    }
    if (has_unknowns()) open.push_back({&direction});
  }
  for (int pass = 0; pass < passes; ++pass) {
    Eigen::MatrixXd residuals(size(), static_cast<Eigen::Index>(open.size()));
    std::vector<Column> unsolved;
    for (const Column& column : open) {
      const Eigen::VectorXd residual = residual_change(at, *column.direction);
      if (residual.isZero(0.0)) continue;
      if (pass > 0 && knows_amplification() &&
          amplification_ * residual.norm() <= small_tangent_error * column.size_of_change)
        continue;
      residuals.col(static_cast<Eigen::Index>(unsolved.size())) = residual;
      unsolved.push_back(column);
    }
    open.clear();
    if (unsolved.empty()) break;
    if (pass == 0) assemble_tangent(fields);
    const Eigen::MatrixXd changes = -solve_with_tangent(residuals.leftCols(static_cast<Eigen::Index>(unsolved.size())),
                                                        false, tolerance_of_pass(pass, solver_.is_direct()));
    for (std::size_t k = 0; k < unsolved.size(); ++k) {
      Column column = unsolved[k];
      const Eigen::VectorXd change = changes.col(static_cast<Eigen::Index>(k));
      const double update = change.norm();
      if (pass == 0) {
        column.size_of_change = update;
      } else if (update <= small_sensitivity_update * column.size_of_change || update > 0.5 * column.last_update) {
        continue;
      }
      column.last_update = update;
      add_to_fields(change, *column.direction);
      if (!leaves_little(update / column.size_of_change, pass, solver_.is_direct(), small_tangent_error))
        open.push_back(column);
    }
  }
}

} // namespace adjoule
