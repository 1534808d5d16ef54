/// Vectors and second-order tensors of three-dimensional space, over any scalar (double, Batch, Dual).
#pragma once

#include <array>

namespace adjoule {

template <class S>
struct Vector3 {
  std::array<S, 3> c{};

  S& operator[](int i) { return c[static_cast<std::size_t>(i)]; }
  const S& operator[](int i) const { return c[static_cast<std::size_t>(i)]; }

  Vector3& operator+=(const Vector3& b) {
    for (int i = 0; i < 3; ++i) c[i] += b.c[i];
    return *this;
  }
  Vector3& operator-=(const Vector3& b) {
    for (int i = 0; i < 3; ++i) c[i] -= b.c[i];
    return *this;
  }
  friend Vector3 operator+(Vector3 a, const Vector3& b) { return a += b; }
  friend Vector3 operator-(Vector3 a, const Vector3& b) { return a -= b; }
  template <class A>
  friend Vector3 operator*(const A& a, const Vector3& b) {
    Vector3 r;
    for (int i = 0; i < 3; ++i) r.c[i] = a * b.c[i];
    return r;
  }
};

template <class S>
S dot(const Vector3<S>& a, const Vector3<S>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class S>
Vector3<S> cross(const Vector3<S>& a, const Vector3<S>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// A second-order tensor, (row, column).
template <class S>
struct Tensor2 {
  std::array<S, 9> c{};

  S& operator()(int i, int j) { return c[static_cast<std::size_t>(3 * i + j)]; }
  const S& operator()(int i, int j) const { return c[static_cast<std::size_t>(3 * i + j)]; }

  Tensor2& operator+=(const Tensor2& b) {
    for (int i = 0; i < 9; ++i) c[i] += b.c[i];
    return *this;
  }
  friend Tensor2 operator+(Tensor2 a, const Tensor2& b) { return a += b; }
  template <class A>
  friend Tensor2 operator*(const A& a, const Tensor2& b) {
    Tensor2 r;
    for (int i = 0; i < 9; ++i) r.c[i] = a * b.c[i];
    return r;
  }
};

template <class S>
S trace(const Tensor2<S>& a) {
  return a(0, 0) + a(1, 1) + a(2, 2);
}
template <class S>
S determinant(const Tensor2<S>& a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) - a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}
/// The cofactor matrix: inverse transposed times the determinant.
template <class S>
Tensor2<S> cofactor(const Tensor2<S>& a) {
  Tensor2<S> r;
  for (int i = 0; i < 3; ++i) {
    const int p = (i + 1) % 3, q = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int s = (j + 1) % 3, t = (j + 2) % 3;
      r(i, j) = a(p, s) * a(q, t) - a(p, t) * a(q, s);
    }
  }
  return r;
}
template <class S>
Tensor2<S> symmetric_part(const Tensor2<S>& a) {
  Tensor2<S> r;
  for (int i = 0; i < 3; ++i) {
    r(i, i) = a(i, i);
    for (int j = 0; j < i; ++j) r(i, j) = r(j, i) = 0.5 * (a(i, j) + a(j, i));
  }
  return r;
}

} // namespace adjoule
