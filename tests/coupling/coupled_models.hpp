/// Small coupled models and objectives for the tests of this room.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/thermal_strain.hpp"
#include "support/small_meshes.hpp"

namespace adjoule::test {

/// An integral over the body as an objective.
class IntegralObjective final : public Objective {
 public:
  IntegralObjective(std::string name, const ModelSpace& space, IntegrandPointer integrand, std::vector<int> fields,
                    std::vector<CoefficientPointer> properties = {})
      : name_(std::move(name)) {
    integral_.name = name_;
    integral_.integrand = std::move(integrand);
    const std::vector<std::string> regions{"body"};
    integral_.domain = space.volume_of_degree(regions, 4);
    integral_.fields = std::move(fields);
    integral_.properties = std::move(properties);
    integral_.temperature_field = space.find_field("temperature");
    integral_.section = space.section();
  }
  const std::string& name() const override { return name_; }
  double value(const Evaluation& at) const override { return evaluate_functional(at, integral_); }
  double add_gradient(const Evaluation& at, Sensitivities& s) const override {
    add_vjp(at, integral_, {}, 1.0, s);
    return value(at);
  }
  double jvp(const Evaluation& at, const Direction& d) const override { return functional_jvp(at, integral_, d); }
  std::vector<int> fields() const override { return fields_read(integral_); }
  std::vector<Parameter> parameters() const override { return parameters_read(integral_); }

 private:
  std::string name_;
  Integral integral_;
};

struct PowerDensity {
  static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<PowerDensity, S, P>& at, PointResponse<PowerDensity, S>& response) {
    response.add_source(at.property(0) * dot(at.gradient_vector(0), at.gradient_vector(0)));
  }
};
template <int components>
struct Square {
  static constexpr std::array fields{FieldUse{.components = components, .value = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<Square, S, P>& at, PointResponse<Square, S>& response) {
    if constexpr (components == 1) {
      response.add_source(at.value(0) * at.value(0));
    } else {
      response.add_source(dot(at.value_vector(0), at.value_vector(0)));
    }
  }
};

struct ActuatorRecipe {
  BoxRecipe box{.type = ElementType::tetrahedron10, .cells = {2, 1, 1}, .distortion = 0.02, .size = {2.0, 1.0, 0.5}};
  SectionKind section = SectionKind::solid;
  std::string conductivity = "sigma0 / (1 + slope * (T - 300))"; ///< sigma0 and slope are parameters
  double slope = 4e-3;
  double voltage = 8.0;
  bool mechanics = true;
  double film = 2.0; ///< W/(m^2 K) on "right"
};

/// Voltage between left and right, heat lost on the right and by convection, clamped on the left, pulled on the right.
class Actuator {
 public:
  explicit Actuator(const ActuatorRecipe& recipe = {}) : system(make_box(recipe.box), recipe.section) {
    Parameters& p = system.parameters();
    sigma0 = p.register_parameter("sigma0", 1.2);
    slope = p.register_parameter("slope", recipe.slope);
    conductivity = expression_coefficient(p, recipe.conductivity, {{"sigma0", sigma0}, {"slope", slope}});
    system.electrical().set_conductivity({"body"}, conductivity);
    system.electrical().prescribe_potential("left", system.number("V", recipe.voltage));
    system.electrical().prescribe_potential("right", system.number("ground", 0.0));
    ThermalSystem& thermal = system.thermal();
    thermal.set_conductivity({"body"}, system.number("k", 1.5));
    thermal.set_capacity({"body"}, system.number("rho", 3.0), system.number("c", 0.5));
    thermal.joule_heating(system.electrical());
    thermal.prescribe_temperature("left", system.number("T_left", 300.0));
    thermal.add_convection("right", system.number("film", recipe.film), system.number("ambient", 295.0));
    if (!recipe.mechanics) return;
    MechanicalSystem& mechanical = system.mechanical();
    const CoefficientPointer strain =
        thermal_strain(p, system.number("alpha", 1e-3), p.register_parameter("T_ref", 290.0), ExpansionKind::secant);
    mechanical.set_material({{"body"}, system.number("E", 10.0), system.number("nu", 0.3), strain});
    mechanical.set_density({"body"}, system.number("density", 3.0));
    for (int c = 0; c < 3; ++c) {
      const std::string axis(1, "xyz"[c]);
      mechanical.prescribe_displacement("left", c, system.number("hold_" + axis, 0.01 * c));
      force[static_cast<std::size_t>(c)] = system.number("force_" + axis, 0.2 + 0.1 * c);
    }
    mechanical.apply_force("right", force);
  }

  IntegralObjective power() const {
    return {
        "power", system.space(), make_integrand<PowerDensity>(), {system.find_electrical()->field()}, {conductivity}};
  }
  IntegralObjective heat() const {
    return {"heat", system.space(), make_integrand<Square<1>>(), {system.find_thermal()->field()}};
  }
  IntegralObjective motion() const {
    return {"motion", system.space(), make_integrand<Square<3>>(), {system.find_mechanical()->field()}};
  }

  MultiphysicsSystem system;
  Parameter sigma0, slope;
  std::array<CoefficientPointer, 3> force;
  CoefficientPointer conductivity;
};

inline double relative_difference(const FieldValues& a, const FieldValues& b) {
  double worst = 0.0;
  for (std::size_t f = 0; f < a.values.size(); ++f) {
    double difference = 0.0, size = 0.0;
    for (std::size_t i = 0; i < a.values[f].size(); ++i) {
      difference = std::max(difference, std::abs(a.values[f][i] - b.values[f][i]));
      size = std::max(size, std::abs(a.values[f][i]));
    }
    worst = std::max(worst, difference / size);
  }
  return worst;
}

} // namespace adjoule::test
