/// Krylov methods that correct approximate solutions with factors of a matrix nearby, or with a preconditioner.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <Eigen/Dense>

#include <functional>

namespace adjoule {

/// The system A X = B (or A^T X = B) and what stands in for its inverse; both act on columns.
struct PreconditionedSystem {
  const SparseMatrix& matrix;
  bool transposed = false;
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> precondition;
};

struct KrylovResult {
  Eigen::MatrixXd solution;
  int iterations = 0;      ///< largest over the columns
  bool converged = true;   ///< all columns
  bool indefinite = false; ///< a direction of negative or no curvature was met: the matrix is not positive definite
};

/// Conjugate gradients for a symmetric matrix and a positive definite preconditioner, from zero, all columns in step so
/// that they share the preconditioner's work. Ends where the error in the energy norm is estimated to be `reduction` of
/// that of zero: the decrease in the last step (Hestenes & Stiefel 1952, theorem 6:1) times its ratio to the one
/// before. Gives up after `max_iterations`, or as soon as the decrease so far says that they will not do.
KrylovResult conjugate_gradients(const PreconditionedSystem& system, const Eigen::MatrixXd& right_hand_sides,
                                 double reduction, int max_iterations);

/// Restarted GMRES (Saad & Schultz 1986) with the preconditioner on the left, from zero, column by column: ends where
/// the preconditioned residual is `reduction` of that of zero. Gives up as above.
KrylovResult generalized_minimal_residuals(const PreconditionedSystem& system, const Eigen::MatrixXd& right_hand_sides,
                                           double reduction, int max_iterations);

} // namespace adjoule
