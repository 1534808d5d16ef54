// Nearly and fully incompressible rubber: a thick sphere with its closed form, Cook's membrane on refined meshes.
#include "rubber_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

constexpr double incompressible = std::numeric_limits<double>::infinity();
constexpr double inner = 0.01, outer = 0.02; // m

/// A sector of the sphere's cross-section, from the equator to the axis; x is the radius, y the axis.
Mesh sphere_section(ElementType type, int cells) {
  return make_grid_mesh({.type = type,
                         .cells = {cells, cells, 1},
                         .map =
                             [](const Point& x) {
                               const double radius = inner + x[0] * (outer - inner);
                               const double angle = 0.5 * std::acos(-1.0) * x[1];
                               const double across = x[1] == 1.0 ? 0.0 : radius * std::cos(angle);
                               return Point{across, radius * std::sin(angle), 0.0};
                             },
                         .curved = true});
}

std::unique_ptr<MultiphysicsSystem> make_sphere(ElementType type, int cells, double bulk, VolumetricLaw law,
                                                double pressure) {
  auto model = std::make_unique<MultiphysicsSystem>(sphere_section(type, cells), SectionKind::axisymmetric);
  set_ogden(*model, ogden_named("treloar3", bulk, law), true);
  move(*model, "y0", 1, 0.0);
  move(*model, "y1", 0, 0.0);
  model->mechanical().apply_pressure("x0", model->number("pressure", pressure, "Pa"));
  return model;
}

// Inner pressure that stretches the bore of an incompressible sphere (values of the reference's closed form).
const std::vector<std::pair<double, double>> inflation{
    {1.1, 123462.04608843006}, {1.2, 208859.22661230393}, {1.5, 333193.1040466862}};

class MixedSphere : public ::testing::TestWithParam<ElementType> {};

TEST_P(MixedSphere, incompressible_inflation_is_the_closed_form) {
  for (const auto& [stretch, pressure] : inflation) {
    const auto model = make_sphere(GetParam(), 6, incompressible, VolumetricLaw::quadratic, pressure);
    const State state = model->solve_steady_state();
    // At a stretch of 1.5 the pressure is near its maximum, and the stretch follows it steeply.
    const double slope = stretch > 1.4 ? 4e-3 : 1e-3;
    EXPECT_NEAR(evaluate(*model, state, at_point("displacement.x", {inner, 0.0, 0.0})) / inner, stretch - 1.0,
                slope * (stretch - 1.0));
    EXPECT_NEAR(evaluate(*model, state, average("volume_ratio")), 1.0, 1e-4);
  }
}

// One-dimensional reference solutions at 0.3 MPa, u_i and u_o in m.
struct Compressible {
  VolumetricLaw law;
  double bulk, inside, outside;
};
TEST_P(MixedSphere, compressible_inflation_is_the_one_dimensional_solution_for_each_volumetric_law) {
  for (const Compressible& c :
       {Compressible{VolumetricLaw::quadratic, 4e6, 0.004197475016587579, 0.0015945661691756166},
        Compressible{VolumetricLaw::logarithmic, 4e6, 0.004220634683929511, 0.001612275935045055},
        Compressible{VolumetricLaw::simo_taylor, 4e6, 0.004204711394801936, 0.0016001063029804294},
        Compressible{VolumetricLaw::quadratic, 4.225e8, 0.003783035879542882, 0.0012681050239286076}}) {
    const auto model = make_sphere(GetParam(), 6, c.bulk, c.law, 0.3e6);
    const State state = model->solve_steady_state();
    EXPECT_NEAR(evaluate(*model, state, at_point("displacement.x", {inner, 0.0, 0.0})), c.inside, 2e-3 * c.inside);
    EXPECT_NEAR(evaluate(*model, state, at_point("displacement.x", {outer, 0.0, 0.0})), c.outside, 2e-3 * c.outside);
  }
}

INSTANTIATE_TEST_SUITE_P(Mixed, MixedSphere,
                         ::testing::Values(ElementType::triangle6, ElementType::quadrilateral8,
                                           ElementType::quadrilateral9),
                         [](const auto& test) {
                           return test.param == ElementType::triangle6        ? "triangle6"
                                  : test.param == ElementType::quadrilateral8 ? "quadrilateral8"
                                                                              : "quadrilateral9";
                         });

TEST(MixedFormulation, sphere_of_tetrahedra_under_the_incompressible_pressure) {
  MultiphysicsSystem model(read_test_mesh("sphere_octant_p2.msh"));
  set_ogden(model, ogden_named("treloar3", incompressible, VolumetricLaw::quadratic), true);
  move(model, "x0", 0, 0.0);
  move(model, "y0", 1, 0.0);
  move(model, "z0", 2, 0.0);
  model.mechanical().apply_pressure("inner", model.number("pressure", inflation[1].second, "Pa"));
  const State state = model.solve_steady_state();
  EXPECT_NEAR(evaluate(model, state, at_point("displacement.x", {inner, 0.0, 0.0})), 0.002, 0.015 * 0.002);
}

