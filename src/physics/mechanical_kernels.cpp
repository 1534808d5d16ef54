#include "adjoule/materials/linear_elasticity.hpp"
#include "kernels.hpp"

#include <algorithm>

namespace adjoule {
namespace {

// Properties: Young's modulus, Poisson's ratio and, where thermal, the thermal strain. Plane strain is a solid.
template <SectionKind section>
struct Elasticity {
  static constexpr bool axisymmetric = section == SectionKind::axisymmetric;
  static constexpr std::array fields{FieldUse{.components = 3, .value = axisymmetric, .gradient = true}};
  static constexpr int test_components = 3;
  static constexpr bool reads_position = axisymmetric;
  static constexpr bool is_symmetric = section == SectionKind::solid;

  bool thermal = false;

  int property_count() const { return thermal ? 3 : 2; }

  template <class S, class P>
  void evaluate(const PointInputs<Elasticity, S, P>& at, PointResponse<Elasticity, S>& response) const {
    S radial_displacement(0.0), radius(1.0);
    if constexpr (axisymmetric) {
      radial_displacement = at.value_vector(0)[0];
      radius = at.position()[0];
    }
    const P* thermal_strain = thermal ? &at.property(2) : nullptr;
    const ElasticState<S> state = linear_thermoelastic(section, at.gradient_tensor(0), radial_displacement, radius,
                                                       at.property(0), at.property(1), thermal_strain);
    response.add_flux(state.stress);
    if constexpr (axisymmetric) response.add_source(Vector3<S>{{state.stress(2, 2) / radius, S(0.0), S(0.0)}});
  }

  // Hooke's moduli, instead of nine directions carried through.
  void linearize(const PointInputs<Elasticity, Batch>& at, Batch* outputs, Batch* tangents) const
      requires(section == SectionKind::solid) {
    with_best_instructions([&] {
      constexpr int sources = 3, slots = 9;
      PointResponse<Elasticity, Batch> response;
      evaluate(at, response);
      std::copy(response.outputs.begin(), response.outputs.end(), outputs);
      std::fill_n(tangents, (sources + slots) * slots, Batch(0.0));
      const auto moduli = hooke_moduli(at.property(0), at.property(1));
      Batch* rows = tangents + sources * slots; // dsigma_ij/dH_kl at 9 (3 i + j) + 3 k + l
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          rows[slots * (4 * i) + 4 * j] = i == j ? moduli.lambda + moduli.twice_shear : moduli.lambda;
          if (i == j) continue;
          const Batch shear = 0.5 * moduli.twice_shear;
          rows[slots * (3 * i + j) + 3 * i + j] = rows[slots * (3 * i + j) + 3 * j + i] = shear;
        }
    });
  }
};

struct VectorLoad {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 3;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<VectorLoad, S, P>& at, PointResponse<VectorLoad, S>& response) {
    response.add_source(Vector3<S>{{-at.property(0), -at.property(1), -at.property(2)}});
  }
};

struct Pressure {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  static constexpr bool reads_normal = true;
  template <class S, class P>
  static void evaluate(const PointInputs<Pressure, S, P>& at, PointResponse<Pressure, S>& response) {
    response.add_source(at.property(0) * at.normal());
  }
};

struct Spring {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<Spring, S, P>& at, PointResponse<Spring, S>& response) {
    response.add_source(at.property(0) * at.value_vector(0));
  }
};

struct Inertia {
  static constexpr std::array fields{FieldUse{.components = 3, .acceleration = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<Inertia, S, P>& at, PointResponse<Inertia, S>& response) {
    response.add_source(at.property(0) * at.acceleration_vector(0));
  }
};

} // namespace

IntegrandPointer elasticity_integrand(SectionKind section, bool thermal) {
  switch (section) {
    case SectionKind::plane_stress:
      return make_integrand(Elasticity<SectionKind::plane_stress>{thermal});
    case SectionKind::axisymmetric:
      return make_integrand(Elasticity<SectionKind::axisymmetric>{thermal});
    default:
      return make_integrand(Elasticity<SectionKind::solid>{thermal});
  }
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
