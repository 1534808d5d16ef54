/// The stress of a block that is stretched homogeneously, as in the tests on rubber: no mesh is needed for it.
#pragma once

#include "adjoule/materials/admissibility.hpp"

#include <span>

namespace adjoule {

/// How the volume of the block behaves.
enum class VolumeChange {
  none, ///< incompressible: the energy is the isochoric part, and a pressure keeps the volume
  free  ///< the energy has a volumetric part
};

/// Nominal stress (force over reference area) in the direction of stretch. Derivatives are total: the free faces stay
/// free.
struct HomogeneousStress {
  double stress = 0.0;               ///< Pa
  double tangent = 0.0;              ///< d(stress)/d(stretch), Pa
  std::vector<double> properties{};  ///< d(stress)/d(property), one a property
  std::array<double, 3> stretches{}; ///< principal ones: l1 as given
};

/// The block is stretched by `stretch` in direction 1 (uniaxial), in 1 and 2 (equibiaxial), or in 1 with 2 held
/// (planar, which is called pure shear too); the other faces are free. Their stretch follows from the volume, or from
/// Newton's method between that and the stretch of a pure dilatation; under uniaxial stretch both free faces stretch
/// alike. Throws AnalysisError with mode and stretch where the stress is not finite or nothing balances the free faces.
HomogeneousStress homogeneous_stress(const IsotropicEnergy& energy, VolumeChange volume,
                                     std::span<const double> properties, StretchMode mode, double stretch);

/// The stretch of a mode at which the first invariant of C has this value: the larger one, in tension.
/// `first_invariant` is at least 3.
double stretch_of_first_invariant(StretchMode mode, double first_invariant);
/// First invariant of C at a stretch of constant volume.
double first_invariant_of(StretchMode mode, double stretch);

} // namespace adjoule
