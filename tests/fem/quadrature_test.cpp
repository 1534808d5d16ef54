#include "adjoule/fem/quadrature.hpp"

#include "adjoule/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <string>

namespace adjoule {
namespace {

int dimension(ElementShape shape) {
  switch (shape) {
    case ElementShape::point:
      return 0;
    case ElementShape::line:
      return 1;
    case ElementShape::triangle:
    case ElementShape::quadrilateral:
      return 2;
    default:
      return 3;
  }
}

double factorial(int n) {
  return std::tgamma(n + 1.0);
}
/// Integral of x^n over [-1,1], and of |x|^n.
double line_integral(int n) {
  return n % 2 == 1 ? 0.0 : 2.0 / (n + 1);
}
double line_size(int n) {
  return 2.0 / (n + 1);
}
double triangle_integral(int i, int j) {
  return factorial(i) * factorial(j) / factorial(i + j + 2);
}

/// The exact integral of x^i y^j z^k, and that of its absolute value as the scale of errors.
std::pair<double, double> exact(ElementShape shape, int i, int j, int k) {
  switch (shape) {
    case ElementShape::point:
      return {1.0, 1.0};
    case ElementShape::line:
      return {line_integral(i), line_size(i)};
    case ElementShape::quadrilateral:
      return {line_integral(i) * line_integral(j), line_size(i) * line_size(j)};
    case ElementShape::hexahedron:
      return {line_integral(i) * line_integral(j) * line_integral(k), line_size(i) * line_size(j) * line_size(k)};
    case ElementShape::triangle:
      return {triangle_integral(i, j), triangle_integral(i, j)};
    case ElementShape::prism:
      return {triangle_integral(i, j) * line_integral(k), triangle_integral(i, j) * line_size(k)};
    case ElementShape::tetrahedron: {
      const double value = factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3);
      return {value, value};
    }
  }
  return {};
}

/// Whether a rule of the given degree has to integrate x^i y^j z^k.
bool required(ElementShape shape, int degree, int i, int j, int k) {
  if (i > degree || j > degree || k > degree) return false;
  if (j > 0 && dimension(shape) < 2) return false;
  if (k > 0 && dimension(shape) < 3) return false;
  switch (shape) {
    case ElementShape::point:
      return i == 0;
    case ElementShape::triangle:
    case ElementShape::prism:
      return i + j <= degree;
    case ElementShape::tetrahedron:
      return i + j + k <= degree;
    default:
      return true;
  }
}

bool inside(ElementShape shape, const std::array<double, 3>& x) {
  const auto on_line = [](double c) { return std::abs(c) < 1.0; };
  switch (shape) {
    case ElementShape::point:
      return x == std::array{0.0, 0.0, 0.0};
    case ElementShape::line:
      return on_line(x[0]) && x[1] == 0.0 && x[2] == 0.0;
    case ElementShape::quadrilateral:
      return on_line(x[0]) && on_line(x[1]) && x[2] == 0.0;
    case ElementShape::hexahedron:
      return on_line(x[0]) && on_line(x[1]) && on_line(x[2]);
    case ElementShape::triangle:
      return x[0] > 0.0 && x[1] > 0.0 && x[0] + x[1] < 1.0 && x[2] == 0.0;
    case ElementShape::prism:
      return x[0] > 0.0 && x[1] > 0.0 && x[0] + x[1] < 1.0 && on_line(x[2]);
    case ElementShape::tetrahedron:
      return x[0] > 0.0 && x[1] > 0.0 && x[2] > 0.0 && x[0] + x[1] + x[2] < 1.0;
  }
  return false;
}

double integrate_monomial(const QuadratureRule& rule, int i, int j, int k) {
  double sum = 0.0;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const auto& x = rule.points[q];
    sum += rule.weights[q] * std::pow(x[0], i) * std::pow(x[1], j) * std::pow(x[2], k);
  }
  return sum;
}

class EveryRule : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  ElementShape shape() const { return static_cast<ElementShape>(std::get<0>(GetParam())); }
  int degree() const { return std::get<1>(GetParam()); }
  const QuadratureRule& rule() const { return quadrature_rule(shape(), degree()); }
};

const std::array<const char*, 7> shape_names = {"point",       "line",       "triangle", "quadrilateral",
                                                "tetrahedron", "hexahedron", "prism"};

