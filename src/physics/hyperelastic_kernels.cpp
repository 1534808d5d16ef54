// Equilibrium at finite strain: P : grad N.
#include "adjoule/materials/finite_strain.hpp"
#include "kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

// Out-of-plane entries of the displacement gradient: none, free of stress, or the hoop strain.
enum class OutOfPlane { from_gradient, free, hoop };

constexpr SectionKind section_of(OutOfPlane kind) {
  return kind == OutOfPlane::free   ? SectionKind::plane_stress
         : kind == OutOfPlane::hoop ? SectionKind::axisymmetric
                                    : SectionKind::solid;
}

template <class Kernel, class S, class P>
Tensor2<S> displacement_gradient(const PointInputs<Kernel, S, P>& at) {
  if constexpr (Kernel::axisymmetric) {
    return complete_gradient(SectionKind::axisymmetric, at.gradient_tensor(0), at.value_vector(0)[0], at.position()[0]);
  } else {
    return at.gradient_tensor(0);
  }
}

// Properties: the energy's, then the thermal strain where there is one.
template <OutOfPlane kind, bool mixed>
struct Hyperelasticity {
  static constexpr bool axisymmetric = kind == OutOfPlane::hoop;
  static constexpr FieldUse displacement{.components = 3, .value = axisymmetric, .gradient = true};
  static constexpr auto fields = [] {
    if constexpr (mixed)
      return std::array{displacement, FieldUse{.components = 1, .value = true}};
    else
      return std::array{displacement};
  }();
  static constexpr int test_components = 3;
  static constexpr bool reads_position = axisymmetric;
  static constexpr bool is_symmetric = kind == OutOfPlane::from_gradient && !mixed;

  IsotropicEnergyPointer energy;
  bool thermal;
  VolumetricLaw law;

  int property_count() const { return energy->property_count() + (thermal ? 1 : 0); }

  template <class S, class P>
  FiniteStrainState<S> state(const PointInputs<Hyperelasticity, S, P>& at) const {
    const P* thermal_strain = thermal ? &at.property(energy->property_count()) : nullptr;
    std::optional<VolumetricMultiplier<S>> volumetric;
    if constexpr (mixed) volumetric = {law, -at.value(1)};
    return finite_strain_state(section_of(kind), *energy, at.properties(), displacement_gradient(at), thermal_strain,
                               volumetric);
  }

  template <class S, class P>
  void evaluate(const PointInputs<Hyperelasticity, S, P>& at, PointResponse<Hyperelasticity, S>& response) const {
    const FiniteStrainState<S> point = state(at);
    response.add_flux(point.first_piola_kirchhoff);
    if constexpr (axisymmetric) {
      response.add_source(Vector3<S>{{point.first_piola_kirchhoff(2, 2) / at.position()[0], S(0.0), S(0.0)}});
    }
  }

  void linearize(const PointInputs<Hyperelasticity, Batch>& at, Batch* outputs, Batch* tangents) const
      requires(kind == OutOfPlane::from_gradient && !mixed) {
    constexpr int sources = 3, slots = 9;
    std::fill_n(outputs, sources, Batch(0.0));
    std::fill_n(tangents, sources * slots, Batch(0.0));
    linearize_first_piola_kirchhoff(*energy, at.properties(), at.gradient_tensor(0),
                                    thermal ? &at.property(energy->property_count()) : nullptr, outputs + sources,
                                    tangents + sources * slots);
  }

  std::string explain(const PointInputs<Hyperelasticity, Batch>& at, int lane) const {
    const FiniteStrainState<Batch> point = state(at);
    const double ratio = 1.0 + point.volume_change[lane];
    if (!(ratio > 0.0)) return fmt::format("the element is turned inside out there (det F = {:.3g})", ratio);
    const double hoop = 1.0 + point.displacement_gradient(2, 2)[lane];
    if (axisymmetric && !(hoop > 0.0))
      return fmt::format("the body passes through its axis there (hoop stretch {:.3g})", hoop);
    const auto& stress = point.first_piola_kirchhoff.c;
    if (std::all_of(stress.begin(), stress.end(), [lane](const Batch& entry) { return std::isfinite(entry[lane]); }))
      return {};
    const SpectralDecomposition spectrum = decompose(point.elastic_strain);
    std::array<double, 3> stretches{};
    for (std::size_t i = 0; i < 3; ++i) stretches[i] = std::sqrt(1.0 + 2.0 * spectrum.values[i][lane]);
    std::sort(stretches.begin(), stretches.end());
    return fmt::format("the material does not allow the principal stretches {:.4g}, {:.4g}, {:.4g}", stretches[2],
                       stretches[1], stretches[0]);
  }
};

