/// Energies of isotropic elastic materials.
#pragma once

#include "adjoule/materials/energy_function.hpp"

#include <memory>

namespace adjoule {

/// The three numbers that stand for the strain in an energy.
enum class StrainArguments {
  stretches, ///< ln lambda_i, see PrincipalStretches
  invariants ///< see StrainInvariants
};

/// Strain energy per reference volume, J/m^3, of an isotropic material. Its own functions take the stretches,
/// W(ln lambda_1, ln lambda_2, ln lambda_3; properties), whatever it is written in, so that their derivatives are the
/// principal Kirchhoff stresses, Pa, and their tangents.
class IsotropicEnergy {
 public:
  using Logarithms = EnergyFunction::Arguments;
  using Derivatives = EnergyFunction::Derivatives;
  using PropertyDerivative = EnergyFunction::PropertyDerivative;

  IsotropicEnergy(StrainArguments arguments, std::unique_ptr<const EnergyFunction> function)
      : arguments_(arguments), function_(std::move(function)) {}

  /// As it is written.
  StrainArguments arguments() const { return arguments_; }
  const EnergyFunction& function() const { return *function_; }

  int property_count() const { return function_->property_count(); }
  Batch value(const Logarithms& logarithms, const Batch* properties) const;
  /// Without the Hessian, which stays zero.
  Derivatives gradient(const Logarithms& logarithms, const Batch* properties) const;
  Derivatives hessian(const Logarithms& logarithms, const Batch* properties) const;
  /// One entry a property.
  void differentiate_to_properties(const Logarithms& logarithms, const Batch* properties,
                                   PropertyDerivative* derivatives) const;

 private:
  StrainArguments arguments_;
  std::unique_ptr<const EnergyFunction> function_;
};

using IsotropicEnergyPointer = std::shared_ptr<const IsotropicEnergy>;

/// Call it in one source file per material, so that the instantiations are compiled once. The material is as
/// MaterialFunction has it.
template <class Material>
IsotropicEnergyPointer make_isotropic_energy(Material material = {}) {
  constexpr auto arguments = EnergyOfInvariants<Material> ? StrainArguments::invariants : StrainArguments::stretches;
  return std::make_shared<IsotropicEnergy>(arguments,
                                           std::make_unique<MaterialFunction<Material>>(std::move(material)));
}

} // namespace adjoule
