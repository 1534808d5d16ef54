// The stress of a fitted law: Treloar's rubber with three terms, from all three tests and from one.
#include "adjoule/inverse/stress_response.hpp"

#include "treloar.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule::test {
namespace {

// A plain start: three orders of exponent, moduli of the size of the data.
constexpr std::array<double, 6> start{0.4e6, 1e3, -1e4, 1.5, 5.0, -2.0};

bool any_says(const std::vector<std::string>& warnings, const std::string& part) {
  for (const std::string& warning : warnings)
    if (warning.find(part) != std::string::npos) return true;
  return false;
}

std::string joined(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += warning + "\n";
  return text;
}

struct Fit {
  Treloar model{start};
  IdentificationResult result{};
  std::vector<const HomogeneousTest*> tests{};

  explicit Fit(std::size_t test_count) {
    IdentificationProblem problem{.design = &model.design, .data = {}, .regularization = {}};
    for (std::size_t i = 0; i < test_count; ++i) {
      problem.data.push_back(model.tests[i].get());
      tests.push_back(model.tests[i].get());
    }
    IdentificationOptions options;
    options.max_iterations = 500;
    result = identify(problem, options);
  }
  std::vector<StressCurve> curves() const {
    return stress_response(model.law, model.parameters, model.design, result.x, result.covariance,
                           stretch_ranges(tests));
  }
};

TEST(StressResponse, ThreeTermsFitAllOfTreloarsTestsAndAreStable) {
  const Fit fit(3);
  EXPECT_TRUE(fit.result.converged) << fit.result.reason;
  const double root_mean_square = 0.06e6 * std::sqrt(fit.result.chi_squared / 53.0);
  ASSERT_EQ(fit.result.residual_count, 53);
  EXPECT_LT(root_mean_square, 0.063e6);
  EXPECT_NEAR(root_mean_square, 0.0619848e6, 1.0); // least squares by other code
  EXPECT_NEAR(fit.model.parameters.value(fit.model.parameters.find("alpha.1")), 8.48248, 1e-3);
  const std::vector<StressCurve> curves = fit.curves();
  ASSERT_EQ(curves.size(), 3u);
  for (const StressCurve& curve : curves) {
    EXPECT_EQ(curve.range.evidence, ModeEvidence::measured);
    EXPECT_TRUE(curve.limits.empty());
    EXPECT_FALSE(curve.falling_from.has_value());
    EXPECT_EQ(curve.stretch.size(), 101u);
    EXPECT_EQ(curve.standard_deviation.size(), 101u);
  }
  const std::vector<std::string> warnings = judge_stress_response("rubber", curves);
  EXPECT_TRUE(warnings.empty()) << joined(warnings);
}

TEST(StressResponse, OneTestLeavesTheOtherModesOpenAndThatIsSaid) {
  const Fit fit(1);
  const std::vector<StressCurve> curves = fit.curves();
  const std::vector<std::string> warnings = judge_stress_response("rubber", curves);
  EXPECT_TRUE(any_says(warnings, "equibiaxial tension was not measured")) << joined(warnings);
  EXPECT_TRUE(any_says(warnings, "pure shear (planar) tension was not measured")) << joined(warnings);
  // It is wrong there indeed: a third too soft where Treloar stretched furthest.
  const HomogeneousTest& equibiaxial = *fit.model.tests[1];
  EXPECT_LT(equibiaxial.stress().back(), 0.7 * equibiaxial.data().stress.back());
}

// To first order: the spread of stresses of laws drawn from the covariance, in closed form for one number.
TEST(StressResponse, BandIsThatOfTheCovariance) {
  Parameters parameters;
  const Parameter mu = parameters.register_parameter("mu", 0.4e6, {.unit = "Pa", .lower = 0.0});
  const HomogeneousLaw law{neo_hookean_energy({}), VolumeChange::none, {constant_coefficient(parameters, mu)}};
  Design design;
  design.add(make_scalar_variable(parameters, "mu", {.scaling = VariableScaling::logarithmic}));
  const Eigen::MatrixXd covariance = Eigen::MatrixXd::Constant(1, 1, 0.09); // of ln mu
  const auto curves = stress_response(law, parameters, design, design.start(), covariance, stretch_ranges({}), 26);
  ASSERT_EQ(curves.size(), 3u);
  for (const StressCurve& curve : curves) {
    EXPECT_EQ(curve.stretch.front(), 0.5);
    EXPECT_EQ(curve.stretch.back(), 3.0);
    for (std::size_t i = 0; i < curve.stretch.size(); ++i)
      EXPECT_NEAR(curve.standard_deviation[i], 0.3 * std::abs(curve.stress[i]), 1e-6);
  }
  // 1.96 * 0.3 of the stress is more than half of it.
  const std::vector<std::string> warnings = judge_stress_response("rubber", curves);
  EXPECT_EQ(warnings.size(), 3u) << joined(warnings);
  EXPECT_TRUE(any_says(warnings, "58.8 %")) << joined(warnings);
}

TEST(StressResponse, NamesLostStabilityAndWhetherThereWereData) {
  // c1 (I1 - 3) - c2 (I1 - 3)^2 turns down.
  Parameters parameters;
  const Parameter first = parameters.register_parameter("c.0", 0.2e6);
  const Parameter second = parameters.register_parameter("c.1", -1e4);
  const HomogeneousLaw law{yeoh_energy(2, {}),
                           VolumeChange::none,
                           {constant_coefficient(parameters, first), constant_coefficient(parameters, second)}};
  const HomogeneousTest test(
      "pull", parameters, law,
      {.mode = StretchMode::uniaxial, .stretch = {1.2, 3.5}, .stress = {1e5, 3e5}, .standard_deviation = {1e3, 1e3}});
  const std::vector<StretchRange> ranges = stretch_ranges({&test});
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[0].evidence, ModeEvidence::measured);
  EXPECT_EQ(ranges[0].highest, 3.5);
  EXPECT_EQ(ranges[1].evidence, ModeEvidence::missing);
  EXPECT_NEAR(first_invariant_of(StretchMode::equibiaxial, ranges[1].highest), 3.5 * 3.5 + 2.0 / 3.5, 1e-9);
  const auto curves = stress_response(law, parameters, {}, {}, {}, ranges);
  for (const StressCurve& curve : curves) {
    ASSERT_FALSE(curve.limits.empty());
    EXPECT_EQ(curve.limits.front().kind, StabilityLimit::Kind::instability);
    EXPECT_TRUE(curve.standard_deviation.empty());
  }
  // dP/dl = 0 under uniaxial stretch, P = 2 (l - l^-2) (c1 - 2 c2 (I1 - 3)); the curve has steps of 0.025.
  const auto slope = [](double l) {
    const double shape = l - 1.0 / (l * l), excess = l * l + 2.0 / l - 3.0;
    return (1.0 + 2.0 / (l * l * l)) * (0.2e6 - 2e4 * excess) - shape * 2e4 * 2.0 * shape;
  };
  ASSERT_TRUE(curves[0].falling_from.has_value());
  EXPECT_LT(slope(*curves[0].falling_from), 0.0);
  EXPECT_GT(slope(*curves[0].falling_from - 0.0251), 0.0);
  const auto warnings = judge_stress_response("rubber", curves);
  EXPECT_TRUE(any_says(warnings, "material rubber: in uniaxial tension, within the range that was measured, the fitted "
                                 "law loses Drucker stability at stretch"))
      << joined(warnings);
  EXPECT_TRUE(any_says(warnings, "equibiaxial tension was not measured, and there the fitted law loses"))
      << joined(warnings);
}

TEST(StressResponse, EndsWhereTheEnergyEnds) {
  Parameters parameters;
  const Parameter mu = parameters.register_parameter("mu", 0.4e6), limit = parameters.register_parameter("jm", 2.0);
  const HomogeneousLaw law{gent_energy({}),
                           VolumeChange::none,
                           {constant_coefficient(parameters, mu), constant_coefficient(parameters, limit)}};
  const auto curves = stress_response(law, parameters, {}, {}, {}, stretch_ranges({}));
  const StressCurve& planar = curves[2]; // I1 - 3 = l^2 + 1/l^2 - 2 = 2
  EXPECT_LT(planar.stretch.back(), std::sqrt(2.0 + std::sqrt(3.0)));
  EXPECT_GT(planar.stretch.back(), std::sqrt(2.0 + std::sqrt(3.0)) - 0.026);
  const auto warnings = judge_stress_response("rubber", curves);
  EXPECT_TRUE(any_says(warnings, "pure shear (planar) tension beyond stretch 1.93")) << joined(warnings);
}

} // namespace
} // namespace adjoule::test
