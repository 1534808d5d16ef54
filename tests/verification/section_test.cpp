// Plane and axisymmetric sections against closed forms of a ring (Timoshenko & Goodier, Theory of Elasticity, chapters
// 4 and 13).
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

constexpr double young = 200e9, poisson = 0.3, alpha = 12e-6;
constexpr double inner = 0.01, outer = 0.03, middle = 0.02, height = 0.01; // m
const double pi = std::acos(-1.0);

struct SectionCase {
  SectionKind section;
  ElementType type;
  int cells; ///< from inside out, and around
};

class Ring : public testing::TestWithParam<SectionCase> {
 protected:
  bool axisymmetric() const { return GetParam().section == SectionKind::axisymmetric; }
  // Plane strain is plane stress of other constants; the axisymmetric ring is held at both ends, which is plane strain.
  bool plane_stress() const { return GetParam().section == SectionKind::plane_stress; }
  double effective_young() const { return plane_stress() ? young : young / (1.0 - poisson * poisson); }
  double effective_poisson() const { return plane_stress() ? poisson : poisson / (1.0 - poisson); }
  double effective_alpha() const { return plane_stress() ? alpha : (1.0 + poisson) * alpha; }

  /// A quarter of the ring with x0, x1 inside and outside; or its section from y = 0 to 10 mm.
  std::unique_ptr<MultiphysicsSystem> make_ring(const std::string& temperature) const {
    const bool revolved = axisymmetric();
    auto model = std::make_unique<MultiphysicsSystem>(
        make_grid_mesh({.type = GetParam().type,
                        .cells = {GetParam().cells, revolved ? GetParam().cells / 4 : GetParam().cells, 1},
                        .map =
                            [revolved](const Point& x) {
                              const double radius = inner + x[0] * (outer - inner), angle = 0.5 * pi * x[1];
                              if (revolved) return Point{radius, height * x[1], 0.0};
                              return Point{radius * std::cos(angle), radius * std::sin(angle), 0.0};
                            },
                        .curved = true}),
        GetParam().section);
    if (!revolved) model->space().set_thickness(model->number("thickness", height, "m"));
    Parameters& parameters = model->parameters();
    model->thermal().prescribe_field(expression_coefficient(parameters, temperature, {}));
    const Parameter reference = parameters.register_parameter("T.reference", 300.0, {.unit = "K"});
    model->mechanical().set_material(
        {{"body"},
         model->number("E", young, "Pa"),
         model->number("nu", poisson),
         thermal_strain(parameters, model->number("alpha", alpha, "1/K"), reference, ExpansionKind::instantaneous)});
    model->mechanical().prescribe_displacement("y0", 1, model->number("u.y0", 0.0, "m"));
    model->mechanical().prescribe_displacement("y1", revolved ? 1 : 0, model->number("u.y1", 0.0, "m"));
    return model;
  }
};

TEST_P(Ring, UnderInnerPressureIsLames) {
  const auto model = make_ring("300");
  const double pressure = 50e6;
  model->mechanical().apply_pressure("x0", model->number("p", pressure, "Pa"));
  const State state = model->solve_steady_state(tight());
  const double factor = pressure * inner * inner / (outer * outer - inner * inner);
  const auto displacement = [&](double r) {
    return factor / effective_young() *
           ((1.0 - effective_poisson()) * r + (1.0 + effective_poisson()) * outer * outer / r);
  };
  const double loaded_area = (axisymmetric() ? 2.0 : 0.5) * pi * inner * height;
  std::vector<Reference> references{
      {"half the work of the pressure", 0.5 * pressure * loaded_area * displacement(inner), 2e-5, elastic_energy()}};
  for (const double r : {inner, middle, outer}) {
    references.push_back(
        {fmt::format("u at {} m", r), displacement(r), 2e-5, at_point("displacement.x", {r, 0.0, 0.0})});
  }
  const double out_of_plane = plane_stress() ? 0.0 : 2.0 * poisson * factor;
  references.push_back(
      {"axial stress", out_of_plane, 2e-3, average(axisymmetric() ? "stress.yy" : "stress.zz"), factor});
  expect_references(*model, state, references);
}

TEST_P(Ring, HeatedInsideOutExpandsWithTheIntegralOfItsTemperature) {
  const auto model = make_ring(axisymmetric() ? "300 + 100*(x/0.03)^2" : "300 + 100*(x^2 + y^2)/0.03^2");
  const State state = model->solve_steady_state(tight());
  const auto moment = [](double r) { return 100.0 * (std::pow(r, 4) - std::pow(inner, 4)) / (4.0 * outer * outer); };
  const auto displacement = [&](double r) {
    const double nu = effective_poisson();
    return effective_alpha() / r *
           ((1.0 + nu) * moment(r) +
            ((1.0 - nu) * r * r + (1.0 + nu) * inner * inner) / (outer * outer - inner * inner) * moment(outer));
  };
  std::vector<Reference> references;
  for (const double r : {inner, middle, outer}) {
    references.push_back(
        {fmt::format("u at {} m", r), displacement(r), 2e-5, at_point("displacement.x", {r, 0.0, 0.0})});
  }
  expect_references(*model, state, references);
}

TEST_P(Ring, ConductsHeatAsItsLogarithmSays) {
  MultiphysicsSystem model(Mesh(make_ring("300")->mesh()), GetParam().section);
  if (!axisymmetric()) model.space().set_thickness(model.number("thickness", height, "m"));
  model.thermal().set_conductivity({"body"}, model.number("k", 40.0));
  model.thermal().prescribe_temperature("x0", model.number("T.inner", 500.0));
  model.thermal().prescribe_temperature("x1", model.number("T.outer", 300.0));
  const State state = model.solve_steady_state(tight());
  const double angle = axisymmetric() ? 2.0 * pi : 0.5 * pi;
  const double heat = 40.0 * angle * height * 200.0 / std::log(outer / inner);
  const double at_middle = 500.0 - 200.0 * std::log(middle / inner) / std::log(outer / inner);
  expect_references(model, state,
                    {{"heat", heat, 2e-5, reaction("temperature", "x0")},
                     {"heat", -heat, 2e-5, reaction("temperature", "x1")},
                     {"temperature", at_middle, 1e-6, at_point("temperature", {middle, 0.0, 0.0})}});
}

std::string name_of(const testing::TestParamInfo<SectionCase>& of) {
  const std::array<const char*, 4> names{"solid", "plane_strain", "plane_stress", "axisymmetric"};
  return fmt::format("{}_{}", names[static_cast<std::size_t>(of.param.section)], topology(of.param.type).name);
}

INSTANTIATE_TEST_SUITE_P(Sections, Ring,
                         testing::Values(SectionCase{SectionKind::plane_stress, ElementType::quadrilateral9, 16},
                                         SectionCase{SectionKind::plane_stress, ElementType::triangle6, 40},
                                         SectionCase{SectionKind::plane_strain, ElementType::quadrilateral8, 16},
                                         SectionCase{SectionKind::plane_strain, ElementType::triangle6, 40},
                                         SectionCase{SectionKind::axisymmetric, ElementType::quadrilateral8, 16},
                                         SectionCase{SectionKind::axisymmetric, ElementType::quadrilateral9, 16},
                                         SectionCase{SectionKind::axisymmetric, ElementType::triangle6, 40}),
                         name_of);

} // namespace
} // namespace adjoule::test
