/// Arrays out of VTK's unstructured grid files.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace adjoule {

/// The values of a one-component cell array, one a cell in the file's order (`write_vtu` keeps the mesh's).
/// Throws InputError if the file is missing or unreadable, lacks the array (those present are listed), or if the array
/// has several components or a value that is not finite.
std::vector<double> read_vtu_cell_array(const std::filesystem::path& path, const std::string& array_name);

/// A point array of vectors and where they are.
struct VtuVectors {
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<double, 3>> vectors; ///< may hold NaN
};

/// Reads a three-component point array. Throws InputError if the file is missing or unreadable, lacks the array (those
/// present are listed), or if it has another number of components.
VtuVectors read_vtu_point_vectors(const std::filesystem::path& path, const std::string& array_name);

} // namespace adjoule
