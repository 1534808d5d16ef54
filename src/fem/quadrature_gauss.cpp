#include "quadrature_gauss.hpp"

#include <Eigen/Dense>
#include <cmath>

namespace adjoule {

// G. H. Golub, J. H. Welsch, "Calculation of Gauss quadrature rules", Math. Comp. 23 (1969): points and weights are
// eigenvalues and first components of the eigenvectors of the recurrence's tridiagonal matrix, here that of the Jacobi
// polynomials P^(power,0) on [-1,1].
LineRule gauss_jacobi(int n, int power) {
  const double a = power;
  Eigen::MatrixXd recurrence = Eigen::MatrixXd::Zero(n, n);
  for (int k = 0; k < n; ++k) {
    const double s = 2.0 * k + a;
    recurrence(k, k) = k == 0 ? -a / (a + 2.0) : -a * a / (s * (s + 2.0));
    if (k > 0)
      recurrence(k, k - 1) = recurrence(k - 1, k) =
          std::sqrt(4.0 * k * k * (k + a) * (k + a) / (s * s * (s + 1.0) * (s - 1.0)));
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(recurrence);
  LineRule rule;
  for (int k = 0; k < n; ++k) {
    const double first = solver.eigenvectors()(0, k);
    rule.points.push_back(0.5 * (1.0 + solver.eigenvalues()(k)));
    rule.weights.push_back(first * first / (a + 1.0));
  }
  return rule;
}

} // namespace adjoule
