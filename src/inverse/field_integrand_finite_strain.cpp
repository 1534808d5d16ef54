// Fields of materials at finite strain.
#include "adjoule/materials/finite_strain.hpp"
#include "adjoule/materials/logarithmic_strain.hpp"
#include "adjoule/materials/principal_strains.hpp"
#include "field_integrand_support.hpp"

namespace adjoule {
namespace {

template <bool axisymmetric, bool mixed>
struct FiniteStrain {
  static constexpr FieldUse displacement{.components = 3, .value = axisymmetric, .gradient = true};
  static constexpr auto fields = [] {
    if constexpr (mixed) {
      return std::array{displacement, FieldUse{.components = 1, .value = true}};
    } else {
      return std::array{displacement};
    }
  }();
  static constexpr bool reads_position = axisymmetric, reads_normal = false;

  QuantityField field;
  SectionKind section;
  MechanicalLaw law;

  int thermal_place() const { return law.energy->property_count(); }
  int bulk_place() const { return thermal_place() + (law.thermal ? 1 : 0); }
  int property_count() const { return bulk_place() + (law.mixed && law.compressible ? 1 : 0); }

  template <class S, class Inputs>
  FiniteStrainState<S> state(const Inputs& at) const {
    Tensor2<S> gradient = at.gradient_tensor(0);
    if constexpr (axisymmetric)
      gradient = complete_gradient(section, gradient, at.value_vector(0)[0], at.position()[0]);
    const auto* thermal_strain = law.thermal ? &at.property(thermal_place()) : nullptr;
    std::optional<VolumetricMultiplier<S>> volumetric;
    if constexpr (mixed) volumetric = {*law.mixed, -at.value(1)};
    return finite_strain_state(section, *law.energy, at.properties(), gradient, thermal_strain, volumetric);
  }

  // K u(J) at the J that belongs to the pressure.
  template <class S, class Inputs>
  S volumetric_part(const Inputs& at) const {
    if constexpr (mixed) {
      if (!law.compressible) return S(0.0);
      const auto& bulk = at.property(bulk_place());
      const S compliance = volumetric_compliance(*law.mixed, S(-at.value(1) / bulk));
      const S logarithm = *law.mixed == VolumetricLaw::logarithmic ? compliance : log1p(compliance);
      return bulk * volumetric_energy(*law.mixed, logarithm);
    } else {
      return S(0.0);
    }
  }

  template <class S, class Inputs>
  S value(const Inputs& at) const {
    const FiniteStrainState<S> point = state<S>(at);
    switch (field.name) {
      case FieldName::stress:
        return component_of(point.cauchy_stress(), field.component);
      case FieldName::von_mises:
        return von_mises(point.cauchy_stress());
      case FieldName::first_piola_kirchhoff:
        return point.first_piola_kirchhoff.c[static_cast<std::size_t>(field.component)];
      case FieldName::volume_ratio:
        return 1.0 + point.volume_change;
      case FieldName::elastic_energy:
        return point.thermal_volume_ratio() *
               (strain_energy(*law.energy, point.elastic_strain, at.properties()) + volumetric_part<S>(at));
      default:
        break;
    }
    const Tensor2<S> strain = green_lagrange(point.displacement_gradient);
    if (field.name == FieldName::principal_stretch)
      return sqrt(1.0 + 2.0 * principal_strains(strain)[static_cast<std::size_t>(field.component)]);
    if (field.name == FieldName::logarithmic_strain) return component_of(logarithmic_strain(strain), field.component);
    return component_of(strain, field.component);
  }
};

} // namespace

IntegrandPointer finite_strain_integrand(const FieldEvaluation& what, const FieldPower& power) {
  const bool axisymmetric = what.section == SectionKind::axisymmetric;
  if (what.law.mixed) {
    if (axisymmetric) return make_field_functional(FiniteStrain<true, true>{what.field, what.section, what.law}, power);
    return make_field_functional(FiniteStrain<false, true>{what.field, what.section, what.law}, power);
  }
  if (axisymmetric) return make_field_functional(FiniteStrain<true, false>{what.field, what.section, what.law}, power);
  return make_field_functional(FiniteStrain<false, false>{what.field, what.section, what.law}, power);
}

} // namespace adjoule
