// Eigenvalues and eigenvectors of symmetric tensors, to be inlined where instructions are chosen.
//
// Without iteration: the eigenvalue that lies farthest from the others is a root of the characteristic polynomial,
// its vector a column of an adjugate matrix; both are well conditioned. In the plane across that vector one Jacobi
// rotation does the rest. (W. M. Scherzinger, C. R. Dohrmann, Comput. Methods Appl. Mech. Engrg. 197, 2008, who find
// the vector in another way.)
#pragma once

#include "adjoule/materials/strain_state.hpp"

#include <bit>
#include <cstdint>
#include <limits>

namespace adjoule::spectral {

using Condition = decltype(Batch::Vector{} < Batch::Vector{});

// Lane by lane; a comparison with NaN is false.
inline Batch select(Condition condition, Batch yes, Batch no) {
  return Batch(condition ? yes.v : no.v);
}
inline Vector3<Batch> select(Condition condition, const Vector3<Batch>& yes, const Vector3<Batch>& no) {
  return {{select(condition, yes[0], no[0]), select(condition, yes[1], no[1]), select(condition, yes[2], no[2])}};
}
inline Batch magnitude(Batch a) {
  return select(a.v < 0.0, -a, a);
}

// The power of two below a positive number: scaling by it rounds nothing.
inline Batch power_of_two_below(Batch a) {
  using Bits [[gnu::vector_size(32)]] = std::uint64_t;
  return Batch(std::bit_cast<Batch::Vector>(std::bit_cast<Bits>(a.v) & 0x7ff0000000000000ULL));
}

// cos(acos(r)/3) for r in [0, 1]: the largest root of 4 c^3 - 3 c = r. The polynomial (Chebyshev) is good to 1.3e-8,
// one step of Newton's method makes it 2e-16.
inline Batch cosine_of_third(Batch r) {
  constexpr double coefficients[] = {0.00054260771, -0.0029228305, 0.0076643018, -0.014289565,
                                     0.024392384,   -0.04807735,   0.16666504,   0.86602542};
  Batch c = coefficients[0];
  for (int i = 1; i < 8; ++i) c = c * r + coefficients[i];
  const Batch square = c * c;
  return c - (c * (4.0 * square - 3.0) - r) / (12.0 * square - 3.0);
}

// Unit vector of the deviator's eigenvalue that lies farthest from the other two.
inline Vector3<Batch> most_distinct_vector(const Tensor2<Batch>& a) {
  const Batch mean = (1.0 / 3.0) * (a(0, 0) + a(1, 1) + a(2, 2));
  const Batch x = a(0, 0) - mean, y = a(1, 1) - mean, z = a(2, 2) - mean;
  const Batch xy = a(0, 1), yz = a(1, 2), xz = a(0, 2);
  // A deviator that is lost in rounding has any vectors; the small number keeps its square from being zero.
  const Batch square = (1.0 / 6.0) * (x * x + y * y + z * z) + (1.0 / 3.0) * (xy * xy + yz * yz + xz * xz) + 1e-200;
  const Batch scale = 1.0 / sqrt(square);
  const Batch bx = scale * x, by = scale * y, bz = scale * z, bxy = scale * xy, byz = scale * yz, bxz = scale * xz;
  const Batch half_determinant =
      0.5 * (bx * (by * bz - byz * byz) - bxy * (bxy * bz - byz * bxz) + bxz * (bxy * byz - by * bxz));
  const Batch size = magnitude(half_determinant);
  const Batch root = 2.0 * cosine_of_third(select(size.v > 1.0, Batch(1.0), size));
  const Batch value = select(half_determinant.v < 0.0, -root, root);

  // The adjugate of b - value I is a positive multiple of v (x) v: take its largest column.
  const Batch mx = bx - value, my = by - value, mz = bz - value;
  const Batch xx = my * mz - byz * byz, yy = mx * mz - bxz * bxz, zz = mx * my - bxy * bxy;
  const Batch adjugate_xy = bxz * byz - bxy * mz, adjugate_xz = bxy * byz - bxz * my,
              adjugate_yz = bxy * bxz - byz * mx;
  const auto y_larger = yy.v > zz.v;
  const Vector3<Batch> of_two =
      select(y_larger, Vector3<Batch>{{adjugate_xy, yy, adjugate_yz}}, Vector3<Batch>{{adjugate_xz, adjugate_yz, zz}});
  const auto x_larger = xx.v > select(y_larger, yy, zz).v;
  const Vector3<Batch> column = select(x_larger, Vector3<Batch>{{xx, adjugate_xy, adjugate_xz}}, of_two);
  return (1.0 / sqrt(dot(column, column))) * column;
}

inline Vector3<Batch> times(const Tensor2<Batch>& a, const Vector3<Batch>& v) {
  return {{a(0, 0) * v[0] + a(0, 1) * v[1] + a(0, 2) * v[2], a(0, 1) * v[0] + a(1, 1) * v[1] + a(1, 2) * v[2],
           a(0, 2) * v[0] + a(1, 2) * v[1] + a(2, 2) * v[2]}};
}

inline SpectralDecomposition decompose(const Tensor2<Batch>& symmetric) {
  Batch size = std::numeric_limits<double>::min();
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const Batch entry = magnitude(symmetric(i, j));
      size = select(entry.v > size.v, entry, size);
    }
  size = power_of_two_below(size);
  const Batch inverse = 1.0 / size;
  Tensor2<Batch> a;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) a(i, j) = inverse * symmetric(i, j);

  const Vector3<Batch> v = most_distinct_vector(a);
  // Two vectors across it. (Duff et al., J. Computer Graphics Techniques 6, 2017)
  const Batch sign = select(v[2].v < 0.0, Batch(-1.0), Batch(1.0));
  const Batch factor = -1.0 / (sign + v[2]), product = v[0] * v[1] * factor;
  const Vector3<Batch> s{{1.0 + sign * v[0] * v[0] * factor, sign * product, -sign * v[0]}};
  const Vector3<Batch> t{{product, sign + v[1] * v[1] * factor, -v[1]}};
  // One Jacobi rotation in their plane: the smaller of the two angles that make them eigenvectors.
  const Vector3<Batch> as = times(a, s), at = times(a, t);
  const Batch ss = dot(s, as), st = dot(s, at), tt = dot(t, at);
  const Batch difference = tt - ss, twice = 2.0 * st;
  // The smallest normal number only replaces 0/0 by 0.
  const Batch length =
      magnitude(difference) + sqrt(difference * difference + twice * twice) + std::numeric_limits<double>::min();
  const Batch tangent = select(difference.v < 0.0, -twice, twice) / length;
  const Batch cosine = 1.0 / sqrt(1.0 + tangent * tangent), sine = tangent * cosine, shift = tangent * st;

  SpectralDecomposition result;
  result.values = {size * (ss - shift), size * (tt + shift), size * dot(v, times(a, v))};
  for (int i = 0; i < 3; ++i) {
    result.vectors(i, 0) = cosine * s[i] - sine * t[i];
    result.vectors(i, 1) = sine * s[i] + cosine * t[i];
    result.vectors(i, 2) = v[i];
  }
  return result;
}

} // namespace adjoule::spectral
