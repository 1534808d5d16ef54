#include "adjoule/materials/linear_elasticity.hpp"
#include "kernels.hpp"

namespace adjoule {
namespace {

template <SectionKind section, bool thermal>
struct Elasticity {
  static constexpr bool axisymmetric = section == SectionKind::axisymmetric;
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true}};
  static constexpr int properties = thermal ? 3 : 2;
  static constexpr int test_components = 3;
  static constexpr bool reads_position = axisymmetric;

  template <class S>
  static void evaluate(const PointInputs<Elasticity, S>& at, PointResponse<Elasticity, S>& response) {
    S radial_displacement(0.0), radius(1.0), thermal_strain(0.0);
    if constexpr (axisymmetric) {
      radial_displacement = at.value_vector(0)[0];
      radius = at.position()[0];
    }
    if constexpr (thermal) thermal_strain = at.property(2);
    const ElasticState<S> state = linear_thermoelastic(section, at.gradient_tensor(0), radial_displacement, radius,
                                                       at.property(0), at.property(1), thermal_strain);
    response.add_flux(state.stress);
    if constexpr (axisymmetric) response.add_source(Vector3<S>{{state.stress(2, 2) / radius, S(0.0), S(0.0)}});
  }
};

struct VectorLoad {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 3;
  static constexpr int test_components = 3;
  template <class S>
  static void evaluate(const PointInputs<VectorLoad, S>& at, PointResponse<VectorLoad, S>& response) {
    response.add_source(Vector3<S>{{-at.property(0), -at.property(1), -at.property(2)}});
  }
};

struct Pressure {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  static constexpr bool reads_normal = true;
  template <class S>
  static void evaluate(const PointInputs<Pressure, S>& at, PointResponse<Pressure, S>& response) {
    response.add_source(at.property(0) * at.normal());
  }
};

struct Spring {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  template <class S>
  static void evaluate(const PointInputs<Spring, S>& at, PointResponse<Spring, S>& response) {
    response.add_source(at.property(0) * at.value_vector(0));
  }
};

struct Inertia {
  static constexpr std::array fields{FieldUse{.components = 3, .acceleration = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  template <class S>
  static void evaluate(const PointInputs<Inertia, S>& at, PointResponse<Inertia, S>& response) {
    response.add_source(at.property(0) * at.acceleration_vector(0));
  }
};

template <SectionKind section>
IntegrandPointer make_elasticity(bool thermal) {
  return thermal ? make_integrand<Elasticity<section, true>>() : make_integrand<Elasticity<section, false>>();
}

} // namespace

IntegrandPointer elasticity_integrand(SectionKind section, bool thermal) {
  switch (section) {
    case SectionKind::plane_strain:
      return make_elasticity<SectionKind::plane_strain>(thermal);
    case SectionKind::plane_stress:
      return make_elasticity<SectionKind::plane_stress>(thermal);
    case SectionKind::axisymmetric:
      return make_elasticity<SectionKind::axisymmetric>(thermal);
    case SectionKind::solid:
      break;
  }
  return make_elasticity<SectionKind::solid>(thermal);
}
IntegrandPointer vector_load_integrand() {
  return make_integrand<VectorLoad>();
}
IntegrandPointer pressure_integrand() {
  return make_integrand<Pressure>();
}
IntegrandPointer spring_integrand() {
  return make_integrand<Spring>();
}
IntegrandPointer inertia_integrand() {
  return make_integrand<Inertia>();
}

} // namespace adjoule
