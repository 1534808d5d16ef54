#include "least_squares.hpp"

#include "adjoule/core/error.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {

LeastSquares::LeastSquares(const IdentificationProblem& problem) : problem_(problem), design_(*problem.design) {
  for (const DataTerm* term : problem.data) {
    nuisances_ += term->nuisance_count();
    data_count_ += term->residual_count();
  }
}

std::vector<double> LeastSquares::start() const {
  std::vector<double> unknowns = design_.start();
  unknowns.resize(to_size(this->unknowns()), 0.0);
  return unknowns;
}

std::vector<double> LeastSquares::lower() const {
  std::vector<double> bounds = design_.lower();
  bounds.resize(to_size(unknowns()), -std::numeric_limits<double>::infinity());
  return bounds;
}

std::vector<double> LeastSquares::upper() const {
  std::vector<double> bounds = design_.upper();
  bounds.resize(to_size(unknowns()), std::numeric_limits<double>::infinity());
  return bounds;
}

template <class Evaluate>
auto LeastSquares::guarded(std::span<const double> unknowns, Evaluate evaluate) {
  const std::span<const double> x = unknowns.first(to_size(variables()));
  const std::vector<double> values = design_.values(x);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) throw AnalysisError(fmt::format("{} is not finite", design_.names()[i]));
  }
  try {
    auto result = evaluate(x, unknowns.subspan(to_size(variables())));
    has_succeeded_ = true;
    return result;
  } catch (const InputError& error) {
    if (!has_succeeded_) throw;
    throw AnalysisError(error.what());
  } catch (const AnalysisError& error) {
    if (has_succeeded_) throw;
    throw AnalysisError(
        fmt::format("the start values of the unknowns cannot be evaluated: {}. Begin with others", error.what()));
  }
}

LeastSquares::Linearization LeastSquares::linearize(std::span<const double> unknowns, bool residual_only) {
  return guarded(unknowns, [&](std::span<const double> x, std::span<const double> nuisance) {
    std::vector<Eigen::VectorXd> prior_residuals(problem_.regularization.size());
    std::vector<Eigen::MatrixXd> prior_jacobians(problem_.regularization.size());
    Eigen::Index rows = data_count_;
    for (std::size_t k = 0; k < prior_residuals.size(); ++k) {
      problem_.regularization[k]->residual(design_, x, prior_residuals[k], prior_jacobians[k]);
      rows += prior_residuals[k].size();
    }
    Linearization result;
    result.residual.resize(rows);
    if (!residual_only) result.jacobian.setZero(rows, this->unknowns());
    Eigen::Index row = 0, column = variables();
    for (DataTerm* term : problem_.data) {
      const Eigen::Index count = term->residual_count(), own = term->nuisance_count();
      DataTerm::Linearization part = term->linearize(
          design_, x, nuisance.subspan(static_cast<std::size_t>(column - variables()), static_cast<std::size_t>(own)),
          residual_only);
      result.residual.segment(row, count) = part.residual;
      if (!residual_only) {
        result.jacobian.block(row, 0, count, variables()) = part.design;
        if (own > 0) result.jacobian.block(row, column, count, own) = part.nuisance;
      }
      row += count;
      column += own;
    }
    if (shift_.size() > 0) result.residual.head(data_count_) -= shift_;
    for (std::size_t k = 0; k < prior_residuals.size(); ++k) {
      const Eigen::Index count = prior_residuals[k].size();
      result.residual.segment(row, count) = prior_residuals[k];
      if (!residual_only) result.jacobian.block(row, 0, count, variables()) = prior_jacobians[k];
      row += count;
    }
    if (!result.residual.allFinite() || !result.jacobian.allFinite()) {
      throw AnalysisError("the residuals of the data or their derivatives are not finite");
    }
    result.chi_squared = result.residual.head(data_count_).squaredNorm();
    result.regularization = 0.5 * result.residual.tail(rows - data_count_).squaredNorm();
    return result;
  });
}

LeastSquares::Objective LeastSquares::objective(std::span<const double> unknowns) {
  return guarded(unknowns, [&](std::span<const double> x, std::span<const double> nuisance) {
    Objective result;
    result.gradient.assign(to_size(this->unknowns()), 0.0);
    const std::span<double> design_part = std::span(result.gradient).first(x.size());
    Eigen::Index row = 0;
    std::size_t column = 0;
    for (DataTerm* term : problem_.data) {
      const std::size_t own = to_size(term->nuisance_count());
      const Eigen::VectorXd shift =
          shift_.size() > 0 ? Eigen::VectorXd(shift_.segment(row, term->residual_count())) : Eigen::VectorXd();
      const DataTerm::HalfSquare part = term->half_square(design_, x, nuisance.subspan(column, own), shift);
      result.chi_squared += 2.0 * part.value;
      for (std::size_t i = 0; i < x.size(); ++i) design_part[i] += part.design[i];
      for (std::size_t i = 0; i < own; ++i) result.gradient[x.size() + column + i] = part.nuisance[i];
      row += term->residual_count();
      column += own;
    }
    for (const Regularization* prior : problem_.regularization) {
      result.regularization += prior->value(design_, x, design_part);
    }
    bool finite = std::isfinite(result.value());
    for (const double derivative : result.gradient) finite = finite && std::isfinite(derivative);
    if (!finite) throw AnalysisError("the misfit to the data or its gradient is not finite");
    return result;
  });
}

bool is_near_minimum(double promise, double objective) {
  return promise <= std::max(1e-4 * objective, 0.5 * 1e-2 * 1e-2);
}

} // namespace adjoule
