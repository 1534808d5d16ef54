/// Short words for building models and for the numbers asked of them.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/inverse/quantity.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/thermal_strain.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace adjoule::test {

inline Mesh read_test_mesh(const std::string& name) {
  return Mesh::read(std::string(ADJOULE_TEST_DATA) + "/" + name, {});
}

inline QuantitySpec quantity(QuantityKind kind, const std::string& field, std::vector<std::string> on = {}) {
  return {.name = field, .kind = kind, .field = field, .on = std::move(on), .at = {}, .aggregate = {}};
}
inline QuantitySpec average(const std::string& field, const std::string& on) {
  return quantity(QuantityKind::average, field, {on});
}
inline QuantitySpec average(const std::string& field) {
  return quantity(QuantityKind::average, field);
}
inline QuantitySpec integral(const std::string& field, std::vector<std::string> on = {}) {
  return quantity(QuantityKind::integral, field, std::move(on));
}
inline QuantitySpec maximum(const std::string& field) {
  return quantity(QuantityKind::maximum, field);
}
inline QuantitySpec minimum(const std::string& field) {
  return quantity(QuantityKind::minimum, field);
}
inline QuantitySpec reaction(const std::string& field, const std::string& on) {
  return quantity(QuantityKind::reaction, field, {on});
}
inline QuantitySpec elastic_energy() {
  return {.name = "elastic energy", .kind = QuantityKind::energy, .field = "", .on = {}, .at = {}, .aggregate = {}};
}
inline QuantitySpec at_point(const std::string& field, const std::array<double, 3>& at) {
  return {.name = field, .kind = QuantityKind::point, .field = field, .on = {}, .at = at, .aggregate = {}};
}

inline double evaluate(const MultiphysicsSystem& model, const State& state, const QuantitySpec& spec) {
  return make_quantity(model, spec)->value(model.evaluation(state.fields));
}

/// A reference value and what has to reproduce it.
struct Reference {
  std::string id;
  double value;
  double tolerance; ///< relative to `scale`
  QuantitySpec actual;
  double scale = 0.0; ///< length of the vector that this is a component of; 0: the value's own size
};

inline void expect_references(const MultiphysicsSystem& model, const State& state,
                              const std::vector<Reference>& references) {
  for (const Reference& reference : references) {
    const double scale = reference.scale > 0.0 ? reference.scale : std::abs(reference.value);
    EXPECT_NEAR(evaluate(model, state, reference.actual), reference.value, reference.tolerance * scale) << reference.id;
  }
}

/// A reference derivative of a quantity to the scalar parameter of that path.
struct DerivativeReference {
  std::string id;
  double value;
  double tolerance; ///< relative to `scale`
  std::string parameter;
  double scale = 0.0; ///< of derivatives that are 0; else the value's own size
};

inline void expect_derivatives(MultiphysicsSystem& model, const State& state, const QuantitySpec& spec,
                               const std::vector<DerivativeReference>& references) {
  const std::unique_ptr<Objective> objective = make_quantity(model, spec);
  const Gradient gradient = model.gradient(state, {objective.get()}).front();
  EXPECT_LT(gradient.adjoint_error, 1e-10);
  for (const DerivativeReference& reference : references) {
    const Parameter parameter = model.parameters().find(reference.parameter);
    const double scale = reference.scale > 0.0 ? reference.scale : std::abs(reference.value);
    EXPECT_NEAR(model.parameters().part(gradient.parameters, parameter)[0], reference.value,
                reference.tolerance * scale)
        << reference.id;
  }
}

/// Newton's method to rounding, so that tolerances of 1e-9 say something.
inline SolveOptions tight() {
  SolveOptions options;
  options.tolerance = 1e-12;
  return options;
}

/// Fixes all components of the displacement of a group at 0.
inline void clamp(MultiphysicsSystem& model, const std::string& group) {
  for (int c = 0; c < model.mesh().dimension(); ++c) {
    model.mechanical().prescribe_displacement(group, c, model.number(fmt::format("clamp.{}.{}", group, c), 0.0, "m"));
  }
}

/// The wire of case A2: 10 x 0.5 x 0.5 mm, both ends at 300 K, 0 V at the right.
enum class Drive { voltage, current };
struct WireMaterial {
  std::string conductivity;         ///< S/m, a formula in T, sigma0 and beta
  std::string thermal_conductivity; ///< W/(m K), in T, k, sigma0 and beta
};
inline const WireMaterial constant_wire{"sigma0", "k"};
inline const WireMaterial linear_wire{"sigma0/(1 + beta*(T - 300))", "k"};
inline const WireMaterial wiedemann_franz_wire{"sigma0/(1 + beta*(T - 300))", "2.44e-8*T*sigma0/(1 + beta*(T - 300))"};

