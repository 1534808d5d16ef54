/// Exponentials and logarithms near 1 of a batch, all lanes at once: a finite-strain material is made of them.
///
/// Relative errors are below 2.5e-16 (1.5e-15 for exp_beyond_tangent). Where exp is too small for a normal number it is
/// 0.
#pragma once

#include "adjoule/core/batch.hpp"

#include <bit>
#include <cstdint>
#include <limits>

namespace adjoule {

namespace batch_detail {

using Bits [[gnu::vector_size(32)]] = std::uint64_t;
using Vector = Batch::Vector;

inline constexpr double ln2_high = 0x1.62e42feep-1; // its last 21 bits are zero: k ln2_high is exact
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;
inline constexpr double largest_exponent = 709.782712893384, smallest_exponent = -708.0;

/// exp(x) = 2^k (1 + r + r^2 tail(r)) with |r| <= ln(2)/2.
struct ReducedExponential {
  Vector half_power; // 2^(k-1): 2^k itself may overflow
  Vector r;
  Vector tail;

  explicit ReducedExponential(Batch x) {
    constexpr double log2_of_e = 1.4426950408889634, rounder = 0x1.8p52; // adding it leaves the integer in the low bits
    const Vector rounded = x.v * log2_of_e + rounder;
    const Vector k = rounded - rounder;
    half_power = std::bit_cast<Vector>((std::bit_cast<Bits>(rounded) << 52) + (std::uint64_t{1022} << 52));
    r = (x.v - k * ln2_high) - k * ln2_low;
    // 1/2! + r/3! + ... + r^11/13!
    constexpr double inverse_factorials[] = {1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0,
                                             1.0 / 40320.0,     1.0 / 5040.0,     1.0 / 720.0,     1.0 / 120.0,
                                             1.0 / 24.0,        1.0 / 6.0,        1.0 / 2.0};
    tail = r * (1.0 / 6227020800.0) + inverse_factorials[0];
    for (int i = 1; i < 11; ++i) tail = tail * r + inverse_factorials[i];
  }
  Vector expm1_of_r() const { return r + r * r * tail; }
};

} // namespace batch_detail

inline Batch exp(Batch a) {
  const batch_detail::ReducedExponential e(a);
  Batch::Vector result = 2.0 * (e.half_power + e.half_power * e.expm1_of_r());
  result = a.v < batch_detail::smallest_exponent ? 0.0 : result;
  return Batch(a.v > batch_detail::largest_exponent ? std::numeric_limits<double>::infinity() : result);
}
/// exp(a) - 1 without the rounding of the difference.
inline Batch expm1(Batch a) {
  const batch_detail::ReducedExponential e(a);
  Batch::Vector result = 2.0 * ((e.half_power - 0.5) + e.half_power * e.expm1_of_r());
  result = a.v < batch_detail::smallest_exponent ? -1.0 : result;
  return Batch(a.v > batch_detail::largest_exponent ? std::numeric_limits<double>::infinity() : result);
}
/// exp(a) - 1 - a: the part of the exponential beyond its tangent at 0.
inline Batch exp_beyond_tangent(Batch a) {
  const batch_detail::ReducedExponential e(a);
  // Below ln(2)/2 in magnitude nothing was reduced: r = a.
  return Batch(a.v * a.v < 0.12 ? e.r * e.r * e.tail : (expm1(a) - a).v);
}

/// log(1 + a) without the rounding of the sum.
inline Batch log1p(Batch a) {
  using namespace batch_detail;
  constexpr std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
  constexpr std::uint64_t root_half = std::bit_cast<std::uint64_t>(0.7071067811865476);
  // 1 + a = 2^k (1 + f) + rounding with sqrt(1/2) <= 1 + f < sqrt(2)
  const Vector sum = 1.0 + a.v;
  const Vector rounding = (a.v - (sum - 1.0)) / sum;
  const Bits shifted = std::bit_cast<Bits>(sum) + (one - root_half);
  const Bits exponent = shifted >> 52; // k + 1023
  const Vector f = std::bit_cast<Vector>((shifted & 0x000fffffffffffffULL) + root_half) - 1.0;
  const Vector k = std::bit_cast<Vector>(exponent | std::bit_cast<std::uint64_t>(0x1p52)) - (0x1p52 + 1023.0);
  // ln(1 + f) = 2 artanh(s) = 2 s + s (2 s^2/3 + 2 s^4/5 + ...) with 2 s = f - s f
  const Vector s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
  Vector series = z * (2.0 / 23.0) + 2.0 / 21.0;
  for (int odd = 19; odd >= 3; odd -= 2) series = series * z + 2.0 / odd;
  const Vector correction = s * (half_square + z * series) + (k * ln2_low + rounding);
  const Vector result = k * ln2_high - ((half_square - correction) - f);
  const Vector checked = a.v > -1.0 ? result : std::numeric_limits<double>::quiet_NaN();
  const Vector ended = a.v == -1.0 ? -std::numeric_limits<double>::infinity() : checked;
  return Batch(a.v > std::numeric_limits<double>::max() ? a.v : ended);
}

} // namespace adjoule
