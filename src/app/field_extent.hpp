// How the values of a field of variables are told.
#pragma once

#include "adjoule/core/index.hpp"

#include <span>

namespace adjoule {

/// Least, mean and largest of a field of variables.
struct FieldExtent {
  double least = 0.0, mean = 0.0, largest = 0.0;
};
FieldExtent extent_of(std::span<const double> values);

/// Fields of more values are told by their extent.
constexpr Index most_values_listed = 20;

} // namespace adjoule
