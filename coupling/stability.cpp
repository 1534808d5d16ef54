// Whether equilibrium is stable, and what moves where it is not.
#include "adjoule/core/error.hpp"
#include "block_solve.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <cmath>

namespace adjoule {
namespace {

// Subspace iteration finds the softest mode among a few, so that others of similar size do not hide it.
constexpr Index trial_modes = 4;
constexpr int subspace_iterations = 12;

// Vectors without any symmetry that a mode could be orthogonal to.
Eigen::MatrixXd irregular_columns(Index size, Index count) {
  Eigen::MatrixXd columns(size, count);
  for (Index j = 0; j < count; ++j) {
    for (Index i = 0; i < size; ++i) {
      const double turns = 0.6180339887498949 * (i + 1.0) + 0.4142135623730951 * (j + 1.0) * std::sqrt(i + 1.0);
      columns(i, j) = turns - std::floor(turns) - 0.5;
    }
  }
  return columns;
}

} // namespace

std::optional<bool> BlockSolve::is_stable(const FieldValues& fields) {
  if (!judges_stability()) return {};
  assemble_tangent(fields);
  if (!is_symmetric(matrix_)) return {};
  factors_prove_stability_ = (tangent_is_factorized() && solver_.proves_positive_definite()) ||
                             solver_.factorize_if_positive_definite(matrix_);
  return factors_prove_stability_;
}

Index BlockSolve::softest_node(const FieldValues& fields) {
  assemble_tangent(fields);
  try {
    if (!tangent_is_factorized()) solver_.factorize(matrix_);
  } catch (const FactorizationError& error) { // at the critical load itself
    return error.unknown() >= 0 ? place_of(error.unknown()).second : -1;
  }
  const Index modes = std::min(trial_modes, size());
  Eigen::MatrixXd subspace = irregular_columns(size(), modes);
  Eigen::VectorXd softest;
  for (int iteration = 0; iteration < subspace_iterations; ++iteration) {
    subspace = solver_.solve(matrix_, subspace, false, 1e-10, 1).solution;
    const Eigen::MatrixXd basis =
        Eigen::HouseholderQR<Eigen::MatrixXd>(subspace).householderQ() * Eigen::MatrixXd::Identity(size(), modes);
    Eigen::MatrixXd product(size(), modes);
    for (Index j = 0; j < modes; ++j) {
      const std::vector<double> column =
          multiply(matrix_, {basis.col(j).data(), static_cast<std::size_t>(basis.rows())});
      product.col(j) = Eigen::Map<const Eigen::VectorXd>(column.data(), basis.rows());
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(basis.transpose() * product);
    subspace = basis * ritz.eigenvectors();
    softest = subspace.col(0); // ascending: the most negative one
  }
  const PhysicsSystem& system = *systems_.front();
  std::vector<double> mode;
  system.constraints().expand_homogeneous({softest.data(), static_cast<std::size_t>(softest.size())}, mode);
  const auto components =
      static_cast<std::size_t>(space_.fields()[static_cast<std::size_t>(system.field())].components);
  std::size_t node = 0;
  double largest = -1.0;
  for (std::size_t n = 0; n * components < mode.size(); ++n) {
    double square = 0.0;
    for (std::size_t c = 0; c < components; ++c) square += mode[n * components + c] * mode[n * components + c];
    if (square <= largest) continue;
    largest = square;
    node = n;
  }
  return static_cast<Index>(node);
}

} // namespace adjoule
