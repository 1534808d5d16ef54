#include "adjoule/inverse/bounded_least_squares.hpp"

#include <algorithm>
#include <vector>

namespace adjoule {
namespace {

/// The problem in its columns' own scale, with as many rows as unknowns.
struct Reduced {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right; ///< minus what is left of the residual
};

Reduced reduce(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residual, const Eigen::VectorXd& scale) {
  const Eigen::MatrixXd scaled = jacobian * scale.cwiseInverse().asDiagonal();
  if (scaled.rows() <= scaled.cols()) return {scaled, -residual};
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(scaled);
  const Eigen::VectorXd right = qr.householderQ().adjoint() * -residual;
  return {qr.matrixQR().topRows(scaled.cols()).triangularView<Eigen::Upper>(), right.head(scaled.cols())};
}

/// The minimum over the free unknowns, the others as they are in `from`.
Eigen::VectorXd minimum_of_free(const Reduced& problem, const Eigen::VectorXd& from, const std::vector<bool>& held) {
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < from.size(); ++i) {
    if (!held[static_cast<std::size_t>(i)]) free.push_back(i);
  }
  Eigen::VectorXd target = from;
  if (free.empty()) return target;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(1e-10);
  qr.compute(problem.matrix(Eigen::all, free));
  target(free) += qr.solve(problem.right - problem.matrix * from);
  return target;
}

} // namespace

BoundedStep bounded_least_squares(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residual,
                                  const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  const Eigen::Index count = jacobian.cols();
  Eigen::VectorXd scale = jacobian.colwise().norm();
  for (double& length : scale) {
    if (length == 0.0) length = 1.0;
  }
  const Reduced problem = reduce(jacobian, residual, scale);
  const Eigen::VectorXd low = lower.cwiseProduct(scale), high = upper.cwiseProduct(scale);
  const double rounding = 1e-12 * residual.norm();

  BoundedStep result{.step = Eigen::VectorXd::Zero(count)};
  std::vector<bool> held(static_cast<std::size_t>(count));
  Eigen::VectorXd& step = result.step;
  // Each turn takes one unknown to its bound or off it. The objective falls, so that none returns; the limit is for
  // rounding.
  for (Eigen::Index turn = 0; turn < 4 * count + 10; ++turn) {
    const Eigen::VectorXd target = minimum_of_free(problem, step, held);
    double part = 1.0;
    Eigen::Index hit = -1;
    for (Eigen::Index i = 0; i < count; ++i) {
      const double bound = target[i] < low[i] ? low[i] : target[i] > high[i] ? high[i] : target[i];
      if (bound == target[i]) continue;
      const double reach = (bound - step[i]) / (target[i] - step[i]);
      if (reach < part) {
        part = reach;
        hit = i;
      }
    }
    step += part * (target - step);
    if (hit >= 0) {
      step[hit] = target[hit] < low[hit] ? low[hit] : high[hit];
      held[static_cast<std::size_t>(hit)] = true;
      continue;
    }
    // The minimum with these held: off the bound with that which gains most by it.
    const Eigen::VectorXd descent = problem.matrix.transpose() * (problem.right - problem.matrix * step);
    Eigen::Index freed = -1;
    double gain = rounding;
    for (Eigen::Index i = 0; i < count; ++i) {
      if (!held[static_cast<std::size_t>(i)]) continue;
      const double inwards = step[i] <= low[i] ? descent[i] : -descent[i];
      if (inwards > gain && low[i] < high[i]) {
        gain = inwards;
        freed = i;
      }
    }
    if (freed < 0) break;
    held[static_cast<std::size_t>(freed)] = false;
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    const bool is_low = step[i] <= low[i];
    step[i] /= scale[i];
    if (held[static_cast<std::size_t>(i)]) step[i] = is_low ? lower[i] : upper[i];
    step[i] = std::clamp(step[i], lower[i], upper[i]);
  }
  result.decrease = 0.5 * (residual.squaredNorm() - (residual + jacobian * step).squaredNorm());
  return result;
}

} // namespace adjoule
