/// Integer types: local numbers (nodes, elements, degrees of freedom of one process) are 32 bit.
#pragma once

#include <cstdint>

namespace adjoule {

/// Number of a node, an element or a degree of freedom, from 0; -1 stands for "none".
using Index = std::int32_t;

} // namespace adjoule