inline std::unique_ptr<MultiphysicsSystem> make_wire(const WireMaterial& material, Drive drive, double level) {
  auto model = std::make_unique<MultiphysicsSystem>(read_test_mesh("wire_p2.msh"));
  Parameters& parameters = model->parameters();
  const std::map<std::string, Parameter> constants{
      {"sigma0", parameters.register_parameter("sigma0", 1.8e7, {.unit = "S/m"})},
      {"beta", parameters.register_parameter("beta", 0.0045, {.unit = "1/K"})},
      {"k", parameters.register_parameter("k", 170.0, {.unit = "W/(m K)"})}};
  ElectricalSystem& electrical = model->electrical();
  electrical.set_conductivity({"body"}, expression_coefficient(parameters, material.conductivity, constants));
  if (drive == Drive::voltage) {
    electrical.prescribe_potential("left", model->number("V", level, "V"));
  } else {
    electrical.drive_current("left", model->number("I", level, "A"));
  }
  electrical.prescribe_potential("right", model->number("V.right", 0.0, "V"));
  ThermalSystem& thermal = model->thermal();
  thermal.set_conductivity({"body"}, expression_coefficient(parameters, material.thermal_conductivity, constants));
  thermal.joule_heating(electrical);
  thermal.prescribe_temperature("left", model->number("T.left", 300.0, "K"));
  thermal.prescribe_temperature("right", model->number("T.right", 300.0, "K"));
  return model;
}

/// The actuator of case A8. One-way (A8a): constant conductivity, insulated. Two-way (A8b): sigma(T), convection below.
enum class ActuatorKind { one_way, two_way };
struct ActuatorOptions {
  ActuatorKind kind = ActuatorKind::one_way;
  Drive drive = Drive::voltage;
  double level = 2.0; ///< V or A at anchor_hot
};

inline std::unique_ptr<MultiphysicsSystem> make_actuator(const ActuatorOptions& options) {
  auto model = std::make_unique<MultiphysicsSystem>(read_test_mesh("u_actuator_p2.msh"));
  Parameters& parameters = model->parameters();
  const bool two_way = options.kind == ActuatorKind::two_way;
  const Parameter sigma0 = parameters.register_parameter("sigma", 5e4, {.unit = "S/m"});
  ElectricalSystem& electrical = model->electrical();
  if (two_way) {
    const Parameter beta = parameters.register_parameter("beta", 1.25e-3, {.unit = "1/K"});
    electrical.set_conductivity({"body"}, expression_coefficient(parameters, "sigma0/(1 + beta*(T - 293))",
                                                                 {{"sigma0", sigma0}, {"beta", beta}}));
  } else {
    electrical.set_conductivity({"body"}, constant_coefficient(parameters, sigma0));
  }
  if (options.drive == Drive::voltage) {
    electrical.prescribe_potential("anchor_hot", model->number("V", options.level, "V"));
  } else {
    electrical.drive_current("anchor_hot", model->number("I", options.level, "A"));
  }
  electrical.prescribe_potential("anchor_cold", model->number("V.cold", 0.0, "V"));

  ThermalSystem& thermal = model->thermal();
  thermal.set_conductivity({"body"}, model->number("k", 34.0, "W/(m K)"));
  thermal.joule_heating(electrical);
  thermal.prescribe_temperature("anchor_hot", model->number("T.hot", 293.0, "K"));
  thermal.prescribe_temperature("anchor_cold", model->number("T.cold", 293.0, "K"));
  if (two_way)
    thermal.add_convection("bottom", model->number("h", 2e4, "W/(m^2 K)"), model->number("T.ambient", 293.0, "K"));

  const Parameter reference = parameters.register_parameter("T.reference", 293.0, {.unit = "K"});
  model->mechanical().set_material(
      {{"body"},
       model->number("E", 160e9, "Pa"),
       model->number("nu", 0.22),
       thermal_strain(parameters, model->number("alpha", 2.9e-6, "1/K"), reference, ExpansionKind::instantaneous)});
  clamp(*model, "anchor_hot");
  clamp(*model, "anchor_cold");
  return model;
}

} // namespace adjoule::test
