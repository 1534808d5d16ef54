/// Units of measurement, by UDUNITS-2.
#pragma once

#include <string>

namespace adjoule {

/// value in `unit` times `factor` plus `offset` is the value in SI.
struct UnitConversion {
  double factor = 1.0;
  double offset = 0.0;
  double to_si(double value) const { return factor * value + offset; }
};

/// From a unit as people write it ("mm", "kgf/cm^2", "W/(m*K)", "degC") to the SI unit given ("m", "Pa"). Throws
/// InputError that names the unit where it is unknown or of another dimension.
UnitConversion convert_unit(const std::string& unit, const std::string& si_unit);

} // namespace adjoule
