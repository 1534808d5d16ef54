#include "adjoule/inverse/bounded_least_squares.hpp"

#include "adjoule/core/normal_numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace adjoule::test {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// The gradient vanishes inside and points outwards on the bounds, which is the minimum of a convex problem.
void expect_minimum(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residual, const Eigen::VectorXd& lower,
                    const Eigen::VectorXd& upper, const BoundedStep& found) {
  const Eigen::VectorXd gradient = jacobian.transpose() * (residual + jacobian * found.step);
  for (Eigen::Index i = 0; i < found.step.size(); ++i) {
    const double small = 1e-9 * jacobian.col(i).norm() * residual.norm();
    EXPECT_GE(found.step[i], lower[i]);
    EXPECT_LE(found.step[i], upper[i]);
    if (found.step[i] > lower[i]) {
      EXPECT_LE(gradient[i], small) << i;
    }
    if (found.step[i] < upper[i]) {
      EXPECT_GE(gradient[i], -small) << i;
    }
  }
  EXPECT_NEAR(found.decrease, 0.5 * (residual.squaredNorm() - (residual + jacobian * found.step).squaredNorm()), 1e-12);
}

TEST(BoundedLeastSquares, FindsTheMinimumOfCorrelatedColumnsOfAnySize) {
  NormalNumbers numbers(3, 0);
  for (int trial = 0; trial < 200; ++trial) {
    const Eigen::Index rows = trial % 3 == 0 ? 4 : 9, count = 6;
    Eigen::MatrixXd jacobian(rows, count);
    Eigen::VectorXd residual(rows), lower(count), upper(count);
    for (double& value : residual) value = numbers.next();
    for (Eigen::Index j = 0; j < count; ++j) {
      for (Eigen::Index i = 0; i < rows; ++i) {
        jacobian(i, j) = (j > 0 ? 0.95 * jacobian(i, j - 1) : 0.0) + 0.3 * numbers.next();
      }
      lower[j] = j == 1 ? -none : j == 2 ? 0.0 : -std::abs(numbers.next());
      upper[j] = j == 4 ? none : j == 5 ? 0.0 : std::abs(numbers.next());
    }
    const BoundedStep found = bounded_least_squares(jacobian, residual, lower, upper);
    if (rows > count) expect_minimum(jacobian, residual, lower, upper, found);
    EXPECT_GE(found.decrease, 0.0);
    const Eigen::VectorXd scale = Eigen::VectorXd::LinSpaced(count, -6.0, 6.0).array().exp();
    const BoundedStep scaled = bounded_least_squares(jacobian * scale.asDiagonal(), residual,
                                                     lower.cwiseQuotient(scale), upper.cwiseQuotient(scale));
    if (rows > count) {
      EXPECT_LT((scaled.step.cwiseProduct(scale) - found.step).norm(), 1e-8);
    }
  }
}

/// Begun on its bound with a gradient that points inwards, b has to stay there: along the valley it only goes out.
TEST(BoundedLeastSquares, HoldsWhatTheSignOfTheGradientWouldFree) {
  Eigen::MatrixXd jacobian(2, 2);
  jacobian << 1.0, 0.9, 0.0, 0.1;
  const Eigen::Vector2d residual(-1.0, 0.5), lower(-none, 0.0), upper(none, none);
  EXPECT_LT((jacobian.transpose() * residual)[1], 0.0); // a descent goes up from the bound
  const BoundedStep found = bounded_least_squares(jacobian, residual, lower, upper);
  EXPECT_NEAR(found.step[0], 1.0, 1e-12);
  EXPECT_EQ(found.step[1], 0.0);
}

} // namespace
} // namespace adjoule::test
