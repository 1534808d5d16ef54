#include <fmt/core.h>

#include "adjoule/core/parameters.hpp"
#include "adjoule/core/version.hpp"
#include "adjoule/mesh/mesh.hpp"

// Reads the mesh that it is given, for which the library has to find its module of Gmsh.
int main(int, char** arguments) {
  adjoule::Parameters parameters;
  const adjoule::Parameter conductivity = parameters.register_parameter("materials.silicon.thermal_conductivity", 34.0);
  const adjoule::Mesh mesh = adjoule::Mesh::read(arguments[1], {});
  fmt::print("adjoule {}: conductivity {} in a mesh of dimension {}\n", adjoule::version(),
             parameters.value(conductivity), mesh.dimension());
}
