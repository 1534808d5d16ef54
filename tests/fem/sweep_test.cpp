// What sweeps over elements keep between batches and between calls, and what they leave out.
#include "adjoule/fem/assembly.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

struct Diffusion {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true, .gradient = true}};
  static constexpr int properties = 3;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<Diffusion, S, P>& at, PointResponse<Diffusion, S>& response) {
    response.add_source(at.property(0) * at.value(0) * at.value(0));
    response.add_flux((at.property(1) + at.property(2) * at.value(0)) * at.gradient_vector(0));
  }
};

// Properties of every variation: one number, one an element, one a node.
struct Model {
  explicit Model(ElementType type) : mesh(make_box({.type = type, .cells = {3, 2, 2}, .distortion = 0.02})) {
    Numbers numbers(4);
    const auto nodes = static_cast<std::size_t>(mesh.node_count()),
               elements = static_cast<std::size_t>(mesh.element_count());
    state.values = {numbers.vector(nodes, 1.0, 2.0)};
    lambda = numbers.vector(nodes);
    std::vector<Index> number(elements);
    for (std::size_t e = 0; e < elements; ++e) number[e] = static_cast<Index>(e);
    integral.name = "diffusion";
    integral.integrand = make_integrand<Diffusion>();
    integral.test_field = 0;
    integral.fields = {0};
    integral.properties = {
        constant_coefficient(parameters, parameters.register_parameter("scalar", 1.3)),
        element_coefficient(
            parameters,
            parameters.register_field("elements", numbers.vector(elements, 1.0, 2.0), ParameterKind::per_element),
            number),
        nodal_coefficient(
            parameters, parameters.register_field("nodal", numbers.vector(nodes, 0.3, 1.0), ParameterKind::per_node))};
    integral.domain = Domain::volume(mesh, make_partition(mesh), mesh.group("body").elements, {2, false});
  }
  Evaluation at() const { return {mesh, fields, state, parameters.all()}; }
  std::vector<double> residual() const {
    std::vector<double> sum(state.values[0].size(), 0.0);
    add_residual(at(), integral, sum);
    return sum;
  }
  Sensitivities sensitivities(bool want_fields, bool want_parameters, bool want_coordinates) const {
    Sensitivities s = make_sensitivities(mesh, fields, parameters, want_coordinates);
    s.want_fields = want_fields;
    s.want_parameters = want_parameters;
    add_vjp(at(), integral, lambda, 0.7, s);
    return s;
  }

  Mesh mesh;
  Parameters parameters;
  std::vector<Field> fields{{"temperature", "K", 1}};
  FieldValues state;
  std::vector<double> lambda;
  Integral integral;
};

class Sweep : public testing::TestWithParam<ElementType> {};

TEST_P(Sweep, NodesThatMoveBetweenSweepsGiveWhatAMeshMadeThereGives) {
  Model model(GetParam());
  const std::vector<double> before = model.residual();
  std::vector<std::array<double, 3>> moved = model.mesh.coordinates();
  for (std::array<double, 3>& x : moved) x = {2.0 * x[0] + 0.1 * x[1], x[1] - 0.2 * x[2], 1.5 * x[2]};
  model.mesh.set_coordinates(moved);
  const std::vector<double> after = model.residual();
  model.integral.domain =
      Domain::volume(model.mesh, make_partition(model.mesh), model.mesh.group("body").elements, {2, false});
  EXPECT_EQ(after, model.residual());
  EXPECT_NE(after, before);
}

TEST_P(Sweep, WhatIsNotWantedIsLeftAlone) {
  const Model model(GetParam());
  const Sensitivities all = model.sensitivities(true, true, true);
  const auto is_zero = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; });
  };
  const auto expect_near = [](const std::vector<double>& values, const std::vector<double>& expected) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], expected[i], 1e-13 * (1.0 + std::abs(expected[i]))) << i;
  };
  ASSERT_FALSE(is_zero(all.fields.values[0]) || is_zero(all.parameters.scalars) || is_zero(all.parameters.entries));

  const Sensitivities fields = model.sensitivities(true, false, false);
  expect_near(fields.fields.values[0], all.fields.values[0]);
  EXPECT_TRUE(is_zero(fields.parameters.scalars) && is_zero(fields.parameters.entries));

  const Sensitivities parameters = model.sensitivities(false, true, false);
  EXPECT_TRUE(is_zero(parameters.fields.values[0]));
  expect_near(parameters.parameters.scalars, all.parameters.scalars);
  expect_near(parameters.parameters.entries, all.parameters.entries);

  const Sensitivities coordinates = model.sensitivities(false, false, true);
  EXPECT_TRUE(is_zero(coordinates.fields.values[0]) && is_zero(coordinates.parameters.scalars));
  expect_near(coordinates.coordinates, all.coordinates);
}

INSTANTIATE_TEST_SUITE_P(Elements, Sweep,
                         testing::Values(ElementType::tetrahedron4, ElementType::tetrahedron10,
                                         ElementType::hexahedron8));

} // namespace
} // namespace adjoule::test
