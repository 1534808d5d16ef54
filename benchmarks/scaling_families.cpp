// One physics each on a cube, so that only the number of unknowns differs.
#include "models.hpp"

#include "adjoule/materials/hyperelastic_energies.hpp"
#include "adjoule/materials/thermal_strain.hpp"

namespace adjoule::benchmarks {
namespace {

const std::vector<std::string> body{"body"};

MeasuredModel empty_model(Mesh mesh) {
  return {.system = std::make_unique<MultiphysicsSystem>(std::move(mesh))};
}

void hold(MultiphysicsSystem& system, const std::string& group) {
  const CoefficientPointer still = system.number(group + ".held", 0.0, "m");
  for (int component = 0; component < 3; ++component)
    system.mechanical().prescribe_displacement(group, component, still);
}

/// Heated evenly, cooled at one side.
MeasuredModel finish_heat(MeasuredModel model, CoefficientPointer conductivity) {
  MultiphysicsSystem& system = *model.system;
  ThermalSystem& thermal = system.thermal();
  thermal.set_conductivity(body, std::move(conductivity));
  thermal.apply_source("body", system.number("source", 1e3, "W/m^3"));
  thermal.prescribe_temperature("x0", system.number("ambient", 300.0, "K"));
  model.wanted = {system.parameters().find("conductivity")};
  model.objective = make_quantity(system, {.name = "mean temperature", .field = "temperature"});
  return model;
}

MeasuredModel heat(Mesh mesh) {
  MeasuredModel model = empty_model(std::move(mesh));
  CoefficientPointer conductivity =
      per_element(*model.system, "conductivity", varied_values(model.system->mesh(), 20.0, 0.1), "W/(m K)");
  return finish_heat(std::move(model), std::move(conductivity));
}

/// Held at one side, sagging under its weight.
MeasuredModel elasticity(Mesh mesh) {
  MeasuredModel model = empty_model(std::move(mesh));
  MultiphysicsSystem& system = *model.system;
  MechanicalSystem& mechanical = system.mechanical();
  mechanical.set_material(ElasticMaterial{body,
                                          per_element(system, "young", varied_values(system.mesh(), 1e9, 0.1), "Pa"),
                                          system.number("poisson", 0.3),
                                          {}});
  const CoefficientPointer none = system.number("no_weight", 0.0, "N/m^3");
  mechanical.apply_body_force("body", {none, none, system.number("weight", -1e4, "N/m^3")});
  hold(system, "x0");
  model.wanted = {system.parameters().find("young")};
  model.objective = make_quantity(system, {.name = "mean sag", .field = "displacement.z"});
  return model;
}

/// A neo-Hookean cube, sheared and stretched by its sides.
MeasuredModel hyperelasticity(Mesh mesh) {
  MeasuredModel model = empty_model(std::move(mesh));
  MultiphysicsSystem& system = *model.system;
  MechanicalSystem& mechanical = system.mechanical();
  mechanical.set_material(
      HyperelasticMaterial{.regions = body,
                           .energy = neo_hookean_energy(VolumetricLaw::quadratic),
                           .properties = {per_element(system, "mu", varied_values(system.mesh(), 0.4e6, 0.1), "Pa"),
                                          system.number("bulk", 4e6, "Pa")}});
  hold(system, "x0");
  const std::array motion{system.number("x1.x", 0.1, "m"), system.number("x1.y", 0.2, "m"),
                          system.number("x1.z", 0.0, "m")};
  for (int component = 0; component < 3; ++component)
    mechanical.prescribe_displacement("x1", component, motion[static_cast<std::size_t>(component)]);
  model.wanted = {system.parameters().find("mu")};
  model.objective = make_quantity(system, {.name = "energy", .kind = QuantityKind::energy});
  return model;
}

/// A current heats the cube, and heat bends it.
MeasuredModel chain(Mesh mesh) {
  MeasuredModel model = empty_model(std::move(mesh));
  MultiphysicsSystem& system = *model.system;
  ElectricalSystem& electrical = system.electrical();
  electrical.set_conductivity(
      body, per_element(system, "electrical_conductivity", varied_values(system.mesh(), 1e4, 0.1), "S/m"));
  electrical.prescribe_potential("x0", system.number("ground", 0.0, "V"));
  electrical.prescribe_potential("x1", system.number("voltage", 1.0, "V"));
  ThermalSystem& thermal = system.thermal();
  thermal.set_conductivity(body, system.number("thermal_conductivity", 50.0, "W/(m K)"));
  thermal.joule_heating(electrical);
  thermal.prescribe_temperature("x0", system.number("ambient", 300.0, "K"));
  const Parameter reference = system.parameters().register_parameter("reference_temperature", 300.0, {.unit = "K"});
  system.mechanical().set_material(ElasticMaterial{
      body, system.number("young", 1e9, "Pa"), system.number("poisson", 0.3),
      thermal_strain(system.parameters(), system.number("expansion", 1e-5, "1/K"), reference, ExpansionKind::secant)});
  hold(system, "x0");
  model.wanted = {system.parameters().find("electrical_conductivity")};
  model.objective = make_quantity(system, {.name = "mean elongation", .field = "displacement.x"});
  return model;
}

} // namespace

std::vector<ScalingFamily> scaling_families() {
  return {
      {"heat", 1, heat}, {"elasticity", 3, elasticity}, {"hyperelasticity", 3, hyperelasticity}, {"chain", 5, chain}};
}

MeasuredModel heat_with_values(Mesh mesh, Index values) {
  MeasuredModel model = empty_model(std::move(mesh));
  MultiphysicsSystem& system = *model.system;
  const Index elements = system.mesh().element_count();
  std::vector<Index> value_of_element(static_cast<std::size_t>(elements));
  for (Index element = 0; element < elements; ++element) {
    value_of_element[static_cast<std::size_t>(element)] =
        static_cast<Index>(static_cast<std::int64_t>(element) * values / elements);
  }
  const Parameter parameter =
      system.parameters().register_field("conductivity", std::vector<double>(static_cast<std::size_t>(values), 20.0),
                                         ParameterKind::per_element, {.unit = "W/(m K)"});
  CoefficientPointer conductivity = element_coefficient(system.parameters(), parameter, std::move(value_of_element));
  return finish_heat(std::move(model), std::move(conductivity));
}

} // namespace adjoule::benchmarks
