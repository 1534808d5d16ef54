#include "adjoule/physics/thermal_system.hpp"
#include "kernels.hpp"

namespace adjoule {
namespace {

struct Measure {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<Measure, S, P>&, PointResponse<Measure, S>& response) {
    response.add_source(S(1.0));
  }
};

struct Conduction {
  static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 1;
  static constexpr bool is_symmetric = true;
  template <class S, class P>
  static void evaluate(const PointInputs<Conduction, S, P>& at, PointResponse<Conduction, S>& response) {
    response.add_flux(at.property(0) * at.gradient_vector(0));
  }
};

struct ScalarLoad {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 1;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<ScalarLoad, S, P>& at, PointResponse<ScalarLoad, S>& response) {
    response.add_source(-at.property(0));
  }
};

struct JouleHeat {
  static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<JouleHeat, S, P>& at, PointResponse<JouleHeat, S>& response) {
    const Vector3<S> slope = at.gradient_vector(0);
    response.add_source(-(at.property(0) * dot(slope, slope)));
  }
};

struct Convection {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<Convection, S, P>& at, PointResponse<Convection, S>& response) {
    response.add_source(at.property(0) * (at.value(0) - at.property(1)));
  }
};

struct Radiation {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<Radiation, S, P>& at, PointResponse<Radiation, S>& response) {
    // T^4 - A^4 in factors, so that the small difference of near temperatures keeps its digits.
    const S& temperature = at.value(0);
    const S& ambient = at.property(1);
    const S difference =
        (temperature * temperature + ambient * ambient) * (temperature + ambient) * (temperature - ambient);
    response.add_source(stefan_boltzmann * (at.property(0) * difference));
  }
};

struct HeatCapacity {
  static constexpr std::array fields{FieldUse{.components = 1, .rate = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<HeatCapacity, S, P>& at, PointResponse<HeatCapacity, S>& response) {
    response.add_source(at.property(0) * at.property(1) * at.rate(0));
  }
};

} // namespace

IntegrandPointer measure_integrand() {
  return make_integrand<Measure>();
}
IntegrandPointer conduction_integrand() {
  return make_integrand<Conduction>();
}
IntegrandPointer scalar_load_integrand() {
  return make_integrand<ScalarLoad>();
}
IntegrandPointer joule_heat_integrand() {
  return make_integrand<JouleHeat>();
}
IntegrandPointer convection_integrand() {
  return make_integrand<Convection>();
}
IntegrandPointer radiation_integrand() {
  return make_integrand<Radiation>();
}
IntegrandPointer heat_capacity_integrand() {
  return make_integrand<HeatCapacity>();
}

} // namespace adjoule
