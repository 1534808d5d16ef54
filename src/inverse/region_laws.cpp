#include "region_laws.hpp"

#include "adjoule/core/error.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace adjoule {
namespace {

std::vector<RegionLaw> conduction_laws(const Mesh& mesh, const std::vector<RegionProperty>& conductivities) {
  std::vector<RegionLaw> laws;
  for (const RegionProperty& property : conductivities) {
    laws.push_back({mesh.elements_of(property.regions), {property.value}, {property.value}});
  }
  return laws;
}

RegionLaw law_of(const Mesh& mesh, const ElasticMaterial& material) {
  RegionLaw law{mesh.elements_of(material.regions), {material.young, material.poisson}, {}};
  law.rule_properties = law.properties;
  law.law.thermal = material.thermal_strain != nullptr;
  if (law.law.thermal) law.properties.push_back(material.thermal_strain);
  return law;
}

RegionLaw law_of(const Mesh& mesh, const HyperelasticMaterial& material) {
  RegionLaw law{mesh.elements_of(material.regions), material.properties, material.properties};
  law.law.energy = material.energy;
  law.law.thermal = material.thermal_strain != nullptr;
  if (law.law.thermal) law.properties.push_back(material.thermal_strain);
  if (material.mixed) {
    law.law.mixed = material.mixed->law;
    law.law.compressible = material.mixed->bulk != nullptr;
    if (law.law.compressible) law.properties.push_back(material.mixed->bulk);
  }
  return law;
}

std::vector<RegionLaw> mechanical_laws(const Mesh& mesh, const MechanicalSystem& mechanical) {
  std::vector<RegionLaw> laws;
  for (const ElasticMaterial& material : mechanical.materials()) laws.push_back(law_of(mesh, material));
  for (const HyperelasticMaterial& material : mechanical.hyperelastic_materials())
    laws.push_back(law_of(mesh, material));
  return laws;
}

// Where there is a pressure; it needs no properties.
std::vector<RegionLaw> pressure_laws(const Mesh& mesh, const MechanicalSystem& mechanical) {
  std::vector<RegionLaw> laws;
  for (const HyperelasticMaterial& material : mechanical.hyperelastic_materials()) {
    if (material.mixed) laws.push_back({mesh.elements_of(material.regions), {}, material.properties});
  }
  return laws;
}

// A nodal field has values wherever its physics takes place.
std::vector<RegionLaw> united(const std::vector<RegionLaw>& laws) {
  RegionLaw all;
  for (const RegionLaw& law : laws) all.elements.insert(all.elements.end(), law.elements.begin(), law.elements.end());
  std::sort(all.elements.begin(), all.elements.end());
  all.elements.erase(std::unique(all.elements.begin(), all.elements.end()), all.elements.end());
  if (all.elements.empty()) return {};
  return {std::move(all)};
}

std::vector<RegionLaw> everywhere(const Mesh& mesh) {
  RegionLaw law;
  law.elements.resize(to_size(mesh.element_count()));
  std::iota(law.elements.begin(), law.elements.end(), 0);
  return {std::move(law)};
}

const char* what_computes(const QuantityField& field) {
  switch (field.name) {
    case FieldName::potential:
    case FieldName::current_density:
    case FieldName::joule_heat:
      return "an electrical problem: [electrical] with an electrical_conductivity";
    case FieldName::temperature:
      return "[thermal]";
    case FieldName::heat_flux:
      return "a heat problem: [thermal] with a thermal_conductivity (not a prescribed temperature)";
    case FieldName::pressure:
      return "a material at finite strain with the mixed formulation";
    default:
      return "a mechanical problem: [mechanical] with an elasticity";
  }
}

} // namespace

std::vector<RegionLaw> region_laws(const MultiphysicsSystem& model, const QuantityField& field) {
  const Mesh& mesh = model.mesh();
  std::vector<RegionLaw> laws;
  if (field.is_mechanical()) {
    if (const MechanicalSystem* mechanical = model.find_mechanical()) {
      laws = field.name == FieldName::pressure ? pressure_laws(mesh, *mechanical) : mechanical_laws(mesh, *mechanical);
    }
  } else if (field.name == FieldName::temperature || field.name == FieldName::heat_flux) {
    const ThermalSystem* thermal = model.find_thermal();
    if (thermal && thermal->is_given() && field.is_nodal()) return everywhere(mesh);
    if (thermal) laws = conduction_laws(mesh, thermal->conductivities());
  } else if (const ElectricalSystem* electrical = model.find_electrical()) {
    laws = conduction_laws(mesh, electrical->conductivities());
  }
  return field.is_nodal() ? united(laws) : laws;
}

std::vector<RegionLaw> require_region_laws(const MultiphysicsSystem& model, const QuantityField& field,
                                           const std::string& where) {
  std::vector<RegionLaw> laws = region_laws(model, field);
  if (laws.empty()) {
    throw InputError(
        fmt::format("{}: this model does not compute {}: that needs {}", where, field.text, what_computes(field)));
  }
  return laws;
}

std::vector<int> source_fields(const MultiphysicsSystem& model, const QuantityField& field, const MechanicalLaw& law) {
  const auto number = [&model](const char* name) { return model.space().find_field(name); };
  if (field.name == FieldName::pressure) return {number("pressure")};
  if (field.is_mechanical()) {
    if (law.mixed && !field.is_nodal()) return {number("displacement"), number("pressure")};
    return {number("displacement")};
  }
  const bool thermal = field.name == FieldName::temperature || field.name == FieldName::heat_flux;
  return {number(thermal ? "temperature" : "potential")};
}

} // namespace adjoule
