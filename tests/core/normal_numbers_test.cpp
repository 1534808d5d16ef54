// Seeded numbers of the standard normal distribution.
#include "adjoule/core/normal_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace adjoule {
namespace {

std::vector<double> series(std::uint64_t seed, std::uint64_t stream, int count = 100000) {
  NormalNumbers normal(seed, stream);
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(normal.next());
  return numbers;
}

double mean_product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum / static_cast<double>(a.size());
}

TEST(NormalNumbers, HaveTheMomentsOfTheNormalDistribution) {
  const std::vector<double> x = series(1, 0), one(x.size(), 1.0);
  std::vector<double> square;
  int within = 0;
  for (const double value : x) {
    square.push_back(value * value);
    within += std::abs(value) < 1.959964 ? 1 : 0;
  }
  const double spread = 1.0 / std::sqrt(static_cast<double>(x.size()));
  EXPECT_NEAR(mean_product(x, one), 0.0, 4.0 * spread);
  EXPECT_NEAR(mean_product(x, x), 1.0, 4.0 * std::sqrt(2.0) * spread);
  EXPECT_NEAR(mean_product(square, x), 0.0, 4.0 * std::sqrt(15.0) * spread);
  EXPECT_NEAR(mean_product(square, square), 3.0, 4.0 * std::sqrt(96.0) * spread);
  EXPECT_NEAR(within / static_cast<double>(x.size()), 0.95, 4.0 * 0.22 * spread);
}

TEST(NormalNumbers, AreReproducibleAndStreamsAreUnlike) {
  const std::vector<double> x = series(1, 0);
  EXPECT_EQ(x, series(1, 0));
  const double bound = 4.0 / std::sqrt(static_cast<double>(x.size()));
  for (const auto& [seed, stream] : {std::pair{1, 1}, {2, 0}, {0, 1}, {1000000, 0}})
    EXPECT_LT(std::abs(mean_product(x, series(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(stream)))),
              bound);
}

} // namespace
} // namespace adjoule
