// What a model needs before it can be solved, and what it says where that is missing.
#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/mesh/quality.hpp"
#include "adjoule/physics/electrical_system.hpp"
#include "adjoule/physics/mechanical_system.hpp"
#include "adjoule/physics/thermal_system.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return "";
}
void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << "'" << word << "' is not in: " << text;
}

/// Two boxes with a gap; groups of the second have a 2 appended.
Mesh two_boxes() {
  const Mesh one = make_box({}), two = make_box({.origin = {3.0, 0.0, 0.0}});
  auto coordinates = one.coordinates();
  coordinates.insert(coordinates.end(), two.coordinates().begin(), two.coordinates().end());
  ElementBlock block{
      .type = one.blocks()[0].type, .first = 0, .connectivity = one.blocks()[0].connectivity, .tags = {}};
  for (const Index n : two.blocks()[0].connectivity) block.connectivity.push_back(n + one.node_count());
  std::vector<Group> groups = one.groups();
  for (Group group : two.groups()) {
    group.name += "2";
    for (Index& e : group.elements) e += one.element_count();
    for (Facet& facet : group.facets) facet.element += one.element_count();
    for (Index& n : group.nodes) n += one.node_count();
    groups.push_back(group);
  }
  return Mesh(3, coordinates, {block}, groups);
}

CoefficientPointer number(ModelSpace& space, const std::string& path, double value) {
  return constant_coefficient(space.parameters(), space.parameters().register_parameter(path, value));
}
void check(PhysicsSystem& system) {
  system.finish();
  system.check_support();
}

