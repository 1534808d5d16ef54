#include "adjoule/core/batch_exponential.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace adjoule {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> arguments() {
  std::vector<double> result{0.0, 0.34, 0.3466, 0.35, 0.693, 1.0, 1.04};
  for (double x = 1e-18; x < 700.0; x *= 1.37) result.push_back(x);
  const auto positive = result;
  for (const double x : positive) result.push_back(-x);
  return result;
}

// Other values in the other lanes, so that each lane is seen to have its own.
Batch in_lane(int lane, double x) {
  Batch batch(0.25);
  batch.set(lane, x);
  return batch;
}

TEST(BatchExponential, AgreesWithLongDoubleFromTinyToLarge) {
  int lane = 0;
  for (const double x : arguments()) {
    lane = (lane + 1) % Batch::lanes;
    const Batch batch = in_lane(lane, x);
    const long double exact = x;
    const auto expect = [&](Batch found, long double expected, double tolerance) {
      EXPECT_NEAR(found[lane], static_cast<double>(expected), tolerance * static_cast<double>(std::abs(expected))) << x;
    };
    expect(exp(batch), std::exp(exact), 4e-16);
    expect(expm1(batch), std::expm1(exact), 4e-16);
    if (x > -1.0) expect(log1p(batch), std::log1p(exact), 4e-16);
    const long double series = exact * exact / 2 * (1 + exact / 3 * (1 + exact / 4 * (1 + exact / 5)));
    expect(exp_beyond_tangent(batch), std::abs(x) < 1e-3 ? series : std::expm1(exact) - exact, 2e-15);
    EXPECT_NEAR(exp(batch)[(lane + 1) % Batch::lanes], std::exp(0.25), 4e-16);
  }
}

TEST(BatchExponential, EndsOfTheRange) {
  EXPECT_EQ(exp(Batch(-infinity))[0], 0.0);
  EXPECT_EQ(exp(Batch(-800.0))[1], 0.0);
  EXPECT_EQ(exp(Batch(800.0))[2], infinity);
  EXPECT_EQ(exp(Batch(infinity))[3], infinity);
  EXPECT_NEAR(exp(Batch(709.7))[0], std::exp(709.7), 1e-12 * std::exp(709.7));
  EXPECT_EQ(expm1(Batch(-infinity))[0], -1.0);
  EXPECT_EQ(expm1(Batch(infinity))[1], infinity);
  EXPECT_EQ(log1p(Batch(-1.0))[2], -infinity);
  EXPECT_TRUE(std::isnan(log1p(Batch(-1.0000001))[3]));
  EXPECT_EQ(log1p(Batch(infinity))[0], infinity);
  EXPECT_NEAR(log1p(Batch(1e300))[1], std::log(1e300), 1e-13);
  EXPECT_NEAR(log1p(Batch(std::nextafter(-1.0, 0.0)))[1], -53.0 * std::log(2.0), 1e-13);
}

TEST(BatchExponential, NanStaysNan) {
  const Batch bad(std::nan(""));
  for (const Batch& result : {exp(bad), expm1(bad), exp_beyond_tangent(bad), log1p(bad)})
    for (int lane = 0; lane < Batch::lanes; ++lane) EXPECT_TRUE(std::isnan(result[lane]));
}

} // namespace
} // namespace adjoule
