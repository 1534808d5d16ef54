#include "adjoule/core/version.hpp"

namespace adjoule {

const char* version() {
  return ADJOULE_VERSION;
}

} // namespace adjoule
