// What a fit says about its accuracy, and the words for what it cannot say.
#include "curve_term.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

TEST(IdentificationStatistics, NamesUnknownsThatTradeOff) {
  Parameters parameters = make_numbers({1.0, 3.0});
  Design design = design_of(parameters, {.scaling = VariableScaling::logarithmic});
  Curve curve;
  curve.value = [](double t, std::span<const double> b, std::span<double> derivatives) {
    derivatives[0] = b[1] * t;
    derivatives[1] = b[0] * t;
    return b[0] * b[1] * t;
  };
  curve.t = {1.0, 2.0, 3.0};
  curve.y = {2.0, 4.0, 6.0};
  const IdentificationResult result = fit(parameters, design, curve);
  EXPECT_NEAR(result.values[0] * result.values[1], 2.0, 1e-8);
  ASSERT_EQ(result.weak_directions.size(), 1U);
  EXPECT_NEAR(std::abs(result.weak_directions[0].direction[0] + result.weak_directions[0].direction[1]), 0.0, 1e-8);
  EXPECT_TRUE(std::isinf(result.standard_deviation[0]));
  EXPECT_EQ(result.covariance.size(), 0);
  EXPECT_TRUE(has_warning(result, "trade off along (0.71, -0.71)") ||
              has_warning(result, "trade off along (-0.71, 0.71)"))
      << all_warnings(result);
}

TEST(IdentificationStatistics, NamesAnUnknownThatNothingMeasuredDependsOn) {
  Parameters parameters = make_numbers({1.0, 1.0, 4.0});
  Design design = design_of(parameters);
  Curve curve = decay();
  curve.value = [](double t, std::span<const double> b, std::span<double> derivatives) {
    derivatives[2] = 0.0;
    return exponentials(t, b.first(2), derivatives.first(2));
  };
  const IdentificationResult result = fit(parameters, design, curve);
  EXPECT_NEAR(result.values[0], 2.0, 1e-6);
  EXPECT_DOUBLE_EQ(result.values[2], 4.0);
  EXPECT_TRUE(has_warning(result, "b2 is not identifiable")) << all_warnings(result);
  EXPECT_TRUE(std::isinf(result.standard_deviation[2]));
  EXPECT_TRUE(std::isfinite(result.standard_deviation[0]));
}

TEST(IdentificationStatistics, SaysThatOnlyRatiosOfStiffnessesAreFoundWithoutAForce) {
  Curve curve; // the share that the first of two springs takes of a given length
  curve.value = [](double t, std::span<const double> b, std::span<double> derivatives) {
    const double sum = b[0] + b[1];
    derivatives[0] = -t * b[1] / (sum * sum);
    derivatives[1] = t * b[0] / (sum * sum);
    return t * b[1] / sum;
  };
  curve.t = {1.0, 2.0, 3.0};
  curve.y = {0.25, 0.5, 0.75};
  curve.noise = 1e-3;
  curve.sees_force = false;
  Parameters parameters = make_numbers({1e5, 1e5}, "Pa");
  Design design = design_of(parameters, {.scaling = VariableScaling::logarithmic});
  const IdentificationResult result = fit(parameters, design, curve);
  EXPECT_NEAR(result.values[1] / result.values[0], 1.0 / 3.0, 1e-6);
  EXPECT_TRUE(has_warning(result, "only their ratios can be found")) << all_warnings(result);

  // One of them known, the other follows.
  Design one;
  one.add(make_scalar_variable(parameters, "b1", {.scaling = VariableScaling::logarithmic}));
  EXPECT_FALSE(has_warning(fit(parameters, one, curve), "ratios"));
}

TEST(IdentificationStatistics, JudgesTheNoiseByChiSquared) {
  for (const double factor : {0.2, 1.0, 5.0}) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    Curve curve = with_noise(decay(101), 3);
    curve.noise /= factor;
    const IdentificationResult result = fit(parameters, design, curve);
    EXPECT_EQ(has_warning(result, "times as large as the noise given"), factor > 1.0) << all_warnings(result);
    EXPECT_EQ(has_warning(result, "of the noise given"), factor < 1.0) << all_warnings(result);
  }
}

TEST(IdentificationStatistics, HoldsTheTruthInItsIntervals) {
  int inside[2] = {0, 0};
  for (unsigned seed = 0; seed < 300; ++seed) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters, {.scaling = VariableScaling::logarithmic});
    Curve curve = decay();
    curve.noise = 0.05;
    const IdentificationResult result = fit(parameters, design, with_noise(curve, seed));
    for (const std::size_t i : {0U, 1U}) {
      const double truth = i == 0 ? 2.0 : 0.5;
      inside[i] += result.interval_95[i].first < truth && truth < result.interval_95[i].second ? 1 : 0;
      // Symmetric on the scale of the variable.
      EXPECT_NEAR(result.interval_95[i].first * result.interval_95[i].second, result.values[i] * result.values[i],
                  1e-9);
    }
  }
  // 285 are expected; the count's standard deviation is 3.8.
  for (const int count : inside) {
    EXPECT_GT(count, 285 - 12);
    EXPECT_LT(count, 285 + 12);
  }
}

