// The table of homogeneous deformations in two dimensions: plane stress (uniaxial, equibiaxial), plane strain (planar)
// and axisymmetry (uniaxial along the axis).
#include "rubber_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

using Row = std::map<std::string, std::string>;

struct SectionMode {
  SectionKind section;
  std::string mode;
};

class HomogeneousSection : public ::testing::TestWithParam<SectionMode> {};

std::unique_ptr<MultiphysicsSystem> make_sheet(const SectionMode& what, const OgdenSet& set) {
  const auto move_inside = [](const Point& x) {
    const double bubble = 16.0 * x[0] * (1.0 - x[0]) * x[1] * (1.0 - x[1]);
    return Point{x[0] + 0.1 * bubble, x[1] - 0.07 * bubble, 0.0};
  };
  auto model = std::make_unique<MultiphysicsSystem>(
      make_grid_mesh({.type = ElementType::quadrilateral4, .cells = {2, 2, 1}, .map = move_inside}), what.section);
  set_ogden(*model, set);
  move(*model, "x0", 0, 0.0);
  move(*model, "y0", 1, 0.0);
  if (what.section == SectionKind::axisymmetric || what.mode == "equibiaxial") move(*model, "y1", 1, 0.0);
  if (what.section != SectionKind::axisymmetric) move(*model, "x1", 0, 0.0);
  return model;
}

TEST_P(HomogeneousSection, gives_the_table) {
  const auto& [section, mode] = GetParam();
  const bool axisymmetric = section == SectionKind::axisymmetric;
  for (const Row& row : read_rows("A5_principal.csv")) {
    if (row.at("mode") != mode) continue;
    SCOPED_TRACE(row.at("material") + " " + row.at("lambda"));
    const auto model = make_sheet(GetParam(), ogden_of_table(row.at("material")));
    Parameters& parameters = model->parameters();
    const double lambda = std::stod(row.at("lambda"));
    if (!axisymmetric) parameters.set(parameters.find("x1.x"), lambda - 1.0);
    if (axisymmetric || mode == "equibiaxial") parameters.set(parameters.find("y1.y"), lambda - 1.0);
    const State state = model->solve_steady_state();
    const double area = axisymmetric ? std::acos(-1.0) : 1.0;
    const QuantitySpec force = axisymmetric ? reaction("displacement.y", "y1") : reaction("displacement.x", "x1");
    const double expected = std::stod(row.at("P1_Pa")), scale = 0.4225e6 + std::abs(expected);
    EXPECT_NEAR(evaluate(*model, state, force) / area, expected, 1e-9 * scale);
    EXPECT_NEAR(evaluate(*model, state, at_point("volume_ratio", {0.3, 0.6, 0.0})), std::stod(row.at("J")), 1e-9);
    EXPECT_NEAR(evaluate(*model, state, elastic_energy()) / area, std::stod(row.at("W_J_per_m3")),
                1e-9 * std::stod(row.at("W_J_per_m3")));
  }
}

INSTANTIATE_TEST_SUITE_P(A5, HomogeneousSection,
                         ::testing::Values(SectionMode{SectionKind::plane_stress, "uniaxial"},
                                           SectionMode{SectionKind::plane_stress, "equibiaxial"},
                                           SectionMode{SectionKind::plane_strain, "planar"},
                                           SectionMode{SectionKind::axisymmetric, "uniaxial"}),
                         [](const auto& test) {
                           const SectionKind section = test.param.section;
                           return std::string(section == SectionKind::plane_stress   ? "plane_stress_"
                                              : section == SectionKind::plane_strain ? "plane_strain_"
                                                                                     : "axisymmetric_") +
                                  test.param.mode;
                         });

TEST(PlaneStress, a_bulk_modulus_of_a_liquid_leaves_no_rounding_in_the_sheet) {
  // A gel: K/mu = 2.2e5. The thickness follows to a digit of K, and the stresses in the plane may not.
  const auto model =
      make_sheet({SectionKind::plane_stress, "uniaxial"}, {{1e4}, {2.0}, 2.2e9, VolumetricLaw::quadratic});
  model->parameters().set(model->parameters().find("x1.x"), 2.0);
  SolveOptions options;
  options.tolerance = 1e-12;
  const State state = model->solve_steady_state(options);
  // Incompressible neo-Hooke with W = mu/2 (I1 - 3): P = mu (lambda - 1/lambda^2).
  const double expected = 1e4 * (3.0 - 1.0 / 9.0);
  EXPECT_NEAR(evaluate(*model, state, reaction("displacement.x", "x1")), expected, 1e-5 * expected);
}

TEST(Axisymmetry, a_ring_is_not_pushed_through_its_axis) {
  // Every radius becomes its negative: no strain, and no solution.
  for (const bool mixed : {false, true}) {
    MultiphysicsSystem model(make_grid_mesh({.type = mixed ? ElementType::quadrilateral9 : ElementType::quadrilateral8,
                                             .cells = {1, 1, 1},
                                             .map =
                                                 [](const Point& x) {
                                                   return Point{1.0 + x[0], x[1], 0.0};
                                                 }}),
                             SectionKind::axisymmetric);
    set_ogden(model, ogden_named("neohooke1", 2e6, VolumetricLaw::quadratic), mixed);
    move(model, "y0", 1, 0.0);
    move(model, "x0", 0, -2.0);
    move(model, "x1", 0, -4.0);
    SolveOptions options;
    options.smallest_load_step = 0.01;
    EXPECT_THROW(model.solve_steady_state(options), SolveFailure);
  }
}

TEST(PlaneModel, a_load_out_of_its_plane_is_no_number_of_the_model) {
  const auto model =
      make_sheet({SectionKind::plane_strain, "planar"}, ogden_named("ogden1", 2e6, VolumetricLaw::quadratic));
  model->mechanical().apply_traction("y1",
                                     {model->number("t.x", 1e3), model->number("t.y", 2e3), model->number("t.z", 0.0)});
  const std::vector<Parameter> used = model->used_parameters();
  const auto is_used = [&](const char* path) {
    return std::find(used.begin(), used.end(), model->parameters().find(path)) != used.end();
  };
  EXPECT_TRUE(is_used("t.x"));
  EXPECT_TRUE(is_used("t.y"));
  EXPECT_FALSE(is_used("t.z"));
}

TEST(InvertedElement, is_named_with_its_determinant_and_not_with_its_healthy_points) {
  MultiphysicsSystem model(make_grid_mesh({.type = ElementType::hexahedron8, .cells = {2, 1, 1}}));
  set_ogden(model, ogden_named("neohooke1", 2e6, VolumetricLaw::quadratic));
  move(model, "x0", {});
  move(model, "x1", {-2.5, 0.0, 0.0}); // through itself
  SolveOptions options;
  options.smallest_load_step = 0.25;
  try {
    model.solve_steady_state(options);
    FAIL() << "a body was pushed through itself";
  } catch (const SolveFailure& failure) {
    const std::string message = failure.what();
    EXPECT_NE(message.find("element"), std::string::npos) << message;
    EXPECT_EQ(message.find("does not allow the principal stretches"), std::string::npos) << message;
    EXPECT_LT(failure.reached.report.load_factor, 1.0);
  }
}

} // namespace
} // namespace adjoule::test
