/// The pressure of nearly and fully incompressible solids (mixed formulation).
#pragma once

#include "adjoule/materials/volumetric_law.hpp"
#include "adjoule/physics/physics_system.hpp"

namespace adjoule {

/// A material's change of volume as a constraint instead of an energy.
struct MixedFormulation {
  VolumetricLaw law = VolumetricLaw::quadratic;
  CoefficientPointer bulk; ///< Pa; null: incompressible
};

/// Residual: integral( -theta^3 (h(J_e) - c(-p/K)) N ), m^3, with h and c of volumetric_law.hpp. The pressure p (Pa,
/// positive in compression) lives on the corner nodes, one order below the displacement (Taylor-Hood).
class PressureSystem final : public PhysicsSystem {
 public:
  /// `mechanical`: whose displacement changes the volume.
  PressureSystem(ModelSpace& space, const PhysicsSystem& mechanical);

  std::string name() const override { return "pressure"; }
  /// Nothing holds a pressure: the constraint itself does.
  void check_support() const override {}
  bool is_nonlinear() const override { return true; }
  const PhysicsSystem* companion() const override { return &mechanical_; }

  /// Throws InputError unless all elements of the regions are of second order.
  void add_material(const std::vector<std::string>& regions, const MixedFormulation& formulation,
                    const CoefficientPointer& thermal_strain);

 private:
  const PhysicsSystem& mechanical_;
};

} // namespace adjoule
