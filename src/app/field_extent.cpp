#include "field_extent.hpp"

#include <algorithm>
#include <numeric>

namespace adjoule {

FieldExtent extent_of(std::span<const double> values) {
  return {.least = *std::min_element(values.begin(), values.end()),
          .mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
          .largest = *std::max_element(values.begin(), values.end())};
}

} // namespace adjoule
