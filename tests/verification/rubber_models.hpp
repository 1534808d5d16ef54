/// Rubber for the problems with known answers.
#pragma once

#include "adjoule/materials/hyperelastic_energies.hpp"
#include "support/csv_rows.hpp"
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

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

/// By the names of the tables: "treloar3/K4e6/quad".
inline OgdenSet ogden_of_table(const std::string& material) {
  const std::size_t first = material.find('/'), second = material.rfind('/');
  return ogden_named(material.substr(0, first), std::stod(material.substr(first + 2, second - first - 2)),
                     law_named(material.substr(second + 1)));
}

/// The unit cube: one hexahedron, or a patch of elements whose inner nodes are moved while its sides stay flat.
inline Mesh one_element_cube() {
  return make_grid_mesh({.type = ElementType::hexahedron8, .cells = {1, 1, 1}});
}
inline Mesh patch_cube(ElementType type) {
  const auto move_inside = [](const Point& x) {
    const double bubble = 16.0 * x[0] * (1.0 - x[0]) * x[1] * (1.0 - x[1]) * x[2] * (1.0 - x[2]);
    return Point{x[0] + 0.3 * bubble, x[1] - 0.2 * bubble, x[2] + 0.25 * bubble};
  };
  return make_grid_mesh({.type = type, .cells = {2, 2, 2}, .map = move_inside});
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
