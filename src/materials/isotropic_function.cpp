#include "adjoule/materials/isotropic_function.hpp"

#include "spectral_decomposition.hpp"

namespace adjoule {

namespace {

using spectral::magnitude, spectral::select;

// Principal stresses of S: Kirchhoff stress tau_i = dW/d ln lambda_i over lambda_i^2.
std::array<Batch, 3> over(const std::array<Batch, 3>& gradient, const std::array<Batch, 3>& squared_stretches) {
  std::array<Batch, 3> result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = gradient[i] / squared_stretches[i];
  return result;
}

Tensor2<Batch> compose(const std::array<Batch, 3>& principal, const Tensor2<Batch>& vectors) {
  Tensor2<Batch> result;
  for (int i = 0; i < 3; ++i) {
    std::array<Batch, 3> scaled;
    for (std::size_t k = 0; k < 3; ++k) scaled[k] = principal[k] * vectors.c[static_cast<std::size_t>(3 * i) + k];
    for (int j = i; j < 3; ++j)
      result(j, i) = result(i, j) = scaled[0] * vectors(j, 0) + scaled[1] * vectors(j, 1) + scaled[2] * vectors(j, 2);
  }
  return result;
}

struct PrincipalState {
  SpectralDecomposition spectrum; // of E
  std::array<Batch, 3> squared_stretches;
  IsotropicEnergy::Logarithms logarithms;
};
PrincipalState principal_state(const Tensor2<Batch>& green_lagrange) {
  PrincipalState state{spectral::decompose(green_lagrange), {}, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Batch stretched = 2.0 * state.spectrum.values[i]; // lambda^2 - 1
    state.squared_stretches[i] = 1.0 + stretched;
    state.logarithms[i] = 0.5 * log1p(stretched);
  }
  return state;
}

// Relative gap of two squared stretches below which a divided difference gives way to its limit. The limit is wrong by
// the square of the gap, the quotient by rounding over the gap.
constexpr double equal_stretches = 2e-6;

// Components of a symmetric tensor.
constexpr std::array<std::array<int, 2>, 6> places{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};

void linearize(const SpectralDecomposition& spectrum, const std::array<Batch, 3>& squared_stretches,
               const IsotropicEnergy::Derivatives& derivatives, StressLinearization::Moduli& moduli) {
  const auto& c = squared_stretches;
  const auto& gradient = derivatives.gradient;
  const auto& hessian = derivatives.hessian;
  std::array<Batch, 3> inverse;
  for (std::size_t i = 0; i < 3; ++i) inverse[i] = 1.0 / c[i];

  std::array<std::array<Batch, 3>, 3> diagonal; // d(principal S_i)/d(principal E_j)
  std::array<Batch, 3> shear;                   // (S_i - S_j)/(E_i - E_j)
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) diagonal[i][j] = hessian[i][j] * inverse[i] * inverse[j];
    diagonal[i][i] -= 2.0 * gradient[i] * inverse[i] * inverse[i];

    // With r = (c_i - c_j)/(c_i + c_j) = tanh(ln lambda_i - ln lambda_j) the quotient is
    // ((tau_i - tau_j)/r - (tau_i + tau_j)) / (c_i c_j), and near r = 0 its first term is even in r.
    const std::size_t j = (i + 1) % 3;
    const Batch r = 2.0 * (spectrum.values[i] - spectrum.values[j]) / (c[i] + c[j]);
    const auto apart = magnitude(r).v > equal_stretches;
    const Batch quotient = (gradient[i] - gradient[j]) / select(apart, r, Batch(1.0));
    const Batch limit = 0.5 * ((hessian[i][i] - hessian[i][j]) + (hessian[j][j] - hessian[j][i]));
    shear[i] = (select(apart, quotient, limit) - (gradient[i] + gradient[j])) * inverse[i] * inverse[j];
  }

