#include "hyperelastic_cases.hpp"

namespace adjoule {

namespace {

// A user's material, by its energy alone: W = mu sum_i (ln isochoric lambda_i)^2 + K/2 (ln J)^2. (Hencky 1933.)
struct Hencky {
  int property_count() const { return 2; } // mu, K
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P* properties) const {
    S squares(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const S logarithm = stretches.isochoric_logarithm(i);
      squares += logarithm * logarithm;
    }
    const S volume = stretches.volume_logarithm();
    return properties[0] * squares + 0.5 * (properties[1] * (volume * volume));
  }
};

double chain_modulus(double mu, double locking_stretch) {
  const double q = 1.0 / (locking_stretch * locking_stretch);
  return mu * (1.0 + q * (3.0 / 5 + q * (99.0 / 175 + q * (513.0 / 875 + q * 42039.0 / 67375))));
}

} // namespace

std::vector<HyperelasticCase> hyperelastic_cases() {
  using enum VolumetricLaw;
  using enum OgdenConvention;
  return {
      {"ogden_3", ogden_energy(3, ogden, quadratic), {0.63e6, 1.2e3, -1e4, 1.3, 5.0, -2.0, 4e6}, 0.4225e6, 4e6},
      {"ogden_1_log", ogden_energy(1, ogden, logarithmic), {0.25e6, 3.5, 2e6}, 0.4375e6, 2e6},
      {"ogden_2_abaqus", ogden_energy(2, abaqus, simo_taylor), {0.3e6, 2e4, 1.7, -3.0, 2e6}, 0.32e6, 2e6},
      {"ogden_isochoric", ogden_energy(1, ogden, std::nullopt), {0.25e6, 3.5}, 0.4375e6, 0.0},
      {"neo_hookean", neo_hookean_energy(quadratic), {0.4e6, 4e6}, 0.4e6, 4e6},
      {"mooney_rivlin", mooney_rivlin_energy(simo_taylor), {0.15e6, 0.05e6, 4e6}, 0.4e6, 4e6},
      {"yeoh", yeoh_energy(3, logarithmic), {0.2e6, -2e3, 1e2, 4e6}, 0.4e6, 4e6},
      {"gent", gent_energy(quadratic), {0.4e6, 50.0, 4e6}, 0.4e6, 4e6},
      {"arruda_boyce", arruda_boyce_energy(quadratic), {0.3e6, 4.0, 3e6}, chain_modulus(0.3e6, 4.0), 3e6},
      {"st_venant_kirchhoff", st_venant_kirchhoff_energy(), {1e6, 0.3}, 1e6 / 2.6, 1e6 / 1.2},
      {"user_hencky", make_isotropic_energy<Hencky>(), {0.4e6, 4e6}, 0.4e6, 4e6},
  };
}

} // namespace adjoule
