/// The scalars of a solution that the case file's [quantities] names.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <memory>
#include <optional>

namespace adjoule {

enum class QuantityKind { average, integral, maximum, minimum, point, reaction, energy };

struct QuantitySpec {
  std::string name{};
  QuantityKind kind = QuantityKind::average;
  /// "potential", "temperature", "displacement(.x .y .z .magnitude)", "heat_flux(.x .y .z)", "current_density(...)",
  /// "joule_heat", "von_mises", "stress.xx .. .zz .xy .yz .xz" (Cauchy), "strain..." (Green-Lagrange, of a linear
  /// material the small strain), "logarithmic_strain...", "first_piola_kirchhoff.xx .xy .xz .yx .. .zz",
  /// "principal_stretch.1 .2 .3" (the largest first), "volume_ratio", "energy_density", "pressure" (mixed formulation).
  /// On a boundary, heat_flux and current_density without a component are the outward normal component.
  std::string field{};
  std::vector<std::string> on{};             ///< groups; empty: everywhere
  std::optional<std::array<double, 3>> at{}; ///< of a point, m
  /// Exponent p >= 1 of the smooth p-norm aggregate (integral f^p / integral 1)^(1/p) that stands for the maximum, with
  /// -p for the minimum, of a field that is nowhere negative (minimum: positive). With growing p it approaches the
  /// largest (smallest) value at the quadrature points.
  std::optional<double> aggregate{};
};

/// Builds the objective. Throws InputError for an unknown field, group, a field the model does not compute, a reaction
/// on a group that fixes nothing of the field, a point outside the mesh (with the nearest point of it), an integral
/// over a boundary on the axis of symmetry, which has no area.
///
/// The objective refers to the model, which has to outlive it; it may be made before or after the first solve, once
/// physics and materials are set. A point is found anew when nodes move. Its `add_gradient` throws InputError where
/// node coordinates are wanted and the point value of a field that follows from gradients has no exact derivative to
/// them (other than inside linear simplices with constant properties). Norms (magnitude, von_mises, aggregates) have
/// derivative 0 where they vanish. Aggregates throw AnalysisError for a field of the wrong sign, and all maxima and
/// minima of fields that follow from gradients for one that is not finite. Where a material lacks the property behind a
/// flux or Joule heat, they count as 0.
std::unique_ptr<Objective> make_quantity(const MultiphysicsSystem& model, const QuantitySpec& spec);

/// SI unit of the quantity, such as "m", "K", "A".
std::string quantity_unit(const MultiphysicsSystem& model, const QuantitySpec& spec);

} // namespace adjoule
