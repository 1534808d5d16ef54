// Laws of finite strain from the file.
#include "builder.hpp"
#include "hyperelastic_law.hpp"

namespace adjoule {

HyperelasticMaterial build_hyperelastic(Builder& builder, const ModelMaterial& material, const PropertyPlace& place) {
  const HyperelasticLaw law = read_hyperelastic_law(builder.file, material.name);
  HyperelasticMaterial result;
  result.regions = material.regions;
  result.energy = law.energy(builder.file, law.mixed ? std::nullopt : law.volumetric);
  for (const std::string& path : law.properties)
    result.properties.push_back(build_material_property(builder, path, place));
  const CoefficientPointer modulus = law.bulk.empty() ? nullptr : build_material_property(builder, law.bulk, place);
  if (law.mixed) {
    // Without a change of volume all laws are one.
    result.mixed = MixedFormulation{.law = law.volumetric.value_or(VolumetricLaw::quadratic), .bulk = modulus};
  } else if (modulus) {
    result.properties.push_back(modulus);
  }
  return result;
}

} // namespace adjoule
