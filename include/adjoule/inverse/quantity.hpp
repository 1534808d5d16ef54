/// The scalars of a solution that the case file's [quantities] names.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <memory>
#include <optional>

namespace adjoule {

enum class QuantityKind { average, integral, maximum, minimum, point, reaction, energy };

struct QuantitySpec {
  std::string name;
  QuantityKind kind = QuantityKind::average;
  /// "potential", "temperature", "displacement(.x .y .z .magnitude)", "heat_flux(.x .y .z)", "current_density(...)",
  /// "joule_heat", "von_mises", "stress.xx .. .zz .xy .yz .xz", "strain...". On a boundary, heat_flux and
  /// current_density without a component are the outward normal component.
  std::string field;
  std::vector<std::string> on;             ///< groups; empty: everywhere
  std::optional<std::array<double, 3>> at; ///< of a point, m
  std::optional<double> aggregate;         ///< exponent of the smooth p-norm aggregate instead of the largest value
};

/// Builds the objective. Throws InputError for an unknown field, group, a field the model does not compute, a reaction
/// on a group that fixes nothing of the field, a point outside the mesh (with the nearest point of it).
std::unique_ptr<Objective> make_quantity(const MultiphysicsSystem& model, const QuantitySpec& spec);

/// SI unit of the quantity, such as "m", "K", "A".
std::string quantity_unit(const MultiphysicsSystem& model, const QuantitySpec& spec);

} // namespace adjoule
