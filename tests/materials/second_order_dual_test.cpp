#include "hyperelastic_cases.hpp"

#include <gtest/gtest.h>

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

TEST(SecondOrderDual, HessianIsTheGradientsDerivative) {
  const auto energy = make_isotropic_energy<EveryFunction>();
  const auto properties = batches({1.3});
  const IsotropicEnergy::Logarithms at{0.3, -0.2, 0.5};
  const auto exact = energy->hessian(at, properties.data());
  const auto first = energy->gradient(at, properties.data());
  EXPECT_NEAR(exact.value[0], first.value[0], 1e-14);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(exact.gradient[i][0], first.gradient[i][0], 1e-13);
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

} // namespace
} // namespace adjoule
