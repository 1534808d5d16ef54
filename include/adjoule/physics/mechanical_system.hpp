/// Static equilibrium at small strain, with thermal expansion.
#pragma once

#include "adjoule/physics/physics_system.hpp"

namespace adjoule {

/// Isotropic linear elasticity of some regions.
struct ElasticMaterial {
  std::vector<std::string> regions;
  CoefficientPointer young;          ///< Pa
  CoefficientPointer poisson;        ///< -1 .. 0.5
  CoefficientPointer thermal_strain; ///< stretch minus one; null: none
};

/// Residual: integral( sigma : grad N ) - loads, in N; a nodal residual on a support is the force it exerts on the
/// body.
class MechanicalSystem final : public PhysicsSystem {
 public:
  explicit MechanicalSystem(ModelSpace& space);

  std::string name() const override { return "mechanical"; }
  void check_support() const override;

  void set_material(ElasticMaterial material);
  /// kg/m^3: the mass matrix
  void set_density(const std::vector<std::string>& regions, CoefficientPointer density);
  /// m; component 0..2
  void prescribe_displacement(const std::string& group, int component, CoefficientPointer displacement);
  /// Pa, per reference area
  void apply_traction(const std::string& group, const std::array<CoefficientPointer, 3>& traction);
  /// N, total, spread evenly over the reference area
  void apply_force(const std::string& group, const std::array<Parameter, 3>& force);
  /// Pa, against the outward normal
  void apply_pressure(const std::string& group, CoefficientPointer pressure);
  /// N/m^3
  void apply_body_force(const std::string& region, const std::array<CoefficientPointer, 3>& force);
  /// N/m^3, elastic foundation in all directions
  void add_spring(const std::string& group, CoefficientPointer stiffness);

  const std::vector<ElasticMaterial>& materials() const { return materials_; }
  int components() const { return space_.mesh().dimension(); }

 private:
  std::vector<ElasticMaterial> materials_;
  std::vector<std::vector<Index>> spring_nodes_;
};

} // namespace adjoule
