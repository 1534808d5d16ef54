#include "adjoule/materials/admissibility.hpp"
#include "hyperelastic_cases.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

using Kind = StabilityLimit::Kind;

TEST(InitialModuli, AreThoseOfEachMaterialsFormula) {
  for (const HyperelasticCase& material : hyperelastic_cases()) {
    const InitialModuli moduli = initial_moduli(*material.energy, material.properties);
    EXPECT_NEAR(moduli.shear, material.shear, 1e-13 * material.shear) << material.name;
    EXPECT_NEAR(moduli.bulk, material.bulk, 1e-13 * (material.bulk + material.shear)) << material.name;
  }
}

TEST(Stability, HoldsForTheSoundMaterials) {
  using enum OgdenConvention;
  EXPECT_TRUE(stability_limits(*ogden_energy(3, ogden, {}), {0.63e6, 1.2e3, -1e4, 1.3, 5.0, -2.0}).empty());
  EXPECT_TRUE(stability_limits(*ogden_energy(1, ogden, VolumetricLaw::quadratic), {0.25e6, 3.5, 2e6}).empty());
  EXPECT_TRUE(stability_limits(*neo_hookean_energy({}), {0.4e6}).empty());
  EXPECT_TRUE(stability_limits(*mooney_rivlin_energy({}), {0.15e6, 0.05e6}).empty());
}

TEST(Stability, IsLostWhereTheYeohSeriesTurnsDown) {
  // W = c1 x - c2 x^2 in uniaxial stretch, in closed form: the smaller of the two conditions is
  // d2W/d(ln l)^2 = 0 along the path, x' and x'' being those of x = l^2 + 2/l - 3 to ln l.
  const double c1 = 0.2e6, c2 = 1e4;
  const auto curvature = [&](double l) {
    const double x = l * l + 2.0 / l - 3.0, first = 2.0 * l * l - 2.0 / l, second = 4.0 * l * l + 2.0 / l;
    return (c1 - 2.0 * c2 * x) * second - 2.0 * c2 * first * first;
  };
  double low = 1.0, high = 3.0;
  ASSERT_LT(curvature(high), 0.0);
  for (int i = 0; i < 60; ++i) (curvature(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
  const auto limits = stability_limits(*yeoh_energy(2, {}), {c1, -c2});
  ASSERT_FALSE(limits.empty());
  bool found = false;
  double previous = 0.0;
  for (const StabilityLimit& limit : limits) {
    EXPECT_GE(std::abs(std::log(limit.stretch)), previous); // the nearest first
    previous = std::abs(std::log(limit.stretch));
    EXPECT_EQ(limit.kind, Kind::instability);
    if (limit.mode != StretchMode::uniaxial || limit.stretch < 1.0) continue;
    found = true;
    EXPECT_NEAR(limit.stretch, low, 1e-4 * low);
  }
  EXPECT_TRUE(found);
}

TEST(Stability, OfANegativeModulusIsLostAtOnce) {
  const auto limits = stability_limits(*neo_hookean_energy({}), {-1e5});
  ASSERT_EQ(limits.size(), 6u);
  for (const StabilityLimit& limit : limits) {
    EXPECT_EQ(limit.stretch, 1.0);
    EXPECT_EQ(limit.kind, Kind::instability);
  }
}

TEST(Stability, GentHasALimitAndNoInstability) {
  const auto limits = stability_limits(*gent_energy({}), {0.4e6, 10.0});
  bool found = false;
  for (const StabilityLimit& limit : limits) {
    EXPECT_EQ(limit.kind, Kind::no_energy) << name_of(limit.mode) << ' ' << limit.stretch;
    if (limit.mode != StretchMode::planar || limit.stretch < 1.0) continue;
    found = true;
    const double square = limit.stretch * limit.stretch; // I1 - 3 = l^2 + 1/l^2 - 2
    EXPECT_NEAR(square + 1.0 / square - 2.0, 10.0, 1e-3);
  }
  EXPECT_TRUE(found);
}

TEST(Stability, StVenantKirchhoffIsLostInCompression) {
  // Poisson's ratio 0: W = sum E e_i^2/2, whose Hessian to ln lambda is E c_i (2 c_i - 1) on the diagonal, c =
  // lambda^2. Two equal stretches change against each other without resistance where c = 1/2.
  const auto limits = stability_limits(*st_venant_kirchhoff_energy(), {1e6, 0.0});
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_EQ(limits[0].mode, StretchMode::equibiaxial);
  EXPECT_NEAR(limits[0].stretch, std::sqrt(0.5), 1e-4);
  EXPECT_EQ(limits[1].mode, StretchMode::uniaxial);
  EXPECT_NEAR(limits[1].stretch, 2.0, 1e-4);
  for (const StabilityLimit& limit : limits) EXPECT_EQ(limit.kind, Kind::instability);
}

} // namespace
} // namespace adjoule
