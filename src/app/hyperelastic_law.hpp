/// A law of finite strain as the file has it, without a mesh.
#pragma once

#include "adjoule/app/case_file.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"

namespace adjoule {

struct HyperelasticLaw {
  std::string section;                 ///< "materials.NAME.elasticity"
  std::vector<std::string> properties; ///< paths in the order of the energy, without bulk
  std::string bulk;                    ///< path; empty where there is none or it is infinite
  std::optional<VolumetricLaw> volumetric;
  bool mixed = false; ///< the formulation

  /// The energy with that volumetric law. Throws InputError with the place of the law.
  IsotropicEnergyPointer energy(const CaseFile& file, std::optional<VolumetricLaw> law) const;
  /// The volume cannot change.
  bool is_incompressible() const { return mixed && bulk.empty(); }
};

/// Throws InputError where the material has no elasticity or a linear one.
HyperelasticLaw read_hyperelastic_law(const CaseFile& file, const std::string& material);

} // namespace adjoule
