#include "identification_statistics.hpp"

#include "to_size.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// Of the normal distribution: 95 % lie within this many standard deviations.
constexpr double quantile_95 = 1.9599639845400545;
/// Singular values below this part of the largest are zero but for what the solves leave.
constexpr double rank_tolerance = 1e-8;
/// Parts of a unit vector below this are rounding.
constexpr double no_part = 1e-6;

/// Sizes to which uncertainties are compared.
Eigen::VectorXd reference_values(const Design& design, const std::vector<double>& values,
                                 const Eigen::VectorXd& derivatives) {
  const std::vector<double> start = design.values(design.start());
  Eigen::VectorXd reference(derivatives.size());
  for (Eigen::Index i = 0; i < reference.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    reference[i] = std::max(std::abs(values[k]), std::abs(start[k]));
    if (reference[i] == 0.0) reference[i] = std::abs(derivatives[i]);
  }
  return reference;
}

/// Residuals of the data less the unknowns that these determine: each counts as far as the data and not the
/// regularisation fix it (the trace of the hat matrix).
Index degrees_of_freedom(const LeastSquares& problem, const Eigen::MatrixXd& jacobian) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(rank_tolerance);
  decomposition.compute(jacobian);
  Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(jacobian.rows(), decomposition.rank());
  basis.applyOnTheLeft(decomposition.householderQ());
  return problem.data_count() - static_cast<Index>(std::lround(basis.topRows(problem.data_count()).squaredNorm()));
}

} // namespace

Eigen::MatrixXd project_out_nuisances(const LeastSquares& problem, const Eigen::MatrixXd& jacobian) {
  const Eigen::MatrixXd design = jacobian.leftCols(problem.variables());
  if (problem.nuisances() == 0) return design;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(jacobian.rightCols(problem.nuisances()));
  Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(jacobian.rows(), decomposition.rank());
  basis.applyOnTheLeft(decomposition.householderQ());
  return design - basis * (basis.transpose() * design);
}

double chi_squared_quantile(double degrees_of_freedom, double normal) {
  const double spread = 2.0 / (9.0 * degrees_of_freedom);
  return degrees_of_freedom * std::pow(std::max(0.0, 1.0 - spread + normal * std::sqrt(spread)), 3);
}

void add_statistics(const LeastSquares& problem, const LeastSquares::Linearization& at, IdentificationResult& result) {
  const Design& design = problem.design();
  const Eigen::Index n = problem.variables();
  result.degrees_of_freedom = degrees_of_freedom(problem, at.jacobian);

  const Eigen::MatrixXd jacobian = project_out_nuisances(problem, at.jacobian);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(jacobian, Eigen::ComputeFullV);
  Eigen::VectorXd singular = Eigen::VectorXd::Zero(n); // a wide Jacobian has fewer
  singular.head(svd.singularValues().size()) = svd.singularValues();
  const Eigen::MatrixXd& directions = svd.matrixV();
  result.singular_values.assign(singular.begin(), singular.end());

  const std::vector<double> derivative_values = design.value_derivatives(result.x);
  const Eigen::VectorXd derivatives = Eigen::Map<const Eigen::VectorXd>(derivative_values.data(), n).cwiseAbs().eval();
  const Eigen::VectorXd reference = reference_values(design, result.values, derivatives);
  Eigen::VectorXd variance = Eigen::VectorXd::Zero(n);
  bool has_full_rank = true;
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    const Eigen::VectorXd direction = directions.col(k);
    const bool is_null = singular[k] <= rank_tolerance * singular[0];
    has_full_rank = has_full_rank && !is_null;
    const double spread = is_null ? std::numeric_limits<double>::infinity() : 1.0 / singular[k];
    double relative = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (std::abs(direction[i]) < no_part) continue;
      variance[i] += std::pow(spread * direction[i], 2);
      relative = std::max(relative, spread * std::abs(direction[i]) * derivatives[i] / reference[i]);
    }
    if (relative > weak_uncertainty) {
      result.weak_directions.push_back({singular[k], {direction.begin(), direction.end()}, relative});
    }
  }
  if (has_full_rank) {
    result.covariance = directions * singular.array().square().inverse().matrix().asDiagonal() * directions.transpose();
    const Eigen::VectorXd deviation = result.covariance.diagonal().cwiseSqrt();
    result.correlation =
        deviation.cwiseInverse().asDiagonal() * result.covariance * deviation.cwiseInverse().asDiagonal();
  }

  std::vector<double> low = design.lower(), high = design.upper();
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double deviation = std::sqrt(variance[i]);
    result.standard_deviation.push_back(derivatives[i] * deviation);
    low[k] = std::max(low[k], result.x[k] - quantile_95 * deviation);
    high[k] = std::min(high[k], result.x[k] + quantile_95 * deviation);
  }
  const std::vector<double> low_values = design.values(low), high_values = design.values(high);
  for (std::size_t i = 0; i < low.size(); ++i) {
    result.interval_95.emplace_back(std::min(low_values[i], high_values[i]), std::max(low_values[i], high_values[i]));
  }
}

} // namespace adjoule
