#include "hyperelastic_cases.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace adjoule {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Tensor2<Batch> composed(const SpectralDecomposition& spectrum) {
  const auto& v = spectrum.values;
  Tensor2<Batch> values;
  for (int i = 0; i < 3; ++i) values(i, i) = v[static_cast<std::size_t>(i)];
  return product(product(spectrum.vectors, values), transpose(spectrum.vectors));
}

TEST(Decompose, RestoresTheTensorToRoundingOfItsOwnSize) {
  for (double size : {1e-200, 1e-12, 1e-9, 1.0, 1e200})
    for (double gap : {0.0, 1e-16, 1e-12, 1e-8, 1e-4, 1.0, 3.0})
      for (int turn = 0; turn < 5; ++turn) {
        const Tensor2<Batch> tensor = size * rotated(diagonal(1.0, 1.0 + gap, -0.5), turn);
        const SpectralDecomposition spectrum = decompose(tensor);
        EXPECT_LT(distance(composed(spectrum), tensor), 4e-15 * largest(tensor)) << size << ' ' << gap << ' ' << turn;
        const auto square = product(transpose(spectrum.vectors), spectrum.vectors);
        EXPECT_LT(distance(square, identity()), 4e-15);
      }
}

TEST(Decompose, ZeroHasTheUnitVectors) {
  const SpectralDecomposition spectrum = decompose({});
  for (const Batch& value : spectrum.values) EXPECT_EQ(value[0], 0.0);
  EXPECT_EQ(distance(spectrum.vectors, identity()), 0.0);
}

TEST(Decompose, SimpleShearOfOneHalf) {
  Tensor2<Batch> shear = identity();
  shear(0, 1) = 0.5;
  std::vector<double> stretches;
  for (const Batch& value : decompose(strain_of(shear)).values) stretches.push_back(std::sqrt(1.0 + 2.0 * value[0]));
  std::sort(stretches.begin(), stretches.end());
  EXPECT_NEAR(stretches[0], 0.25 * (std::sqrt(17.0) - 1.0), 1e-15);
  EXPECT_NEAR(stretches[1], 1.0, 1e-15);
  EXPECT_NEAR(stretches[2], 0.25 * (std::sqrt(17.0) + 1.0), 1e-15);
}

TEST(IsotropicFunction, StrainsThatAreNotFiniteOrInvertedGiveStressesThatAreNotFinite) {
  const auto energy = neo_hookean_energy(VolumetricLaw::quadratic);
  const auto properties = batches({0.4e6, 4e6});
  for (double bad : {std::nan(""), infinity, -infinity, -0.5, -0.6})
    for (int place : {0, 1, 4}) {
      Tensor2<Batch> strain;
      strain.c[static_cast<std::size_t>(place)] = bad;
      if (place == 1) strain.c[3] = bad;
      EXPECT_FALSE(std::isfinite(trace(second_piola_kirchhoff(*energy, strain, properties.data()))[0]))
          << bad << ' ' << place;
    }
}

TEST(IsotropicFunction, GentEndsWhereTheChainsAreStretched) {
  const auto energy = gent_energy(std::nullopt);
  const auto properties = batches({0.4e6, 10.0});
  const auto work_at = [&](double stretch) { // uniaxial: I1 - 3 = l^2 + 2/l - 3
    const double l = std::log(stretch);
    return energy->value({l, -0.5 * l, -0.5 * l}, properties.data())[0];
  };
  EXPECT_TRUE(std::isfinite(work_at(3.5)));  // 9.82
  EXPECT_FALSE(std::isfinite(work_at(3.6))); // 10.52
}

