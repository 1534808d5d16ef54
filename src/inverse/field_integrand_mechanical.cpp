#include "adjoule/materials/linear_elasticity.hpp"
#include "field_integrand_support.hpp"

namespace adjoule {
namespace {

// Rows and columns of the components xx yy zz xy yz xz.
constexpr std::array<std::array<int, 2>, 6> tensor_places{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};

template <class S>
S von_mises(const Tensor2<S>& stress) {
  Tensor2<S> deviator = stress;
  const S mean = (1.0 / 3.0) * trace(stress);
  for (int d = 0; d < 3; ++d) deviator(d, d) -= mean;
  S square = 0.0;
  for (const S& entry : deviator.c) square += entry * entry;
  return root_of_square(1.5 * square);
}

template <bool axisymmetric, bool thermal>
struct Mechanical {
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true}};
  static constexpr int properties = thermal ? 3 : 2;
  static constexpr bool reads_position = axisymmetric, reads_normal = false;

  QuantityField field;
  SectionKind section;

  template <class S, class Inputs>
  S value(const Inputs& at) const {
    S radial_displacement(0.0), radius(1.0), thermal_strain(0.0);
    if constexpr (axisymmetric) {
      radial_displacement = at.value_vector(0)[0];
      radius = at.position()[0];
    }
    if constexpr (thermal) thermal_strain = at.property(2);
    const ElasticState<S> state = linear_thermoelastic(section, at.gradient_tensor(0), radial_displacement, radius,
                                                       at.property(0), at.property(1), thermal_strain);
    if (field.name == FieldName::von_mises) return von_mises(state.stress);
    if (field.name == FieldName::elastic_energy) {
      S twice(0.0);
      for (std::size_t i = 0; i < 9; ++i) twice += state.stress.c[i] * state.elastic_strain.c[i];
      return 0.5 * twice;
    }
    const std::array<int, 2>& place = tensor_places[static_cast<std::size_t>(field.component)];
    // Free of the rounding of terms that cancel, which an aggregate would magnify.
    const bool is_free = section == SectionKind::plane_stress && place[0] == 2 && place[1] == 2;
    if (field.name == FieldName::stress && is_free) return S(0.0);
    return (field.name == FieldName::stress ? state.stress : state.strain)(place[0], place[1]);
  }
};

template <bool axisymmetric>
IntegrandPointer make_mechanical(const FieldEvaluation& what, const FieldPower& power) {
  if (what.thermal) return make_field_functional(Mechanical<axisymmetric, true>{what.field, what.section}, power);
  return make_field_functional(Mechanical<axisymmetric, false>{what.field, what.section}, power);
}

} // namespace

IntegrandPointer mechanical_integrand(const FieldEvaluation& what, const FieldPower& power) {
  return what.section == SectionKind::axisymmetric ? make_mechanical<true>(what, power)
                                                   : make_mechanical<false>(what, power);
}

} // namespace adjoule
