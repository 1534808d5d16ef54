#include "adjoule/materials/neo_hookean.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "rubber_energy.hpp"

namespace adjoule {

IsotropicEnergyPointer neo_hookean_energy(std::optional<VolumetricLaw> law) {
  return make_rubber_energy(NeoHookean{}, law);
}

} // namespace adjoule
