/// What goes in and out of a body: terminals, electric power, heat.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <string>
#include <vector>

namespace adjoule {

/// A group that carries current in or out.
struct Terminal {
  std::string group;
  double potential = 0.0; ///< V, mean over its nodes
  double current = 0.0;   ///< A, into the body
};
/// Groups with a potential, then those with a current; none without an electrical system.
std::vector<Terminal> find_terminals(const MultiphysicsSystem& model, const FieldValues& fields);

struct PowerTerm {
  std::string name;
  double power = 0.0; ///< W, into the body
};
struct PowerBalance {
  double electric_power = 0.0; ///< W, into the body through terminals and current densities
  bool heats = false;          ///< whether the electric power becomes heat of the thermal problem
  std::vector<PowerTerm> heat; ///< sources, Joule heat, exchange, fixed temperatures
  double heat_out = 0.0;       ///< W, all that leaves the body
  double relative_error = 0.0; ///< of what goes in (the electric power, not its Joule heat) against what goes out
};
/// Nothing but the electric power where the model has no heat problem.
PowerBalance balance_power(const MultiphysicsSystem& model, const FieldValues& fields);

/// Largest difference between the solution and the prescribed value on a group.
struct PrescribedDeviation {
  std::string field; ///< "potential", "displacement.y", ...
  std::string group;
  std::string unit;
  double deviation = 0.0;
};
std::vector<PrescribedDeviation> find_deviations(const MultiphysicsSystem& model, const FieldValues& fields);

} // namespace adjoule
