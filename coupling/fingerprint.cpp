#include "fingerprint.hpp"

#include <bit>

namespace adjoule {
namespace {

// One step of Murmur3's 64-bit finaliser: every bit of the number reaches every bit of the state.
std::uint64_t mixed(std::uint64_t state, std::uint64_t bits, std::uint64_t multiplier) {
  state = (state ^ bits) * multiplier;
  return state ^ (state >> 32);
}

} // namespace

void Fingerprint::add(std::span<const double> numbers) {
  auto [first, second] = state_;
  first = mixed(first, numbers.size(), 0xff51afd7ed558ccdu);
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    first = mixed(first, bits, 0xff51afd7ed558ccdu);
    second = mixed(second, bits, 0xc4ceb9fe1a85ec53u);
  }
  state_ = {first, second};
}

} // namespace adjoule
