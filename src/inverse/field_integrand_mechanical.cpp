#include "adjoule/materials/linear_elasticity.hpp"
#include "adjoule/materials/principal_strains.hpp"
#include "field_integrand_support.hpp"

namespace adjoule {
namespace {

template <bool axisymmetric>
struct Mechanical {
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true}};
  static constexpr bool reads_position = axisymmetric, reads_normal = false;

  QuantityField field;
  SectionKind section;
  bool thermal;

  int property_count() const { return thermal ? 3 : 2; }

  template <class S, class Inputs>
  S value(const Inputs& at) const {
    S radial_displacement(0.0), radius(1.0);
    if constexpr (axisymmetric) {
      radial_displacement = at.value_vector(0)[0];
      radius = at.position()[0];
    }
    const auto* thermal_strain = thermal ? &at.property(2) : nullptr;
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

} // namespace

IntegrandPointer mechanical_integrand(const FieldEvaluation& what, const FieldPower& power) {
  const bool thermal = what.law.thermal;
  if (what.section == SectionKind::axisymmetric)
    return make_field_functional(Mechanical<true>{what.field, what.section, thermal}, power);
  return make_field_functional(Mechanical<false>{what.field, what.section, thermal}, power);
}

} // namespace adjoule
