/// A batch of doubles that arithmetic treats as one number: the scalar type of everything done at a point, so that four
/// elements are computed at once.
#pragma once

#include <algorithm>
#include <cmath>

namespace adjoule {

/// Four doubles, one a lane. `+ - * /` act lane by lane; a plain double is the same number in every lane.
///
/// Its alignment and the way it is passed (by reference, which the copy constructor brings about) are the same for
/// every instruction set, so that code compiled for different ones can call each other; see instruction_set.hpp.
struct alignas(32) Batch {
  static constexpr int lanes = 4;
  using Vector [[gnu::vector_size(32)]] = double;
  Vector v{};

  Batch() = default;
  Batch(const Batch& other) : v(other.v) {} // NOLINT: not trivial on purpose
  Batch& operator=(const Batch& other) {
    v = other.v;
    return *this;
  }
  ~Batch() = default;
  Batch(double value) : v{value, value, value, value} {} // NOLINT: a double is a batch
  explicit Batch(Vector vector) : v(vector) {}

  double operator[](int lane) const { return v[lane]; }
  void set(int lane, double value) { v[lane] = value; }

  Batch& operator+=(Batch b) {
    v += b.v;
    return *this;
  }
  Batch& operator-=(Batch b) {
    v -= b.v;
    return *this;
  }
  Batch& operator*=(Batch b) {
    v *= b.v;
    return *this;
  }
  Batch& operator/=(Batch b) {
    v /= b.v;
    return *this;
  }

  friend Batch operator+(Batch a, Batch b) { return Batch(a.v + b.v); }
  friend Batch operator-(Batch a, Batch b) { return Batch(a.v - b.v); }
  friend Batch operator*(Batch a, Batch b) { return Batch(a.v * b.v); }
  friend Batch operator/(Batch a, Batch b) { return Batch(a.v / b.v); }
  friend Batch operator-(Batch a) { return Batch(-a.v); }
};

/// exp(x) - 1 - x to full relative precision: the part of the exponential beyond its tangent at 0.
inline double exp_beyond_tangent(double x) {
  if (std::abs(x) > 1.0) return std::expm1(x) - x;
  double sum = 1.0; // Taylor series by Horner's rule; 18 terms reach rounding at |x| = 1
  for (int k = 19; k >= 3; --k) sum = 1.0 + x * sum / k;
  return 0.5 * x * x * sum;
}

/// Applies a scalar function lane by lane.
template <class Function>
Batch map_lanes(Batch a, Function function) {
  Batch result;
  for (int lane = 0; lane < Batch::lanes; ++lane) result.set(lane, function(a[lane]));
  return result;
}
template <class Function>
Batch map_lanes(Batch a, Batch b, Function function) {
  Batch result;
  for (int lane = 0; lane < Batch::lanes; ++lane) result.set(lane, function(a[lane], b[lane]));
  return result;
}

inline Batch sqrt(Batch a) {
  return map_lanes(a, [](double x) { return std::sqrt(x); });
}
inline Batch log(Batch a) {
  return map_lanes(a, [](double x) { return std::log(x); });
}
inline Batch sin(Batch a) {
  return map_lanes(a, [](double x) { return std::sin(x); });
}
inline Batch cos(Batch a) {
  return map_lanes(a, [](double x) { return std::cos(x); });
}
inline Batch tan(Batch a) {
  return map_lanes(a, [](double x) { return std::tan(x); });
}
inline Batch sinh(Batch a) {
  return map_lanes(a, [](double x) { return std::sinh(x); });
}
inline Batch cosh(Batch a) {
  return map_lanes(a, [](double x) { return std::cosh(x); });
}
inline Batch tanh(Batch a) {
  return map_lanes(a, [](double x) { return std::tanh(x); });
}
inline Batch abs(Batch a) {
  return Batch(a.v < 0.0 ? -a.v : a.v + 0.0); // -0 + 0 = 0
}
inline Batch pow(Batch a, Batch b) {
  return map_lanes(a, b, [](double x, double y) { return std::pow(x, y); });
}
inline Batch min(Batch a, Batch b) {
  return Batch(b.v < a.v ? b.v : a.v);
}
inline Batch max(Batch a, Batch b) {
  return Batch(a.v < b.v ? b.v : a.v);
}

/// 1 where a > bound, 0 elsewhere.
inline Batch is_above(Batch a, double bound) {
  return Batch(a.v > bound ? Batch(1.0).v : Batch(0.0).v);
}
inline double is_above(double a, double bound) {
  return a > bound ? 1.0 : 0.0;
}

/// The sum over the lanes, always in the same order.
inline double sum_lanes(Batch a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

} // namespace adjoule
