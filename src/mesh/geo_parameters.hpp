/// The numbers that a .geo offers to be set from outside.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace adjoule {

/// One constant of DefineConstant, or a variable that is assigned a DefineNumber.
struct GeoParameter {
  std::string variable;
  std::string onelab_name; ///< of its Name attribute, empty if it has none
  bool define_number;      ///< DefineNumber: Gmsh takes it from ONELAB only
};

/// Those of the file and of the .geo files that it includes or merges, in order.
std::vector<GeoParameter> declared_parameters(const std::filesystem::path& geo);

/// How to hand values to Gmsh: assignments to stand before the file, and numbers for the ONELAB database.
struct GeoOverrides {
  std::string assignments;              ///< .geo text
  std::map<std::string, double> onelab; ///< by ONELAB name
};

/// Throws InputError for a name that the file does not declare, listing those it does.
GeoOverrides override_parameters(const std::filesystem::path& geo, const std::map<std::string, double>& values);

} // namespace adjoule
