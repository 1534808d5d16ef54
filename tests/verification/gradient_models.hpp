/// Small models that between them read every kind of parameter, for gradient tests.
#pragma once

#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

#include "adjoule/materials/table.hpp"

namespace adjoule::test {

/// A coarse hot-arm/cold-arm actuator of some hundred tetrahedra, 110 x 20 x 4 um: anchors at x = 0, "tip" at the end.
inline Mesh coarse_actuator_mesh(ElementType type, int cells_along) {
  const auto in_gap = [](const Point& x) { return x[1] > 4e-6 && x[1] < 8e-6 && x[0] < 100e-6; };
  return make_grid_mesh({.type = type,
                         .cells = {cells_along, 5, 1},
                         .size = {110e-6, 20e-6, 4e-6},
                         .keep = [in_gap](const Point& x) { return !in_gap(x) && (x[1] < 12e-6 || x[0] > 20e-6); },
                         .region = [](const Point& x) { return std::string(x[1] < 6e-6 ? "hot" : "cold"); },
                         .boundaries = {{"anchor_hot", [](const Point& x) { return x[0] < 1e-9 && x[1] < 6e-6; }},
                                        {"anchor_cold", [](const Point& x) { return x[0] < 1e-9 && x[1] > 6e-6; }},
                                        {"tip", [](const Point& x) { return x[0] > 110e-6 - 1e-9; }}},
                         // Not a grid any more, so that no node is like another.
                         .map =
                             [](const Point& x) {
                               return Point{x[0] + 0.03 * x[1], x[1] + 0.4e-6 * std::sin(9e4 * x[0] + 0.3),
                                            x[2] * (1.0 + 0.1 * std::sin(7e4 * x[0]))};
                             }});
}

/// Element properties numbered as the elements are.
inline CoefficientPointer own_value_per_element(MultiphysicsSystem& model, const std::string& path, double value) {
  const auto count = static_cast<std::size_t>(model.mesh().element_count());
  std::vector<double> values(count);
  std::vector<Index> own(count);
  for (std::size_t e = 0; e < count; ++e) {
    values[e] = value * (1.0 + 0.1 * std::sin(static_cast<double>(e)));
    own[e] = static_cast<Index>(e);
  }
  return element_coefficient(model.parameters(),
                             model.parameters().register_field(path, values, ParameterKind::per_element), own);
}
inline CoefficientPointer value_per_node(MultiphysicsSystem& model, const std::string& path, double value) {
  std::vector<double> values(static_cast<std::size_t>(model.mesh().node_count()));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = value * (1.0 + 0.1 * std::cos(static_cast<double>(n)));
  return nodal_coefficient(model.parameters(),
                           model.parameters().register_field(path, values, ParameterKind::per_node));
}
inline std::vector<Parameter> register_entries(Parameters& parameters, const std::string& path,
                                               const std::vector<double>& values) {
  std::vector<Parameter> entries;
  for (std::size_t i = 0; i < values.size(); ++i)
    entries.push_back(parameters.register_parameter(fmt::format("{}[{}]", path, i), values[i]));
  return entries;
}
inline CoefficientPointer table(Parameters& parameters, const std::string& path,
                                const std::vector<double>& temperatures, const std::vector<double>& values) {
  const std::vector<Parameter> at = register_entries(parameters, path + ".temperatures", temperatures);
  return table_coefficient(parameters, at, register_entries(parameters, path + ".values", values));
}

/// Electrical, thermal and mechanical in a chain (constant and per-element conductivity, driven by a current) or a loop
/// (formula and table of temperature, driven by a voltage).
enum class GradientModelKind { chain, loop };

inline std::unique_ptr<MultiphysicsSystem> make_gradient_model(GradientModelKind kind) {
  auto model = std::make_unique<MultiphysicsSystem>(kind == GradientModelKind::loop
                                                        ? coarse_actuator_mesh(ElementType::tetrahedron4, 11)
                                                        : coarse_actuator_mesh(ElementType::tetrahedron10, 6));
  Parameters& p = model->parameters();
  ElectricalSystem& electrical = model->electrical();
  if (kind == GradientModelKind::loop) {
    const std::map<std::string, Parameter> constants{{"s0", p.register_parameter("constants.s0", 5e4)},
                                                     {"b", p.register_parameter("constants.b", 1.25e-3)}};
    electrical.set_conductivity({"hot"}, expression_coefficient(p, "s0/(1 + b*(T - 293))", constants));
    electrical.set_conductivity({"cold"}, table(p, "sigma", {280.0, 320.0, 900.0}, {5.2e4, 4.6e4, 2e4}));
    electrical.prescribe_potential("anchor_hot", model->number("V", 1.2, "V"));
  } else {
    electrical.set_conductivity({"hot"}, own_value_per_element(*model, "sigma.field", 5e4));
    electrical.set_conductivity({"cold"}, model->number("sigma.cold", 4e4));
    electrical.drive_current("anchor_hot", model->number("I", 4e-3, "A"));
    electrical.apply_current_density("tip", model->number("j.tip", 1e7));
  }
  electrical.prescribe_potential("anchor_cold", model->number("V.cold", 0.1, "V"));

  ThermalSystem& thermal = model->thermal();
  std::vector<Index> region_of_element(static_cast<std::size_t>(model->mesh().element_count()), 0);
  for (const Index element : model->mesh().group("cold").elements)
    region_of_element[static_cast<std::size_t>(element)] = 1;
  thermal.set_conductivity(
      {"hot", "cold"},
      region_coefficient(p, p.register_field("k.regions", {34.0, 28.0}, ParameterKind::per_region), region_of_element));
  thermal.joule_heating(electrical);
  thermal.prescribe_temperature("anchor_hot", model->number("T.hot", 300.0, "K"));
  thermal.prescribe_temperature("anchor_cold", model->number("T.cold", 290.0, "K"));
  thermal.add_convection("z0", value_per_node(*model, "h.nodes", 2e4), model->number("T.air", 293.0, "K"));
  thermal.add_convection("tip", model->number("h", 5e4), model->number("T.gas", 310.0, "K"));
  // Strong enough to matter at this size: an emissivity in name only.
  thermal.add_radiation("z1", model->number("emissivity", 300.0), model->number("T.sky", 280.0, "K"));
  thermal.apply_flux("y1", model->number("flux", 1e6));
  thermal.apply_source("cold", model->number("source", 1e11));

  MechanicalSystem& mechanical = model->mechanical();
  const Parameter reference = p.register_parameter("T.reference", 293.0, {.unit = "K"});
  mechanical.set_material({{"hot"},
                           own_value_per_element(*model, "E.field", 160e9),
                           model->number("nu.hot", 0.22),
                           thermal_strain(p, table(p, "alpha", {290.0, 400.0, 700.0}, {2.5e-6, 3.2e-6, 4.1e-6}),
                                          reference, ExpansionKind::instantaneous)});
  mechanical.set_material(
      {{"cold"},
       model->number("E.cold", 150e9),
       model->number("nu.cold", 0.25),
       thermal_strain(p, value_per_node(*model, "alpha.nodes", 2.9e-6), reference, ExpansionKind::secant)});
  for (int c = 0; c < 3; ++c) {
    mechanical.prescribe_displacement("anchor_hot", c, model->number(fmt::format("u.hot.{}", c), 1e-8 * (c + 1), "m"));
  }
  mechanical.add_spring("anchor_cold", model->number("spring", 1e16));
  mechanical.apply_traction(
      "tip", {model->number("traction.0", 1e5), model->number("traction.1", -2e5), model->number("traction.2", 1e5)});
  std::array<CoefficientPointer, 3> force;
  for (std::size_t c = 0; c < 3; ++c)
    force[c] = model->number(fmt::format("force.{}", c), 1e-6 * static_cast<double>(c + 1));
  mechanical.apply_force("x1", force);
  mechanical.apply_pressure("z1", model->number("pressure", 1e5));
  std::array<CoefficientPointer, 3> body_force;
  for (std::size_t c = 0; c < 3; ++c)
    body_force[c] = model->number(fmt::format("body_force.{}", c), 1e9 * static_cast<double>(c + 1));
  mechanical.apply_body_force("cold", body_force);
  return model;
}

/// A plane (with thickness) or revolved section of quadratic elements with the loads that follow the boundary.
inline std::unique_ptr<MultiphysicsSystem> make_section_gradient_model(SectionKind section) {
  const bool revolved = section == SectionKind::axisymmetric;
  auto model = std::make_unique<MultiphysicsSystem>(
      make_grid_mesh({.type = ElementType::quadrilateral8,
                      .cells = {5, 3, 1},
                      .size = {1e-3, 0.4e-3, 1.0},
                      .map =
                          [revolved](const Point& x) {
                            return Point{(revolved ? 0.5e-3 : 0.0) + x[0] + 0.1 * x[1],
                                         x[1] + 0.02e-3 * std::sin(4e3 * x[0]), 0.0};
                          }}),
      section);
  Parameters& p = model->parameters();
  if (!revolved) model->space().set_thickness(model->number("thickness", 0.2e-3, "m"));
  const Parameter s0 = p.register_parameter("constants.s0", 5e4);
  model->electrical().set_conductivity({"body"},
                                       expression_coefficient(p, "s0*(1 + 200*y)/(1 + 1e-3*(T - 293))", {{"s0", s0}}));
  model->electrical().prescribe_potential("x0", model->number("V", 0.6));
  model->electrical().prescribe_potential("x1", model->number("V1", 0.0));
  model->thermal().set_conductivity({"body"}, model->number("k", 34.0));
  model->thermal().joule_heating(model->electrical());
  model->thermal().prescribe_temperature("x0", expression_coefficient(p, "300 + 1e4*y", {}));
  model->thermal().add_convection("y1", model->number("h", 2e4), model->number("T.air", 293.0));
  model->thermal().add_radiation("x1", model->number("emissivity", 0.9), model->number("T.sky", 250.0));
  model->mechanical().set_material(
      {{"body"},
       model->number("E", 160e9),
       model->number("nu", 0.22),
       thermal_strain(p, model->number("alpha", 2.9e-6), p.register_parameter("T.reference", 293.0),
                      ExpansionKind::instantaneous)});
  clamp(*model, "x0");
  model->mechanical().apply_force(
      "x1", {model->number("force.0", 0.3), model->number("force.1", 0.2), model->number("force.2", 0.0)});
  model->mechanical().apply_pressure("y1", model->number("pressure", 1e6));
  model->mechanical().add_spring("y0", model->number("spring", 1e13));
  return model;
}

} // namespace adjoule::test