TEST(IdentificationStatistics, NamesUnknownsThatAreFoundTogetherOnly) {
  Parameters parameters = make_numbers({1.0, 1.0});
  Design design = design_of(parameters, {.scaling = VariableScaling::linear});
  Curve curve; // a straight line far from where it crosses its axis
  curve.value = [](double t, std::span<const double> b, std::span<double> derivatives) {
    derivatives[0] = 1.0;
    derivatives[1] = t;
    return b[0] + b[1] * t;
  };
  for (int i = 0; i < 5; ++i) {
    curve.t.push_back(100.0 + i);
    curve.y.push_back(2.0 + 3.0 * curve.t.back());
  }
  curve.noise = 1e-2; // leaves b0 uncertain by 16 %
  const IdentificationResult result = fit(parameters, design, curve);
  // Of a line: -mean(t) / sqrt(mean(t^2))
  EXPECT_NEAR(result.correlation(0, 1), -102.0 / std::sqrt(102.0 * 102.0 + 2.0), 1e-6);
  EXPECT_TRUE(has_warning(result, "b0 and b1 are found together only: their correlation is -0.9999"))
      << all_warnings(result);

  curve.noise = 1e-3; // by 1.6 %: known well enough, whatever b1 is
  EXPECT_FALSE(has_warning(fit(parameters, design, curve), "found together only"));
}

/// The covariance with a nuisance is the block of that with three plain unknowns.
TEST(IdentificationStatistics, GivesADatasOwnUnknownItsPartOfTheUncertainty) {
  Parameters two = make_numbers({2.0, 0.5}), three = make_numbers({2.0, 0.5, 0.1});
  Design design_of_two = design_of(two), design_of_three = design_of(three);
  Curve shifted = decay(), plain = decay();
  shifted.shift_scale = 0.1;
  plain.value = [](double t, std::span<const double> b, std::span<double> derivatives) {
    derivatives[2] = 1.0;
    return exponentials(t, b.first(2), derivatives.first(2)) + b[2];
  };
  const IdentificationResult a = fit(two, design_of_two, shifted), b = fit(three, design_of_three, plain);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(a.standard_deviation[i] / b.standard_deviation[i], 1.0, 1e-6);
}

TEST(IdentificationStatistics, SamplesAgreeWithTheCovarianceAndRepeat) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    const Curve curve = with_noise(decay(), 1);
    const bool newton = method == IdentificationMethod::levenberg_marquardt;
    const IdentificationOptions options{
        .method = method, .max_iterations = 200, .samples = newton ? 400 : 20, .seed = 5};
    const IdentificationResult result = fit(parameters, design, curve, options);
    ASSERT_TRUE(result.samples);
    EXPECT_EQ(result.samples->failed, 0) << static_cast<int>(method);
    EXPECT_EQ(parameters.value(parameters.find("b1")), result.values[1]);
    EXPECT_EQ(fit(parameters, design, curve, options).samples->values, result.samples->values);
    if (!newton) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(result.samples->mean[i], result.values[i], 0.25 * result.standard_deviation[i]);
      EXPECT_NEAR(result.samples->standard_deviation[i] / result.standard_deviation[i], 1.0, 0.15);
    }
    // The sum of squares of refits: chi^2 of the data, plus as many again for the noise added.
    EXPECT_NEAR(result.samples->loss_mean, result.chi_squared + 15.0, 2.0);
  }
}

TEST(IdentificationStatistics, SamplingStopsWhereAsked) {
  for (const int last : {1, 3}) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    const Curve curve = with_noise(decay(), 1);
    IdentificationOptions options{.samples = 10};
    const std::vector<std::vector<double>> all = fit(parameters, design, curve, options).samples->values;
    options.on_sample = [&](int done, int of) {
      EXPECT_EQ(of, 10);
      return done < last;
    };
    const IdentificationResult result = fit(parameters, design, curve, options);
    EXPECT_TRUE(result.converged);
    ASSERT_TRUE(result.samples);
    EXPECT_TRUE(result.samples->stopped);
    EXPECT_EQ(result.samples->values, std::vector(all.begin(), all.begin() + last));
    EXPECT_EQ(result.samples->mean.empty(), last < 2); // one has no spread
  }
}

} // namespace
} // namespace adjoule::test
