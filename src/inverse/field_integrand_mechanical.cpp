#include "adjoule/materials/linear_elasticity.hpp"
#include "adjoule/materials/principal_strains.hpp"
#include "field_integrand_support.hpp"

namespace adjoule {
namespace {

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
    Tensor2<S> stress = state.stress;
    // Free of the rounding of terms that cancel, which an aggregate would magnify.
    if (section == SectionKind::plane_stress) stress(2, 2) = S(0.0);
    switch (field.name) {
      case FieldName::von_mises:
        return von_mises(stress);
      case FieldName::elastic_energy: {
        S twice(0.0);
        for (std::size_t i = 0; i < 9; ++i) twice += stress.c[i] * state.elastic_strain.c[i];
        return 0.5 * twice;
      }
      // At small strain all measures of stress are one, and all of strain.
      case FieldName::first_piola_kirchhoff:
        return stress.c[static_cast<std::size_t>(field.component)];
      case FieldName::principal_stretch:
        return 1.0 + principal_strains(state.strain)[static_cast<std::size_t>(field.component)];
      case FieldName::volume_ratio:
        return 1.0 + trace(state.strain);
      case FieldName::stress:
        return component_of(stress, field.component);
      default:
        return component_of(state.strain, field.component);
    }
  }
};

template <bool axisymmetric>
IntegrandPointer make_mechanical(const FieldEvaluation& what, const FieldPower& power) {
  if (what.law.thermal) return make_field_functional(Mechanical<axisymmetric, true>{what.field, what.section}, power);
  return make_field_functional(Mechanical<axisymmetric, false>{what.field, what.section}, power);
}

} // namespace

IntegrandPointer mechanical_integrand(const FieldEvaluation& what, const FieldPower& power) {
  return what.section == SectionKind::axisymmetric ? make_mechanical<true>(what, power)
                                                   : make_mechanical<false>(what, power);
}

} // namespace adjoule
