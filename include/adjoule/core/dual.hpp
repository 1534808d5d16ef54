/// Dual numbers: a value with its derivatives in N directions, carried exactly through arithmetic (forward mode).
#pragma once

#include "adjoule/core/batch_exponential.hpp"

#include <array>
#include <type_traits>

namespace adjoule {

/// What a number over S takes for one that does not move.
template <class A, class S>
concept Constant = std::is_arithmetic_v<A> || std::is_same_v<A, S>;

/// value + sum_k tangent[k] eps_k with eps_i eps_j = 0. S is double or Batch.
template <int N, class S = double>
struct Dual {
  S value{};
  std::array<S, N> tangent{};

  Dual() = default;
  Dual(S v) : value(v) {} // NOLINT: a constant is a dual number with zero tangents
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, S>) Dual(A v) : value(static_cast<double>(v)) {} // NOLINT

  Dual& operator+=(const Dual& b) {
    value += b.value;
    for (int k = 0; k < N; ++k) tangent[k] += b.tangent[k];
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    value -= b.value;
    for (int k = 0; k < N; ++k) tangent[k] -= b.tangent[k];
    return *this;
  }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual r(S(a.value + b.value));
    for (int k = 0; k < N; ++k) r.tangent[k] = a.tangent[k] + b.tangent[k];
    return r;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual r(S(a.value - b.value));
    for (int k = 0; k < N; ++k) r.tangent[k] = a.tangent[k] - b.tangent[k];
    return r;
  }
  friend Dual operator-(const Dual& a) { return a.chain(-a.value, S(-1.0)); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual r(S(a.value * b.value));
    for (int k = 0; k < N; ++k) r.tangent[k] = a.tangent[k] * b.value + a.value * b.tangent[k];
    return r;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S inverse = S(1.0) / b.value;
    Dual r(S(a.value * inverse));
    for (int k = 0; k < N; ++k) r.tangent[k] = (a.tangent[k] - r.value * b.tangent[k]) * inverse;
    return r;
  }
  // What does not move keeps its zero tangents out of the arithmetic: plain numbers, and those of type S.
  template <Constant<S> A>
  Dual& operator+=(const A& a) {
    value += a;
    return *this;
  }
  template <Constant<S> A>
  Dual& operator-=(const A& a) {
    value -= a;
    return *this;
  }
  template <Constant<S> A>
  friend Dual operator+(Dual b, const A& a) {
    return b += a;
  }
  template <Constant<S> A>
  friend Dual operator+(const A& a, Dual b) {
    return b += a;
  }
  template <Constant<S> A>
  friend Dual operator-(Dual b, const A& a) {
    return b -= a;
  }
  template <Constant<S> A>
  friend Dual operator-(const A& a, const Dual& b) {
    return b.chain(a - b.value, S(-1.0));
  }
  template <Constant<S> A>
  friend Dual operator*(const A& a, const Dual& b) {
    return b.chain(a * b.value, S(a));
  }
  template <Constant<S> A>
  friend Dual operator*(const Dual& b, const A& a) {
    return a * b;
  }
  template <Constant<S> A>
  friend Dual operator/(const Dual& b, const A& a) {
    return (S(1.0) / a) * b;
  }
  template <Constant<S> A>
  friend Dual operator/(const A& a, const Dual& b) {
    const S inverse = S(1.0) / b.value, quotient = a * inverse;
    return b.chain(quotient, -quotient * inverse);
  }

  /// f(this) for a function whose value and derivative at this->value are given.
  Dual chain(S function_value, S derivative) const {
    Dual r(function_value);
    for (int k = 0; k < N; ++k) r.tangent[k] = derivative * tangent[k];
    return r;
  }
};

/// The slope of a function at a point, NaN where its value is: outside its domain a formula for the slope may well be
/// finite, as 1/x is beside log x.
inline double defined_slope(double value, double slope) {
  return value == value ? slope : value;
}
inline Batch defined_slope(const Batch& value, const Batch& slope) {
  return Batch(value.v == value.v ? slope.v : value.v);
}
template <int N, class S>
Dual<N, S> defined_slope(const Dual<N, S>& value, const Dual<N, S>& slope) {
  Dual<N, S> r(defined_slope(value.value, slope.value));
  for (int k = 0; k < N; ++k) r.tangent[k] = defined_slope(value.value, slope.tangent[k]);
  return r;
}

template <int N, class S>
Dual<N, S> sqrt(const Dual<N, S>& a) {
  using std::sqrt;
  const S root = sqrt(a.value);
  return a.chain(root, S(0.5) / root);
}
template <int N, class S>
Dual<N, S> exp(const Dual<N, S>& a) {
  using std::exp;
  const S e = exp(a.value);
  return a.chain(e, e);
}
template <int N, class S>
Dual<N, S> log(const Dual<N, S>& a) {
  using std::log;
  const S value = log(a.value);
  return a.chain(value, defined_slope(value, S(S(1.0) / a.value)));
}
template <int N, class S>
Dual<N, S> expm1(const Dual<N, S>& a) {
  using std::exp, std::expm1;
  return a.chain(expm1(a.value), exp(a.value));
}
template <int N, class S>
Dual<N, S> log1p(const Dual<N, S>& a) {
  using std::log1p;
  const S value = log1p(a.value);
  return a.chain(value, defined_slope(value, S(S(1.0) / (S(1.0) + a.value))));
}
/// exp(a) - 1 - a; see batch.hpp.
template <int N, class S>
Dual<N, S> exp_beyond_tangent(const Dual<N, S>& a) {
  using std::expm1;
  return a.chain(exp_beyond_tangent(a.value), expm1(a.value));
}
template <int N, class S>
Dual<N, S> pow(const Dual<N, S>& a, double exponent) {
  using std::pow;
  if (exponent == 0.0) return Dual<N, S>(S(1.0));
  const S reduced = pow(a.value, S(exponent - 1.0));
  return a.chain(reduced * a.value, S(exponent) * reduced);
}
template <int N, class S>
Dual<N, S> sin(const Dual<N, S>& a) {
  using std::cos, std::sin;
  return a.chain(sin(a.value), cos(a.value));
}
template <int N, class S>
Dual<N, S> cos(const Dual<N, S>& a) {
  using std::cos, std::sin;
  return a.chain(cos(a.value), -sin(a.value));
}

/// The plain value of a number, dual or not.
inline double value_of(double a) {
  return a;
}
inline Batch value_of(Batch a) {
  return a;
}
template <int N, class S>
S value_of(const Dual<N, S>& a) {
  return a.value;
}

} // namespace adjoule
