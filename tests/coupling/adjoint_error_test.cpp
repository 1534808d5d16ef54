// Bodies whose equations lose digits: what the adjoint's error is said to be, against an exact derivative.
#include "coupled_models.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule::test {
namespace {

/// A cantilever of `slenderness` times its height, pressed sideways at its end.
struct Cantilever {
  explicit Cantilever(int slenderness)
      : system(make_box({.type = ElementType::hexahedron8,
                         .cells = {2 * slenderness, 1, 1},
                         .size = {static_cast<double>(slenderness), 1.0, 1.0}})) {
    MechanicalSystem& mechanical = system.mechanical();
    mechanical.set_material(ElasticMaterial{{"body"}, young, system.number("nu", 0.3), nullptr});
    for (int c = 0; c < 3; ++c)
      mechanical.prescribe_displacement("left", c, system.number("hold_" + std::string(1, "xyz"[c]), 0.0));
    mechanical.apply_force("right",
                           {system.number("pull", 0.0), system.number("push", 1e-3), system.number("aside", 0.0)});
  }

  /// J = integral of |u|^2, so that dJ/dE = -2 J / E.
  void expect_honest_error(const State& state) {
    const IntegralObjective motion("motion", system.space(), make_integrand<Square<3>>(), {0});
    const Gradient gradient = system.gradient(state, {&motion})[0];
    const Parameter modulus = system.parameters().find("E");
    const double derivative = system.parameters().part(gradient.parameters, modulus)[0];
    const double value = system.parameters().part(system.parameters().all(), modulus)[0];
    EXPECT_LE(gradient.adjoint_error, 1e-10);
    EXPECT_LE(std::abs(derivative * value / (-2.0 * gradient.value) - 1.0), 30.0 * gradient.adjoint_error + 1e-13);
  }

  MultiphysicsSystem system;
  CoefficientPointer young = system.number("E", 7.0);
};

TEST(AdjointError, IsNoLessThanItIsSaidToBeByMuchFromRestAndFromTheSolution) {
  for (const int slenderness : {3, 30, 150}) {
    SCOPED_TRACE(slenderness);
    Cantilever beam(slenderness);
    const State from_rest = beam.system.solve_steady_state();
    beam.expect_honest_error(from_rest);
    // Little is to correct now, and nothing is learnt of how errors are amplified.
    beam.system.parameters().set(beam.system.parameters().find("E"), 7.0 * (1.0 + 1e-9));
    const State from_solution = beam.system.solve_steady_state({}, &from_rest.fields);
    beam.expect_honest_error(from_solution);
  }
}

} // namespace
} // namespace adjoule::test
