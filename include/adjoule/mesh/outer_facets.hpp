/// The skin of a mesh.
#pragma once

#include "adjoule/mesh/mesh.hpp"

namespace adjoule {

/// The sides that belong to a single element, ascending by element and face.
std::vector<Facet> outer_facets(const Mesh& mesh);

} // namespace adjoule
