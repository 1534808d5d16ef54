#include <fmt/core.h>

#include "adjoule/core/parameters.hpp"
#include "adjoule/core/version.hpp"

int main() {
  adjoule::Parameters parameters;
  const adjoule::Parameter conductivity = parameters.register_parameter("materials.silicon.thermal_conductivity", 34.0);
  fmt::print("adjoule {}: conductivity {}\n", adjoule::version(), parameters.value(conductivity));
}
