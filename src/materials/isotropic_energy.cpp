#include "adjoule/materials/isotropic_energy.hpp"

namespace adjoule {
namespace {

// The invariants as functions of the logarithms x_i of the stretches: with y_i = x_i - ln J/3 the isochoric ones are
// sum_i exp(s y_i) - 3 for s = 2 and s = -2.
struct InvariantsOfStretches {
  EnergyFunction::Arguments values;
  std::array<std::array<Batch, 3>, 3> gradient; // [invariant][x_i]
  std::array<std::array<Batch, 3>, 2> powers;   // exp(s y_i)

  explicit InvariantsOfStretches(const IsotropicEnergy::Logarithms& logarithms) {
    const Batch volume_logarithm = logarithms[0] + logarithms[1] + logarithms[2];
    for (std::size_t k = 0; k < 2; ++k) {
      const double exponent = exponents[k];
      std::array<Batch, 3> change; // exp(s y_i) - 1
      Batch mean = 0.0;
      for (std::size_t i = 0; i < 3; ++i) {
        const Batch scaled = exponent * (logarithms[i] - (1.0 / 3.0) * volume_logarithm);
        values[k] += exp_beyond_tangent(scaled); // the linear terms cancel
        change[i] = expm1(scaled);
        powers[k][i] = exp(scaled);
        mean += (1.0 / 3.0) * change[i];
      }
      for (std::size_t i = 0; i < 3; ++i) gradient[k][i] = exponent * (change[i] - mean);
    }
    values[2] = expm1(volume_logarithm);
    gradient[2].fill(exp(volume_logarithm));
  }
  // d2/(dx_i dx_j) of the k-th.
  Batch second(std::size_t k, std::size_t i, std::size_t j) const {
    if (k == 2) return gradient[2][0]; // J
    const auto& power = powers[k];
    const Batch mean = (1.0 / 3.0) * (power[0] + power[1] + power[2]);
    const Batch own = i == j ? power[i] : Batch(0.0);
    return exponents[k] * exponents[k] * (own + (1.0 / 3.0) * (mean - power[i] - power[j]));
  }
  std::array<Batch, 3> to_stretches(const std::array<Batch, 3>& by_invariant) const {
    std::array<Batch, 3> result;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) result[i] += by_invariant[k] * gradient[k][i];
    return result;
  }

  static constexpr double exponents[] = {2.0, -2.0};
};

} // namespace

Batch IsotropicEnergy::value(const Logarithms& logarithms, const Batch* properties) const {
  if (arguments_ == StrainArguments::stretches) return function_->value(logarithms, properties);
  return function_->value(InvariantsOfStretches(logarithms).values, properties);
}

IsotropicEnergy::Derivatives IsotropicEnergy::gradient(const Logarithms& logarithms, const Batch* properties) const {
  if (arguments_ == StrainArguments::stretches) return function_->gradient(logarithms, properties);
  const InvariantsOfStretches invariants(logarithms);
  Derivatives result = function_->gradient(invariants.values, properties);
  result.gradient = invariants.to_stretches(result.gradient);
  return result;
}

IsotropicEnergy::Derivatives IsotropicEnergy::hessian(const Logarithms& logarithms, const Batch* properties) const {
  if (arguments_ == StrainArguments::stretches) return function_->hessian(logarithms, properties);
  const InvariantsOfStretches invariants(logarithms);
  const Derivatives at = function_->hessian(invariants.values, properties);
  Derivatives result{at.value, invariants.to_stretches(at.gradient), {}};
  std::array<std::array<Batch, 3>, 3> half; // [invariant][x_j]
  for (std::size_t k = 0; k < 3; ++k) half[k] = invariants.to_stretches(at.hessian[k]);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      Batch& entry = result.hessian[i][j];
      for (std::size_t k = 0; k < 3; ++k)
        entry += invariants.gradient[k][i] * half[k][j] + at.gradient[k] * invariants.second(k, i, j);
    }
  return result;
}

void IsotropicEnergy::differentiate_to_properties(const Logarithms& logarithms, const Batch* properties,
                                                  PropertyDerivative* derivatives) const {
  if (arguments_ == StrainArguments::stretches)
    return function_->differentiate_to_properties(logarithms, properties, derivatives);
  const InvariantsOfStretches invariants(logarithms);
  function_->differentiate_to_properties(invariants.values, properties, derivatives);
  for (int p = 0; p < property_count(); ++p) derivatives[p].gradient = invariants.to_stretches(derivatives[p].gradient);
}

} // namespace adjoule
