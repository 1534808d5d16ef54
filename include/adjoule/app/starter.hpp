/// The case that `adjoule new NAME` writes: a chevron actuator, small and complete.
#pragma once

#include <string>

namespace adjoule {

/// Text of NAME.toml; it refers to NAME.geo beside it. Both throw InputError if the name has folders, quotes or the
/// like.
std::string starter_case(const std::string& name);

/// Text of NAME.geo, drawn in micrometres.
std::string starter_geometry(const std::string& name);

} // namespace adjoule