TEST(HyperelasticEnergies, ThreeSpecialCasesOfOgden) {
  const IsotropicEnergy::Logarithms stretches{0.3, -0.15, -0.1};
  const auto value = [&](const IsotropicEnergyPointer& energy, const std::vector<double>& properties) {
    return energy->value(stretches, batches(properties).data())[0];
  };
  using enum OgdenConvention;
  const double neo_hookean = value(neo_hookean_energy({}), {0.4e6});
  EXPECT_NEAR(value(ogden_energy(1, ogden, {}), {0.4e6, 2.0}), neo_hookean, 1e-14 * neo_hookean);
  EXPECT_NEAR(value(ogden_energy(1, abaqus, {}), {0.4e6, 2.0}), neo_hookean, 1e-14 * neo_hookean);
  EXPECT_NEAR(value(yeoh_energy(1, {}), {0.2e6}), neo_hookean, 1e-14 * neo_hookean);
  EXPECT_NEAR(value(gent_energy({}), {0.4e6, 1e12}), neo_hookean, 1e-11 * neo_hookean);
  EXPECT_NEAR(value(arruda_boyce_energy({}), {0.4e6, 1e6}), neo_hookean, 1e-11 * neo_hookean);
  const double mooney_rivlin = value(mooney_rivlin_energy({}), {0.2e6, 0.1e6});
  EXPECT_NEAR(value(ogden_energy(2, ogden, {}), {0.4e6, -0.2e6, 2.0, -2.0}), mooney_rivlin, 1e-14 * mooney_rivlin);
  const double three_terms = value(ogden_energy(3, ogden, {}), {0.63e6, 1.2e3, -1e4, 1.3, 5.0, -2.0});
  const double converted = value(ogden_energy(3, abaqus, {}), {0.63e6 * 1.3 / 2, 1.2e3 * 5.0 / 2, 1e4, 1.3, 5.0, -2.0});
  EXPECT_NEAR(converted, three_terms, 1e-14 * three_terms);
}

TEST(HyperelasticEnergies, YeohAndArrudaBoyceAreTheirSeriesInTheFirstInvariant) {
  const double l[3] = {0.5, -0.3, -0.2}; // isochoric
  double invariant = 0.0;
  for (const double logarithm : l) invariant += std::exp(2.0 * logarithm);
  const IsotropicEnergy::Logarithms stretches{l[0], l[1], l[2]};
  const double x = invariant - 3.0;
  const double yeoh = 0.2e6 * x - 2e3 * x * x + 1e2 * x * x * x;
  EXPECT_NEAR(yeoh_energy(3, {})->value(stretches, batches({0.2e6, -2e3, 1e2}).data())[0], yeoh, 1e-13 * yeoh);
  const double factors[5] = {1.0 / 2, 1.0 / 20, 11.0 / 1050, 19.0 / 7000, 519.0 / 673750};
  double sum = 0.0;
  for (int k = 1; k <= 5; ++k)
    sum += factors[k - 1] * std::pow(3.0, 2 - 2 * k) * (std::pow(invariant, k) - std::pow(3.0, k));
  const double chains = 0.3e6 * sum;
  EXPECT_NEAR(arruda_boyce_energy({})->value(stretches, batches({0.3e6, 3.0}).data())[0], chains, 1e-13 * chains);
}

TEST(HyperelasticEnergies, TooFewAndTooManyTermsAreRefused) {
  EXPECT_THROW(ogden_energy(0, OgdenConvention::ogden, {}), InputError);
  EXPECT_THROW(yeoh_energy(-1, {}), InputError);
  EXPECT_THROW(ogden_energy(33, OgdenConvention::ogden, {}), InputError);
  EXPECT_NO_THROW(ogden_energy(32, OgdenConvention::ogden, {}));
}

TEST(VolumetricLaws, TheMixedFormTakesTheSameLawApart) {
  for (const auto law : {VolumetricLaw::quadratic, VolumetricLaw::logarithmic, VolumetricLaw::simo_taylor})
    for (const double volume_logarithm : {-0.7, -0.1, -1e-9, 0.0, 1e-12, 1e-3, 0.4, 1.1}) {
      // Per bulk modulus: m = du/dh, c(m) = h, and the Kirchhoff pressure m dh/d ln J = du/d ln J.
      Dual<1, Batch> l(volume_logarithm);
      l.tangent[0] = 1.0;
      const auto energy = volumetric_energy(law, l), measure = volumetric_measure(law, l);
      const Batch slope = volumetric_measure_slope(law, l.value);
      EXPECT_NEAR(slope[0], measure.tangent[0][0], 1e-15 * slope[0]);
      const Batch multiplier = energy.tangent[0] / slope;
      EXPECT_NEAR(volumetric_compliance(law, multiplier)[0], measure.value[0], 1e-15 * std::abs(measure.value[0]));
    }
}

} // namespace
} // namespace adjoule
