// Manufactured solutions on smoothly distorted meshes of every element type: errors fall at the order that the elements
// have.
#include "error_norms.hpp"
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

/// sum over terms of amplitude * exp(a . x), whose derivatives are as simple.
struct ExponentialField {
  struct Term {
    double amplitude;
    Point direction;
  };
  double constant;
  std::vector<Term> terms;

  double value(const Point& x) const {
    double sum = constant;
    for (const Term& term : terms) sum += term.amplitude * exponential(term, x);
    return sum;
  }
  Point gradient(const Point& x) const {
    Point sum{};
    for (const Term& term : terms) {
      for (std::size_t d = 0; d < 3; ++d) sum[d] += term.amplitude * term.direction[d] * exponential(term, x);
    }
    return sum;
  }
  std::string text() const {
    std::string sum = fmt::format("({:.17g})", constant);
    for (const Term& term : terms) {
      sum += fmt::format(" + ({:.17g})*exp(({:.17g})*x + ({:.17g})*y + ({:.17g})*z)", term.amplitude, term.direction[0],
                         term.direction[1], term.direction[2]);
    }
    return sum;
  }

 private:
  static double exponential(const Term& term, const Point& x) {
    return std::exp(term.direction[0] * x[0] + term.direction[1] * x[1] + term.direction[2] * x[2]);
  }
};

double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Two directions, of which none of the mesh's lines is one; in the plane their z parts are dropped.
std::array<Point, 2> directions(int dimension) {
  return {Point{1.1, -0.7, dimension == 3 ? 0.8 : 0.0}, Point{-0.6, 1.3, dimension == 3 ? 0.5 : 0.0}};
}

struct ConvergenceCase {
  ElementType type;
  std::vector<int> cells; ///< along each edge of the unit square or cube
};

GridMesh grid_of(const ConvergenceCase& of, int cells) {
  const bool three_dimensional = topology(of.type).dimension == 3;
  return {.type = of.type,
          .cells = {cells, cells, three_dimensional ? cells : 1},
          .map = [three_dimensional](const Point& x) { return distorted(x, three_dimensional); }};
}
SectionKind section_of(ElementType type) {
  return topology(type).dimension == 3 ? SectionKind::solid : SectionKind::plane_strain;
}

class Convergence : public testing::TestWithParam<ConvergenceCase> {
 protected:
  void expect_theoretical_rates(const std::vector<ErrorNorms>& errors) const {
    const int order = topology(GetParam().type).order;
    const ErrorNorms rate = fitted_rates(GetParam().cells, errors);
    EXPECT_NEAR(rate.l2, order + 1.0, 0.1) << "L2, last error " << errors.back().l2;
    EXPECT_NEAR(rate.h1, order, 0.1) << "H1, last error " << errors.back().h1;
  }
};

TEST_P(Convergence, OfConductionIsThatOfTheElement) {
  // k = 2 + x: the source is -div(k grad T).
  const auto [a, b] = directions(topology(GetParam().type).dimension);
  const ExponentialField exact{400.0, {{60.0, a}, {-25.0, b}}};
  const std::string source = fmt::format(
      "-(2 + x)*({0:.17g}*exp({2:.17g}*x + {3:.17g}*y + {4:.17g}*z) + {1:.17g}*exp({5:.17g}*x + {6:.17g}*y + "
      "{7:.17g}*z))"
      " - ({8:.17g}*exp({2:.17g}*x + {3:.17g}*y + {4:.17g}*z) + {9:.17g}*exp({5:.17g}*x + {6:.17g}*y + {7:.17g}*z))",
      60.0 * dot(a, a), -25.0 * dot(b, b), a[0], a[1], a[2], b[0], b[1], b[2], 60.0 * a[0], -25.0 * b[0]);
  std::vector<ErrorNorms> errors;
  for (const int cells : GetParam().cells) {
    MultiphysicsSystem model(make_grid_mesh(grid_of(GetParam(), cells)), section_of(GetParam().type));
    const Parameters& parameters = model.parameters();
    model.thermal().set_conductivity({"body"}, expression_coefficient(parameters, "2 + x", {}));
    model.thermal().apply_source("body", expression_coefficient(parameters, source, {}));
    model.thermal().prescribe_temperature("boundary", expression_coefficient(parameters, exact.text(), {}));
    const State state = model.solve_steady_state();
    errors.push_back(error_norms(model.mesh(), state.fields.values[0], 1, [&](const Point& x) {
      return std::vector<ValueAndGradient>{{exact.value(x), exact.gradient(x)}};
    }));
  }
  expect_theoretical_rates(errors);
}

