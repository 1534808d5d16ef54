// Points of space in a mesh: found in the element that holds them, projected from outside, interpolated.
#include "adjoule/inverse/point_interpolation.hpp"
#include "adjoule/mesh/outer_facets.hpp"
#include "adjoule/mesh/reference_element.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

using test::BoxRecipe;
using test::make_box;
using test::Numbers;
using Point = std::array<double, 3>;

class PointsOfElements : public testing::TestWithParam<ElementType> {};

/// A point of the reference element of the shape, from three numbers in [-1, 1].
Point inside(ElementShape shape, Point xi) {
  const auto unit = [](double a) { return 0.5 + 0.45 * a; };
  if (shape == ElementShape::quadrilateral) xi[2] = 0.0;
  if (shape == ElementShape::hexahedron || shape == ElementShape::quadrilateral) return xi;
  const double a = unit(xi[0]), b = unit(xi[1]), c = unit(xi[2]);
  if (shape == ElementShape::tetrahedron) return {a, (1 - a) * b, (1 - a) * (1 - b) * c};
  return {a, (1 - a) * b, shape == ElementShape::prism ? xi[2] : 0.0};
}

Point image(const Mesh& mesh, Index element, const Point& xi) {
  const Eigen::VectorXd shape = ReferenceElement::get(mesh.element_type(element)).shape(xi);
  Point x{};
  Eigen::Index i = 0;
  for (const Index node : mesh.element_nodes(element)) {
    for (std::size_t d = 0; d < 3; ++d) x[d] += shape[i] * mesh.coordinates()[static_cast<std::size_t>(node)][d];
    ++i;
  }
  return x;
}

TEST_P(PointsOfElements, AreFoundAndInterpolatedInCurvedElements) {
  const Mesh mesh = make_box({.type = GetParam(), .cells = {2, 2, 2}, .distortion = 0.04});
  Numbers numbers(3);
  const std::vector<double> nodal = numbers.vector(2 * static_cast<std::size_t>(mesh.node_count()));
  std::vector<Point> points;
  std::vector<double> expected;
  for (Index element = 0; element < mesh.element_count(); ++element) {
    const ElementType type = mesh.element_type(element);
    const Point xi = inside(topology(type).shape, {numbers.next(), numbers.next(), numbers.next()});
    points.push_back(image(mesh, element, xi));
    const Eigen::VectorXd shape = ReferenceElement::get(type).shape(xi);
    double value = 0.0;
    Eigen::Index i = 0;
    for (const Index node : mesh.element_nodes(element))
      value += shape[i++] * nodal[static_cast<std::size_t>(2 * node + 1)];
    expected.push_back(value);
  }
  const std::vector<PointPlace> places = place_points(mesh, points, 0.0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    ASSERT_GE(places[i].element, 0) << i;
    EXPECT_EQ(places[i].distance, 0.0);
  }
  const PointInterpolation interpolation(mesh, places);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(interpolation.value(nodal, 2, 1, static_cast<Index>(i)), expected[i], 1e-8) << i;
}

TEST_P(PointsOfElements, TransposedIsTheTranspose) {
  const Mesh mesh = make_box({.type = GetParam(), .cells = {2, 1, 1}, .distortion = 0.03});
  Numbers numbers(5);
  std::vector<Point> points;
  for (Index element = 0; element < mesh.element_count(); ++element) points.push_back(mesh.centroid(element));
  const PointInterpolation interpolation(mesh, place_points(mesh, points, 0.1));
  const std::vector<double> nodal = numbers.vector(3 * static_cast<std::size_t>(mesh.node_count()));
  const std::vector<double> weights = numbers.vector(points.size());
  std::vector<double> dual(nodal.size(), 0.0);
  double left = 0.0, right = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    left += weights[i] * interpolation.value(nodal, 3, 2, static_cast<Index>(i));
    interpolation.add_transposed(static_cast<Index>(i), weights[i], 3, 2, dual);
  }
  for (std::size_t i = 0; i < nodal.size(); ++i) right += dual[i] * nodal[i];
  EXPECT_NEAR(left, right, 1e-12);
}

/// The least distance to many points of the skin.
double sampled_distance(const Mesh& mesh, const Point& point) {
  double least = 1e300;
  for (const Facet& facet : outer_facets(mesh)) {
    const ReferenceElement& side = ReferenceElement::get(mesh.facet_type(facet));
    const std::vector<Index> nodes = mesh.facet_nodes(facet);
    constexpr int cuts = 40;
    const bool simplex = side.topology().corners == 3;
    for (int a = 0; a <= cuts; ++a) {
      for (int b = 0; b <= (side.dimension() == 1 ? 0 : cuts); ++b) {
        if (simplex && a + b > cuts) continue;
        const double s = static_cast<double>(a) / cuts, t = static_cast<double>(b) / cuts;
        const Eigen::VectorXd shape = side.shape(simplex ? Point{s, t, 0} : Point{2 * s - 1, 2 * t - 1, 0});
        Point x{};
        for (std::size_t i = 0; i < nodes.size(); ++i)
          for (std::size_t d = 0; d < 3; ++d)
            x[d] += shape[static_cast<Eigen::Index>(i)] * mesh.coordinates()[static_cast<std::size_t>(nodes[i])][d];
        least = std::min(least, std::hypot(x[0] - point[0], x[1] - point[1], x[2] - point[2]));
      }
    }
  }
  return least;
}

