#include "adjoule/materials/finite_strain.hpp"

namespace adjoule {
// With P = theta F S_e and dE_e = sym(F' dH)/theta^2: dP_iJ/dH_kL = F_iI C_IJLK F_kK / theta + theta S_JL delta_ik.
void linearize_first_piola_kirchhoff(const IsotropicEnergy& energy, const Batch* properties,
                                     const Tensor2<Batch>& displacement_gradient, const Batch* thermal_strain,
                                     Batch* stress, Batch* tangents) {
  Tensor2<Batch> strain;
  with_best_instructions([&] {
    strain = green_lagrange(displacement_gradient);
    if (thermal_strain != nullptr) strain = elastic_part(strain, *thermal_strain);
  });
  const StressLinearization at(energy, strain, properties);
  with_best_instructions([&] {
    const auto& moduli = at.moduli();
    Tensor2<Batch> s = at.stress(), f = displacement_gradient, right = f;
    for (int d = 0; d < 3; ++d) right(d, d) = f(d, d) = 1.0 + f(d, d);
    if (thermal_strain != nullptr) {
      const Batch theta = 1.0 + *thermal_strain;
      s = theta * s;
      right = (1.0 / theta) * f;
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const int m = 3 * i + j;
        const Batch* rows[3]; // moduli of S_Ij
        for (int a = 0; a < 3; ++a) rows[a] = moduli[component_of(a, j)].data();
        stress[m] = s(i, j) + displacement_gradient(i, 0) * s(0, j) + displacement_gradient(i, 1) * s(1, j) +
                    displacement_gradient(i, 2) * s(2, j);
        std::array<Batch, 6> half; // F_iI C_Ij..
        for (std::size_t q = 0; q < 6; ++q)
          half[q] = right(i, 0) * rows[0][q] + right(i, 1) * rows[1][q] + right(i, 2) * rows[2][q];
        for (int n = m; n < 9; ++n) {
          const int k = n / 3, l = n % 3;
          Batch entry = half[component_of(0, l)] * f(k, 0) + half[component_of(1, l)] * f(k, 1) +
                        half[component_of(2, l)] * f(k, 2);
          if (i == k) entry += s(j, l);
          tangents[9 * m + n] = tangents[9 * n + m] = entry;
        }
      }
    }
    stress[0] += refuse_inverted(volume_change(displacement_gradient));
  });
}

} // namespace adjoule
