#include "gmsh_functions.hpp"

#include "adjoule/core/on_demand_module.hpp"

namespace adjoule {

const GmshFunctions& gmsh_functions() {
  static const OnDemandModule module("gmsh");
  static const GmshFunctions& functions = *module.function<const GmshFunctions*()>("adjoule_gmsh_functions")();
  return functions;
}

} // namespace adjoule