TEST(Support, FloatingConductorIsNamed) {
  ModelSpace space(two_boxes(), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.set_conductivity({"body", "body2"}, number(space, "sigma", 1.0));
  electrical.prescribe_potential("left", number(space, "V", 1.0));
  expect_words(message_of([&] { check(electrical); }),
               {"floating conductor", "part 2 of 2", "body2", "(3.5, 0.5, 0.5)", "[electrical.potential]"});
}

TEST(Support, CurrentAloneDoesNotFixThePotential) {
  ModelSpace space(make_box({}), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.set_conductivity({"body"}, number(space, "sigma", 1.0));
  electrical.drive_current("left",
                           constant_coefficient(space.parameters(), space.parameters().register_parameter("I", 1.0)));
  expect_words(message_of([&] { check(electrical); }), {"the body", "no prescribed potential", "a current alone"});
}

TEST(Support, ConductorsWithOnePotentialEachAreAccepted) {
  ModelSpace space(two_boxes(), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.set_conductivity({"body", "body2"}, number(space, "sigma", 1.0));
  electrical.prescribe_potential("left", number(space, "V", 1.0));
  electrical.prescribe_potential("right2", number(space, "V2", 0.0));
  EXPECT_NO_THROW(check(electrical));
}

TEST(Support, TemperatureLevelNeedsAPrescriptionConvectionOrRadiation) {
  for (const int exchange : {0, 1, 2, 3}) {
    ModelSpace space(make_box({}), SectionKind::solid);
    ThermalSystem thermal(space);
    thermal.set_conductivity({"body"}, number(space, "k", 1.0));
    thermal.apply_flux("left", number(space, "q", 1.0));
    const CoefficientPointer ambient = number(space, "T", 300.0), coefficient = number(space, "h", 0.5);
    if (exchange == 1) thermal.prescribe_temperature("right", ambient);
    if (exchange == 2) thermal.add_convection("right", coefficient, ambient);
    if (exchange == 3) thermal.add_radiation("right", coefficient, ambient);
    if (exchange > 0) {
      EXPECT_NO_THROW(check(thermal));
    } else {
      expect_words(message_of([&] { check(thermal); }), {"the body", "not determined", "[thermal.temperature]",
                                                         "[thermal.convection]", "[thermal.radiation]"});
    }
  }
}

class Body {
 public:
  explicit Body(Mesh mesh = make_box({}), SectionKind section = SectionKind::solid)
      : space(std::move(mesh), section), mechanical(space), zero(number(space, "zero", 0.0)) {
    mechanical.set_material({{"body"}, number(space, "E", 1.0), number(space, "nu", 0.3), nullptr});
  }
  void hold(const std::string& group, const std::vector<int>& components) {
    for (const int c : components) mechanical.prescribe_displacement(group, c, zero);
  }
  ModelSpace space;
  MechanicalSystem mechanical;
  CoefficientPointer zero;
};

TEST(Support, FreeBodyNamesItsSixMotions) {
  Body body;
  expect_words(message_of([&] { check(body.mechanical); }),
               {"free body", "the body", "translation along x, translation along y, translation along z, 3 rotations"});
}
TEST(Support, OnePinnedNodeLeavesThreeRotations) {
  Body body;
  body.hold("origin", {0, 1, 2});
  const std::string message = message_of([&] { check(body.mechanical); });
  expect_words(message, {"(3 rotations)"});
  EXPECT_EQ(message.find("translation"), std::string::npos);
}
TEST(Support, OneRotationIsCountedAsOne) {
  Body body;
  body.hold("origin", {0, 1, 2});
  body.hold("x_corner", {1, 2});
  expect_words(message_of([&] { check(body.mechanical); }), {"(1 rotation)"});
}
TEST(Support, OneTranslationIsNamed) {
  Body body;
  body.hold("left", {1, 2});
  body.hold("x_corner", {1, 2});
  expect_words(message_of([&] { check(body.mechanical); }), {"(translation along x)"});
}
TEST(Support, ThreeTwoOneSupportsAreEnough) {
  Body body;
  body.hold("origin", {0, 1, 2});
  body.hold("x_corner", {1, 2});
  body.hold("y_corner", {2});
  EXPECT_NO_THROW(check(body.mechanical));
}
TEST(Support, SpringsHoldABody) {
  Body body;
  body.mechanical.add_spring("left", number(body.space, "spring", 1.0));
  EXPECT_NO_THROW(check(body.mechanical));
}
TEST(Support, SecondBodyIsFreeThoughTheFirstIsClamped) {
  ModelSpace space(two_boxes(), SectionKind::solid);
  MechanicalSystem mechanical(space);
  mechanical.set_material({{"body", "body2"}, number(space, "E", 1.0), number(space, "nu", 0.3), nullptr});
  for (const int c : {0, 1, 2})
    mechanical.prescribe_displacement("left", c, number(space, "zero" + std::to_string(c), 0.0));
  expect_words(message_of([&] { check(mechanical); }), {"part 2 of 2", "body2", "3 rotations"});
}
TEST(Support, PlaneBodyHasThreeMotionsAndAnAxisymmetricOneIsHeldRadially) {
  Body plane(make_box({.type = ElementType::triangle3}), SectionKind::plane_stress);
  expect_words(message_of([&] { check(plane.mechanical); }),
               {"(translation along x, translation along y, 1 rotation)"});
  Body ring(make_box({.type = ElementType::triangle3, .origin = {1.0, 0.0, 0.0}}), SectionKind::axisymmetric);
  expect_words(message_of([&] { check(ring.mechanical); }), {"(translation along y)"});
  Body held(make_box({.type = ElementType::triangle3, .origin = {1.0, 0.0, 0.0}}), SectionKind::axisymmetric);
  held.hold("origin", {1});
  EXPECT_NO_THROW(check(held.mechanical));
}

TEST(Prescribed, ConflictingGroupsWarnWithTheCountAndTheFirstWins) {
  clear_warnings();
  ModelSpace space(make_box({.type = ElementType::hexahedron8}), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.prescribe_potential("left", number(space, "a", 0.0));
  electrical.prescribe_potential("front", number(space, "b", 1.0));
  ASSERT_EQ(warnings().size(), 1u);
  expect_words(warnings()[0],
               {"[electrical.potential]", "'left' and 'front'", "2 common nodes", "'left' is listed first"});
  const Mesh& mesh = space.mesh();
  for (const Index node : mesh.group("left").nodes)
    EXPECT_EQ(electrical.constraints().name_at(node), "[electrical.potential] 'left'");
  clear_warnings();
}
TEST(Prescribed, EqualValuesOnACommonEdgeAreNoConflict) {
  clear_warnings();
  ModelSpace space(make_box({.type = ElementType::hexahedron8}), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.prescribe_potential("left", number(space, "a", 1.0));
  electrical.prescribe_potential("front", number(space, "b", 1.0));
  EXPECT_TRUE(warnings().empty());
}
TEST(Prescribed, OtherComponentOfACommonNodeIsNoConflict) {
  clear_warnings();
  Body body;
  body.mechanical.prescribe_displacement("left", 0, number(body.space, "a", 1.0));
  body.mechanical.prescribe_displacement("front", 1, number(body.space, "b", 2.0));
  EXPECT_TRUE(warnings().empty());
}

TEST(ModelSpace, SectionMustFitTheDimension) {
  expect_words(message_of([] { ModelSpace(make_box({}), SectionKind::plane_strain); }), {"3-D", "leave it out"});
  expect_words(message_of([] { ModelSpace(make_box({.type = ElementType::triangle3}), SectionKind::solid); }),
               {"2-D", "section"});
  expect_words(
      message_of([] {
        ModelSpace(make_box({.type = ElementType::triangle3, .origin = {-0.2, 0.0, 0.0}}), SectionKind::axisymmetric);
      }),
      {"axisymmetric", "-0.2", "x >= 0"});
}
TEST(ModelSpace, ThicknessBelongsToPlaneSections) {
  ModelSpace space(make_box({}), SectionKind::solid);
  EXPECT_THROW(space.set_thickness(number(space, "t", 1.0)), InputError);
}
TEST(ModelSpace, MeasureOfABoundaryFollowsThicknessAndNodes) {
  ModelSpace space(make_box({.type = ElementType::quadrilateral4, .size = {2.0, 3.0, 1.0}}), SectionKind::plane_stress);
  const Parameter t = space.parameters().register_parameter("t", 0.5);
  space.set_thickness(constant_coefficient(space.parameters(), t));
  const Parameter area = space.boundary_measure("left", "[mechanical.force]");
  EXPECT_NEAR(space.parameters().value(area), 1.5, 1e-14);
  EXPECT_EQ(space.boundary_measure("left", "[mechanical.force]"), area);
  space.parameters().set(t, 0.25);
  space.update_derived_parameters();
  EXPECT_NEAR(space.parameters().value(area), 0.75, 1e-14);
  auto x = space.mesh().coordinates();
  for (auto& point : x) point[1] *= 2.0;
  space.set_coordinates(x);
  EXPECT_NEAR(space.parameters().value(area), 1.5, 1e-14);
}
TEST(ModelSpace, BoundaryMustBeOneAndBeNamed) {
  ModelSpace space(make_box({}), SectionKind::solid);
  expect_words(message_of([&] { space.boundary("body", "[thermal.flux]"); }), {"[thermal.flux]", "body"});
  expect_words(message_of([&] { space.boundary("lefft", "[thermal.flux]"); }), {"[thermal.flux]", "lefft", "left"});
}
TEST(ModelSpace, MoveThatInvertsAnElementIsRefusedAndUndone) {
  ModelSpace space(make_box({}), SectionKind::solid);
  const auto before = space.mesh().coordinates();
  auto x = before;
  x[static_cast<std::size_t>(space.mesh().group("origin").nodes[0])] = {3.0, 0.0, 0.0};
  expect_words(message_of([&] { space.set_coordinates(x); }), {"inverted"});
  EXPECT_EQ(space.mesh().coordinates(), before);
  x = before;
  x.pop_back();
  EXPECT_THROW(space.set_coordinates(x), InputError);
  EXPECT_EQ(space.mesh().coordinates(), before);
}
TEST(ModelSpace, MoveAcrossTheAxisIsRefusedAndUndone) {
  ModelSpace space(make_box({.type = ElementType::triangle3, .origin = {0.1, 0.0, 0.0}}), SectionKind::axisymmetric);
  const auto before = space.mesh().coordinates();
  auto x = before;
  for (auto& point : x) point[0] -= 0.2;
  expect_words(message_of([&] { space.set_coordinates(x); }), {"axisymmetric", "-0.1"});
  EXPECT_EQ(space.mesh().coordinates(), before);
}
TEST(PhysicsSystem, PropertyThatFollowsAMissingTemperatureIsRefused) {
  struct Warm final : Coefficient {
    Batch value(const PointContext& p, const ParameterVector&) const override { return p.temperature; }
    Batch linearize(const PointContext& p, const ParameterVector&, bool, CoefficientDerivative& d) const override {
      d = {};
      d.temperature = 1.0;
      return p.temperature;
    }
    bool reads_temperature() const override { return true; }
    std::vector<Parameter> parameters() const override { return {}; }
  };
  ModelSpace space(make_box({}), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.set_conductivity({"body"}, std::make_shared<Warm>());
  expect_words(message_of([&] { electrical.finish(); }), {"electrical conduction in body", "[thermal]"});
}

TEST(Support, OnlyElementsWithThePhysicsCount) {
  // "body" conducts, "body2" does not: the insulator neither floats nor holds unknowns.
  ModelSpace space(two_boxes(), SectionKind::solid);
  ElectricalSystem electrical(space);
  electrical.set_conductivity({"body"}, number(space, "sigma", 1.0));
  electrical.prescribe_potential("left", number(space, "V", 1.0));
  EXPECT_NO_THROW(check(electrical));
  for (const Index node : space.mesh().group("body2").nodes) {
    const std::vector<Index>& conducting = space.mesh().group("body").nodes;
    if (std::binary_search(conducting.begin(), conducting.end(), node)) continue;
    EXPECT_LT(electrical.constraints().unknown()[static_cast<std::size_t>(node)], 0);
  }
}

TEST(Section, NothingEntersThroughTheAxis) {
  ModelSpace space(make_box({.type = ElementType::quadrilateral4}), SectionKind::axisymmetric);
  ThermalSystem thermal(space);
  MechanicalSystem mechanical(space);
  ElectricalSystem electrical(space);
  const std::vector<std::string> words{"'left'", "axis", "no area"};
  expect_words(message_of([&] { thermal.apply_flux("left", number(space, "q", 1.0)); }), words);
  expect_words(message_of([&] { mechanical.add_spring("left", number(space, "k", 1.0)); }), words);
  expect_words(message_of([&] { mechanical.prescribe_displacement("left", 0, number(space, "u", 1e-6)); }), words);
  expect_words(message_of([&] {
                 electrical.drive_current(
                     "left", constant_coefficient(space.parameters(), space.parameters().register_parameter("I", 1.0)));
               }),
               words);
  EXPECT_NO_THROW(mechanical.prescribe_displacement("left", 0, number(space, "zero", 0.0)));
  EXPECT_NO_THROW(thermal.apply_flux("right", number(space, "q2", 1.0)));
}

} // namespace
} // namespace adjoule::test
