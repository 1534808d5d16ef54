/// Bodies of rubber for the tests of this room.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "support/small_meshes.hpp"

namespace adjoule::test {

struct RubberRecipe {
  BoxRecipe box{.type = ElementType::hexahedron8, .cells = {2, 2, 2}};
  SectionKind section = SectionKind::solid;
  IsotropicEnergyPointer energy = neo_hookean_energy(VolumetricLaw::quadratic);
  std::vector<double> properties{1.0, 20.0};
  std::optional<double> mixed_bulk{}; ///< the mixed formulation; 0: incompressible
};

/// One hyperelastic material, its properties registered as "p.0", "p.1", ...
class Rubber {
 public:
  explicit Rubber(const RubberRecipe& recipe) : system(make_box(recipe.box), recipe.section) { set_material(recipe); }
  Rubber(Mesh mesh, const RubberRecipe& recipe) : system(std::move(mesh), recipe.section) { set_material(recipe); }

  /// Holds or moves the components given of a group; NaN leaves one free.
  void move(const std::string& group, const std::vector<double>& displacement) {
    for (std::size_t c = 0; c < displacement.size(); ++c) {
      if (std::isnan(displacement[c])) continue;
      system.mechanical().prescribe_displacement(
          group, static_cast<int>(c), system.number(group + "." + std::string(1, "xyz"[c]), displacement[c]));
    }
  }
  void pull(const std::string& group, const std::array<double, 3>& force) {
    std::array<CoefficientPointer, 3> total;
    for (std::size_t c = 0; c < 3; ++c)
      total[c] = system.number(group + ".force." + std::string(1, "xyz"[c]), force[c]);
    system.mechanical().apply_force(group, total);
  }
  void press(const std::string& group, double pressure) {
    system.mechanical().apply_pressure(group, system.number(group + ".pressure", pressure));
  }

  const std::vector<double>& displacement(const State& state) const {
    return state.fields.values[static_cast<std::size_t>(system.find_mechanical()->field())];
  }
  /// Sum of the reactions of a group, N.
  double reaction(const FieldValues& fields, const std::string& group, int component) {
    const MechanicalSystem& mechanical = *system.find_mechanical();
    const std::vector<double> all = system.reactions(mechanical, fields);
    double sum = 0.0;
    for (const Index node : system.mesh().group(group).nodes)
      sum += all[static_cast<std::size_t>(node * mechanical.components() + component)];
    return sum;
  }

  MultiphysicsSystem system;

 private:
  void set_material(const RubberRecipe& recipe) {
    HyperelasticMaterial material{.regions = {"body"}, .energy = recipe.energy};
    for (std::size_t i = 0; i < recipe.properties.size(); ++i)
      material.properties.push_back(system.number("p." + std::to_string(i), recipe.properties[i]));
    if (recipe.mixed_bulk) {
      material.mixed = MixedFormulation{VolumetricLaw::quadratic, nullptr};
      if (*recipe.mixed_bulk > 0.0) material.mixed->bulk = system.number("bulk", *recipe.mixed_bulk);
    }
    system.mechanical().set_material(std::move(material));
  }
};

inline constexpr double free_component = std::numeric_limits<double>::quiet_NaN();

/// Three terms after Treloar's data (Ogden 1972), convention "ogden", in units of 0.1 MPa; bulk modulus 200.
inline RubberRecipe ogden_rubber() {
  return {.energy = ogden_energy(3, OgdenConvention::ogden, VolumetricLaw::quadratic),
          .properties = {6.3, 0.012, -0.1, 1.3, 5.0, -2.0, 200.0}};
}

} // namespace adjoule::test
