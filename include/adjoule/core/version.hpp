/// The version of the library, as the project's file VERSION gives it.
#pragma once

namespace adjoule {

/// "major.minor.patch", for example "0.1.0".
const char* version();

} // namespace adjoule