TEST_P(Convergence, OfElasticityIsThatOfTheElement) {
  const int dimension = topology(GetParam().type).dimension;
  const double young = 3.0, poisson = 0.3;
  const double lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
               shear = young / (2.0 * (1.0 + poisson));
  const std::array<Point, 2> direction = directions(dimension);
  const std::array<Point, 2> amplitude{Point{0.5, 0.3, dimension == 3 ? -0.4 : 0.0},
                                       Point{-0.2, 0.6, dimension == 3 ? 0.7 : 0.0}};
  // u = sum of A exp(a.x): div sigma = sum of ((lambda + mu)(A.a) a + mu (a.a) A) exp(a.x).
  std::array<ExponentialField, 3> exact{}, force{};
  for (std::size_t term = 0; term < 2; ++term) {
    const Point& a = direction[term];
    const Point& u = amplitude[term];
    for (std::size_t c = 0; c < 3; ++c) {
      exact[c].terms.push_back({u[c], a});
      force[c].terms.push_back({-((lambda + shear) * dot(u, a) * a[c] + shear * dot(a, a) * u[c]), a});
    }
  }
  std::vector<ErrorNorms> errors;
  for (const int cells : GetParam().cells) {
    MultiphysicsSystem model(make_grid_mesh(grid_of(GetParam(), cells)), section_of(GetParam().type));
    const Parameters& parameters = model.parameters();
    MechanicalSystem& mechanical = model.mechanical();
    mechanical.set_material({{"body"}, model.number("E", young), model.number("nu", poisson), nullptr});
    std::array<CoefficientPointer, 3> body_force;
    for (std::size_t c = 0; c < 3; ++c) {
      body_force[c] = expression_coefficient(parameters, force[c].text(), {});
      mechanical.prescribe_displacement("boundary", static_cast<int>(c),
                                        expression_coefficient(parameters, exact[c].text(), {}));
    }
    mechanical.apply_body_force("body", body_force);
    const State state = model.solve_steady_state();
    errors.push_back(error_norms(model.mesh(), state.fields.values[0], dimension, [&](const Point& x) {
      std::vector<ValueAndGradient> components;
      for (std::size_t c = 0; c < static_cast<std::size_t>(dimension); ++c)
        components.push_back({exact[c].value(x), exact[c].gradient(x)});
      return components;
    }));
  }
  expect_theoretical_rates(errors);
}

INSTANTIATE_TEST_SUITE_P(Elements, Convergence,
                         testing::Values(ConvergenceCase{ElementType::triangle3, {8, 16, 32, 64}},
                                         ConvergenceCase{ElementType::triangle6, {4, 8, 16, 32}},
                                         ConvergenceCase{ElementType::quadrilateral4, {8, 16, 32, 64}},
                                         ConvergenceCase{ElementType::quadrilateral8, {8, 16, 24, 32}},
                                         ConvergenceCase{ElementType::quadrilateral9, {4, 8, 16, 32}},
                                         ConvergenceCase{ElementType::tetrahedron4, {4, 6, 8, 12}},
                                         ConvergenceCase{ElementType::tetrahedron10, {2, 3, 4, 6}},
                                         ConvergenceCase{ElementType::hexahedron8, {4, 6, 8, 12}},
                                         ConvergenceCase{ElementType::hexahedron20, {3, 4, 6, 8}},
                                         ConvergenceCase{ElementType::hexahedron27, {2, 3, 4, 6}},
                                         ConvergenceCase{ElementType::prism6, {4, 6, 8, 12}},
                                         ConvergenceCase{ElementType::prism15, {3, 4, 6, 8}},
                                         ConvergenceCase{ElementType::prism18, {2, 3, 4, 6}}),
                         [](const auto& element) { return topology(element.param.type).name; });

} // namespace
} // namespace adjoule::test
