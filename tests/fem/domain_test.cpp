#include "adjoule/fem/assembly.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace adjoule::test {
namespace {

/// The measure where `which` is -1, a component of x n on a boundary for 0..2 (their mean is the enclosed volume).
struct Flux {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  static constexpr bool reads_position = true;
  static constexpr bool reads_normal = true;
  int which = -1;
  template <class S, class P>
  void evaluate(const PointInputs<Flux, S, P>& at, PointResponse<Flux, S>& response) const {
    if (which == -1) response.add_source(S(1.0));
    if (which >= 0 && which < 3) response.add_source(at.position()[which] * at.normal()[which]);
    if (which >= 3) response.add_source(at.normal()[which - 3]);
  }
};

double integrate(const Mesh& mesh, const std::string& group, int which, SectionKind section = SectionKind::solid,
                 CoefficientPointer thickness = nullptr, const ParameterVector& parameters = {}) {
  const Partition partition = make_partition(mesh);
  Integral integral;
  integral.name = "measure";
  integral.integrand = make_integrand(Flux{which});
  integral.section = {section, std::move(thickness)};
  const Group& of = mesh.group(group);
  integral.domain = of.dimension == mesh.dimension() ? Domain::volume(mesh, partition, of.elements, {6, false})
                                                     : Domain::boundary(mesh, partition, of.facets, {6, false});
  const FieldValues state;
  return evaluate_functional({mesh, {}, state, parameters}, integral);
}

class EveryElement : public ::testing::TestWithParam<ElementType> {
 protected:
  int dimension() const { return topology(GetParam()).dimension; }
};

TEST_P(EveryElement, BoxHasItsVolumeAndSidesTheirAreasAndNormals) {
  const Mesh mesh = make_box({.type = GetParam(), .cells = {2, 2, 1}, .size = {2.0, 3.0, 5.0}});
  const bool solid = dimension() == 3;
  EXPECT_NEAR(integrate(mesh, "body", -1), solid ? 30.0 : 6.0, 1e-12);
  EXPECT_NEAR(integrate(mesh, "left", -1), solid ? 15.0 : 3.0, 1e-12);
  EXPECT_NEAR(integrate(mesh, "left", 3), solid ? -15.0 : -3.0, 1e-12);
  EXPECT_NEAR(integrate(mesh, "back", 4), solid ? 10.0 : 2.0, 1e-12);
  EXPECT_NEAR(integrate(mesh, "near", -1) + integrate(mesh, "far", -1), solid ? 30.0 : 6.0, 1e-12);
}

TEST_P(EveryElement, SurfaceOfACurvedBodyClosesAndEnclosesItsVolume) {
  const Mesh mesh = make_box({.type = GetParam(), .cells = {2, 2, 2}, .distortion = 0.04});
  const double volume = integrate(mesh, "body", -1);
  for (int d = 0; d < dimension(); ++d) {
    EXPECT_NEAR(integrate(mesh, "outer", 3 + d), 0.0, 1e-12);
    EXPECT_NEAR(integrate(mesh, "outer", d), volume, 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, EveryElement,
                         ::testing::Values(ElementType::triangle3, ElementType::triangle6, ElementType::quadrilateral4,
                                           ElementType::quadrilateral8, ElementType::quadrilateral9,
                                           ElementType::tetrahedron4, ElementType::tetrahedron10,
                                           ElementType::hexahedron8, ElementType::hexahedron20,
                                           ElementType::hexahedron27, ElementType::prism6, ElementType::prism15,
                                           ElementType::prism18),
                         [](const auto& one) { return topology(one.param).name; });

TEST(Domain, AxisymmetricMeasuresAreThoseOfTheFullTube) {
  const Mesh mesh = make_box({.type = ElementType::quadrilateral8, .size = {2.0, 3.0, 1.0}, .origin = {1.0, 0.0, 0.0}});
  const double pi = std::numbers::pi;
  EXPECT_NEAR(integrate(mesh, "body", -1, SectionKind::axisymmetric), pi * (9.0 - 1.0) * 3.0, 1e-11);
  EXPECT_NEAR(integrate(mesh, "right", -1, SectionKind::axisymmetric), 2.0 * pi * 3.0 * 3.0, 1e-11);
}

TEST(Domain, ThicknessMultipliesAreasAndLengthsOfPlaneSections) {
  const Mesh mesh = make_box({.type = ElementType::triangle6, .size = {2.0, 3.0, 1.0}});
  Parameters parameters;
  const CoefficientPointer thickness = constant_coefficient(parameters, parameters.register_parameter("t", 0.25));
  EXPECT_NEAR(integrate(mesh, "body", -1, SectionKind::plane_stress, thickness, parameters.all()), 1.5, 1e-13);
  EXPECT_NEAR(integrate(mesh, "left", -1, SectionKind::plane_stress, thickness, parameters.all()), 0.75, 1e-13);
}

} // namespace
} // namespace adjoule::test
