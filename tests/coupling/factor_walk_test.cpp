// How load stepping chooses its steps.
#include "../../coupling/factor_walk.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace adjoule::test {
namespace {

struct Recorder {
  std::vector<double> accepted{};
  std::vector<Rejection> rejections{};

  /// Steps longer than `longest`, and all beyond `limit`, are refused.
  WalkEnd walk(const WalkRules& rules, double longest, double limit, int iterations = 3) {
    return walk_factor(
        rules,
        [&](double from, double to) {
          if (to - from > longest * (1.0 + 1e-12)) throw AnalysisError("too long");
          if (to > limit) throw AnalysisError("beyond the limit");
          accepted.push_back(to);
          return iterations;
        },
        [&](const Rejection& rejection) { rejections.push_back(rejection); });
  }
};

TEST(FactorWalk, OneStepIsEnoughWhereNothingIsRefused) {
  Recorder recorder;
  const WalkEnd end = recorder.walk({}, 1.0, 1.0);
  EXPECT_EQ(end.reached, 1.0);
  EXPECT_EQ(end.accepted, 1);
  EXPECT_EQ(end.rejected, 0);
}

TEST(FactorWalk, StepsGrowByTheIterationsTheyTook) {
  Recorder few, some, many;
  few.walk({.first_step = 0.1}, 1.0, 1.0, 2);
  some.walk({.first_step = 0.1}, 1.0, 1.0, 6);
  many.walk({.first_step = 0.1}, 1.0, 1.0, 20);
  EXPECT_NEAR(few.accepted[1] - few.accepted[0], 0.2, 1e-15);
  EXPECT_NEAR(some.accepted[1] - some.accepted[0], 0.15, 1e-15);
  EXPECT_EQ(many.accepted.size(), 10u);
  EXPECT_EQ(many.accepted.back(), 1.0);
}

TEST(FactorWalk, RefusedStepIsHalvedAndLongerOnesAreTriedAgainMoreAndMoreSeldom) {
  Recorder recorder;
  const WalkEnd end = recorder.walk({}, 1.0 / 64.0, 1.0);
  EXPECT_EQ(end.reached, 1.0);
  EXPECT_EQ(end.accepted, 64);
  ASSERT_GE(recorder.rejections.size(), 6u);
  EXPECT_EQ(recorder.rejections[0].next, 0.5);
  EXPECT_EQ(recorder.rejections[5].next, 1.0 / 64.0);
  EXPECT_LT(end.rejected, 16) << "64 steps of a length that cannot grow";
  EXPECT_EQ(static_cast<std::size_t>(end.rejected), recorder.rejections.size());
}

TEST(FactorWalk, StopsWithinTheSmallestStepOfALimitAndSaysWhy) {
  Recorder recorder;
  const WalkEnd end = recorder.walk({.first_step = 0.25, .smallest_step = 1e-3}, 1.0, 0.437);
  EXPECT_LE(end.reached, 0.437);
  EXPECT_GT(end.reached, 0.437 - 2e-3);
  EXPECT_EQ(end.reason, "beyond the limit");
}

} // namespace
} // namespace adjoule::test
