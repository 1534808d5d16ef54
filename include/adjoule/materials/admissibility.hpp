/// What the numbers of a hyperelastic material mean before anything is solved with them: its initial moduli, and the
/// stretches up to which it is stable.
#pragma once

#include "adjoule/materials/isotropic_energy.hpp"

#include <optional>
#include <vector>

namespace adjoule {

/// Moduli of linear elasticity in the undeformed state, Pa.
struct InitialModuli {
  double shear = 0.0;
  double bulk = 0.0; ///< 0 for an isochoric energy
};
InitialModuli initial_moduli(const IsotropicEnergy& energy, const std::vector<double>& properties);

/// Homogeneous deformations at constant volume, by their stretch: (l, l^-1/2, l^-1/2), (l, l, l^-2), (l, 1, 1/l).
enum class StretchMode { uniaxial, equibiaxial, planar };
const char* name_of(StretchMode mode);

/// Where a mode of stretch leaves the range in which a material can be used.
struct StabilityLimit {
  enum class Kind {
    instability, ///< the material is no longer stable in Drucker's sense
    no_energy    ///< the energy ceases to exist (Gent: chains fully stretched); the material is stable up to there
  };
  StretchMode mode = StretchMode::uniaxial;
  double stretch = 1.0; ///< to four digits
  Kind kind = Kind::instability;
};

/// The stretches over which stability is looked for.
inline constexpr double smallest_scanned_stretch = 0.2;
inline constexpr double largest_scanned_stretch = 5.0;

/// Goes from the undeformed state through a mode up to the stretch `end`, and finds where Drucker stability
///     d(Kirchhoff stress) : d(ln lambda) > 0 for every change of stretch without change of volume
/// is first lost. (Drucker 1959; as in the material checks of Abaqus.)
std::optional<StabilityLimit> stability_limit(const IsotropicEnergy& energy, const std::vector<double>& properties,
                                              StretchMode mode, double end);

/// The same through each mode, to either side: at most one limit a mode and side, the nearest to the undeformed state
/// (in ln stretch) first. Empty for a material that is stable over the whole range.
std::vector<StabilityLimit> stability_limits(const IsotropicEnergy& energy, const std::vector<double>& properties);

} // namespace adjoule
