#include "adjoule/materials/logarithmic_strain.hpp"

namespace adjoule {

const IsotropicEnergy& logarithmic_strain_potential() {
  static const IsotropicEnergyPointer potential = make_isotropic_energy<LogarithmicStrainPotential>();
  return *potential;
}

} // namespace adjoule
