/// Heat conduction: rho c T' - div(k grad T) = q + sigma |grad phi|^2.
#pragma once

#include "adjoule/physics/electrical_system.hpp"
#include "adjoule/physics/physics_system.hpp"

namespace adjoule {

/// Stefan-Boltzmann constant, W/(m^2 K^4), CODATA 2018.
inline constexpr double stefan_boltzmann = 5.670374419e-8;

/// Residual in W; a nodal residual where the temperature is fixed is the heat into the body.
class ThermalSystem final : public PhysicsSystem {
 public:
  explicit ThermalSystem(ModelSpace& space);

  std::string name() const override { return "thermal"; }
  void check_support() const override;
  double initial_guess() const override;
  bool is_nonlinear() const override { return radiates_ || PhysicsSystem::is_nonlinear(); }
  bool is_admissible(std::span<const double> values) const override;

  /// W/(m K), positive
  void set_conductivity(const std::vector<std::string>& regions, CoefficientPointer conductivity);
  /// kg/m^3 and J/(kg K): the capacity matrix
  void set_capacity(const std::vector<std::string>& regions, CoefficientPointer density,
                    CoefficientPointer specific_heat);
  /// Heat sigma |grad phi|^2 of the electrical system, wherever it has a conductivity (also one that is set later).
  void joule_heating(const ElectricalSystem& electrical) { joule_source_ = &electrical; }
  /// K
  void prescribe_temperature(const std::string& group, CoefficientPointer temperature);
  /// Instead of a heat problem: the temperature is given everywhere, K.
  void prescribe_field(CoefficientPointer temperature);
  /// W/m^2, into the body
  void apply_flux(const std::string& group, CoefficientPointer flux);
  /// W/m^3
  void apply_source(const std::string& region, CoefficientPointer source);
  /// W/(m^2 K), K. Throws InputError for an ambient temperature that follows the body's; so does `add_radiation`.
  void add_convection(const std::string& group, CoefficientPointer coefficient, CoefficientPointer ambient);
  /// emissivity 0..1, K: epsilon sigma_SB (T^4 - T_ambient^4)
  void add_radiation(const std::string& group, CoefficientPointer emissivity, CoefficientPointer ambient);
  void set_initial_guess(double temperature) { initial_guess_ = temperature; }

  const std::vector<RegionProperty>& conductivities() const { return conductivities_; }
  bool is_given() const { return given_; }

 private:
  void complete() override;
  /// Notes a boundary with convection or radiation.
  void add_exchange(const std::string& group, const CoefficientPointer& ambient, const std::string& use);
  void remember_level(const CoefficientPointer& temperature, const std::vector<Index>& nodes);

  std::vector<RegionProperty> conductivities_;
  std::vector<std::vector<Index>> exchanging_nodes_; ///< of boundaries with convection or radiation
  std::optional<double> initial_guess_;
  std::optional<std::pair<CoefficientPointer, Index>>
      level_; ///< first prescribed or ambient temperature, and a node that has it
  const ElectricalSystem* joule_source_ = nullptr;
  bool given_ = false, radiates_ = false;
};

} // namespace adjoule
