// Linear fields on distorted meshes of every element type: reproduced exactly, whatever the elements' shapes.
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

#include "adjoule/inverse/cell_fields.hpp"

namespace adjoule::test {
namespace {

constexpr double young = 200e9, poisson = 0.3;

class Patch : public testing::TestWithParam<ElementType> {
 protected:
  bool solid() const { return topology(GetParam()).dimension == 3; }
  std::unique_ptr<MultiphysicsSystem> make_model() const {
    const bool three_dimensional = solid();
    return std::make_unique<MultiphysicsSystem>(
        make_grid_mesh({.type = GetParam(),
                        .cells = {3, 3, three_dimensional ? 3 : 1},
                        .map = [three_dimensional](const Point& x) { return distorted(x, three_dimensional); }}),
        three_dimensional ? SectionKind::solid : SectionKind::plane_strain);
  }
  /// u = A x with A given in rows, held all around.
  State solve_displacements(MultiphysicsSystem& model, const std::array<Point, 3>& rows) const {
    model.mechanical().set_material({{"body"}, model.number("E", young), model.number("nu", poisson), nullptr});
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string text =
          fmt::format("({:.17g})*x + ({:.17g})*y + ({:.17g})*z", rows[c][0], rows[c][1], rows[c][2]);
      model.mechanical().prescribe_displacement("boundary", static_cast<int>(c),
                                                expression_coefficient(model.parameters(), text, {}));
    }
    return model.solve_steady_state(tight());
  }
  void expect_displacements(const MultiphysicsSystem& model, const State& state,
                            const std::array<Point, 3>& rows) const {
    const auto components = static_cast<std::size_t>(model.mesh().dimension());
    for (std::size_t node = 0; node < model.mesh().coordinates().size(); ++node) {
      const Point& x = model.mesh().coordinates()[node];
      for (std::size_t c = 0; c < components; ++c) {
        const double exact = rows[c][0] * x[0] + rows[c][1] * x[1] + rows[c][2] * x[2];
        ASSERT_NEAR(state.fields.values[0][node * components + c], exact, 1e-14)
            << "node " << node << ", component " << c;
      }
    }
  }
};

TEST_P(Patch, LinearTemperatureIsReproducedAndItsFluxIsUniform) {
  const auto model = make_model();
  const Point slope{30.0, -20.0, solid() ? 45.0 : 0.0};
  model->thermal().set_conductivity({"body"}, model->number("k", 7.0));
  model->thermal().prescribe_temperature("boundary",
                                         expression_coefficient(model->parameters(), "300 + 30*x - 20*y + 45*z", {}));
  const State state = model->solve_steady_state(tight());
  for (std::size_t node = 0; node < model->mesh().coordinates().size(); ++node) {
    const Point& x = model->mesh().coordinates()[node];
    ASSERT_NEAR(state.fields.values[0][node], 300.0 + 30.0 * x[0] - 20.0 * x[1] + 45.0 * x[2], 1e-10)
        << "node " << node;
  }
  const std::vector<double> flux = cell_means(*model, state.fields, "heat_flux");
  for (std::size_t i = 0; i < flux.size(); ++i) ASSERT_NEAR(flux[i], -7.0 * slope[i % 3], 1e-8) << "element " << i / 3;
}

TEST_P(Patch, UniformFluxThroughTheClosedSurfaceIsZero) {
  const auto model = make_model();
  model->thermal().set_conductivity({"body"}, model->number("k", 7.0));
  model->thermal().prescribe_temperature("boundary",
                                         expression_coefficient(model->parameters(), "300 + 30*x - 20*y + 45*z", {}));
  const State state = model->solve_steady_state(tight());
  const double through_one_side = std::abs(evaluate(*model, state, integral("heat_flux", {"x1"})));
  EXPECT_GT(through_one_side, 100.0);
  EXPECT_NEAR(evaluate(*model, state, integral("heat_flux", {"boundary"})), 0.0, 1e-11 * through_one_side);
  // So do the nodal residuals, which each node of the surface exerts.
  double sum = 0.0;
  for (const double reaction_at_node : model->reactions(*model->find_thermal(), state.fields)) sum += reaction_at_node;
  EXPECT_NEAR(sum, 0.0, 1e-11 * through_one_side);
}

TEST_P(Patch, LinearDisplacementIsReproducedAndItsStressIsHookes) {
  const auto model = make_model();
  const std::array<Point, 3> rows{Point{1e-3, 4e-4, solid() ? -3e-4 : 0.0}, Point{2e-4, -7e-4, solid() ? 5e-4 : 0.0},
                                  solid() ? Point{6e-4, -2e-4, 8e-4} : Point{}};
  const State state = solve_displacements(*model, rows);
  expect_displacements(*model, state, rows);
  const double lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
               shear = young / (2.0 * (1.0 + poisson));
  const double volumetric = lambda * (rows[0][0] + rows[1][1] + rows[2][2]);
  const std::array<double, 6> stress{volumetric + 2.0 * shear * rows[0][0], volumetric + 2.0 * shear * rows[1][1],
                                     volumetric + 2.0 * shear * rows[2][2], shear * (rows[0][1] + rows[1][0]),
                                     shear * (rows[1][2] + rows[2][1]),     shear * (rows[0][2] + rows[2][0])};
  const std::vector<double> means = cell_means(*model, state.fields, "stress");
  for (std::size_t i = 0; i < means.size(); ++i)
    ASSERT_NEAR(means[i], stress[i % 6], 1e-9 * young * 1e-3) << "element " << i / 6;
}

TEST_P(Patch, RigidMotionProducesNoStressAndNoReaction) {
  const auto model = make_model();
  // A small rotation about an oblique axis.
  const double a = 2e-3, b = solid() ? -1e-3 : 0.0, c = solid() ? 3e-3 : 0.0;
  const std::array<Point, 3> rows{Point{0.0, -a, b}, Point{a, 0.0, -c}, Point{-b, c, 0.0}};
  const State state = solve_displacements(*model, rows);
  expect_displacements(*model, state, rows);
  for (const double stress : cell_means(*model, state.fields, "stress")) ASSERT_NEAR(stress, 0.0, 1e-11 * young * a);
  for (const double force : model->reactions(*model->find_mechanical(), state.fields))
    ASSERT_NEAR(force, 0.0, 1e-11 * young * a);
}

INSTANTIATE_TEST_SUITE_P(Elements, Patch,
                         testing::Values(ElementType::triangle3, ElementType::triangle6, ElementType::quadrilateral4,
                                         ElementType::quadrilateral8, ElementType::quadrilateral9,
                                         ElementType::tetrahedron4, ElementType::tetrahedron10,
                                         ElementType::hexahedron8, ElementType::hexahedron20, ElementType::hexahedron27,
                                         ElementType::prism6, ElementType::prism15, ElementType::prism18),
                         [](const auto& element) { return topology(element.param).name; });

} // namespace
} // namespace adjoule::test