/// Cook's panel, 48 mm long, clamped at the left, pulled upwards at the right; plane strain, incompressible where
/// `bulk` is infinite.
std::unique_ptr<MultiphysicsSystem> make_cook(ElementType type, int cells, bool mixed, double bulk) {
  Mesh mesh = make_grid_mesh({.type = type, .cells = {cells, cells, 1}, .map = [](const Point& x) {
                                const double low = 44e-3 * x[0], high = 44e-3 + 16e-3 * x[0];
                                return Point{48e-3 * x[0], low + (high - low) * x[1], 0.0};
                              }});
  auto model = std::make_unique<MultiphysicsSystem>(std::move(mesh), SectionKind::plane_strain);
  set_ogden(*model, {{80e6}, {2.0}, bulk, VolumetricLaw::quadratic}, mixed);
  move(*model, "x0", {});
  model->mechanical().apply_traction(
      "x1", {model->number("tx", 0.0, "Pa"), model->number("ty", 6.25e6, "Pa"), model->number("tz", 0.0, "Pa")});
  return model;
}

double corner_lift(MultiphysicsSystem& model, const State& state) {
  return evaluate(model, state, at_point("displacement.y", {48e-3, 60e-3, 0.0}));
}

TEST(MixedFormulation, cooks_membrane_converges_without_locking) {
  for (const double bulk : {incompressible, 80e9}) {
    std::map<ElementType, std::vector<double>> lifts;
    for (const ElementType type : {ElementType::triangle6, ElementType::quadrilateral9}) {
      for (const int cells : {4, 8, 16}) {
        const auto model = make_cook(type, cells, true, bulk);
        lifts[type].push_back(corner_lift(*model, model->solve_steady_state()));
      }
    }
    const double fine = lifts[ElementType::quadrilateral9].back();
    for (const auto& [type, lift] : lifts) {
      EXPECT_NEAR(lift[0], fine, 0.06 * fine); // already on 4 x 4 cells
      EXPECT_NEAR(lift[2], fine, 0.01 * fine); // the clamped corner is singular
      EXPECT_LT(std::abs(lift[2] - lift[1]), std::abs(lift[1] - lift[0]));
    }
    if (std::isinf(bulk)) continue;
    // What locking looks like: linear triangles of the displacement formulation.
    const auto locked = make_cook(ElementType::triangle3, 8, false, bulk);
    EXPECT_LT(corner_lift(*locked, locked->solve_steady_state()), 0.5 * fine);
  }
}

TEST(MixedFormulation, the_pressure_converges_and_does_not_oscillate) {
  // Away from the singular corner: the pressure on a mesh and on one twice as fine, at the same points.
  std::vector<std::vector<double>> pressures;
  for (const int cells : {4, 8, 16}) {
    const auto model = make_cook(ElementType::quadrilateral9, cells, true, incompressible);
    const State state = model->solve_steady_state();
    pressures.emplace_back();
    for (int i = 0; i < 12; ++i) {
      const double x = 16e-3 + 2.5e-3 * i, low = 44e-3 * x / 48e-3, high = 44e-3 + 16e-3 * x / 48e-3;
      pressures.back().push_back(evaluate(*model, state, at_point("pressure", {x, low + 0.37 * (high - low), 0.0})));
    }
  }
  double range = 0.0, coarse = 0.0, fine = 0.0;
  for (std::size_t i = 0; i < pressures[0].size(); ++i) {
    range = std::max(range, std::abs(pressures[2][i]));
    coarse = std::max(coarse, std::abs(pressures[1][i] - pressures[0][i]));
    fine = std::max(fine, std::abs(pressures[2][i] - pressures[1][i]));
  }
  EXPECT_LT(fine, 0.06 * range);
  EXPECT_LT(fine, 0.5 * coarse);
}

TEST(MixedFormulation, agrees_with_the_displacement_formulation_of_a_compressible_body) {
  std::vector<double> differences;
  for (const int cells : {6, 12, 24}) {
    const auto mixed = make_cook(ElementType::quadrilateral9, cells, true, 400e6);
    const auto plain = make_cook(ElementType::quadrilateral9, cells, false, 400e6);
    const double lift = corner_lift(*plain, plain->solve_steady_state());
    differences.push_back((corner_lift(*mixed, mixed->solve_steady_state()) - lift) / lift);
  }
  EXPECT_LT(differences[2], 0.004);
  EXPECT_GT(differences[0], differences[1]);
  EXPECT_GT(differences[1], differences[2]);
  EXPECT_GT(differences[2], 0.0); // the displacement formulation is the stiffer one
}

TEST(MixedFormulation, needs_second_order_elements_and_no_plane_stress) {
  MultiphysicsSystem linear(make_grid_mesh({.type = ElementType::tetrahedron4}));
  EXPECT_THROW(set_ogden(linear, ogden_named("ogden1", 1e9, VolumetricLaw::quadratic), true), InputError);
  MultiphysicsSystem sheet(make_grid_mesh({.type = ElementType::triangle6}), SectionKind::plane_stress);
  EXPECT_THROW(set_ogden(sheet, ogden_named("ogden1", 1e9, VolumetricLaw::quadratic), true), InputError);
}

} // namespace
} // namespace adjoule::test
