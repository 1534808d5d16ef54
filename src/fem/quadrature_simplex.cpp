#include "quadrature_simplex.hpp"

#include "quadrature_gauss.hpp"

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// All points whose barycentric coordinates are a permutation of the given ones, with equal weights.
template <std::size_t corners>
void add_orbit(QuadratureRule& rule, double weight, std::array<double, corners> barycentric) {
  std::sort(barycentric.begin(), barycentric.end());
  do {
    std::array<double, 3> point{};
    std::copy(barycentric.begin() + 1, barycentric.end(), point.begin());
    rule.points.push_back(point);
    rule.weights.push_back(weight);
  } while (std::next_permutation(barycentric.begin(), barycentric.end()));
}

// Weights below are fractions of the measure: 1/2 for the triangle, 1/6 for the tetrahedron.
class TriangleOrbits {
 public:
  TriangleOrbits& centre(double weight) {
    add_orbit<3>(rule_, weight / 2.0, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0});
    return *this;
  }
  TriangleOrbits& three(double weight, double a) {
    add_orbit<3>(rule_, weight / 2.0, {a, a, 1.0 - 2.0 * a});
    return *this;
  }
  TriangleOrbits& six(double weight, double a, double b) {
    add_orbit<3>(rule_, weight / 2.0, {a, b, 1.0 - a - b});
    return *this;
  }
  QuadratureRule rule() const { return rule_; }

 private:
  QuadratureRule rule_;
};

class TetrahedronOrbits {
 public:
  TetrahedronOrbits& centre() {
    add_orbit<4>(rule_, 1.0 / 6.0, {0.25, 0.25, 0.25, 0.25});
    return *this;
  }
  TetrahedronOrbits& four(double weight, double a) {
    add_orbit<4>(rule_, weight / 6.0, {a, a, a, 1.0 - 3.0 * a});
    return *this;
  }
  TetrahedronOrbits& six(double weight, double a) {
    const double b = 0.5 - a;
    add_orbit<4>(rule_, weight / 6.0, {a, a, b, b});
    return *this;
  }
  TetrahedronOrbits& twelve(double weight, double a, double b) {
    add_orbit<4>(rule_, weight / 6.0, {a, a, b, 1.0 - 2.0 * a - b});
    return *this;
  }
  QuadratureRule rule() const { return rule_; }

 private:
  QuadratureRule rule_;
};

/// The square's or cube's Gauss rules with sides collapsed (A. H. Stroud, "Approximate calculation of multiple
/// integrals", 1971).
QuadratureRule collapsed_rule(int dimension, int degree) {
  const int n = degree / 2 + 1;
  const LineRule first = gauss_jacobi(n, dimension - 1), second = gauss_jacobi(n, dimension - 2);
  const LineRule third = dimension == 3 ? gauss_jacobi(n, 0) : LineRule{{0.0}, {1.0}};
  QuadratureRule rule;
  for (std::size_t i = 0; i < first.points.size(); ++i)
    for (std::size_t j = 0; j < second.points.size(); ++j)
      for (std::size_t k = 0; k < third.points.size(); ++k) {
        const double x = first.points[i], y = (1.0 - x) * second.points[j];
        rule.points.push_back({x, y, (1.0 - x) * (1.0 - second.points[j]) * third.points[k]});
        rule.weights.push_back(first.weights[i] * second.weights[j] * third.weights[k]);
      }
  return rule;
}

} // namespace

QuadratureRule triangle_rule(int degree) {
  switch (degree) {
    case 0:
    case 1:
      return TriangleOrbits().centre(1.0).rule();
    case 2:
      return TriangleOrbits().three(1.0 / 3.0, 1.0 / 6.0).rule();
    case 3:   // the four-point rule of degree 3 has a negative weight
    case 4: { // G. R. Cowper, "Gaussian quadrature formulas for triangles", 1973; in closed form
      const double offset = std::sqrt(213125.0 - 53320.0 * std::sqrt(10.0)) / 3720.0;
      const double a = (8.0 - std::sqrt(10.0)) / 18.0, spread = std::sqrt(38.0 - 44.0 * std::sqrt(0.4)) / 18.0;
      return TriangleOrbits().three(1.0 / 6.0 + offset, a + spread).three(1.0 / 6.0 - offset, a - spread).rule();
    }
    case 5: { // J. Radon, "Zur mechanischen Kubatur", 1948
      const double s = std::sqrt(15.0);
      return TriangleOrbits()
          .centre(0.225)
          .three((155.0 - s) / 1200.0, (6.0 - s) / 21.0)
          .three((155.0 + s) / 1200.0, (6.0 + s) / 21.0)
          .rule();
    }
    case 6: // D. A. Dunavant, "High degree efficient symmetrical Gaussian quadrature rules for the triangle", 1985;
            // more digits
      return TriangleOrbits()
          .three(0.11678627572637936603, 0.24928674517091042129)
          .three(0.05084490637020681692, 0.06308901449150222834)
          .six(0.08285107561837357519, 0.05314504984481694735, 0.31035245103378440542)
          .rule();
    default:
      return collapsed_rule(2, degree);
  }
}

QuadratureRule tetrahedron_rule(int degree) {
  switch (degree) {
    case 0:
    case 1:
      return TetrahedronOrbits().centre().rule();
    case 2:
      return TetrahedronOrbits().four(0.25, (5.0 - std::sqrt(5.0)) / 20.0).rule();
    case 3: { // C. A. Felippa, "A compendium of FEM integration formulas for symbolic work", 2004
      const double s = std::sqrt(17.0), spread = std::sqrt(1022.0 - 134.0 * s);
      const double offset = std::sqrt((1715161837.0 - 406006699.0 * s) / 23101.0) / 3120.0;
      return TetrahedronOrbits()
          .four(0.125 + offset, (55.0 - 3.0 * s + spread) / 196.0)
          .four(0.125 - offset, (55.0 - 3.0 * s - spread) / 196.0)
          .rule();
    }
    case 4: // the eleven-point rule of degree 4 has a negative weight
    case 5: // N. J. Walkington, "Quadrature on simplices of arbitrary dimension", 2000
      return TetrahedronOrbits()
          .four(0.07349304311636194954, 0.09273525031089122640)
          .four(0.11268792571801585080, 0.31088591926330060980)
          .six(0.04254602077708146644, 0.04550370412564964949)
          .rule();
    case 6: // P. Keast, "Moderate-degree tetrahedral quadrature formulas", 1986; more digits
      return TetrahedronOrbits()
          .four(0.03992275025816749210, 0.21460287125915202929)
          .four(0.01007721105532064295, 0.04067395853461135312)
          .four(0.05535718154365472210, 0.32233789014227551034)
          .twelve(27.0 / 560.0, 0.06366100187501752530, 0.26967233145831580803)
          .rule();
    default:
      return collapsed_rule(3, degree);
  }
}

} // namespace adjoule
