// Adjoint and tangent at states that load stepping found: unsymmetric tangents, mixed fields, heat.
#include "adjoule/core/log.hpp"
#include "coupled_models.hpp"
#include "finite_strain_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

constexpr double F = free_component;

/// Every parameter by adjoint, tangent and central differences.
void check_gradient(MultiphysicsSystem& system, const SolveOptions& options) {
  const State state = system.solve_steady_state(options);
  const IntegralObjective motion("motion", system.space(), make_integrand<Square<3>>(),
                                 {system.find_mechanical()->field()});
  const Gradient gradient = system.gradient(state, {&motion}, true)[0];
  Parameters& parameters = system.parameters();
  int reached = 0;
  for (const Parameter parameter : system.used_parameters()) {
    const std::string path = parameters.path(parameter);
    if (path.starts_with("(area")) continue; // follows from the nodes
    const double adjoint = parameters.part(gradient.parameters, parameter)[0];
    ParameterVector change = parameters.zeros();
    parameters.part(change, parameter)[0] = 1.0;
    const double tangent = system.tangent(state, motion, change);
    EXPECT_NEAR(adjoint, tangent, 1e-10 * std::abs(tangent) + 1e-12 * gradient.value) << path;
    const double value = parameters.value(parameter), h = 1e-4 * std::max(0.1, std::abs(value));
    const auto at = [&](double x) {
      parameters.set(parameter, x);
      return motion.value(system.evaluation(system.solve_steady_state(options, &state.fields).fields));
    };
    const double difference = (at(value + h) - at(value - h)) / (2.0 * h);
    parameters.set(parameter, value);
    EXPECT_NEAR(adjoint, difference, 1e-5 * std::abs(difference) + 1e-7 * gradient.value) << path;
    if (std::abs(adjoint) > 1e-6 * gradient.value) ++reached;
  }
  EXPECT_GE(reached, 3);
}

SolveOptions tight() {
  SolveOptions options;
  options.tolerance = 1e-12;
  return options;
}

TEST(FiniteStrainGradient, FollowerPressure) {
  Rubber rubber({.box = {.type = ElementType::hexahedron8, .cells = {4, 1, 1}, .size = {4.0, 1.0, 1.0}}});
  rubber.move("left", {0.0, 0.0, 0.0});
  rubber.press("bottom", 0.02);
  const State state = rubber.system.solve_steady_state(tight());
  EXPECT_EQ(state.report.linear_solver, "umfpack");
  const std::vector<double>& u = rubber.displacement(state);
  EXPECT_GT(*std::max_element(u.begin(), u.end()), 0.5) << "a large deflection";
  check_gradient(rubber.system, tight());
}

TEST(FiniteStrainGradient, MixedFormulation) {
  for (const double bulk : {500.0, 0.0}) {
    Rubber rubber({.box = {.type = ElementType::hexahedron20, .cells = {2, 1, 1}, .size = {2.0, 1.0, 1.0}},
                   .energy = neo_hookean_energy(std::nullopt),
                   .properties = {1.0},
                   .mixed_bulk = bulk});
    rubber.move("left", {0.0, 0.0, 0.0});
    rubber.move("right", {0.6, F, F});
    rubber.press("top", 0.1);
    check_gradient(rubber.system, tight());
  }
}

/// Rubber heated at one end and clamped there; the heat swells it.
struct HeatedRubber {
  explicit HeatedRubber(bool mixed) : system(make_box({.type = ElementType::hexahedron20, .cells = {2, 1, 1}})) {
    ThermalSystem& thermal = system.thermal();
    thermal.set_conductivity({"body"}, system.number("k", 0.2));
    thermal.prescribe_temperature("left", system.number("hot", 400.0));
    thermal.prescribe_temperature("right", system.number("cold", 300.0));
    Parameters& p = system.parameters();
    HyperelasticMaterial material{
        .regions = {"body"},
        .energy = neo_hookean_energy(mixed ? std::nullopt : std::optional(VolumetricLaw::quadratic)),
        .properties = {system.number("mu", 1.0)},
        .thermal_strain = thermal_strain(p, system.number("alpha", 2e-3), p.register_parameter("T_ref", 300.0),
                                         ExpansionKind::secant)};
    const CoefficientPointer bulk = system.number("bulk", 50.0);
    if (mixed)
      material.mixed = MixedFormulation{VolumetricLaw::quadratic, bulk};
    else
      material.properties.push_back(bulk);
    system.mechanical().set_material(std::move(material));
    for (int c = 0; c < 3; ++c)
      system.mechanical().prescribe_displacement("left", c, system.number("hold" + std::to_string(c), 0.0));
  }
  MultiphysicsSystem system;
};

TEST(FiniteStrainGradient, HeatedRubberByEveryCoupling) {
  for (const bool mixed : {false, true}) {
    std::optional<FieldValues> reference;
    for (const Coupling coupling : {Coupling::automatic, Coupling::monolithic, Coupling::staggered}) {
      HeatedRubber model(mixed);
      SolveOptions options = tight();
      options.coupling = coupling;
      const State state = model.system.solve_steady_state(options);
      const std::string expected = coupling == Coupling::monolithic
                                       ? std::string("thermal + mechanical") + (mixed ? " + pressure" : "")
                                       : std::string("mechanical") + (mixed ? " + pressure" : "");
      EXPECT_EQ(state.report.blocks.back().systems, expected);
      if (!reference) reference = state.fields;
      const auto f = static_cast<std::size_t>(model.system.find_mechanical()->field());
      for (std::size_t i = 0; i < reference->values[f].size(); ++i)
        EXPECT_NEAR(state.fields.values[f][i], reference->values[f][i], 1e-9);
      if (coupling != Coupling::staggered) check_gradient(model.system, options);
    }
  }
}

} // namespace
} // namespace adjoule::test
