#include "adjoule/materials/isotropic_function.hpp"

#include <limits>

namespace adjoule {

namespace {

// Lane by lane; a comparison with NaN is false.
Batch select(decltype(Batch::Vector{} < Batch::Vector{}) condition, Batch yes, Batch no) {
  return Batch(condition ? yes.v : no.v);
}
Batch magnitude(Batch a) {
  return select(a.v < 0.0, -a, a);
}

// One Jacobi rotation of the plane (p, q): the smaller of the two angles that bring a(p, q) to zero. r is the third
// axis.
template <int p, int q>
void rotate(Tensor2<Batch>& a, Tensor2<Batch>& vectors) {
  constexpr int r = 3 - p - q;
  const auto upper = [&a](int i, int j) -> Batch& { return i < j ? a(i, j) : a(j, i); };
  const Batch difference = a(q, q) - a(p, p), twice = 2.0 * a(p, q);
  // tan = twice / (difference +- sqrt(difference^2 + twice^2)); entries are of order 1 or negligible, so the smallest
  // normal number only replaces 0/0 by 0.
  const Batch length =
      magnitude(difference) + sqrt(difference * difference + twice * twice) + std::numeric_limits<double>::min();
  const Batch tangent = select(difference.v < 0.0, -twice, twice) / length;
  const Batch cosine = 1.0 / sqrt(1.0 + tangent * tangent), sine = tangent * cosine;
  const Batch shift = tangent * a(p, q);
  a(p, p) -= shift;
  a(q, q) += shift;
  a(p, q) = 0.0;
  const Batch pr = upper(p, r), qr = upper(q, r);
  upper(p, r) = cosine * pr - sine * qr;
  upper(q, r) = sine * pr + cosine * qr;
  for (int i = 0; i < 3; ++i) {
    const Batch x = vectors(i, p), y = vectors(i, q);
    vectors(i, p) = cosine * x - sine * y;
    vectors(i, q) = sine * x + cosine * y;
  }
}

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
  PrincipalState state{decompose(green_lagrange), {}, {}};
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

} // namespace

SpectralDecomposition decompose(const Tensor2<Batch>& symmetric) {
  constexpr int sweeps = 6;            // four are enough in practice: convergence is quadratic
  constexpr double negligible = 1e-40; // relative, squared: far below rounding, so that vectors are exact too
  Batch size(0.0);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const Batch entry = magnitude(symmetric(i, j));
      size = select(entry.v > size.v, entry, size);
    }
  size = select(size.v > 0.0, size, Batch(1.0));

  SpectralDecomposition result;
  Tensor2<Batch> a;
  for (int i = 0; i < 3; ++i) {
    result.vectors(i, i) = 1.0;
    for (int j = i; j < 3; ++j) a(i, j) = symmetric(i, j) / size;
  }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const Batch rest = a(0, 1) * a(0, 1) + a(0, 2) * a(0, 2) + a(1, 2) * a(1, 2);
    if (rest[0] < negligible && rest[1] < negligible && rest[2] < negligible && rest[3] < negligible) break;
    rotate<0, 1>(a, result.vectors);
    rotate<0, 2>(a, result.vectors);
    rotate<1, 2>(a, result.vectors);
  }
  for (int i = 0; i < 3; ++i) result.values[static_cast<std::size_t>(i)] = size * a(i, i);
  return result;
}

StressLinearization::StressLinearization(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                         const Batch* properties)
    : energy_(energy), properties_(properties) {
  const PrincipalState state = principal_state(green_lagrange);
  spectrum_ = state.spectrum;
  logarithms_ = state.logarithms;
  squared_stretches_ = state.squared_stretches;
  linearize(energy.hessian(logarithms_, properties));
}

void StressLinearization::linearize(const IsotropicEnergy::Derivatives& derivatives) {
  const auto& c = squared_stretches_;
  const auto& gradient = derivatives.gradient;
  const auto& hessian = derivatives.hessian;
  std::array<Batch, 3> inverse;
  for (std::size_t i = 0; i < 3; ++i) inverse[i] = 1.0 / c[i];
  stress_ = compose(over(gradient, c), spectrum_.vectors);

  std::array<std::array<Batch, 3>, 3> diagonal; // d(principal S_i)/d(principal E_j)
  std::array<Batch, 3> shear;                   // (S_i - S_j)/(E_i - E_j)
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) diagonal[i][j] = hessian[i][j] * inverse[i] * inverse[j];
    diagonal[i][i] -= 2.0 * gradient[i] * inverse[i] * inverse[i];

    // With r = (c_i - c_j)/(c_i + c_j) = tanh(ln lambda_i - ln lambda_j) the quotient is
    // ((tau_i - tau_j)/r - (tau_i + tau_j)) / (c_i c_j), and near r = 0 its first term is even in r.
    const std::size_t j = (i + 1) % 3;
    const Batch r = 2.0 * (spectrum_.values[i] - spectrum_.values[j]) / (c[i] + c[j]);
    const auto apart = magnitude(r).v > equal_stretches;
    const Batch quotient = (gradient[i] - gradient[j]) / select(apart, r, Batch(1.0));
    const Batch limit = 0.5 * ((hessian[i][i] - hessian[i][j]) + (hessian[j][j] - hessian[j][i]));
    shear[i] = (select(apart, quotient, limit) - (gradient[i] + gradient[j])) * inverse[i] * inverse[j];
  }

  // dyads[k]: components of v_k (x) v_k, then of the symmetric v_i (x) v_j.
  const auto& v = spectrum_.vectors;
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
      tangent_[i][j] = (j < 3 ? 1.0 : 2.0) * sum;
      if (i != j) tangent_[j][i] = (i < 3 ? 1.0 : 2.0) * sum;
    }
}

Tensor2<Batch> StressLinearization::stress_change(const Tensor2<Batch>& strain_change) const {
  Tensor2<Batch> result;
  for (std::size_t i = 0; i < 6; ++i) {
    Batch sum(0.0);
    for (std::size_t j = 0; j < 6; ++j) sum += tangent_[i][j] * strain_change(places[j][0], places[j][1]);
    result(places[i][0], places[i][1]) = result(places[i][1], places[i][0]) = sum;
  }
  return result;
}

Tensor2<Batch> StressLinearization::property_derivative(int p) const {
  if (by_property_.empty()) {
    by_property_.resize(static_cast<std::size_t>(energy_.property_count()));
    energy_.differentiate_to_properties(logarithms_, properties_, by_property_.data());
  }
  return compose(over(by_property_[static_cast<std::size_t>(p)].gradient, squared_stretches_), spectrum_.vectors);
}

Tensor2<Batch> second_piola_kirchhoff(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                      const Batch* properties) {
  return linearize_energy(energy, green_lagrange, properties, false).stress;
}

Batch strain_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, const Batch* properties) {
  return energy.value(principal_state(green_lagrange).logarithms, properties);
}

EnergyLinearization linearize_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                     const Batch* properties, bool with_properties) {
  const PrincipalState state = principal_state(green_lagrange);
  const auto derivatives = energy.gradient(state.logarithms, properties);
  EnergyLinearization result;
  result.value = derivatives.value;
  result.stress = compose(over(derivatives.gradient, state.squared_stretches), state.spectrum.vectors);
  if (with_properties) {
    std::vector<IsotropicEnergy::PropertyDerivative> by_property(static_cast<std::size_t>(energy.property_count()));
    energy.differentiate_to_properties(state.logarithms, properties, by_property.data());
    for (const auto& derivative : by_property) result.by_property.push_back(derivative.value);
  }
  return result;
}

} // namespace adjoule
