/// The bar of bar_case.hpp with an optimum of closed form: the largest current that heats no point above 400 K.
#pragma once

#include <cmath>
#include <string>

namespace support {

// R = L / (sigma A), and with both ends at 298 K the middle is V^2 sigma / (8 k) hotter.
constexpr double conductivity = 4.3478e4, bar_resistance = 0.02 / (conductivity * 2e-6);
constexpr double temperature_rise = conductivity / (8.0 * 32.0); ///< K at 1 V

inline double best_voltage() {
  return std::sqrt((400.0 - 298.0) / temperature_rise);
}

inline std::string largest_current() {
  return R"(
[optimize]
maximize = "current"
[optimize.constraints]
hottest = { upper = 400.0 }
[optimize.variables."electrical.potential.left"]
initial = 0.3
lower = 0.1
upper = 5.0
)";
}

} // namespace support
