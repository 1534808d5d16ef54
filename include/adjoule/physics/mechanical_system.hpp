/// Static equilibrium at small or finite strain, with thermal expansion.
#pragma once

#include "adjoule/materials/isotropic_energy.hpp"
#include "adjoule/physics/pressure_system.hpp"

namespace adjoule {

/// Isotropic linear elasticity of some regions, at small strain.
struct ElasticMaterial {
  std::vector<std::string> regions;
  CoefficientPointer young;          ///< Pa
  CoefficientPointer poisson;        ///< -1 .. 0.5
  CoefficientPointer thermal_strain; ///< stretch minus one; null: none
};

/// An isotropic material at finite strain, in some regions.
struct HyperelasticMaterial {
  std::vector<std::string> regions;
  IsotropicEnergyPointer energy;                ///< with `mixed`: its isochoric part alone
  std::vector<CoefficientPointer> properties{}; ///< the energy's, in its order
  CoefficientPointer thermal_strain{};          ///< stretch minus one; null: none
  std::optional<MixedFormulation> mixed{};      ///< displacement and pressure (Taylor-Hood); null: displacement alone
};

/// Residual: integral( P : grad N ) - loads, in N, with the first Piola-Kirchhoff stress P (small strain: the stress);
/// a nodal residual on a support is the force it exerts on the body. Prescribed displacements, loads and thermal
/// strains are multiplied by ModelSpace::load_factor().
class MechanicalSystem final : public PhysicsSystem {
 public:
  explicit MechanicalSystem(ModelSpace& space);

  std::string name() const override { return "mechanical"; }
  void check_support() const override;

  void set_material(ElasticMaterial material);
  /// Throws InputError for a mixed formulation in plane stress or on first-order elements.
  void set_material(HyperelasticMaterial material);
  /// kg/m^3: the mass matrix
  void set_density(const std::vector<std::string>& regions, CoefficientPointer density);
  /// m; component 0..2
  void prescribe_displacement(const std::string& group, int component, CoefficientPointer displacement);
  /// A group that moves without turning: its nodes share the components given (0..2), all free. `total_force`: N, on
  /// the group as a whole, in these components. Throws InputError for a force that follows place or temperature.
  void add_rigid_face(const std::string& group, const std::vector<int>& components,
                      const std::optional<std::array<CoefficientPointer, 3>>& total_force = {});
  /// Pa, per reference area
  void apply_traction(const std::string& group, const std::array<CoefficientPointer, 3>& traction);
  /// N, total, spread evenly over the reference area. Throws InputError as `add_rigid_face`.
  void apply_force(const std::string& group, const std::array<CoefficientPointer, 3>& force);
  /// Pa, against the outward normal; on materials at finite strain it acts on the deformed area along the deformed
  /// normal. Throws InputError there in plane stress.
  void apply_pressure(const std::string& group, CoefficientPointer pressure);
  /// N/m^3, per reference volume
  void apply_body_force(const std::string& region, const std::array<CoefficientPointer, 3>& force);
  /// N/m^3, elastic foundation in all directions
  void add_spring(const std::string& group, CoefficientPointer stiffness);

  const std::vector<ElasticMaterial>& materials() const { return materials_; }
  const std::vector<HyperelasticMaterial>& hyperelastic_materials() const { return hyperelastic_materials_; }
  /// Whether equilibrium is nonlinear in the displacement.
  bool is_nonlinear() const override { return !hyperelastic_materials_.empty(); }
  /// At finite strain: false where the straight way from one displacement to the other takes some volume away.
  bool is_reachable(const std::vector<double>& from, const std::vector<double>& to) const override;
  /// Null where no material is mixed.
  PressureSystem* pressure() { return pressure_.get(); }
  const PressureSystem* pressure() const { return pressure_.get(); }
  int components() const { return space_.mesh().dimension(); }

 private:
  struct PressureLoad {
    std::string group;
    CoefficientPointer pressure;
  };

  void complete() override;
  void complete(const PressureLoad& load);
  CoefficientPointer scaled(CoefficientPointer load) { return space_.scaled_by_load_factor(std::move(load)); }
  std::vector<CoefficientPointer> scaled(const std::array<CoefficientPointer, 3>& load);

  std::vector<ElasticMaterial> materials_;
  std::vector<HyperelasticMaterial> hyperelastic_materials_;
  std::vector<std::shared_ptr<const Domain>> hyperelastic_domains_; ///< of each material
  std::unique_ptr<PressureSystem> pressure_;
  std::vector<PressureLoad> pressure_loads_;
  std::vector<std::vector<Index>> spring_nodes_;
  struct RigidFace {
    std::vector<Index> nodes;
    std::vector<int> components;
  };
  std::vector<RigidFace> rigid_faces_;
};

} // namespace adjoule