  // dyads[k]: components of v_k (x) v_k, then of the symmetric v_i (x) v_j.
  const auto& v = spectrum.vectors;
  std::array<std::array<Batch, 6>, 6> dyads, weighted;
  for (std::size_t k = 0; k < 6; ++k) {
    const auto [first, second] = places[k];
    for (std::size_t i = 0; i < 6; ++i) {
      const auto [row, column] = places[i];
      const Batch product = v(row, first) * v(column, second);
      dyads[k][i] = row == column || first == second ? product : 0.5 * (product + v(column, first) * v(row, second));
    }
  }
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      weighted[k][i] = diagonal[k][0] * dyads[0][i] + diagonal[k][1] * dyads[1][i] + diagonal[k][2] * dyads[2][i];
      weighted[3 + k][i] = 2.0 * shear[k] * dyads[3 + k][i];
    }
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = i; j < 6; ++j) {
      Batch sum = dyads[0][i] * weighted[0][j];
      for (std::size_t k = 1; k < 6; ++k) sum += dyads[k][i] * weighted[k][j];
      moduli[i][j] = moduli[j][i] = sum;
    }
}

} // namespace

SpectralDecomposition decompose(const Tensor2<Batch>& symmetric) {
  SpectralDecomposition result;
  with_best_instructions([&] { result = spectral::decompose(symmetric); });
  return result;
}

StressLinearization::StressLinearization(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                         const Batch* properties, StrainDerivatives derivatives)
    : energy_(energy), properties_(properties) {
  with_best_instructions([&] {
    const PrincipalState state = principal_state(green_lagrange);
    spectrum_ = state.spectrum;
    logarithms_ = state.logarithms;
    squared_stretches_ = state.squared_stretches;
  });
  if (derivatives == StrainDerivatives::wanted) {
    const IsotropicEnergy::Derivatives at = energy.hessian(logarithms_, properties);
    with_best_instructions([&] {
      stress_ = compose(over(at.gradient, squared_stretches_), spectrum_.vectors);
      linearize(spectrum_, squared_stretches_, at, moduli_);
    });
  } else {
    const IsotropicEnergy::Derivatives at = energy.gradient(logarithms_, properties);
    with_best_instructions([&] { stress_ = compose(over(at.gradient, squared_stretches_), spectrum_.vectors); });
  }
}

Tensor2<Batch> StressLinearization::stress_change(const Tensor2<Batch>& strain_change) const {
  Tensor2<Batch> result;
  for (std::size_t i = 0; i < 6; ++i) {
    Batch sum(0.0);
    for (std::size_t j = 0; j < 6; ++j)
      sum += moduli_[i][j] * (places_of(j) * strain_change(places[j][0], places[j][1]));
    result(places[i][0], places[i][1]) = result(places[i][1], places[i][0]) = sum;
  }
  return result;
}

void StressLinearization::differentiate_to_properties(Tensor2<Batch>* derivatives) const {
  PointArray<IsotropicEnergy::PropertyDerivative, maximum_slots> by_property;
  for (int p = 0; p < energy_.property_count(); ++p) by_property.emplace(p);
  energy_.differentiate_to_properties(logarithms_, properties_, by_property.data());
  with_best_instructions([&] {
    for (int p = 0; p < energy_.property_count(); ++p)
      derivatives[p] = compose(over(by_property[p].gradient, squared_stretches_), spectrum_.vectors);
  });
}

Tensor2<Batch> second_piola_kirchhoff(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                      const Batch* properties) {
  return linearize_energy(energy, green_lagrange, properties).stress;
}

Batch strain_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, const Batch* properties) {
  return energy.value(principal_state(green_lagrange).logarithms, properties);
}

EnergyLinearization linearize_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                     const Batch* properties, Batch* by_property) {
  PrincipalState state;
  with_best_instructions([&] { state = principal_state(green_lagrange); });
  const auto derivatives = energy.gradient(state.logarithms, properties);
  EnergyLinearization result;
  result.value = derivatives.value;
  with_best_instructions(
      [&] { result.stress = compose(over(derivatives.gradient, state.squared_stretches), state.spectrum.vectors); });
  if (by_property != nullptr) {
    std::array<IsotropicEnergy::PropertyDerivative, maximum_slots> all;
    energy.differentiate_to_properties(state.logarithms, properties, all.data());
    for (int p = 0; p < energy.property_count(); ++p) by_property[p] = all[static_cast<std::size_t>(p)].value;
  }
  return result;
}

} // namespace adjoule
