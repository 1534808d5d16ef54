// A material of one's own: its strain energy is all that is written. Stress, tangent, the mixed formulation and the
// derivatives to its numbers follow from it.
//
// What it shows: the Hencky energy W = mu sum_i (ln l_i)^2 + K/2 (ln J)^2 in isochoric stretches l_i (Hencky 1933), a
// cube pulled to twice its length, its force against the closed form, and the derivative of the force to mu and K.
#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/inverse/quantity.hpp"
#include "adjoule/materials/volumetric_law.hpp"

#include <cmath>
#include <cstdio>

using namespace adjoule;

/// Isochoric part; the property is mu (Pa). S is the type of numbers that move with the stretches, P that of the
/// properties: S as well, or plain numbers where nobody asks for derivatives to them.
struct Hencky {
  int property_count() const { return 1; }
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P* properties) const {
    S squares(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const S logarithm = stretches.isochoric_logarithm(i);
      squares += logarithm * logarithm;
    }
    return properties[0] * squares;
  }
};

int main() {
  constexpr double mu = 0.5e6, bulk = 5e6; // Pa
  MultiphysicsSystem model(Mesh::read("cube.geo", {.unit = 1.0, .order = 1}));
  MechanicalSystem& mechanical = model.mechanical();
  mechanical.set_material(
      HyperelasticMaterial{.regions = {"cube"},
                           .energy = make_isotropic_energy(WithVolumetricLaw<Hencky>{{}, VolumetricLaw::logarithmic}),
                           .properties = {model.number("mu", mu, "Pa"), model.number("bulk", bulk, "Pa")}});
  const CoefficientPointer held = model.number("held", 0.0, "m");
  mechanical.prescribe_displacement("left", 0, held);
  mechanical.prescribe_displacement("front", 1, held);
  mechanical.prescribe_displacement("bottom", 2, held);
  mechanical.prescribe_displacement("right", 0, model.number("pull", 1.0, "m")); // to twice the length

  const State state = model.solve_steady_state();
  const auto force = make_quantity(
      model, {.name = "force", .kind = QuantityKind::reaction, .field = "displacement.x", .on = {"right"}});
  const Gradient gradient = model.gradient(state, {force.get()}).front();
  const auto slope = [&](const char* name) {
    return model.parameters().part(gradient.parameters, model.parameters().find(name))[0];
  };

  // Uniaxial: the law is linear in logarithms, with E = 9 K mu/(3 K + mu); the force on the reference area is E ln 2
  // / 2.
  const double young = 9.0 * bulk * mu / (3.0 * bulk + mu), expected = young * std::log(2.0) / 2.0;
  const double to_mu = expected * (1.0 / mu - 1.0 / (3.0 * bulk + mu));
  std::printf("force             %.9g N (closed form %.9g)\n", gradient.value, expected);
  std::printf("d(force)/d(mu)    %.9g N/Pa (closed form %.9g)\n", slope("mu"), to_mu);
  std::printf("d(force)/d(bulk)  %.9g N/Pa\n", slope("bulk"));
  const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); };
  return close(gradient.value, expected) && close(slope("mu"), to_mu) ? 0 : 1;
}
