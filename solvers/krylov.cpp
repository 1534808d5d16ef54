#include "krylov.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace adjoule {
namespace {

// Basis vectors of GMRES between restarts: their memory is that of so many solutions.
constexpr int restart_length = 30;

// The decrease of so many iterations says how many more it takes.
constexpr int iterations_before_judgement = 4;

Eigen::MatrixXd product(const PreconditionedSystem& system, const Eigen::MatrixXd& columns, bool transposed) {
  Eigen::MatrixXd result(columns.rows(), columns.cols());
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    const std::span<const double> x{columns.col(j).data(), static_cast<std::size_t>(columns.rows())};
    const std::vector<double> y = transposed ? multiply_transposed(system.matrix, x) : multiply(system.matrix, x);
    result.col(j) = Eigen::Map<const Eigen::VectorXd>(y.data(), columns.rows());
  }
  return result;
}

/// Whether a decrease by `achieved` in so many iterations makes `wanted` within the limit; both below 1.
bool is_hopeless(int iterations, double achieved, double wanted, int max_iterations) {
  if (iterations < iterations_before_judgement) return false;
  if (!(achieved < 1.0)) return true;
  return iterations * std::log(wanted) / std::log(achieved) > max_iterations;
}

/// One right-hand side of conjugate gradients.
struct GradientColumn {
  Eigen::Index number = 0;
  double product = 0.0;  ///< r . z
  double total = 0.0;    ///< decrease of the squared energy norm so far
  double previous = 0.0; ///< in the step before
  double remaining = 1.0;
};

/// Keeps the columns of `numbers` that are to stay, in their order.
void keep_columns(Eigen::MatrixXd& matrix, const std::vector<Eigen::Index>& kept) {
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto place = static_cast<Eigen::Index>(k);
    if (kept[k] != place) matrix.col(place) = matrix.col(kept[k]).eval();
  }
  matrix.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(kept.size()));
}

} // namespace

KrylovResult conjugate_gradients(const PreconditionedSystem& system, const Eigen::MatrixXd& right_hand_sides,
                                 double reduction, int max_iterations) {
  KrylovResult result;
  result.solution = Eigen::MatrixXd::Zero(right_hand_sides.rows(), right_hand_sides.cols());
  std::vector<GradientColumn> open;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index j = 0; j < right_hand_sides.cols(); ++j) {
    if (right_hand_sides.col(j).isZero(0.0)) continue;
    open.push_back({.number = j});
    kept.push_back(j);
  }
  Eigen::MatrixXd residuals = right_hand_sides;
  keep_columns(residuals, kept);
  Eigen::MatrixXd directions;
  while (!open.empty()) {
    if (result.iterations == max_iterations) {
      result.converged = false;
      return result;
    }
    const Eigen::MatrixXd preconditioned = system.precondition(residuals);
    if (result.iterations == 0) directions = Eigen::MatrixXd::Zero(residuals.rows(), residuals.cols());
    for (std::size_t k = 0; k < open.size(); ++k) {
      const auto place = static_cast<Eigen::Index>(k);
      const double before = open[k].product;
      open[k].product = residuals.col(place).dot(preconditioned.col(place));
      const double factor = before > 0.0 ? open[k].product / before : 0.0;
      directions.col(place) = preconditioned.col(place) + factor * directions.col(place);
    }
    // The transposed product gathers, which is faster; the matrix is symmetric.
    const Eigen::MatrixXd images = product(system, directions, true);
    ++result.iterations;
    kept.clear();
    std::vector<GradientColumn> still_open;
    for (std::size_t k = 0; k < open.size(); ++k) {
      const auto place = static_cast<Eigen::Index>(k);
      GradientColumn column = open[k];
      const double curvature = directions.col(place).dot(images.col(place));
      if (!(curvature > 0.0) || !(column.product > 0.0)) {
        result.indefinite = true;
        result.converged = false;
        return result;
      }
      const double length = column.product / curvature;
      result.solution.col(column.number) += length * directions.col(place);
      residuals.col(place) -= length * images.col(place);
      const double decrease = length * column.product;
      column.total += decrease;
      const double ratio = column.previous > 0.0 ? std::min(1.0, decrease / column.previous) : 1.0;
      column.remaining = decrease * ratio / column.total;
      column.previous = decrease;
      const bool exact = residuals.col(place).isZero(0.0);
      if (exact || column.remaining <= reduction * reduction) continue;
      if (is_hopeless(result.iterations, std::sqrt(column.remaining), reduction, max_iterations)) {
        result.converged = false;
        return result;
      }
      kept.push_back(place);
      still_open.push_back(column);
    }
    open = std::move(still_open);
    keep_columns(residuals, kept);
    keep_columns(directions, kept);
  }
  return result;
}

