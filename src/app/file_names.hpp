// File names made of the names that people choose.
#pragma once

#include <string>

namespace adjoule {

/// The name with every byte but letters, digits, '_', '-' and '.' within written as %XX, so that it names a file in its
/// folder and no two names meet.
std::string file_name_of(const std::string& name);

} // namespace adjoule
