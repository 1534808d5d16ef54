#include "adjoule/core/normal_numbers.hpp"

#include <cmath>
#include <numbers>

namespace adjoule {
namespace {

std::mt19937_64 seeded(std::uint64_t seed, std::uint64_t stream) {
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word & 0xffffffffU); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32U); };
  std::seed_seq sequence{low(seed), high(seed), low(stream), high(stream)};
  return std::mt19937_64(sequence);
}

} // namespace

NormalNumbers::NormalNumbers(std::uint64_t seed, std::uint64_t stream) : generator_(seeded(seed, stream)) {}

/// In (0, 1], in steps of 2^-53.
double NormalNumbers::uniform() {
  return (static_cast<double>(generator_() >> 11U) + 1.0) * 0x1p-53;
}

double NormalNumbers::next() {
  if (has_second_) {
    has_second_ = false;
    return second_;
  }
  const double radius = std::sqrt(-2.0 * std::log(uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  second_ = radius * std::sin(angle);
  has_second_ = true;
  return radius * std::cos(angle);
}

} // namespace adjoule
