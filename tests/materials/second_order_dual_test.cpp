#include "hyperelastic_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule {
namespace {

// Every operation and function that an energy may use; not a material.
struct EveryFunction {
  int property_count() const { return 1; }
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P* properties) const {
    const auto& [a, b, c] = stretches.logarithm;
    S sum = sqrt(2.0 + a * b) - log(3.0 + b) / exp(c) + expm1(a - c) * log1p(a * c) - exp_beyond_tangent(b + c);
    sum += sin(a + 2.0 * b) * cos(b - c) * properties[0];
    sum *= 2.0 + a * a;
    sum /= 3.0 - b;
    sum -= a / 2.0 - (-b) * 3.0;
    return sum;
  }
};

void expect_derivatives(const IsotropicEnergyPointer& energy, const std::vector<Batch>& properties) {
  const IsotropicEnergy::Logarithms at{0.3, -0.2, 0.5};
  const auto exact = energy->hessian(at, properties.data());
  const auto first = energy->gradient(at, properties.data());
  EXPECT_NEAR(exact.value[0], first.value[0], 1e-14);
  EXPECT_NEAR(exact.value[0], energy->value(at, properties.data())[0], 1e-14);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(exact.gradient[i][0], first.gradient[i][0], 1e-13);
    const double slope_of_value = difference(
        [&](double h) {
          auto moved = at;
          moved[i] += h;
          return energy->value(moved, properties.data())[0];
        },
        1e-3);
    EXPECT_NEAR(exact.gradient[i][0], slope_of_value, 1e-10) << i;
    for (std::size_t j = 0; j < 3; ++j) {
      const double slope = difference(
          [&](double h) {
            auto moved = at;
            moved[j] += h;
            return energy->gradient(moved, properties.data()).gradient[i][0];
          },
          1e-3);
      EXPECT_NEAR(exact.hessian[i][j][0], slope, 1e-10) << i << j;
    }
  }
}

TEST(SecondOrderDual, HessianIsTheGradientsDerivative) {
  expect_derivatives(make_isotropic_energy<EveryFunction>(), batches({1.3}));
}

TEST(IsotropicEnergy, AnEnergyOfInvariantsHasDerivativesToTheStretchesToo) {
  expect_derivatives(mooney_rivlin_energy(VolumetricLaw::quadratic), batches({0.7, -0.4, 1.3}));
  expect_derivatives(yeoh_energy(3, VolumetricLaw::simo_taylor), batches({0.3, 0.2, -0.1, 1.3}));
}

// Energies that end: with a plain factor and a plain term beside the function, which are all that it meets.
template <int kind>
struct Ending {
  int property_count() const { return 1; }
  template <class S, class P>
  S energy(const PrincipalStretches<S>& stretches, const P* properties) const {
    S squares(0.0);
    for (const S& logarithm : stretches.logarithm) squares += logarithm * logarithm;
    const S room = 1.0 - squares / properties[0]; // negative beyond the limit
    switch (kind) {
      case 0:
        return 2.0 + 3.0 * log(room);
      case 1:
        return 2.0 + 3.0 * log1p(room - 1.0);
      default:
        return 2.0 + 3.0 * sqrt(room);
    }
  }
};

template <int kind>
void expect_end() {
  const auto energy = make_isotropic_energy<Ending<kind>>();
  const auto properties = batches({0.3});
  const IsotropicEnergy::Logarithms within{0.4, -0.2, 0.1}, beyond{0.6, -0.2, 0.1};
  for (const bool allowed : {true, false}) {
    const auto& at = allowed ? within : beyond;
    const auto first = energy->gradient(at, properties.data());
    const auto second = energy->hessian(at, properties.data());
    IsotropicEnergy::PropertyDerivative by_property;
    energy->differentiate_to_properties(at, properties.data(), &by_property);
    EXPECT_EQ(std::isfinite(energy->value(at, properties.data())[0]), allowed);
    for (const Batch& entry : {first.value, first.gradient[0], second.value, second.gradient[0], second.hessian[0][0],
                               by_property.value, by_property.gradient[0]})
      EXPECT_EQ(std::isfinite(entry[0]), allowed) << kind;
    Tensor2<Batch> strain;
    for (int i = 0; i < 3; ++i) strain(i, i) = 0.5 * expm1(2.0 * at[static_cast<std::size_t>(i)]);
    const StressLinearization linearization(*energy, strain, properties.data());
    Tensor2<Batch> stretching;
    stretching(0, 0) = 1.0;
    EXPECT_EQ(std::isfinite(linearization.stress()(0, 0)[0]), allowed) << kind;
    EXPECT_EQ(std::isfinite(linearization.stress_change(stretching)(0, 0)[0]), allowed) << kind;
  }
}

TEST(SecondOrderDual, AnEnergyBeyondItsLimitHasNoStress) {
  expect_end<0>();
  expect_end<1>();
  expect_end<2>();
}

} // namespace
} // namespace adjoule
