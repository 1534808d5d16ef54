#include "adjoule/materials/st_venant_kirchhoff.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"

namespace adjoule {

IsotropicEnergyPointer st_venant_kirchhoff_energy() {
  return make_isotropic_energy(StVenantKirchhoff{});
}

} // namespace adjoule
