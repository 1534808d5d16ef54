/// Steady electrical conduction: div(sigma grad phi) = 0.
#pragma once

#include "adjoule/physics/physics_system.hpp"

namespace adjoule {

/// Residual: integral( sigma grad phi . grad N ) - integral( j N ), in A; a nodal residual on a terminal is the current
/// into the body.
class ElectricalSystem final : public PhysicsSystem {
 public:
  explicit ElectricalSystem(ModelSpace& space);

  std::string name() const override { return "electrical"; }
  void check_support() const override;

  /// S/m, positive.
  void set_conductivity(const std::vector<std::string>& regions, CoefficientPointer conductivity);
  /// V
  void prescribe_potential(const std::string& group, CoefficientPointer potential);
  /// A, total into the body; the group becomes an equipotential of unknown value. Throws InputError for a current that
  /// follows place or temperature.
  void drive_current(const std::string& group, CoefficientPointer current);
  /// A/m^2, into the body
  void apply_current_density(const std::string& group, CoefficientPointer current_density);

  const std::vector<RegionProperty>& conductivities() const { return conductivities_; }

 private:
  std::vector<RegionProperty> conductivities_;
};

} // namespace adjoule
