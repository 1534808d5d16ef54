// The bar of tests/data/bar_p2.msh (20 x 2 x 1 mm, in metres) as a case: a silicon bar with a current along x.
#pragma once

#include <string>

namespace support {

/// Length 0.02 m, section 2e-6 m^2: R = 230 ohm with this conductivity, 0.2300 at 1 V gives 4.3478 mA.
inline std::string bar_materials() {
  return R"([mesh]
file = ")" +
         std::string(ADJOULE_TEST_DATA) + R"(/bar_p2.msh"
unit = "m"

[materials.silicon]
regions = ["body"]
electrical_conductivity = 4.3478e4
thermal_conductivity = 32.0
thermal_expansion = 2.9e-6
reference_temperature = 298.0
elasticity = { model = "linear", young = 169e9, poisson = 0.22 }
)";
}

inline std::string bar_loads() {
  return R"(
[electrical.potential]
left = 1.0
right = 0.0
[thermal.temperature]
left = 298.0
right = 298.0
[mechanical.displacement]
left = [0.0, 0.0, 0.0]
)";
}

inline std::string bar_quantities() {
  return R"(
[quantities.current]
kind = "reaction"
field = "potential"
on = "left"
[quantities.hottest]
kind = "maximum"
field = "temperature"
[quantities.growth]
kind = "average"
field = "displacement.x"
on = "right"
)";
}

inline std::string bar_case() {
  return bar_materials() + bar_loads() + bar_quantities();
}

/// The text with the first occurrence of `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "the text has no " + from : text.replace(at, from.size(), to);
}

} // namespace support
