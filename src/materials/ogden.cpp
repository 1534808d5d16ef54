#include "adjoule/materials/hyperelastic_energies.hpp"
#include "rubber_energy.hpp"

namespace adjoule {

IsotropicEnergyPointer ogden_energy(int terms, OgdenConvention convention, std::optional<VolumetricLaw> law) {
  require_terms(terms, "ogden");
  return make_rubber_energy(Ogden{terms, convention}, law);
}

} // namespace adjoule
