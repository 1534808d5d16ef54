/// A mesh in words and numbers.
#pragma once

#include "adjoule/mesh/quality.hpp"

#include <string>

namespace adjoule {

/// The table that `adjoule mesh FILE` prints: extent, nodes, elements by type, quality, and each group with
/// its dimension, counts and measure (volume, area or length in powers of `unit`, the name of the unit of the
/// coordinates). Several lines, the last one ended.
std::string mesh_report(const Mesh& mesh, const MeshQuality& quality, const std::string& unit = "m");

/// Area (3-D mesh, m^2) or length (2-D mesh, m) of a facet.
double facet_measure(const Mesh& mesh, const Facet& facet);

/// Volume (3-D mesh, m^3) or area (2-D mesh, m^2) of an element; negative if it is inverted as a whole.
double element_measure(const Mesh& mesh, Index element);

} // namespace adjoule
