// Local numbers as positions in standard containers.
#pragma once

#include <cstddef>

namespace adjoule {

constexpr std::size_t to_size(int number) {
  return static_cast<std::size_t>(number);
}

} // namespace adjoule
