// Values of quantities against closed forms.
#include "quantity_model.hpp"

#include "adjoule/core/error.hpp"

#include <numbers>

namespace adjoule::test {
namespace {

using enum QuantityKind;
using Point = std::array<double, 3>;

constexpr double conductivity_far = 5.0, thermal_conductivity_far = 7.0, young_far = 60.0, poisson_far = 0.2;

/// The box 1..2 x 0..1 (x 0..1), half of it ("far", x > 1.5) with constant properties.
class QuantityValue : public testing::Test {
 protected:
  void use(ElementType type, SectionKind section) {
    model_ = make_quantity_model(
        {{.type = type, .cells = {2, 2, 2}, .size = {1.0, 1.0, 1.0}, .origin = {1.0, 0.0, 0.0}}, section});
    state_ = random_state(*model_, 2);
  }
  double value(const QuantitySpec& what) const { return value_of_quantity(*model_, state_, what); }
  void set(const std::string& field, Point (*function)(const Point&)) { set_field(*model_, state_, field, function); }

  std::unique_ptr<MultiphysicsSystem> model_;
  FieldValues state_;
};

TEST_F(QuantityValue, AveragesAndIntegralsOfALinearTemperature) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  set("temperature", [](const Point& x) { return Point{300.0 + 10.0 * x[0] + 4.0 * x[1]}; });
  EXPECT_NEAR(value(spec(average, "temperature")), 317.0, 1e-10);
  EXPECT_NEAR(value(spec(average, "temperature", {"far"})), 319.5, 1e-10);
  EXPECT_NEAR(value(spec(integral, "temperature", {"far"})), 0.5 * 319.5, 1e-10);
  EXPECT_NEAR(value(spec(average, "temperature", {"right"})), 322.0, 1e-10);
  EXPECT_NEAR(value(spec(average, "temperature", {"right", "left"})), 317.0, 1e-10);
  EXPECT_NEAR(value(spec(integral, "temperature", {"right", "left"})), 634.0, 1e-10);
}

TEST_F(QuantityValue, UnitedGroupsCountSharedElementsFacetsAndNodesOnce) {
  use(ElementType::hexahedron8, SectionKind::solid);
  set("temperature", [](const Point& x) { return Point{x[0] * x[0]}; });
  EXPECT_EQ(value(spec(integral, "temperature", {"body", "near"})), value(spec(integral, "temperature")));
  EXPECT_EQ(value(spec(integral, "temperature", {"outer", "left"})), value(spec(integral, "temperature", {"outer"})));
  EXPECT_EQ(value(spec(average, "temperature", {"origin", "x_corner", "origin"})), 2.5);
}

TEST_F(QuantityValue, TheSectionGivesSurfacesAndCurvesTheirMeasure) {
  use(ElementType::triangle3, SectionKind::plane_strain); // thickness 0.3
  set("temperature", [](const Point&) { return Point{10.0}; });
  EXPECT_NEAR(value(spec(integral, "temperature")), 3.0, 1e-12);
  EXPECT_NEAR(value(spec(integral, "temperature", {"left"})), 3.0, 1e-12);
  use(ElementType::quadrilateral8, SectionKind::axisymmetric);
  set("temperature", [](const Point&) { return Point{10.0}; });
  EXPECT_NEAR(value(spec(integral, "temperature")), 10.0 * std::numbers::pi * 3.0, 1e-9);
  EXPECT_NEAR(value(spec(integral, "temperature", {"right"})), 10.0 * std::numbers::pi * 4.0, 1e-9);
}

TEST_F(QuantityValue, FluxesRunDownTheGradientAndOutwardThroughAFace) {
  use(ElementType::tetrahedron10, SectionKind::solid);
  set("temperature", [](const Point& x) { return Point{400.0 + 3.0 * x[0] + 4.0 * x[1]}; });
  set("potential", [](const Point& x) { return Point{2.0 * x[0] - x[2]}; });
  EXPECT_NEAR(value(spec(average, "heat_flux.x", {"far"})), -3.0 * thermal_conductivity_far, 1e-10);
  EXPECT_NEAR(value(spec(average, "heat_flux.magnitude", {"far"})), 5.0 * thermal_conductivity_far, 1e-10);
  EXPECT_NEAR(value(spec(integral, "heat_flux", {"right"})), -3.0 * thermal_conductivity_far, 1e-10);
  EXPECT_NEAR(value(spec(average, "current_density.z", {"far"})), conductivity_far, 1e-10);
  EXPECT_NEAR(value(spec(average, "current_density", {"right"})), -2.0 * conductivity_far, 1e-10);
  EXPECT_NEAR(value(spec(integral, "joule_heat", {"far"})), 0.5 * 5.0 * conductivity_far, 1e-10);
}

TEST_F(QuantityValue, APropertyThatFollowsTheTemperatureIsTakenAtThePoint) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  set("temperature", [](const Point&) { return Point{800.0}; });
  set("potential", [](const Point& x) { return Point{x[1]}; });
  EXPECT_NEAR(value(spec(average, "current_density.y", {"near"})), -2.0 / 1.5, 1e-12);
}

