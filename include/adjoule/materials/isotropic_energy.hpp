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
///     template <class S, class P> S energy(const PrincipalStretches<S>& stretches, const P* properties) const;
/// where numbers of type P do not move with the stretches.
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
    Derivatives result;
    with_best_instructions([&] {
      const auto energy = material_.energy(moving(logarithms), properties);
      result.value = energy.value;
      result.gradient = energy.tangent;
    });
    return result;
  }
  Derivatives hessian(const Logarithms& logarithms, const Batch* properties) const override {
    Derivatives result;
    with_best_instructions([&] {
      PrincipalStretches<SecondOrderDual> stretches;
      for (std::size_t i = 0; i < 3; ++i) {
        stretches.logarithm[i] = logarithms[i];
        stretches.logarithm[i].gradient[i] = 1.0;
      }
      const SecondOrderDual energy = material_.energy(stretches, properties);
      result.value = energy.value;
      result.gradient = energy.gradient;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result.hessian[i][j] = energy.hessian[SecondOrderDual::place(i, j)];
    });
    return result;
  }
  void differentiate_to_properties(const Logarithms& logarithms, const Batch* properties,
                                   PropertyDerivative* derivatives) const override {
    constexpr int chunk = 4;
    using Moving = Dual<chunk, Batch>;
    with_best_instructions([&] {
      const int count = property_count();
      std::array<Moving, 3> held;
      for (std::size_t i = 0; i < 3; ++i) held[i].value = logarithms[i];
      PointArray<Moving, maximum_slots> seeded;
      for (int first = 0; first < count; first += chunk) {
        for (int p = 0; p < count; ++p) seeded.emplace(p, properties[p]);
        const int directions = std::min(chunk, count - first);
        for (int k = 0; k < directions; ++k) seeded[first + k].tangent[static_cast<std::size_t>(k)] = 1.0;
        const auto energy = material_.energy(moving(held), static_cast<const Moving*>(seeded.data()));
        for (int k = 0; k < directions; ++k) {
          const auto direction = static_cast<std::size_t>(k);
          derivatives[first + k].value = energy.value.tangent[direction];
          for (std::size_t i = 0; i < 3; ++i) derivatives[first + k].gradient[i] = energy.tangent[i].tangent[direction];
        }
      }
    });
  }

 private:
  // The logarithms as directions of a dual number.
  template <class S>
  static PrincipalStretches<Dual<3, S>> moving(const std::array<S, 3>& logarithms) {
    PrincipalStretches<Dual<3, S>> stretches;
    for (std::size_t i = 0; i < 3; ++i) {
      stretches.logarithm[i].value = logarithms[i];
      stretches.logarithm[i].tangent[i] = S(1.0);
    }
    return stretches;
  }

  Material material_;
};

/// Call it in one source file per material, so that the instantiations are compiled once.
template <class Material>
IsotropicEnergyPointer make_isotropic_energy(Material material = {}) {
  return std::make_shared<MaterialEnergy<Material>>(std::move(material));
}

} // namespace adjoule