// The constraint on the change of volume, weighted with the pressure's test function. Properties: the bulk modulus
// where it is finite, then the thermal strain where there is one.
template <OutOfPlane kind>
struct VolumetricConstraint {
  static constexpr bool axisymmetric = kind == OutOfPlane::hoop;
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true},
                                     FieldUse{.components = 1, .value = true}};
  static constexpr int test_components = 1;
  static constexpr bool reads_position = axisymmetric;

  VolumetricLaw law;
  bool compressible;
  bool thermal;

  int property_count() const { return (compressible ? 1 : 0) + (thermal ? 1 : 0); }

  template <class S, class P>
  void evaluate(const PointInputs<VolumetricConstraint, S, P>& at,
                PointResponse<VolumetricConstraint, S>& response) const {
    const S thermal_strain = thermal ? at.property(compressible ? 1 : 0) : S(0.0);
    FiniteStrainState<S> point;
    point.displacement_gradient = displacement_gradient(at);
    point.volume_change = volume_change(point.displacement_gradient);
    point.thermal_strain = thermal_strain;
    S violation = volumetric_measure(law, point.elastic_volume_logarithm());
    if (compressible) violation -= volumetric_compliance(law, -at.value(1) / at.property(0));
    response.add_source(-(point.thermal_volume_ratio() * violation));
  }
};

// Size of the strain and the thermal strain, weighted with the pressure's test function: what the volumetric constraint
// is measured against. Properties: the thermal strain where there is one.
template <OutOfPlane kind>
struct StrainSize {
  static constexpr bool axisymmetric = kind == OutOfPlane::hoop;
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true}};
  static constexpr int test_components = 1;
  static constexpr bool reads_position = axisymmetric;

  bool thermal = false;

  int property_count() const { return thermal ? 1 : 0; }

  template <class S, class P>
  void evaluate(const PointInputs<StrainSize, S, P>& at, PointResponse<StrainSize, S>& response) const {
    const Tensor2<S> strain = green_lagrange(displacement_gradient(at));
    S square(0.0);
    if (thermal) square += at.property(0) * at.property(0);
    for (const S& entry : strain.c) square += entry * entry;
    response.add_source(sqrt(square));
  }
};

// p cof(F) N: the pressure on the deformed area, along the deformed normal. Properties: pressure.
template <OutOfPlane kind>
struct FollowerPressure {
  static constexpr bool axisymmetric = kind == OutOfPlane::hoop;
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  static constexpr bool reads_position = axisymmetric, reads_normal = true;

  template <class S, class P>
  static void evaluate(const PointInputs<FollowerPressure, S, P>& at, PointResponse<FollowerPressure, S>& response) {
    Tensor2<S> deformation = displacement_gradient(at);
    for (int d = 0; d < 3; ++d) deformation(d, d) += S(1.0);
    const Tensor2<S> cofactors = cofactor(deformation);
    const Vector3<S> normal = at.normal();
    Vector3<S> area;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) area[i] += cofactors(i, j) * normal[j];
    }
    response.add_source(at.property(0) * area);
  }
};

} // namespace

IntegrandPointer hyperelasticity_integrand(SectionKind section, IsotropicEnergyPointer energy, bool thermal) {
  const VolumetricLaw unused = VolumetricLaw::quadratic;
  switch (section) {
    case SectionKind::plane_stress:
      return make_integrand(Hyperelasticity<OutOfPlane::free, false>{std::move(energy), thermal, unused});
    case SectionKind::axisymmetric:
      return make_integrand(Hyperelasticity<OutOfPlane::hoop, false>{std::move(energy), thermal, unused});
    default:
      return make_integrand(Hyperelasticity<OutOfPlane::from_gradient, false>{std::move(energy), thermal, unused});
  }
}

IntegrandPointer mixed_hyperelasticity_integrand(SectionKind section, IsotropicEnergyPointer energy, bool thermal,
                                                 VolumetricLaw law) {
  if (section == SectionKind::axisymmetric)
    return make_integrand(Hyperelasticity<OutOfPlane::hoop, true>{std::move(energy), thermal, law});
  return make_integrand(Hyperelasticity<OutOfPlane::from_gradient, true>{std::move(energy), thermal, law});
}

IntegrandPointer volumetric_constraint_integrand(SectionKind section, VolumetricLaw law, bool compressible,
                                                 bool thermal) {
  if (section == SectionKind::axisymmetric)
    return make_integrand(VolumetricConstraint<OutOfPlane::hoop>{law, compressible, thermal});
  return make_integrand(VolumetricConstraint<OutOfPlane::from_gradient>{law, compressible, thermal});
}

IntegrandPointer strain_size_integrand(SectionKind section, bool thermal) {
  if (section == SectionKind::axisymmetric) return make_integrand(StrainSize<OutOfPlane::hoop>{thermal});
  return make_integrand(StrainSize<OutOfPlane::from_gradient>{thermal});
}

IntegrandPointer follower_pressure_integrand(SectionKind section) {
  if (section == SectionKind::axisymmetric) return make_integrand<FollowerPressure<OutOfPlane::hoop>>();
  return make_integrand<FollowerPressure<OutOfPlane::from_gradient>>();
}

} // namespace adjoule