TEST_F(QuantityValue, AnInterfaceBelongsToTheSideThatConducts) {
  Mesh box = make_box({.type = ElementType::hexahedron8});
  std::vector<Group> groups = box.groups();
  Group middle; // seen from the near half, which has the lower element numbers
  middle.name = "middle";
  middle.dimension = 2;
  for (int face = 0; face < 6; ++face) {
    const std::vector<Index> nodes = box.facet_nodes({0, face});
    const auto at_middle = [&](Index n) { return box.coordinates()[static_cast<std::size_t>(n)][0] == 0.5; };
    if (std::all_of(nodes.begin(), nodes.end(), at_middle)) middle.facets.push_back({0, face});
  }
  groups.push_back(middle);
  model_ = std::make_unique<MultiphysicsSystem>(Mesh(3, box.coordinates(), box.blocks(), groups));
  model_->electrical().set_conductivity({"far"}, model_->number("sigma", 3.0));
  state_.values = {std::vector<double>(box.coordinates().size(), 0.0)};
  set("potential", [](const Point& x) { return Point{2.0 * x[0]}; });
  EXPECT_NEAR(value(spec(integral, "current_density", {"middle"})), 6.0,
              1e-12); // out of the far half, down the potential
  EXPECT_NEAR(value(spec(average, "potential", {"middle"})), 1.0, 1e-12);
}

TEST_F(QuantityValue, ConstantTemperatureHasNoFluxThroughAClosedSurface) {
  use(ElementType::hexahedron20, SectionKind::solid);
  set("temperature", [](const Point&) { return Point{450.0}; });
  EXPECT_NEAR(value(spec(integral, "heat_flux", {"outer"})), 0.0, 1e-9);
}

TEST_F(QuantityValue, StressStrainAndEnergyOfUniaxialStrainInASolid) {
  use(ElementType::tetrahedron10, SectionKind::solid);
  set("displacement", [](const Point& x) { return Point{1e-3 * x[0], 0.0, 0.0}; });
  const double lambda = young_far * poisson_far / ((1.0 + poisson_far) * (1.0 - 2.0 * poisson_far)),
               mu = young_far / 2.4;
  EXPECT_NEAR(value(spec(average, "stress.xx", {"far"})), (lambda + 2.0 * mu) * 1e-3, 1e-13);
  EXPECT_NEAR(value(spec(average, "stress.zz", {"far"})), lambda * 1e-3, 1e-13);
  EXPECT_NEAR(value(spec(average, "strain.xx", {"far"})), 1e-3, 1e-15);
  EXPECT_NEAR(value(spec(average, "von_mises", {"far"})), 2.0 * mu * 1e-3, 1e-13);
  EXPECT_NEAR(value(spec(energy, "", {"far"})), 0.5 * 0.5 * (lambda + 2.0 * mu) * 1e-6, 1e-16);
}

TEST_F(QuantityValue, PlaneStressHasNoStressButAStrainOutOfThePlane) {
  use(ElementType::quadrilateral9, SectionKind::plane_stress);
  set("displacement", [](const Point& x) { return Point{1e-3 * x[0], -poisson_far * 1e-3 * x[1]}; });
  EXPECT_NEAR(value(spec(average, "stress.xx", {"far"})), young_far * 1e-3, 1e-13);
  EXPECT_NEAR(value(spec(average, "stress.yy", {"far"})), 0.0, 1e-13);
  EXPECT_NEAR(value(spec(average, "stress.zz", {"far"})), 0.0, 1e-13);
  EXPECT_NEAR(value(spec(average, "strain.zz", {"far"})), -poisson_far * 1e-3, 1e-15);
  EXPECT_NEAR(value(spec(average, "von_mises", {"far"})), young_far * 1e-3, 1e-13);
  EXPECT_NEAR(value(spec(energy, "", {"far"})), 0.5 * young_far * 1e-6 * 0.5 * 0.3, 1e-16);
}

