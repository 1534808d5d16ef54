// What makes a gradient useless to an optimiser, in words.
#pragma once

#include "adjoule/inverse/design.hpp"

namespace adjoule {

/// An objective or constraint of a design.
struct DesignFunction {
  std::string name;
  std::vector<double> gradient;  ///< one a variable
  std::vector<bool> map_reaches; ///< of each map of the design: whether a change of it can reach the function
};

/// The objective comes first. Empty if nothing is wrong.
std::vector<std::string> diagnose_gradient(const Design& design, const std::vector<DesignFunction>& functions);

} // namespace adjoule