INSTANTIATE_TEST_SUITE_P(ShapesAndDegrees, EveryRule, testing::Combine(testing::Range(0, 7), testing::Range(0, 13)),
                         [](const auto& instance) {
                           return std::string(shape_names[static_cast<std::size_t>(std::get<0>(instance.param))]) +
                                  "_degree_" + std::to_string(std::get<1>(instance.param));
                         });

TEST_P(EveryRule, IntegratesEveryMonomialOfItsDegree) {
  for (int i = 0; i <= degree(); ++i)
    for (int j = 0; j <= degree(); ++j)
      for (int k = 0; k <= degree(); ++k) {
        if (!required(shape(), degree(), i, j, k)) continue;
        const auto [value, size] = exact(shape(), i, j, k);
        EXPECT_NEAR(integrate_monomial(rule(), i, j, k), value, 1e-13 * size) << i << " " << j << " " << k;
      }
}

TEST_P(EveryRule, HasPositiveWeightsThatSumToTheMeasure) {
  ASSERT_EQ(rule().weights.size(), rule().points.size());
  for (const double weight : rule().weights) EXPECT_GT(weight, 0.0);
  EXPECT_NEAR(std::accumulate(rule().weights.begin(), rule().weights.end(), 0.0), exact(shape(), 0, 0, 0).first, 1e-14);
}

TEST_P(EveryRule, HasItsPointsInside) {
  for (const auto& point : rule().points)
    EXPECT_TRUE(inside(shape(), point)) << point[0] << " " << point[1] << " " << point[2];
}

TEST(Quadrature, RulesOfOddDegreeFailOneDegreeFurther) {
  // So that the test above can fail: the first monomial that the Gauss rule must miss.
  for (int degree = 1; degree < 12; degree += 2) {
    const double missed = integrate_monomial(quadrature_rule(ElementShape::line, degree), degree + 1, 0, 0);
    EXPECT_GT(std::abs(missed - line_integral(degree + 1)), 1e-6) << degree;
  }
}

TEST(Quadrature, SimplexRulesUpToDegreeSixHaveTheExpectedNumberOfPoints) {
  const std::array<std::size_t, 7> triangle = {1, 1, 3, 6, 6, 7, 12}, tetrahedron = {1, 1, 4, 8, 14, 14, 24};
  for (int degree = 0; degree <= 6; ++degree) {
    const auto d = static_cast<std::size_t>(degree);
    EXPECT_EQ(quadrature_rule(ElementShape::triangle, degree).points.size(), triangle[d]);
    EXPECT_EQ(quadrature_rule(ElementShape::tetrahedron, degree).points.size(), tetrahedron[d]);
  }
}

TEST(Quadrature, SimplexRulesUpToDegreeSixDoNotPreferACorner) {
  // The same function of each barycentric coordinate, one that no rule integrates exactly.
  for (const ElementShape shape : {ElementShape::triangle, ElementShape::tetrahedron})
    for (int degree = 1; degree <= 6; ++degree) {
      const QuadratureRule& rule = quadrature_rule(shape, degree);
      std::array<double, 4> sums{};
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        const auto& x = rule.points[q];
        const std::array<double, 4> barycentric = {1.0 - x[0] - x[1] - x[2], x[0], x[1], x[2]};
        for (std::size_t c = 0; c < 4; ++c) sums[c] += rule.weights[q] * std::exp(5.0 * barycentric[c]);
      }
      for (std::size_t c = 1; c <= static_cast<std::size_t>(dimension(shape)); ++c)
        EXPECT_NEAR(sums[c], sums[0], 1e-13 * sums[0]) << degree;
    }
}

TEST(Quadrature, DegreeThirtyIsExactAndThirtyOneIsRefused) {
  for (const ElementShape shape : {ElementShape::line, ElementShape::triangle, ElementShape::tetrahedron}) {
    const QuadratureRule& rule = quadrature_rule(shape, 30);
    EXPECT_NEAR(integrate_monomial(rule, 30, 0, 0), exact(shape, 30, 0, 0).first,
                1e-12 * exact(shape, 30, 0, 0).second);
  }
  EXPECT_THROW(quadrature_rule(ElementShape::line, 31), InputError);
  EXPECT_THROW(quadrature_rule(ElementShape::triangle, -1), InputError);
}

TEST(Quadrature, TheSameRuleIsReturnedEveryTime) {
  const QuadratureRule* first = &quadrature_rule(ElementShape::hexahedron, 4);
  for (int degree = 0; degree <= 30; ++degree) quadrature_rule(ElementShape::line, degree);
  EXPECT_EQ(&quadrature_rule(ElementShape::hexahedron, 4), first);
}

} // namespace
} // namespace adjoule