TEST_F(QuantityValue, PlaneStrainHoldsTheStrainAndAxisymmetryHasTheHoopStrain) {
  use(ElementType::triangle6, SectionKind::plane_strain);
  set("displacement", [](const Point& x) { return Point{1e-3 * x[0], 0.0}; });
  EXPECT_NEAR(value(spec(average, "strain.zz", {"far"})), 0.0, 1e-16);
  EXPECT_NEAR(value(spec(average, "stress.zz", {"far"})), young_far * poisson_far / (1.2 * 0.6) * 1e-3, 1e-13);
  use(ElementType::triangle6, SectionKind::axisymmetric);
  set("displacement", [](const Point& x) { return Point{1e-3 * x[0], 0.0}; });
  EXPECT_NEAR(value(spec(average, "strain.zz", {"far"})), 1e-3, 1e-14); // u_r / r
}

TEST_F(QuantityValue, FreeThermalExpansionStoresNoEnergyAndHasNoStress) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  set("temperature", [](const Point&) { return Point{393.0}; }); // alpha dT = 1e-2
  set("displacement", [](const Point& x) { return Point{1e-2 * x[0], 1e-2 * x[1], 1e-2 * x[2]}; });
  EXPECT_NEAR(value(spec(energy, "", {"near"})), 0.0, 1e-25);
  EXPECT_NEAR(value(spec(maximum, "von_mises", {"near"})), 0.0, 1e-12);
  EXPECT_NEAR(value(spec(average, "strain.xx", {"near"})), 1e-2, 1e-14);
}

TEST_F(QuantityValue, NodalExtremesAreNodalValues) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  set("temperature", [](const Point& x) { return Point{300.0 + x[0] * x[1]}; });
  set("displacement", [](const Point& x) { return Point{3.0 * x[1], -4.0 * x[1], 0.0}; });
  EXPECT_EQ(value(spec(maximum, "temperature")), 302.0);
  EXPECT_EQ(value(spec(minimum, "temperature", {"right"})), 300.0);
  EXPECT_EQ(value(spec(maximum, "displacement.magnitude")), 5.0);
  EXPECT_EQ(value(spec(minimum, "displacement.y")), -4.0);
  EXPECT_EQ(value(spec(maximum, "temperature", {"x_corner"})), 300.0);
}

TEST_F(QuantityValue, EqualNodalExtremesAreDifferentiatedAtTheLowestNode) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  set("temperature", [](const Point&) { return Point{300.0}; });
  const Evaluation at = model_->evaluation(state_);
  Sensitivities gradient = make_sensitivities(at.mesh, at.fields, model_->parameters(), false);
  make_quantity(*model_, spec(maximum, "temperature", {"right"}))->add_gradient(at, gradient);
  const auto field = static_cast<std::size_t>(model_->space().find_field("temperature"));
  const auto first = static_cast<std::size_t>(model_->mesh().group("right").nodes.front());
  EXPECT_EQ(gradient.fields.values[field][first], 1.0);
}

TEST_F(QuantityValue, ExtremesOfGradientFieldsAreThoseOfTheQuadraturePoints) {
  use(ElementType::tetrahedron4, SectionKind::solid); // one point an element
  set("potential", [](const Point& x) { return Point{x[0] > 1.75 ? 2.0 : 0.0}; });
  EXPECT_NEAR(value(spec(maximum, "joule_heat", {"far"})), 16.0 * conductivity_far, 1e-9); // 2 V over half a metre
  EXPECT_NEAR(value(spec(minimum, "current_density.x", {"far"})), -4.0 * conductivity_far, 1e-9);
}

