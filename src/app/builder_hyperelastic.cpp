// Laws of finite strain from the file.
#include "builder.hpp"

#include "adjoule/materials/hyperelastic_energies.hpp"

#include <cmath>

namespace adjoule {
namespace {

std::optional<VolumetricLaw> volumetric_law(const CaseFile& file, const std::string& path) {
  if (!file.has(path)) return {};
  const std::string name = file.text(path);
  if (name == "log") return VolumetricLaw::logarithmic;
  return name == "simo_taylor" ? VolumetricLaw::simo_taylor : VolumetricLaw::quadratic;
}

/// Keys of a law's properties in the order of its energy, without bulk.
std::vector<std::string> property_keys(const std::string& model) {
  if (model == "ogden") return {"mu", "alpha"};
  if (model == "mooney_rivlin") return {"c10", "c01"};
  if (model == "yeoh") return {"c"};
  if (model == "gent") return {"mu", "jm"};
  if (model == "arruda_boyce") return {"mu", "locking_stretch"};
  if (model == "st_venant_kirchhoff") return {"young", "poisson"};
  return {"mu"};
}

IsotropicEnergyPointer energy_of(const CaseFile& file, const std::string& section, std::optional<VolumetricLaw> law) {
  const std::string model = file.text(section + ".model");
  const auto terms = [&](const char* key) { return static_cast<int>(file.terms(section + key).size()); };
  if (model == "ogden") {
    const bool abaqus = file.text(section + ".convention") == "abaqus";
    return ogden_energy(terms(".mu"), abaqus ? OgdenConvention::abaqus : OgdenConvention::ogden, law);
  }
  if (model == "mooney_rivlin") return mooney_rivlin_energy(law);
  if (model == "yeoh") return yeoh_energy(terms(".c"), law);
  if (model == "gent") return gent_energy(law);
  if (model == "arruda_boyce") return arruda_boyce_energy(law);
  if (model == "st_venant_kirchhoff") return st_venant_kirchhoff_energy();
  return neo_hookean_energy(law);
}

} // namespace

HyperelasticMaterial build_hyperelastic(Builder& builder, const ModelMaterial& material, const PropertyPlace& place) {
  const CaseFile& file = builder.file;
  const std::string section = join_case_path(join_case_path("materials", material.name), "elasticity");
  const std::string bulk = section + ".bulk";
  const std::optional<VolumetricLaw> law = volumetric_law(file, section + ".volumetric");
  const bool mixed = file.text(section + ".formulation") == "mixed";
  HyperelasticMaterial result;
  result.regions = material.regions;
  result.energy = at_place(file, section, [&] { return energy_of(file, section, mixed ? std::nullopt : law); });
  for (const std::string& key : property_keys(file.text(section + ".model"))) {
    for (const std::string& path : file.terms(join_case_path(section, key)))
      result.properties.push_back(build_material_property(builder, path, place));
  }
  if (!file.has(bulk)) return result;
  const CaseValue& value = file.at(bulk);
  const bool incompressible = value.is_number() && std::isinf(value.number);
  const CoefficientPointer modulus = incompressible ? nullptr : build_material_property(builder, bulk, place);
  if (mixed) {
    // Without a change of volume all laws are one.
    result.mixed = MixedFormulation{.law = law.value_or(VolumetricLaw::quadratic), .bulk = modulus};
  } else {
    result.properties.push_back(modulus);
  }
  return result;
}

} // namespace adjoule
