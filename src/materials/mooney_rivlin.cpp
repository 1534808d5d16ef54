#include "adjoule/materials/mooney_rivlin.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "rubber_energy.hpp"

namespace adjoule {

IsotropicEnergyPointer mooney_rivlin_energy(std::optional<VolumetricLaw> law) {
  return make_rubber_energy(MooneyRivlin{}, law);
}

} // namespace adjoule
