#include "field_integrand.hpp"

#include "field_integrand_support.hpp"

namespace adjoule {
namespace {

struct Unit {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<Unit, S, P>&, PointResponse<Unit, S>& response) {
    response.add_source(S(1.0));
  }
};

struct ScalarField {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true}};
  static constexpr int properties = 0;
  static constexpr bool reads_position = false, reads_normal = false;
  template <class S, class Inputs>
  S value(const Inputs& at) const {
    return at.value(0);
  }
};

template <class S>
S component_of(const Vector3<S>& vector, int component) {
  return component == QuantityField::magnitude ? norm(vector) : vector[component];
}

struct Displacement {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true}};
  static constexpr int properties = 0;
  static constexpr bool reads_position = false, reads_normal = false;
  int component;
  template <class S, class Inputs>
  S value(const Inputs& at) const {
    return component_of(at.value_vector(0), component);
  }
};

// -k grad T, -sigma grad phi
struct Flux {
  static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr bool reads_position = false, reads_normal = false;
  int component;
  template <class S, class Inputs>
  S value(const Inputs& at) const {
    return component_of((-1.0 * at.property(0)) * at.gradient_vector(0), component);
  }
};

struct NormalFlux {
  static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr bool reads_position = false, reads_normal = true;
  template <class S, class Inputs>
  S value(const Inputs& at) const {
    return -1.0 * (at.property(0) * dot(at.gradient_vector(0), at.normal()));
  }
};

// sigma |grad phi|^2
struct JouleHeat {
  static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr bool reads_position = false, reads_normal = false;
  template <class S, class Inputs>
  S value(const Inputs& at) const {
    const Vector3<S> slope = at.gradient_vector(0);
    return at.property(0) * dot(slope, slope);
  }
};

} // namespace

IntegrandPointer unit_integrand() {
  return make_integrand<Unit>();
}

IntegrandPointer field_integrand(const FieldEvaluation& what, const FieldPower& power) {
  const int component = what.field.component;
  switch (what.field.name) {
    case FieldName::potential:
    case FieldName::temperature:
    case FieldName::pressure:
      return make_field_functional(ScalarField{}, power);
    case FieldName::displacement:
      return make_field_functional(Displacement{component}, power);
    case FieldName::heat_flux:
    case FieldName::current_density:
      if (component == QuantityField::normal) return make_field_functional(NormalFlux{}, power);
      return make_field_functional(Flux{component}, power);
    case FieldName::joule_heat:
      return make_field_functional(JouleHeat{}, power);
    default:
      return what.law.energy ? finite_strain_integrand(what, power) : mechanical_integrand(what, power);
  }
}

} // namespace adjoule
