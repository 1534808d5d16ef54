/// Energies of isotropic elastic materials behind a run-time interface.
#pragma once

#include "adjoule/fem/integrand.hpp"
#include "adjoule/materials/principal_stretches.hpp"
#include "adjoule/materials/second_order_dual.hpp"

#include <memory>

namespace adjoule {

/// Strain energy per reference volume W(ln lambda_1, ln lambda_2, ln lambda_3; properties), J/m^3, symmetric in the
/// stretches, for a batch of points. Values that a model does not allow (a stretch beyond its limit) come out as NaN or
/// infinity.
class IsotropicEnergy {
 public:
  using Logarithms = std::array<Batch, 3>;

  struct Derivatives {
    Batch value;
    std::array<Batch, 3> gradient;               ///< dW/d ln lambda_i: principal Kirchhoff stresses, Pa
    std::array<std::array<Batch, 3>, 3> hessian; ///< d2W/(d ln lambda_i d ln lambda_j), Pa
  };
  struct PropertyDerivative {
    Batch value;                   ///< dW/dp
    std::array<Batch, 3> gradient; ///< d2W/(d ln lambda_i dp)
  };

  virtual ~IsotropicEnergy() = default;
  virtual int property_count() const = 0;
  virtual Batch value(const Logarithms& logarithms, const Batch* properties) const = 0;
  /// Without the Hessian, which stays zero.
  virtual Derivatives gradient(const Logarithms& logarithms, const Batch* properties) const = 0;
  virtual Derivatives hessian(const Logarithms& logarithms, const Batch* properties) const = 0;
  /// One entry a property.
  virtual void differentiate_to_properties(const Logarithms& logarithms, const Batch* properties,
                                           PropertyDerivative* derivatives) const = 0;
};

using IsotropicEnergyPointer = std::shared_ptr<const IsotropicEnergy>;

/// Derives everything from the material's energy by dual numbers. Material has
///     int property_count() const;
///     template <class S> S energy(const PrincipalStretches<S>& stretches, const S* properties) const;
template <class Material>
class MaterialEnergy final : public IsotropicEnergy {
 public:
  /// Throws InputError where the material has more properties than a point can hold.
  explicit MaterialEnergy(Material material) : material_(std::move(material)) {
    if (property_count() > maximum_slots)
      throw InputError("a hyperelastic material has " + std::to_string(property_count()) +
                       " numbers and a point can hold " + std::to_string(maximum_slots) + ": use fewer terms");
  }

  int property_count() const override { return material_.property_count(); }

  Batch value(const Logarithms& logarithms, const Batch* properties) const override {
    return material_.energy(PrincipalStretches<Batch>{logarithms}, properties);
  }
  Derivatives gradient(const Logarithms& logarithms, const Batch* properties) const override {
    const auto energy = seeded_energy(logarithms, properties, [](Batch property) { return property; });
    return {energy.value, energy.tangent, {}};
  }
  Derivatives hessian(const Logarithms& logarithms, const Batch* properties) const override {
    PrincipalStretches<SecondOrderDual> stretches;
    for (std::size_t i = 0; i < 3; ++i) {
      stretches.logarithm[i] = logarithms[i];
      stretches.logarithm[i].gradient[i] = 1.0;
    }
    static thread_local std::array<SecondOrderDual, maximum_slots> lifted;
    for (int p = 0; p < property_count(); ++p) lifted[static_cast<std::size_t>(p)] = properties[p];
    const auto energy = material_.energy(stretches, static_cast<const SecondOrderDual*>(lifted.data()));
    Derivatives result;
    result.value = energy.value;
    result.gradient = energy.gradient;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) result.hessian[i][j] = energy.hessian[SecondOrderDual::place(i, j)];
    return result;
  }
  void differentiate_to_properties(const Logarithms& logarithms, const Batch* properties,
                                   PropertyDerivative* derivatives) const override {
    constexpr int chunk = 4;
    using Inner = Dual<chunk, Batch>;
    std::array<Inner, 3> inner;
    for (std::size_t i = 0; i < 3; ++i) inner[i].value = logarithms[i];
    for (int first = 0; first < property_count(); first += chunk) {
      int place = 0;
      const auto energy = seeded_energy(inner, properties, [&place, first](Batch property) {
        Inner seeded(property);
        const int direction = place++ - first;
        if (direction >= 0 && direction < chunk) seeded.tangent[static_cast<std::size_t>(direction)] = 1.0;
        return seeded;
      });
      for (int k = 0; k < chunk && first + k < property_count(); ++k) {
        const auto direction = static_cast<std::size_t>(k);
        derivatives[first + k].value = energy.value.tangent[direction];
        for (std::size_t i = 0; i < 3; ++i) derivatives[first + k].gradient[i] = energy.tangent[i].tangent[direction];
      }
    }
  }

 private:
  // The energy with the logarithms as directions of an outer dual number.
  template <class S, class Lift>
  Dual<3, S> seeded_energy(const std::array<S, 3>& logarithms, const Batch* properties, Lift lift) const {
    PrincipalStretches<Dual<3, S>> stretches;
    for (std::size_t i = 0; i < 3; ++i) {
      stretches.logarithm[i].value = logarithms[i];
      stretches.logarithm[i].tangent[i] = S(1.0);
    }
    static thread_local std::array<Dual<3, S>, maximum_slots> lifted;
    for (int p = 0; p < property_count(); ++p) lifted[static_cast<std::size_t>(p)] = Dual<3, S>(lift(properties[p]));
    return material_.energy(stretches, static_cast<const Dual<3, S>*>(lifted.data()));
  }

  Material material_;
};

/// Call it in one source file per material, so that the instantiations are compiled once.
template <class Material>
IsotropicEnergyPointer make_isotropic_energy(Material material = {}) {
  return std::make_shared<MaterialEnergy<Material>>(std::move(material));
}

} // namespace adjoule
