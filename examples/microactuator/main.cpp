// The microactuator of this folder from C++: solve, then differentiate the tip deflection to every number.
//   div(sigma(T) grad phi) = 0,  div(k grad T) + sigma |grad phi|^2 = 0,  div sigma(u, T) = 0
// Run it in this folder; expect a tip deflection of some 13 um and a list of derivatives.
#include "adjoule/inverse/quantity.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/thermal_strain.hpp"

#include <fmt/format.h>

using namespace adjoule;

int main() try {
  MultiphysicsSystem model(Mesh::read("microactuator.geo", {.unit = length_unit("um"), .order = 2}));
  Parameters& parameters = model.parameters();
  const std::vector<std::string> body{"body"};

  const Parameter sigma0 = parameters.register_parameter("constants.sigma0", 5e4, {.unit = "S/m"});
  const Parameter tcr = parameters.register_parameter("constants.tcr", 1.25e-3, {.unit = "1/K"});
  const CoefficientPointer sigma =
      expression_coefficient(parameters, "sigma0/(1+tcr*(T-293.15))", {{"sigma0", sigma0}, {"tcr", tcr}});
  ElectricalSystem& electrical = model.electrical();
  electrical.set_conductivity(body, sigma);
  electrical.prescribe_potential("anchor_hot", model.number("voltage", 5.0, "V"));
  electrical.prescribe_potential("anchor_cold", model.number("ground", 0.0, "V"));

  ThermalSystem& thermal = model.thermal();
  thermal.set_conductivity(body, model.number("thermal_conductivity", 34.0, "W/(m K)"));
  thermal.joule_heating(electrical);
  const CoefficientPointer room = model.number("room_temperature", 293.15, "K");
  thermal.add_convection("bottom", model.number("film_coefficient", 2e4, "W/(m^2 K)"), room);

  const Parameter reference = parameters.register_parameter("reference_temperature", 293.15, {.unit = "K"});
  const CoefficientPointer expansion = model.number("thermal_expansion", 2.9e-6, "1/K");
  MechanicalSystem& mechanical = model.mechanical();
  mechanical.set_material({body, model.number("young", 160e9, "Pa"), model.number("poisson", 0.22),
                           thermal_strain(parameters, expansion, reference, ExpansionKind::instantaneous)});
  const CoefficientPointer held = model.number("anchor_displacement", 0.0, "m");
  for (const char* anchor : {"anchor_hot", "anchor_cold"}) {
    thermal.prescribe_temperature(anchor, room);
    for (int component = 0; component < 3; ++component) mechanical.prescribe_displacement(anchor, component, held);
  }

  const State state = model.solve_steady_state();
  const auto tip = make_quantity(model, {.name = "tip_deflection", .field = "displacement.y", .on = {"tip"}});
  const Gradient gradient = model.gradient(state, {tip.get()})[0];
  fmt::print("tip deflection {:.4f} um\n", 1e6 * gradient.value);
  for (const Parameter parameter : model.used_parameters()) {
    fmt::print("  d/d({}) = {:.4e} m/({})\n", parameters.path(parameter),
               parameters.part(gradient.parameters, parameter)[0], parameters.unit(parameter));
  }
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
