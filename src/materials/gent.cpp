#include "adjoule/materials/gent.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "rubber_energy.hpp"

namespace adjoule {

IsotropicEnergyPointer gent_energy(std::optional<VolumetricLaw> law) {
  return make_rubber_energy(Gent{}, law);
}

} // namespace adjoule