KrylovResult generalized_minimal_residuals(const PreconditionedSystem& system, const Eigen::MatrixXd& right_hand_sides,
                                           double reduction, int max_iterations) {
  const Eigen::Index size = right_hand_sides.rows();
  KrylovResult result;
  result.solution = Eigen::MatrixXd::Zero(size, right_hand_sides.cols());
  const auto precondition = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd { return system.precondition(x); };
  const auto multiplied = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    return product(system, x, system.transposed);
  };
  for (Eigen::Index j = 0; j < right_hand_sides.cols(); ++j) {
    const Eigen::VectorXd b = right_hand_sides.col(j);
    if (b.isZero(0.0)) continue;
    Eigen::VectorXd x = Eigen::VectorXd::Zero(size);
    Eigen::VectorXd residual = precondition(b);
    const double first = residual.norm();
    double norm = first;
    int iterations = 0;
    while (norm > reduction * first) {
      if (iterations > 0) {
        residual = precondition(b - multiplied(x));
        norm = residual.norm();
      }
      std::vector<Eigen::VectorXd> basis{residual / norm};
      Eigen::MatrixXd hessenberg = Eigen::MatrixXd::Zero(restart_length + 1, restart_length);
      std::vector<Eigen::JacobiRotation<double>> rotations;
      Eigen::VectorXd projected = Eigen::VectorXd::Zero(restart_length + 1);
      projected[0] = norm;
      Eigen::Index k = 0;
      while (k < restart_length && norm > reduction * first) {
        if (iterations == max_iterations || is_hopeless(iterations, norm / first, reduction, max_iterations)) {
          result.converged = false;
          break;
        }
        ++iterations;
        Eigen::VectorXd next = precondition(multiplied(basis.back()));
        const double length = next.norm();
        for (int sweep = 0; sweep < 2; ++sweep) { // twice is enough (Giraud et al. 2005)
          for (Eigen::Index i = 0; i <= k; ++i) {
            const double overlap = basis[static_cast<std::size_t>(i)].dot(next);
            hessenberg(i, k) += overlap;
            next -= overlap * basis[static_cast<std::size_t>(i)];
          }
        }
        const double rest = next.norm();
        hessenberg(k + 1, k) = rest;
        for (Eigen::Index i = 0; i < k; ++i)
          hessenberg.col(k).applyOnTheLeft(i, i + 1, rotations[static_cast<std::size_t>(i)].adjoint());
        Eigen::JacobiRotation<double> rotation;
        rotation.makeGivens(hessenberg(k, k), hessenberg(k + 1, k));
        hessenberg.col(k).applyOnTheLeft(k, k + 1, rotation.adjoint());
        projected.applyOnTheLeft(k, k + 1, rotation.adjoint());
        rotations.push_back(rotation);
        ++k;
        norm = std::abs(projected[k]);
        if (!(rest > 1e-14 * length)) break; // the space holds the solution
        basis.push_back(next / rest);
      }
      if (k > 0) {
        const Eigen::VectorXd weights =
            hessenberg.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(projected.head(k));
        for (Eigen::Index i = 0; i < k; ++i) x += weights[i] * basis[static_cast<std::size_t>(i)];
      }
      if (!result.converged) break;
    }
    result.solution.col(j) = x;
    result.iterations = std::max(result.iterations, iterations);
    if (!result.converged) break;
  }
  return result;
}

} // namespace adjoule
