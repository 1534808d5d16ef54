/// The hyperelastic materials that the battery checks, one line each, and small tools for single points.
#pragma once

#include "adjoule/materials/hyperelastic_energies.hpp"
#include "adjoule/materials/isotropic_function.hpp"

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

namespace adjoule {

struct HyperelasticCase {
  std::string name;
  IsotropicEnergyPointer energy;
  std::vector<double> properties;
  double shear = 0.0; ///< initial moduli, Pa, from the formula in the material's header
  double bulk = 0.0;
};
std::vector<HyperelasticCase> hyperelastic_cases();
/// How GoogleTest names a case.
inline void PrintTo(const HyperelasticCase& material, std::ostream* stream) {
  *stream << material.name;
}

inline std::vector<Batch> batches(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

inline Tensor2<Batch> identity() {
  Tensor2<Batch> result;
  for (int i = 0; i < 3; ++i) result(i, i) = 1.0;
  return result;
}
inline Tensor2<Batch> diagonal(double a, double b, double c) {
  Tensor2<Batch> result;
  result(0, 0) = a;
  result(1, 1) = b;
  result(2, 2) = c;
  return result;
}
inline Tensor2<Batch> product(const Tensor2<Batch>& a, const Tensor2<Batch>& b) {
  Tensor2<Batch> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) result(i, j) += a(i, k) * b(k, j);
  return result;
}
inline Tensor2<Batch> transpose(const Tensor2<Batch>& a) {
  Tensor2<Batch> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = a(j, i);
  return result;
}
/// Rotations that turn every axis; number 0 turns none.
inline Tensor2<Batch> rotation(int number) {
  const double q[4] = {1.0, 0.7 * number, -0.4 * number, 0.25 * number * number};
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  Tensor2<Batch> result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    result(i, i) = 1.0 - 2.0 * (q[j + 1] * q[j + 1] + q[k + 1] * q[k + 1]) / square;
    result(i, j) = 2.0 * (q[i + 1] * q[j + 1] - q[0] * q[k + 1]) / square;
    result(j, i) = 2.0 * (q[i + 1] * q[j + 1] + q[0] * q[k + 1]) / square;
  }
  return result;
}
/// Q A Q'
inline Tensor2<Batch> rotated(const Tensor2<Batch>& a, int number) {
  return symmetric_part(product(product(rotation(number), a), transpose(rotation(number))));
}
/// (F'F - I)/2
inline Tensor2<Batch> strain_of(const Tensor2<Batch>& deformation) {
  Tensor2<Batch> strain = 0.5 * product(transpose(deformation), deformation);
  for (int i = 0; i < 3; ++i) strain(i, i) -= 0.5;
  return strain;
}
/// Largest entry of the first lane.
inline double largest(const Tensor2<Batch>& a) {
  double size = 0.0;
  for (const Batch& entry : a.c) size = std::max(size, std::abs(entry[0]));
  return size;
}
inline double distance(const Tensor2<Batch>& a, const Tensor2<Batch>& b) {
  return largest(a + -1.0 * b);
}

/// Derivative at 0 of f(step) by differences of sixth order.
template <class Function>
auto difference(Function f, double h) {
  return (1.0 / (60.0 * h)) * ((45.0 * (f(h) + -1.0 * f(-h)) + -9.0 * (f(2.0 * h) + -1.0 * f(-2.0 * h))) +
                               (f(3.0 * h) + -1.0 * f(-3.0 * h)));
}

} // namespace adjoule
