/// Strain energies behind a run-time interface, as functions of three numbers.
#pragma once

#include "adjoule/fem/integrand.hpp"
#include "adjoule/materials/principal_stretches.hpp"
#include "adjoule/materials/second_order_dual.hpp"
#include "adjoule/materials/strain_invariants.hpp"

namespace adjoule {

/// Strain energy per reference volume W(a_1, a_2, a_3; properties), J/m^3, for a batch of points. Values that a model
/// does not allow (a stretch beyond its limit) come out as NaN or infinity.
class EnergyFunction {
 public:
  using Arguments = std::array<Batch, 3>;

  struct Derivatives {
    Batch value;
    std::array<Batch, 3> gradient;               ///< dW/da_i
    std::array<std::array<Batch, 3>, 3> hessian; ///< d2W/(da_i da_j)
  };
  struct PropertyDerivative {
    Batch value;                   ///< dW/dp
    std::array<Batch, 3> gradient; ///< d2W/(da_i dp)
  };

  virtual ~EnergyFunction() = default;
  virtual int property_count() const = 0;
  virtual Batch value(const Arguments& arguments, const Batch* properties) const = 0;
  /// Without the Hessian, which stays zero.
  virtual Derivatives gradient(const Arguments& arguments, const Batch* properties) const = 0;
  virtual Derivatives hessian(const Arguments& arguments, const Batch* properties) const = 0;
  /// One entry a property.
  virtual void differentiate_to_properties(const Arguments& arguments, const Batch* properties,
                                           PropertyDerivative* derivatives) const = 0;
};

/// Whether a material's energy is written in StrainInvariants.
template <class Material>
concept EnergyOfInvariants = requires(const Material& material, const StrainInvariants<Batch>& strain,
                                      const Batch* properties) {
  material.energy(strain, properties);
};

/// Derives everything from the material's energy by dual numbers. Material has
///     int property_count() const;
///     template <class S, class P> S energy(const PrincipalStretches<S>& stretches, const P* properties) const;
/// or the same of StrainInvariants<S>; numbers of type P do not move with the strain.
template <class Material>
class MaterialFunction final : public EnergyFunction {
 public:
  /// Throws InputError where the material has more properties than a point can hold.
  explicit MaterialFunction(Material material) : material_(std::move(material)) {
    if (property_count() > maximum_slots)
      throw InputError("a hyperelastic material has " + std::to_string(property_count()) +
                       " numbers and a point can hold " + std::to_string(maximum_slots) + ": use fewer terms");
  }

  int property_count() const override { return material_.property_count(); }

  Batch value(const Arguments& arguments, const Batch* properties) const override {
    return energy(arguments, properties);
  }
  Derivatives gradient(const Arguments& arguments, const Batch* properties) const override {
    Derivatives result;
    with_best_instructions([&] {
      const auto at = energy(moving(arguments), properties);
      result.value = at.value;
      result.gradient = at.tangent;
    });
    return result;
  }
  Derivatives hessian(const Arguments& arguments, const Batch* properties) const override {
    Derivatives result;
    with_best_instructions([&] {
      std::array<SecondOrderDual, 3> seeded;
      for (std::size_t i = 0; i < 3; ++i) {
        seeded[i] = arguments[i];
        seeded[i].gradient[i] = 1.0;
      }
      const SecondOrderDual at = energy(seeded, properties);
      result.value = at.value;
      result.gradient = at.gradient;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result.hessian[i][j] = at.hessian[SecondOrderDual::place(i, j)];
    });
    return result;
  }
  void differentiate_to_properties(const Arguments& arguments, const Batch* properties,
                                   PropertyDerivative* derivatives) const override {
    constexpr int chunk = 4;
    using Moving = Dual<chunk, Batch>;
    with_best_instructions([&] {
      const int count = property_count();
      std::array<Moving, 3> held;
      for (std::size_t i = 0; i < 3; ++i) held[i].value = arguments[i];
      PointArray<Moving, maximum_slots> seeded;
      for (int first = 0; first < count; first += chunk) {
        for (int p = 0; p < count; ++p) seeded.emplace(p, properties[p]);
        const int directions = std::min(chunk, count - first);
        for (int k = 0; k < directions; ++k) seeded[first + k].tangent[static_cast<std::size_t>(k)] = 1.0;
        const auto at = energy(moving(held), static_cast<const Moving*>(seeded.data()));
        for (int k = 0; k < directions; ++k) {
          const auto direction = static_cast<std::size_t>(k);
          derivatives[first + k].value = at.value.tangent[direction];
          for (std::size_t i = 0; i < 3; ++i) derivatives[first + k].gradient[i] = at.tangent[i].tangent[direction];
        }
      }
    });
  }

 private:
  template <class S, class P>
  S energy(const std::array<S, 3>& arguments, const P* properties) const {
    if constexpr (EnergyOfInvariants<Material>) {
      return material_.energy(StrainInvariants<S>{arguments}, properties);
    } else {
      return material_.energy(PrincipalStretches<S>{arguments}, properties);
    }
  }

  // The arguments as directions of a dual number.
  template <class S>
  static std::array<Dual<3, S>, 3> moving(const std::array<S, 3>& arguments) {
    std::array<Dual<3, S>, 3> seeded;
    for (std::size_t i = 0; i < 3; ++i) {
      seeded[i].value = arguments[i];
      seeded[i].tangent[i] = S(1.0);
    }
    return seeded;
  }

  Material material_;
};

} // namespace adjoule
