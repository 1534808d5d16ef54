#include "adjoule/physics/model_space.hpp"

#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

TEST(ModelSpace, FieldsWithTheSameUnknownsShareOnePatternWhileItIsInUse) {
  ModelSpace space(make_box({.type = ElementType::tetrahedron4, .cells = {2, 1, 1}}), SectionKind::solid);
  const CoefficientPointer value = constant_coefficient(space.parameters(), space.load_factor());
  const auto held = [&](const Field& field, const std::string& group) {
    Constraints constraints(space.mesh(), field);
    constraints.prescribe(space.mesh().group(group).nodes, 0, value, group);
    constraints.number_unknowns();
    return constraints;
  };
  const Constraints potential = held({"potential", "V", 1}, "left"),
                    temperature = held({"temperature", "K", 1}, "left"), other = held({"temperature", "K", 1}, "right");
  const auto pattern_of = [&](const Constraints& constraints) { return space.pattern({&constraints}, {1}, {{true}}); };
  std::shared_ptr<const BlockPattern> first = pattern_of(potential);
  EXPECT_EQ(pattern_of(temperature), first);
  EXPECT_NE(pattern_of(other), first);
  EXPECT_EQ(first->zero_matrix().pattern(), pattern_of(temperature)->zero_matrix().pattern());
  const std::weak_ptr<const BlockPattern> watch = first;
  first.reset();
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(pattern_of(potential)->size(), potential.unknown_count());
}

} // namespace
} // namespace adjoule::test
