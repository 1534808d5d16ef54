// The check that a parameter holds what a coefficient makes of it.
#pragma once

#include "adjoule/core/parameters.hpp"

namespace adjoule {

// Throws InputError, by the parameter's path, unless it is of that kind.
void require_kind(const Parameters& parameters, Parameter parameter, ParameterKind kind);

} // namespace adjoule
