// Plane and axisymmetric sections against closed forms (Timoshenko & Goodier, Theory of Elasticity, chapters 4 and 13).
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

constexpr double young = 200e9, poisson = 0.3, alpha = 12e-6;
constexpr double inner = 0.01, outer = 0.03; // m

class Section : public testing::TestWithParam<ElementType> {
 protected:
  /// Radius from `first` to 30 mm, 10 mm high.
  static Mesh ring(double first, int cells) {
    return make_grid_mesh({.type = GetParam(), .cells = {cells, 1, 1}, .size = {outer - first, 0.01, 1.0}, .map = [first](const Point& x) {
                             return Point{x[0] + first, x[1], 0.0};
                           }});
  }
  static void set_material(MultiphysicsSystem& model) {
    const Parameter reference = model.parameters().register_parameter("T.reference", 300.0, {.unit = "K"});
    model.mechanical().set_material(
        {{"body"},
         model.number("E", young, "Pa"),
         model.number("nu", poisson),
         thermal_strain(model.parameters(), model.number("alpha", alpha, "1/K"), reference, ExpansionKind::instantaneous)});
  }
  static void hold(MultiphysicsSystem& model, const std::string& group, int component) {
    model.mechanical().prescribe_displacement(group, component, model.number(fmt::format("u.{}.{}", group, component), 0.0, "m"));
  }
};

TEST_P(Section, ThickCylinderUnderPressureIsLames) {
  MultiphysicsSystem model(ring(inner, 40), SectionKind::axisymmetric);
  model.thermal().prescribe_field(model.number("T", 300.0, "K"));
  set_material(model);
  hold(model, "y0", 1);
  hold(model, "y1", 1);
  const double pressure = 50e6;
  model.mechanical().apply_pressure("x0", model.number("p", pressure, "Pa"));
  const State state = model.solve_steady_state(tight());
  // u = (1 + nu)/E p a^2/(b^2 - a^2) ((1 - 2 nu) r + b^2/r) in plane strain.
  const double factor = pressure * inner * inner / (outer * outer - inner * inner);
  const auto radial = [&](double r) { return (1.0 + poisson) / young * factor * ((1.0 - 2.0 * poisson) * r + outer * outer / r); };
  const double middle = 0.02;
  expect_references(model, state,
                    {{"u(a)", radial(inner), 2e-6, average("displacement.x", "x0")},
                     {"u(b)", radial(outer), 2e-6, average("displacement.x", "x1")},
                     {"u in the middle", radial(middle), 2e-6, at_point("displacement.x", {middle, 0.005, 0.0})},
                     {"energy = p u(a) area / 2", pressure * radial(inner) * std::acos(-1.0) * inner * 0.01, 2e-6, elastic_energy()},
                     {"axial force of the support: nu (s_r + s_t) = 2 nu factor", -2.0 * poisson * factor * std::acos(-1.0) *
                          (outer * outer - inner * inner), 2e-5, reaction("displacement.y", "y1")}});
  const double hoop = evaluate(model, state, at_point("stress.zz", {middle - 2.5e-4, 0.005, 0.0}));
  const double r = middle - 2.5e-4;
  EXPECT_NEAR(hoop, factor * (1.0 + outer * outer / (r * r)), 2e-3 * factor) << "hoop stress";
}

TEST_P(Section, HeatedDiscExpandsWithTheMeanOfItsTemperature) {
  // A thin disc with T - T_ref = 100 (r/b)^2: u(b) = 2 alpha/b * integral of (T - T_ref) r dr = alpha 50 b, free of axial stress.
  MultiphysicsSystem model(ring(0.0, 30), SectionKind::axisymmetric);
  model.thermal().prescribe_field(expression_coefficient(model.parameters(), "300 + 100*(x/0.03)^2", {}));
  set_material(model);
  hold(model, "x0", 0);
  // Plane stress of a disc: axial strain that follows the temperature must be free, so the disc is thin compared with its radius.
  hold(model, "y0", 1);
  const State state = model.solve_steady_state(tight());
  // Long-cylinder and thin-disc solutions share u(b) for free ends: 2 alpha/b * integral (T - T_ref) r dr.
  const double mean_of_height = evaluate(model, state, average("displacement.x", "x1"));
  EXPECT_NEAR(mean_of_height, alpha * 50.0 * outer, 0.02 * alpha * 50.0 * outer);
  // The mean strains of a body without loads are those of free expansion: exact, since the mean of the stresses is zero.
  expect_references(model, state,
                    {{"mean hoop + radial + axial strain = 3 alpha mean (T - T_ref)", 3.0 * alpha * 50.0, 1e-3,
                      average("strain.xx")}});
}

INSTANTIATE_TEST_SUITE_P(Elements, Section,
                         testing::Values(ElementType::triangle6, ElementType::quadrilateral8, ElementType::quadrilateral9),
                         [](const auto& element) { return topology(element.param).name; });

} // namespace
} // namespace adjoule::test
