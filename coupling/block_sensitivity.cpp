// The transposed product and the tangent of a block.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

// Adjoint and tangent solves aim at rounding level, whatever tolerance the forward solve had. A stale factorisation is
// replaced when refinement does not bring it to the second figure; the third is the worst that a new factorisation may
// leave.
constexpr double sensitivity_tolerance = 1e-15;
constexpr double stale_sensitivity_residual = 1e-13;
constexpr double worst_sensitivity_residual = 1e-8;

// Refinement of sensitivities with residuals by elements ends here, or where it stalls.
constexpr int most_adjoint_passes = BlockSolve::most_tangent_passes;
constexpr double small_sensitivity_update = 1e-12;
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

Eigen::MatrixXd BlockSolve::solve_with_tangent(const Eigen::MatrixXd& right_hand_sides, bool transposed) {
  if (solver_.factorized()) {
    DirectSolver::Result result = solver_.solve(matrix_, right_hand_sides, transposed, sensitivity_tolerance);
    if (result.relative_residual <= stale_sensitivity_residual) return std::move(result.solution);
  }
  solver_.factorize(matrix_);
  DirectSolver::Result result = solver_.solve(matrix_, right_hand_sides, transposed, sensitivity_tolerance);
  if (!(result.relative_residual <= worst_sensitivity_residual)) {
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
    const Parameters& parameters = space_.parameters();
    for (const TotalLoad& load : system.total_loads()) {
      const double at_tie = part(lambda, i)[static_cast<std::size_t>(system.constraints().tied_unknown(load.tie))];
      const double factor = load.factor.valid() ? parameters.value(load.factor) : 1.0;
      parameters.part(sensitivity.parameters, load.total)[0] += factor * at_tie;
      if (load.factor.valid())
        parameters.part(sensitivity.parameters, load.factor)[0] += parameters.value(load.total) * at_tie;
    }
  }
}

double BlockSolve::change_of_total(const TotalLoad& load, const ParameterVector& direction) const {
  const Parameters& parameters = space_.parameters();
  const double change = parameters.part(direction, load.total)[0];
  if (!load.factor.valid()) return change;
  return parameters.value(load.factor) * change +
         parameters.part(direction, load.factor)[0] * parameters.value(load.total);
}

double BlockSolve::add_adjoint(const FieldValues& fields, std::vector<Sensitivities*>& sensitivities) {
  // The product with lambda leaves the adjoint residual on the block's own fields, computed by elements and so with
  // more digits than the assembled matrix has: it refines lambda as long as that matters.
  double error = 0.0;
  Eigen::RowVectorXd size_of_lambda, last_update;
  for (int pass = 0; has_unknowns() && pass < most_adjoint_passes; ++pass) {
    const Eigen::MatrixXd residuals = reduced_duals(sensitivities);
    if (residuals.cwiseAbs().maxCoeff() == 0.0) break;
    if (pass == 0) assemble_tangent(fields);
    const Eigen::MatrixXd lambda = solve_with_tangent(residuals, true);
    const Eigen::RowVectorXd update = lambda.colwise().norm();
    if (pass == 0) size_of_lambda = update;
    if (pass > 0) {
      error = largest_ratio(update, size_of_lambda);
      if (error <= small_sensitivity_update || largest_ratio(update, last_update) > 0.5) break;
    }
    last_update = update;
    for (std::size_t k = 0; k < sensitivities.size(); ++k) {
      subtract_product(fields, lambda.col(static_cast<Eigen::Index>(k)), *sensitivities[k]);
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

void BlockSolve::add_tangent(const FieldValues& fields, Direction& direction, int passes) {
  const Evaluation at = evaluation(fields);
  for (const PhysicsSystem* system : systems_) {
    std::vector<double>& change = direction.fields.values[static_cast<std::size_t>(system->field())];
    change.assign(fields.values[static_cast<std::size_t>(system->field())].size(), 0.0);
    system->constraints().add_jvp(at.parameters, direction.parameters, direction.coordinates, change);
  }
  double size_of_change = 0.0, last_update = 0.0;
  for (int pass = 0; has_unknowns() && pass < passes; ++pass) {
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
            change_of_total(load, direction.parameters);
      }
    }
    if (r.norm() == 0.0) break;
    if (pass == 0) assemble_tangent(fields);
    const Eigen::VectorXd change = -solve_with_tangent(r, false);
    const double update = change.norm();
    if (pass == 0) size_of_change = update;
    if (pass > 0 && (update <= small_sensitivity_update * size_of_change || update > 0.5 * last_update)) break;
    last_update = update;
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      std::vector<double>& values = direction.fields.values[static_cast<std::size_t>(systems_[i]->field())];
      std::vector<double> unknown_part;
      systems_[i]->constraints().expand_homogeneous(part(change, i), unknown_part);
      for (std::size_t k = 0; k < values.size(); ++k) values[k] += unknown_part[k];
    }
  }
}

} // namespace adjoule
