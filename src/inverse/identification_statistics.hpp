// What a fit says about its own accuracy.
#pragma once

#include "least_squares.hpp"

namespace adjoule {

/// A combination whose standard deviation is above this part of the values is called weak.
inline constexpr double weak_uncertainty = 0.5;

/// Fills in, from the Jacobian at the result: degrees of freedom, covariance, correlation, standard deviations,
/// intervals, singular values and weak directions. `x`, `values` and `chi_squared` are there.
void add_statistics(const LeastSquares& problem, const LeastSquares::Linearization& at, IdentificationResult& result);

/// The words for it, from what `add_statistics` has found; where it was not called, for what is known without.
void add_warnings(const IdentificationProblem& problem, const LeastSquares& least_squares,
                  const LeastSquares::Linearization* at, IdentificationResult& result);

/// The nuisances projected out of the Jacobian to x.
Eigen::MatrixXd project_out_nuisances(const LeastSquares& problem, const Eigen::MatrixXd& jacobian);

/// The p-quantile of chi^2 by the approximation of Wilson and Hilferty (1931, doi 10.1073/pnas.17.12.684); `normal`:
/// that of the normal distribution.
double chi_squared_quantile(double degrees_of_freedom, double normal);

} // namespace adjoule
