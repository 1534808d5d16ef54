// From a field at a point to a functional.
#pragma once

#include "field_integrand.hpp"

namespace adjoule {

// The root, with derivative 0 where it vanishes: the norms of zero have no derivative, and 0 is the middle of their
// one-sided ones.
inline Batch root_of_square(Batch a) {
  return sqrt(a);
}
template <int N>
Dual<N, Batch> root_of_square(const Dual<N, Batch>& a) {
  const Batch root = sqrt(a.value);
  return a.chain(root, map_lanes(root, [](double r) { return r > 0.0 ? 0.5 / r : 0.0; }));
}

template <class S>
S norm(const Vector3<S>& a) {
  return root_of_square(dot(a, a));
}

template <class S>
S magnitude_to_power(const S& field, const FieldPower& power) {
  const Batch sign = map_lanes(value_of(field), [](double f) { return f < 0.0 ? -1.0 : 1.0; });
  return pow(S(sign) * field * S(1.0 / power.scale), power.exponent);
}

// Rows and columns of the components xx yy zz xy yz xz of a symmetric tensor.
inline constexpr std::array<std::array<int, 2>, 6> tensor_places{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};

template <class S>
const S& component_of(const Tensor2<S>& symmetric, int component) {
  const std::array<int, 2>& place = tensor_places[static_cast<std::size_t>(component)];
  return symmetric(place[0], place[1]);
}

template <class S>
S von_mises(const Tensor2<S>& stress) {
  Tensor2<S> deviator = stress;
  const S mean = (1.0 / 3.0) * trace(stress);
  for (int d = 0; d < 3; ++d) deviator(d, d) -= mean;
  S square = 0.0;
  for (const S& entry : deviator.c) square += entry * entry;
  return root_of_square(1.5 * square);
}

// PointField has the kernel's static description (or a member property_count() for its number of properties) and
// `value<S>(inputs)`.
template <class PointField>
struct FieldFunctional {
  static constexpr auto fields = PointField::fields;
  static constexpr int test_components = 0;
  static constexpr bool reads_position = PointField::reads_position;
  static constexpr bool reads_normal = PointField::reads_normal;

  PointField field;
  FieldPower power;

  int property_count() const {
    if constexpr (requires { field.property_count(); }) {
      return field.property_count();
    } else {
      return PointField::properties;
    }
  }

  template <class S, class P>
  void evaluate(const PointInputs<FieldFunctional, S, P>& at, PointResponse<FieldFunctional, S>& response) const {
    const S value = field.template value<S>(at);
    response.add_source(power.exponent == 0.0 ? value : magnitude_to_power(value, power));
  }
};

template <class PointField>
IntegrandPointer make_field_functional(PointField field, const FieldPower& power) {
  return make_integrand(FieldFunctional<PointField>{std::move(field), power});
}

// Defined beside the mechanical kernels, which compile for longest.
IntegrandPointer mechanical_integrand(const FieldEvaluation& what, const FieldPower& power);
IntegrandPointer finite_strain_integrand(const FieldEvaluation& what, const FieldPower& power);

} // namespace adjoule
