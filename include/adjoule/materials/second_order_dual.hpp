/// Numbers with first and second derivatives to the three logarithmic stretches.
#pragma once

#include "adjoule/core/dual.hpp"

#include <array>

namespace adjoule {

/// A value with gradient and Hessian, carried exactly through arithmetic: what a nest of two dual numbers carries,
/// without its doubles.
struct SecondOrderDual {
  /// Where (i, j) stands in `hessian`, and back.
  static constexpr std::size_t place(std::size_t i, std::size_t j) { return i == j ? i : i + j + 2; }
  static constexpr std::array<std::array<std::size_t, 2>, 6> pairs{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

  Batch value;
  std::array<Batch, 3> gradient;
  std::array<Batch, 6> hessian;

  SecondOrderDual() = default;
  SecondOrderDual(Batch v) : value(v) {} // NOLINT: a constant is a number without derivatives
  template <class A>
  requires(std::is_arithmetic_v<A>) SecondOrderDual(A v) : value(static_cast<double>(v)) {} // NOLINT

  SecondOrderDual& operator+=(const SecondOrderDual& b) {
    value += b.value;
    for (std::size_t i = 0; i < 3; ++i) gradient[i] += b.gradient[i];
    for (std::size_t k = 0; k < 6; ++k) hessian[k] += b.hessian[k];
    return *this;
  }
  SecondOrderDual& operator-=(const SecondOrderDual& b) { return *this += -b; }
  SecondOrderDual& operator*=(const SecondOrderDual& b) { return *this = *this * b; }
  SecondOrderDual& operator/=(const SecondOrderDual& b) { return *this = *this / b; }

  friend SecondOrderDual operator+(SecondOrderDual a, const SecondOrderDual& b) { return a += b; }
  friend SecondOrderDual operator-(SecondOrderDual a, const SecondOrderDual& b) { return a -= b; }
  friend SecondOrderDual operator-(const SecondOrderDual& a) { return -1.0 * a; }
  friend SecondOrderDual operator*(const SecondOrderDual& a, const SecondOrderDual& b) {
    SecondOrderDual r(a.value * b.value);
    for (std::size_t i = 0; i < 3; ++i) r.gradient[i] = a.gradient[i] * b.value + a.value * b.gradient[i];
    for (std::size_t k = 0; k < 6; ++k) {
      const auto [i, j] = pairs[k];
      r.hessian[k] = a.hessian[k] * b.value + a.gradient[i] * b.gradient[j] + a.gradient[j] * b.gradient[i] +
                     a.value * b.hessian[k];
    }
    return r;
  }
  friend SecondOrderDual operator/(const SecondOrderDual& a, const SecondOrderDual& b) {
    const Batch inverse = 1.0 / b.value, slope = -inverse * inverse;
    SecondOrderDual r = a * b.chain(inverse, slope, -2.0 * inverse * slope);
    r.value = a.value / b.value;
    return r;
  }
  // What does not move keeps its missing derivatives out of the arithmetic.
  template <Constant<Batch> A>
  SecondOrderDual& operator+=(const A& a) {
    value += a;
    return *this;
  }
  template <Constant<Batch> A>
  friend SecondOrderDual operator+(SecondOrderDual b, const A& a) {
    return b += a;
  }
  template <Constant<Batch> A>
  friend SecondOrderDual operator+(const A& a, SecondOrderDual b) {
    return b += a;
  }
  template <Constant<Batch> A>
  friend SecondOrderDual operator-(SecondOrderDual b, const A& a) {
    return b += -a;
  }
  template <Constant<Batch> A>
  friend SecondOrderDual operator*(const A& a, SecondOrderDual b) {
    b.value *= a;
    for (Batch& entry : b.gradient) entry *= a;
    for (Batch& entry : b.hessian) entry *= a;
    return b;
  }
  template <Constant<Batch> A>
  friend SecondOrderDual operator*(const SecondOrderDual& b, const A& a) {
    return a * b;
  }
  template <Constant<Batch> A>
  friend SecondOrderDual operator/(const SecondOrderDual& b, const A& a) {
    return (Batch(1.0) / a) * b;
  }

  /// f(this) for a function whose value and derivatives at this->value are given.
  SecondOrderDual chain(Batch f, Batch first, Batch second) const {
    SecondOrderDual r(f);
    std::array<Batch, 3> scaled;
    for (std::size_t i = 0; i < 3; ++i) {
      r.gradient[i] = first * gradient[i];
      scaled[i] = second * gradient[i];
    }
    for (std::size_t k = 0; k < 6; ++k) r.hessian[k] = first * hessian[k] + scaled[pairs[k][0]] * gradient[pairs[k][1]];
    return r;
  }
};

inline SecondOrderDual sqrt(const SecondOrderDual& a) {
  const Batch root = sqrt(a.value), slope = 0.5 / root;
  return a.chain(root, slope, -0.5 * slope / a.value);
}
inline SecondOrderDual exp(const SecondOrderDual& a) {
  const Batch e = exp(a.value);
  return a.chain(e, e, e);
}
inline SecondOrderDual log(const SecondOrderDual& a) {
  const Batch value = log(a.value), slope = defined_slope(value, 1.0 / a.value);
  return a.chain(value, slope, -slope * slope);
}
inline SecondOrderDual expm1(const SecondOrderDual& a) {
  const Batch e = exp(a.value);
  return a.chain(expm1(a.value), e, e);
}
inline SecondOrderDual log1p(const SecondOrderDual& a) {
  const Batch value = log1p(a.value), slope = defined_slope(value, 1.0 / (1.0 + a.value));
  return a.chain(value, slope, -slope * slope);
}
inline SecondOrderDual exp_beyond_tangent(const SecondOrderDual& a) {
  return a.chain(exp_beyond_tangent(a.value), expm1(a.value), exp(a.value));
}
inline SecondOrderDual sin(const SecondOrderDual& a) {
  const Batch sine = sin(a.value);
  return a.chain(sine, cos(a.value), -sine);
}
inline SecondOrderDual cos(const SecondOrderDual& a) {
  const Batch cosine = cos(a.value);
  return a.chain(cosine, -sin(a.value), -cosine);
}

} // namespace adjoule
