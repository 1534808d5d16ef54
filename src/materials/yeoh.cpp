#include "adjoule/materials/yeoh.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "rubber_energy.hpp"

namespace adjoule {

IsotropicEnergyPointer yeoh_energy(int terms, std::optional<VolumetricLaw> law) {
  require_terms(terms, "yeoh");
  return make_rubber_energy(Yeoh{terms}, law);
}

} // namespace adjoule
