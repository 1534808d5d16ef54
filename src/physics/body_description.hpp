// Names a connected part of a mesh for an error message.
#pragma once

#include "adjoule/mesh/quality.hpp"

namespace adjoule {

/// "the body" when there is one, else "part 2 of 3 (12 elements about (..) m, regions a, b)".
std::string describe_body(const Mesh& mesh, const ConnectedBodies& bodies, int body);

} // namespace adjoule
