#include "adjoule/core/instruction_set.hpp"

#include "adjoule/core/dual.hpp"
#include "adjoule/core/log.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace adjoule {
namespace {

std::vector<InstructionSet> sets_of_processor() {
  std::vector<InstructionSet> sets;
  for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
    if (set <= best_instruction_set()) sets.push_back(set);
  return sets;
}

/// Something of everything that a point is made of.
Dual<3, Batch> polynomial_and_functions(const Dual<3, Batch>& x, const Dual<3, Batch>& y) {
  const Dual<3, Batch> product = x * y + 2.0 * x / (1.5 + y * y);
  return sqrt(1.0 + product * product) + exp(0.3 * x) * log1p(0.2 * y) + exp_beyond_tangent(0.1 * product) + expm1(-x);
}

TEST(InstructionSet, AllSetsGiveTheSameToAFewRoundingErrors) {
  Dual<3, Batch> x, y;
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    x.value.set(lane, 0.3 + 0.7 * lane);
    y.value.set(lane, 1.1 - 0.4 * lane);
  }
  x.tangent[0] = y.tangent[1] = x.tangent[2] = 1.0;
  y.tangent[2] = -0.5;
  const Dual<3, Batch> expected = polynomial_and_functions(x, y);
  for (const InstructionSet set : sets_of_processor()) {
    Dual<3, Batch> result;
    with_instructions(set, [&] { result = polynomial_and_functions(x, y); });
    for (int lane = 0; lane < Batch::lanes; ++lane) {
      EXPECT_NEAR(result.value[lane], expected.value[lane], 4e-15 * std::abs(expected.value[lane])) << name_of(set);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(result.tangent[k][lane], expected.tangent[k][lane], 2e-14);
    }
  }
}

TEST(InstructionSet, TheVariableChoosesOneAndBadValuesAreLeftWithAWarning) {
  clear_warnings();
  EXPECT_EQ(wanted_instruction_set(nullptr), best_instruction_set());
  EXPECT_EQ(wanted_instruction_set(""), best_instruction_set());
  EXPECT_EQ(wanted_instruction_set("baseline"), InstructionSet::baseline);
  EXPECT_TRUE(warnings().empty());
  EXPECT_EQ(wanted_instruction_set("avx3"), best_instruction_set());
  ASSERT_EQ(warnings().size(), 1U);
  EXPECT_NE(warnings()[0].find("avx3 is none of baseline, avx2, avx512"), std::string::npos);
  clear_warnings();
}

} // namespace
} // namespace adjoule
