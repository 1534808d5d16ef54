/// Values at points of their own, such as measurements, for ParaView.
#pragma once

#include "adjoule/io/fields.hpp"

#include <array>
#include <filesystem>

namespace adjoule {

/// Points and what is known at each of them.
struct PointCloud {
  std::vector<std::array<double, 3>> points; ///< m
  std::vector<FieldArray> fields;            ///< one entry a point
  std::map<std::string, std::string> metadata;
};

/// Writes a .vtu whose cells are vertices, in the manner of write_vtu: it appears whole or not at all. Throws
/// InputError if a field has no name or one that is taken, or a number of values that does not fit, or if the file
/// cannot be made; AnalysisError if a value is not finite or writing fails.
void write_point_cloud(const std::filesystem::path& path, const PointCloud& cloud);

} // namespace adjoule
