// The cases that peers/ solves too: same meshes, materials, loads and objectives.
#include "models.hpp"
#include "squared_displacements.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "adjoule/materials/thermal_strain.hpp"

#include <fmt/format.h>

namespace adjoule::benchmarks {
namespace {

Mesh shared_mesh(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(ADJOULE_BENCHMARK_MESHES) / (name + ".msh");
  if (!std::filesystem::exists(file))
    throw InputError(fmt::format("there is no {}: build the target adjoule_benchmark_meshes", file.string()));
  return Mesh::read(file, {});
}

/// A rubber pad, the bottom held, the top moved 4 mm sideways and 1 mm down.
MeasuredModel pad(Mesh mesh, int load_steps) {
  // Quadratic elements with the rule of degree 2, as the peer has it, and not of degree 4.
  const int quadrature_degree = mesh.order();
  MeasuredModel model{.system =
                          std::make_unique<MultiphysicsSystem>(std::move(mesh), SectionKind::solid, quadrature_degree)};
  MultiphysicsSystem& system = *model.system;
  MechanicalSystem& mechanical = system.mechanical();
  mechanical.set_material(HyperelasticMaterial{
      .regions = {"rubber"},
      .energy = ogden_energy(1, OgdenConvention::abaqus, VolumetricLaw::quadratic),
      .properties = {system.number("mu", 0.4e6, "Pa"), system.number("alpha", 2.5), system.number("bulk", 8e6, "Pa")}});
  const CoefficientPointer still = system.number("bottom", 0.0, "m");
  const std::array top{system.number("top.x", 4e-3, "m"), system.number("top.y", 0.0, "m"),
                       system.number("top.z", -1e-3, "m")};
  for (int component = 0; component < 3; ++component) {
    mechanical.prescribe_displacement("bottom", component, still);
    mechanical.prescribe_displacement("top", component, top[static_cast<std::size_t>(component)]);
  }
  for (const char* path : {"mu", "alpha", "bulk"}) model.wanted.push_back(system.parameters().find(path));
  model.objective = std::make_unique<SquaredDisplacements>(mechanical.field());
  model.options.load_steps = load_steps;
  model.options.tolerance = 1e-8;
  return model;
}

/// A current heats the actuator, and heat bends it: the mean sideways displacement of its tip.
MeasuredModel chain(Mesh mesh) {
  MeasuredModel model{.system = std::make_unique<MultiphysicsSystem>(std::move(mesh))};
  MultiphysicsSystem& system = *model.system;
  const std::vector<std::string> body{"body"};
  ElectricalSystem& electrical = system.electrical();
  electrical.set_conductivity(
      body, per_element(system, "electrical_conductivity", varied_values(system.mesh(), 1e4, 1e-5), "S/m"));
  electrical.prescribe_potential("hot", system.number("voltage", 2.0, "V"));
  electrical.prescribe_potential("cold", system.number("ground", 0.0, "V"));
  ThermalSystem& thermal = system.thermal();
  thermal.set_conductivity(body, system.number("thermal_conductivity", 50.0, "W/(m K)"));
  thermal.joule_heating(electrical);
  const CoefficientPointer ambient = system.number("ambient", 300.0, "K");
  for (const char* pad : {"hot", "cold"}) thermal.prescribe_temperature(pad, ambient);
  MechanicalSystem& mechanical = system.mechanical();
  const Parameter reference = system.parameters().register_parameter("reference_temperature", 300.0, {.unit = "K"});
  mechanical.set_material(ElasticMaterial{body, system.number("young", 160e9, "Pa"), system.number("poisson", 0.3),
                                          thermal_strain(system.parameters(), system.number("expansion", 2.6e-6, "1/K"),
                                                         reference, ExpansionKind::secant)});
  const CoefficientPointer still = system.number("anchor", 0.0, "m");
  for (const char* pad : {"hot", "cold"}) {
    for (int component = 0; component < 3; ++component) mechanical.prescribe_displacement(pad, component, still);
  }
  model.wanted = {system.parameters().find("electrical_conductivity")};
  model.objective = make_quantity(system, {.name = "tip", .field = "displacement.y", .on = {"tip"}});
  return model;
}

/// A plate heated evenly and cooled at its left end: its mean temperature.
MeasuredModel plate(Mesh mesh) {
  MeasuredModel model{.system = std::make_unique<MultiphysicsSystem>(std::move(mesh))};
  MultiphysicsSystem& system = *model.system;
  ThermalSystem& thermal = system.thermal();
  thermal.set_conductivity({"plate"},
                           per_element(system, "conductivity", varied_values(system.mesh(), 20.0, 1e-2), "W/(m K)"));
  thermal.apply_source("plate", system.number("source", 1e4, "W/m^3"));
  thermal.prescribe_temperature("left", system.number("ambient", 300.0, "K"));
  model.wanted = {system.parameters().find("conductivity")};
  model.objective = make_quantity(system, {.name = "mean temperature", .field = "temperature"});
  return model;
}

} // namespace

std::vector<MeasuredCase> compared_cases() {
  const auto with_mesh = [](const std::string& name, std::function<MeasuredModel(Mesh)> model) {
    return MeasuredCase{name, [name] { return shared_mesh(name); }, std::move(model)};
  };
  const auto pad_in_steps = [](int load_steps) {
    return [load_steps](Mesh mesh) { return pad(std::move(mesh), load_steps); };
  };
  return {with_mesh("pad_12480", pad_in_steps(4)), with_mesh("pad_99840", pad_in_steps(4)),
          with_mesh("pad_12480_quadratic", pad_in_steps(2)), with_mesh("chain_246601", chain),
          with_mesh("plate_512x256", plate)};
}

} // namespace adjoule::benchmarks
