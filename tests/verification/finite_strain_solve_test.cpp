// Newton's convergence and large strains with the default settings.
#include "rubber_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

struct Material {
  std::string name;
  IsotropicEnergyPointer energy;
  std::vector<double> properties;
};

std::vector<Material> materials() {
  const auto law = VolumetricLaw::quadratic;
  return {{"ogden", ogden_energy(3, OgdenConvention::ogden, law), {0.63e6, 1.2e3, -1e4, 1.3, 5.0, -2.0, 4e6}},
          {"neo_hookean", neo_hookean_energy(VolumetricLaw::logarithmic), {0.4e6, 4e6}},
          {"mooney_rivlin", mooney_rivlin_energy(VolumetricLaw::simo_taylor), {0.15e6, 0.05e6, 4e6}},
          {"yeoh", yeoh_energy(3, law), {0.2e6, -3e3, 4e2, 4e6}},
          {"gent", gent_energy(law), {0.4e6, 40.0, 4e6}},
          {"arruda_boyce", arruda_boyce_energy(law), {0.35e6, 4.0, 4e6}},
          {"st_venant_kirchhoff", st_venant_kirchhoff_energy(), {1e6, 0.3}}};
}

/// A distorted block, bonded at x0, its side x1 moved.
std::unique_ptr<MultiphysicsSystem> make_block(const Material& material, const std::array<double, 3>& displacement) {
  auto model = std::make_unique<MultiphysicsSystem>(
      make_grid_mesh({.type = ElementType::hexahedron8, .cells = {3, 2, 2}, .map = [](const Point& x) {
                        return distorted(x, true);
                      }}));
  HyperelasticMaterial rubber{{"body"}, material.energy};
  for (std::size_t i = 0; i < material.properties.size(); ++i)
    rubber.properties.push_back(model->number("p." + std::to_string(i), material.properties[i]));
  model->mechanical().set_material(std::move(rubber));
  move(*model, "x0", {});
  move(*model, "x1", displacement);
  return model;
}

class EachMaterial : public ::testing::TestWithParam<Material> {};

TEST_P(EachMaterial, newton_converges_quadratically) {
  const auto model = make_block(GetParam(), {0.2, 0.1, -0.05});
  SolveOptions options;
  options.tolerance = 1e-13;
  const State state = model->solve_steady_state(options);
  const std::vector<double>& history = state.report.blocks.front().residual_history;
  // The order from three residuals that follow each other, above rounding.
  double best = 0.0;
  for (std::size_t i = 0; i + 2 < history.size(); ++i) {
    if (history[i] > 0.1 || history[i + 2] < 1e-13) continue;
    best = std::max(best, std::log(history[i + 2] / history[i + 1]) / std::log(history[i + 1] / history[i]));
  }
  EXPECT_GT(best, 1.7) << ::testing::PrintToString(history);
}

TEST_P(EachMaterial, a_gradient_agrees_with_differences_and_with_the_tangent) {
  const auto model = make_block(GetParam(), {0.2, 0.1, -0.05});
  const State state = model->solve_steady_state();
  const auto force = make_quantity(*model, reaction("displacement.y", "x1"));
  const Gradient gradient = model->gradient(state, {force.get()}, true).front();
  const Parameters& parameters = model->parameters();
  for (std::size_t i = 0; i < GetParam().properties.size(); ++i) {
    const Parameter parameter = parameters.find("p." + std::to_string(i));
    ParameterVector direction = parameters.zeros();
    parameters.part(direction, parameter)[0] = parameters.value(parameter);
    const double by_adjoint = parameters.part(gradient.parameters, parameter)[0] * parameters.value(parameter);
    EXPECT_NEAR(model->tangent(state, *force, direction), by_adjoint, 1e-10 * std::abs(by_adjoint)) << i;
    // Central differences of whole solves.
    const double step = 1e-4, value = parameters.value(parameter);
    std::array<double, 2> shifted{};
    for (const int side : {0, 1}) {
      model->parameters().set(parameter, value * (1.0 + (side == 0 ? step : -step)));
      shifted[static_cast<std::size_t>(side)] =
          evaluate(*model, model->solve_steady_state({}, &state.fields), reaction("displacement.y", "x1"));
    }
    model->parameters().set(parameter, value);
    EXPECT_NEAR((shifted[0] - shifted[1]) / (2.0 * step), by_adjoint, 1e-6 * std::abs(gradient.value)) << i;
  }
  std::vector<double> moved(gradient.coordinates.size());
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = 0.01 * std::sin(1.0 + static_cast<double>(i));
  double by_adjoint = 0.0;
  for (std::size_t i = 0; i < moved.size(); ++i) by_adjoint += gradient.coordinates[i] * moved[i];
  EXPECT_NEAR(model->tangent(state, *force, {}, moved), by_adjoint, 1e-10 * std::abs(by_adjoint));
}

INSTANTIATE_TEST_SUITE_P(FiniteStrain, EachMaterial, ::testing::ValuesIn(materials()),
                         [](const auto& test) { return test.param.name; });

TEST(LargeStrain, a_bonded_three_term_ogden_block_is_stretched_to_five_and_compressed_to_two_fifths) {
  for (const double stretch : {5.0, 0.4}) {
    MultiphysicsSystem model(make_grid_mesh({.type = ElementType::hexahedron8, .cells = {4, 4, 4}}));
    set_ogden(model, ogden_named("treloar3", 4.225e7, VolumetricLaw::quadratic));
    move(model, "x0", {});
    move(model, "x1", {stretch - 1.0, 0.0, 0.0});
    const State state = model.solve_steady_state();
    EXPECT_TRUE(state.report.converged);
    EXPECT_EQ(state.report.load_factor, 1.0);
    const double force = evaluate(model, state, reaction("displacement.x", "x1"));
    const double opposite = evaluate(model, state, reaction("displacement.x", "x0"));
    EXPECT_GT(force * (stretch - 1.0), 0.0);
    EXPECT_NEAR(opposite, -force, 1e-8 * std::abs(force));
    // Not the number of steps, but where they end, is the solution.
    SolveOptions small_steps;
    small_steps.load_steps = 40;
    EXPECT_NEAR(evaluate(model, model.solve_steady_state(small_steps), reaction("displacement.x", "x1")), force,
                1e-7 * std::abs(force));
  }
}

} // namespace
} // namespace adjoule::test