TEST_P(PointsOfElements, TheSkinIsWhatOneElementHas) {
  const Mesh mesh = make_box({.type = GetParam(), .cells = {3, 2, 2}});
  EXPECT_EQ(outer_facets(mesh), mesh.group("outer").facets);
}

TEST_P(PointsOfElements, OutsideAreProjectedOnTheNearestPointOfTheSkin) {
  const Mesh mesh = make_box({.type = GetParam(), .cells = {2, 2, 1}, .distortion = 0.04});
  const double up = mesh.dimension() == 3 ? 1.0 : 0.0;
  for (const Point& point : {Point{-0.2, 0.4, 0.5 * up}, Point{1.3, 0.7, 0.3 * up}, Point{0.6, 1.4, 0.6 * up},
                             Point{1.3, 1.3, 1.3 * up}, Point{0.4, -0.3, -0.2 * up}}) {
    const PointPlace place = place_points(mesh, std::vector<Point>{point}, 10.0).front();
    ASSERT_GE(place.element, 0);
    const double sampled = sampled_distance(mesh, point);
    EXPECT_LE(place.distance, sampled + 1e-12);
    EXPECT_GE(place.distance, sampled - 0.02); // as coarse as the samples
    const Point x = image(mesh, place.element, place.xi);
    EXPECT_NEAR(std::hypot(x[0] - point[0], x[1] - point[1], x[2] - point[2]), place.distance, 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, PointsOfElements,
                         testing::Values(ElementType::triangle3, ElementType::triangle6, ElementType::quadrilateral4,
                                         ElementType::quadrilateral8, ElementType::quadrilateral9,
                                         ElementType::tetrahedron4, ElementType::tetrahedron10,
                                         ElementType::hexahedron8, ElementType::hexahedron20, ElementType::hexahedron27,
                                         ElementType::prism6, ElementType::prism15, ElementType::prism18),
                         [](const auto& of) { return topology(of.param).name; });

TEST(PointPlaces, QuadraticFieldsAreReproducedByQuadraticElements) {
  const Mesh mesh = make_box({.type = ElementType::tetrahedron10, .cells = {2, 2, 2}});
  const auto field = [](const Point& x) { return 1.0 + x[0] * x[1] - 2.0 * x[2] * x[2] + 0.3 * x[0] * x[2]; };
  std::vector<double> nodal;
  for (const Point& x : mesh.coordinates()) nodal.push_back(field(x));
  const std::vector<Point> points{{0.11, 0.52, 0.93}, {0.5, 0.5, 0.5}, {1.0, 0.3, 0.77}, {0.0, 0.0, 0.0}};
  const PointInterpolation interpolation(mesh, place_points(mesh, points, 0.0));
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(interpolation.value(nodal, 1, 0, static_cast<Index>(i)), field(points[i]), 1e-12);
}

TEST(PointPlaces, ToleranceIsAFractionOfTheElement) {
  // Right triangles of sides 0.5, 0.5 and 0.707: a mean distance of 0.569.
  const Mesh mesh = make_box({.type = ElementType::triangle3, .cells = {2, 2, 1}});
  const std::vector<Point> points{{0.4, -1e-12, 0.0}, {0.4, -0.05, 7.0}, {0.4, -0.06, 0.0}};
  const std::vector<PointPlace> places = place_points(mesh, points, 0.1);
  EXPECT_EQ(places[0].distance, 0.0);
  EXPECT_GE(places[1].element, 0); // z is left out of account
  EXPECT_NEAR(places[1].distance, 0.05, 1e-14);
  EXPECT_NEAR(places[1].relative_distance, 0.05 / ((1.0 + std::sqrt(0.5)) / 3.0), 1e-12);
  EXPECT_EQ(places[2].element, -1);
  EXPECT_NEAR(places[2].distance, 0.06, 1e-14);
}

TEST(PointPlaces, APointWhoseDistanceOverflowsIsOutside) {
  const Mesh mesh = make_box({.type = ElementType::tetrahedron4, .cells = {1, 1, 1}});
  const std::vector<Point> points{{1e200, 0.5, 0.5}, {-1e308, 1e308, 0.5}};
  for (const PointPlace& place : place_points(mesh, points, 1e300)) {
    EXPECT_EQ(place.element, -1);
    EXPECT_TRUE(std::isinf(place.distance));
  }
}

} // namespace
} // namespace adjoule
