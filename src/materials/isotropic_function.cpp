#include "adjoule/materials/isotropic_function.hpp"

#include "invariant_state.hpp"
#include "principal_state.hpp"

namespace adjoule {

namespace {

void find_state(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, StrainState& state) {
  with_best_instructions([&] {
    if (energy.arguments() == StrainArguments::invariants) {
      invariants::find_state(green_lagrange, state.emplace<InvariantState>());
    } else {
      spectral::find_state(green_lagrange, state.emplace<PrincipalState>());
    }
  });
}
const EnergyFunction::Arguments& arguments_of(const StrainState& state) {
  const auto* principal = std::get_if<PrincipalState>(&state);
  return principal != nullptr ? principal->arguments : std::get_if<InvariantState>(&state)->arguments;
}
Tensor2<Batch> stress_of(const StrainState& state, const std::array<Batch, 3>& gradient) {
  Tensor2<Batch> result;
  with_best_instructions([&] {
    const auto* principal = std::get_if<PrincipalState>(&state);
    result = principal != nullptr ? spectral::stress(*principal, gradient)
                                  : invariants::stress(*std::get_if<InvariantState>(&state), gradient);
  });
  return result;
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
  find_state(energy, green_lagrange, state_);
  if (derivatives == StrainDerivatives::left_out) {
    stress_ = stress_of(state_, energy.function().gradient(arguments_of(state_), properties).gradient);
    return;
  }
  const EnergyFunction::Derivatives at = energy.function().hessian(arguments_of(state_), properties);
  with_best_instructions([&] {
    if (const auto* principal = std::get_if<PrincipalState>(&state_)) {
      stress_ = spectral::stress(*principal, at.gradient);
      spectral::linearize(*principal, at, moduli_);
    } else {
      const auto& by_invariants = *std::get_if<InvariantState>(&state_);
      stress_ = invariants::stress(by_invariants, at.gradient);
      invariants::linearize(by_invariants, at, moduli_);
    }
  });
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
  PointArray<EnergyFunction::PropertyDerivative, maximum_slots> by_property;
  for (int p = 0; p < energy_.property_count(); ++p) by_property.emplace(p);
  energy_.function().differentiate_to_properties(arguments_of(state_), properties_, by_property.data());
  for (int p = 0; p < energy_.property_count(); ++p) derivatives[p] = stress_of(state_, by_property[p].gradient);
}

Tensor2<Batch> second_piola_kirchhoff(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                      const Batch* properties) {
  return linearize_energy(energy, green_lagrange, properties).stress;
}

Batch strain_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange, const Batch* properties) {
  StrainState state;
  find_state(energy, green_lagrange, state);
  return energy.function().value(arguments_of(state), properties);
}

EnergyLinearization linearize_energy(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                                     const Batch* properties, Batch* by_property) {
  StrainState state;
  find_state(energy, green_lagrange, state);
  const EnergyFunction::Derivatives derivatives = energy.function().gradient(arguments_of(state), properties);
  EnergyLinearization result{derivatives.value, stress_of(state, derivatives.gradient)};
  if (by_property != nullptr) {
    std::array<EnergyFunction::PropertyDerivative, maximum_slots> all;
    energy.function().differentiate_to_properties(arguments_of(state), properties, all.data());
    for (int p = 0; p < energy.property_count(); ++p) by_property[p] = all[static_cast<std::size_t>(p)].value;
  }
  return result;
}

} // namespace adjoule
