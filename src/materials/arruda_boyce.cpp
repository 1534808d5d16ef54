#include "adjoule/materials/arruda_boyce.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "rubber_energy.hpp"

namespace adjoule {

IsotropicEnergyPointer arruda_boyce_energy(std::optional<VolumetricLaw> law) {
  return make_rubber_energy(ArrudaBoyce{}, law);
}

} // namespace adjoule
