/// Rubber for the problems with known answers.
#pragma once

#include "adjoule/materials/hyperelastic_energies.hpp"
#include "support/csv_rows.hpp"
#include "support/reference_models.hpp"

namespace adjoule::test {

struct OgdenSet {
  std::vector<double> mu, alpha; ///< Pa; convention `ogden`
  double bulk = 0.0;             ///< Pa; infinity: incompressible
  VolumetricLaw law = VolumetricLaw::quadratic;
};

inline VolumetricLaw law_named(const std::string& name) {
  if (name == "log") return VolumetricLaw::logarithmic;
  return name == "simo" ? VolumetricLaw::simo_taylor : VolumetricLaw::quadratic;
}

/// "treloar3", "neohooke1", "ogden1" of the tables of homogeneous deformations; mu0 = 0.4225 MPa, 0.4225 MPa, 0.4375
/// MPa.
inline OgdenSet ogden_named(const std::string& name, double bulk, VolumetricLaw law) {
  if (name == "neohooke1") return {{0.4225e6}, {2.0}, bulk, law};
  if (name == "ogden1") return {{0.25e6}, {3.5}, bulk, law};
  return {{0.63e6, 1.2e3, -1e4}, {1.3, 5.0, -2.0}, bulk, law};
}

/// The material of region "body", its numbers registered as mu.0, alpha.0, .., bulk.
inline void set_ogden(MultiphysicsSystem& model, const OgdenSet& set, bool mixed = false,
                      CoefficientPointer thermal_strain = nullptr) {
  const auto terms = static_cast<int>(set.mu.size());
  HyperelasticMaterial rubber{
      {"body"}, ogden_energy(terms, OgdenConvention::ogden, mixed ? std::optional<VolumetricLaw>() : set.law)};
  for (std::size_t i = 0; i < set.mu.size(); ++i)
    rubber.properties.push_back(model.number("mu." + std::to_string(i), set.mu[i], "Pa"));
  for (std::size_t i = 0; i < set.alpha.size(); ++i)
    rubber.properties.push_back(model.number("alpha." + std::to_string(i), set.alpha[i]));
  const CoefficientPointer bulk = std::isinf(set.bulk) ? nullptr : model.number("bulk", set.bulk, "Pa");
  if (mixed) {
    rubber.mixed = MixedFormulation{set.law, bulk};
  } else {
    rubber.properties.push_back(bulk);
  }
  rubber.thermal_strain = std::move(thermal_strain);
  model.mechanical().set_material(std::move(rubber));
}

/// Prescribes one component; the parameter is "GROUP.x".
inline void move(MultiphysicsSystem& model, const std::string& group, int component, double displacement) {
  const std::string path = group + "." + std::string(1, "xyz"[component]);
  model.mechanical().prescribe_displacement(group, component, model.number(path, displacement, "m"));
}
inline void move(MultiphysicsSystem& model, const std::string& group, const std::array<double, 3>& displacement) {
  for (int d = 0; d < model.mesh().dimension(); ++d) move(model, group, d, displacement[static_cast<std::size_t>(d)]);
}

} // namespace adjoule::test