TEST_F(QuantityValue, AggregatesTendToTheExtremeAndDoNotOverflow) {
  use(ElementType::hexahedron8, SectionKind::solid);
  set("temperature", [](const Point&) { return Point{500.0}; });
  EXPECT_NEAR(value(aggregate_spec(maximum, "temperature", 30.0)), 500.0, 1e-10);
  EXPECT_NEAR(value(aggregate_spec(minimum, "temperature", 400.0)), 500.0, 1e-10);
  set("temperature", [](const Point& x) { return Point{500.0 * x[0]}; });
  const double p = 8.0; // (integral of (500 x)^p over 1..2)^(1/p)
  EXPECT_NEAR(value(aggregate_spec(maximum, "temperature", p)),
              500.0 * std::pow((std::pow(2.0, p + 1) - 1.0) / (p + 1), 1.0 / p), 0.5);
  const double smooth = value(aggregate_spec(maximum, "temperature", 200.0));
  EXPECT_GT(smooth, 900.0);
  EXPECT_LT(smooth, 1000.0);
  EXPECT_LT(value(aggregate_spec(minimum, "temperature", 200.0)), 600.0);
}

TEST_F(QuantityValue, AggregateOfAnOutwardFluxIsThatOfItsNormalComponent) {
  use(ElementType::hexahedron8, SectionKind::solid);
  set("temperature", [](const Point& x) { return Point{400.0 - 3.0 * x[0] + 4.0 * x[1]}; });
  EXPECT_NEAR(value(aggregate_spec(maximum, "heat_flux", 9.0, {"right"})), 3.0 * thermal_conductivity_far, 1e-10);
}

TEST_F(QuantityValue, AggregateOfAFieldThatIsZeroEverywhereIsZero) {
  use(ElementType::hexahedron8, SectionKind::solid);
  set("potential", [](const Point&) { return Point{0.0}; });
  EXPECT_EQ(value(aggregate_spec(maximum, "joule_heat", 9.0)), 0.0);
}

TEST_F(QuantityValue, PointsAreInterpolatedAndJumpsAreAveragedOverTheElementsThatMeet) {
  use(ElementType::hexahedron27, SectionKind::solid);
  set("temperature", [](const Point& x) { return Point{x[0] * x[0] * x[1] + x[2]}; });
  EXPECT_NEAR(value(point_spec("temperature", {1.7, 0.3, 0.9})), 1.7 * 1.7 * 0.3 + 0.9, 1e-12);
  EXPECT_NEAR(value(point_spec("temperature", {2.0, 1.0, 1.0})), 5.0, 1e-12);
  EXPECT_NEAR(value(point_spec("temperature", {1.5, 0.5, 0.5})), 1.625, 1e-12);
  set("temperature", [](const Point&) { return Point{300.0}; });
  set("potential", [](const Point& x) { return Point{x[0]}; });
  EXPECT_NEAR(value(point_spec("current_density.x", {1.5, 0.3, 0.3})), -0.5 * (2.0 + conductivity_far), 1e-10);
}

TEST_F(QuantityValue, ReactionIsTheResidualOfTheGroup) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  set("temperature", [](const Point&) { return Point{300.0}; });
  set("potential", [](const Point& x) { return Point{3.0 - x[0]}; });
  EXPECT_NEAR(value(spec(reaction, "potential", {"left"})), 2.0, 1e-12); // sigma = 2 S/m, 1 V/m, 1 m^2: into the body
  EXPECT_NEAR(value(spec(reaction, "potential", {"right"})), -conductivity_far, 1e-12);
}

TEST_F(QuantityValue, UnitsFollowTheField) {
  use(ElementType::tetrahedron4, SectionKind::solid);
  const auto unit = [&](const QuantitySpec& what) { return quantity_unit(*model_, what); };
  EXPECT_EQ(unit(spec(average, "displacement.y", {"left"})), "m");
  EXPECT_EQ(unit(spec(integral, "heat_flux", {"left"})), "W");
  EXPECT_EQ(unit(spec(integral, "joule_heat")), "W");
  EXPECT_EQ(unit(spec(integral, "temperature")), "K m^3");
  EXPECT_EQ(unit(spec(integral, "stress.xx", {"left"})), "N");
  EXPECT_EQ(unit(spec(maximum, "von_mises")), "Pa");
  EXPECT_EQ(unit(spec(average, "strain.xx")), "1");
  EXPECT_EQ(unit(spec(energy, "")), "J");
  EXPECT_EQ(unit(spec(reaction, "potential", {"left"})), "A");
}

} // namespace
} // namespace adjoule::test
