#include "curve_term.hpp"
#include "quantity_model.hpp"

#include "adjoule/inverse/regularization.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

struct Certified {
  std::vector<double> start, value, deviation;
  double residual_deviation = 0.0;
  Curve curve{};
};

/// Values and standard deviations as the National Institute of Standards and Technology certifies them (Statistical
/// Reference Datasets, nonlinear regression).
void expect_certified(const Certified& certified) {
  Parameters parameters = make_numbers(certified.start);
  Design design = design_of(parameters, {.scaling = VariableScaling::linear});
  Curve curve = certified.curve;
  curve.noise = certified.residual_deviation;
  const IdentificationResult result = fit(parameters, design, curve, {.max_iterations = 500, .tolerance = 1e-14});
  ASSERT_TRUE(result.converged) << result.reason;
  ASSERT_EQ(result.standard_deviation.size(), certified.value.size());
  for (std::size_t i = 0; i < certified.value.size(); ++i) {
    EXPECT_NEAR(result.values[i], certified.value[i], 1e-6 * std::abs(certified.value[i])) << "b" << i;
    EXPECT_NEAR(result.standard_deviation[i], certified.deviation[i], 1e-4 * certified.deviation[i]) << "b" << i;
  }
  // The certified residual deviation is the root of chi^2 over the degrees of freedom.
  EXPECT_EQ(result.degrees_of_freedom, result.residual_count - static_cast<Index>(certified.value.size()));
  EXPECT_NEAR(result.chi_squared, result.degrees_of_freedom, 1e-6 * result.degrees_of_freedom);
}

TEST(Identification, GivesTheCertifiedValuesAndDeviationsOfMisra1a) {
  Certified misra{.start = {500.0, 1e-4},
                  .value = {2.3894212918e2, 5.5015643181e-4},
                  .deviation = {2.7070075241, 7.2668688436e-6},
                  .residual_deviation = 1.0187876330e-1};
  misra.curve.value = [](double t, std::span<const double> b, std::span<double> derivatives) {
    derivatives[0] = 1.0 - std::exp(-b[1] * t);
    derivatives[1] = b[0] * t * std::exp(-b[1] * t);
    return b[0] * derivatives[0];
  };
  misra.curve.t = {77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
  misra.curve.y = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
  expect_certified(misra);
  misra.start = {250.0, 5e-4};
  expect_certified(misra);
}

TEST(Identification, GivesTheCertifiedValuesAndDeviationsOfLanczos3) {
  Certified lanczos{
      .start = {0.5, 0.7, 3.6, 4.2, 4.0, 6.3},
      .value = {8.6816414977e-2, 9.5498101505e-1, 8.4400777463e-1, 2.9515951832, 1.5825685901, 4.9863565084},
      .deviation = {1.7197908859e-2, 9.7041624475e-2, 4.1488663282e-2, 1.0766312506e-1, 5.8371576281e-2,
                    3.4436403035e-2},
      .residual_deviation = 2.9923229172e-5};
  lanczos.curve.value = exponentials;
  for (int i = 0; i < 24; ++i) lanczos.curve.t.push_back(0.05 * i);
  lanczos.curve.y = {2.5134, 2.0443, 1.6684, 1.3664, 1.1232, 0.9269, 0.7679, 0.6389, 0.5338, 0.4479, 0.3776, 0.3197,
                     0.2720, 0.2325, 0.1997, 0.1723, 0.1493, 0.1301, 0.1138, 0.1000, 0.0883, 0.0783, 0.0698, 0.0624};
  expect_certified(lanczos);
}

TEST(Identification, BothMethodsFindExactDataAgain) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    const IdentificationResult result =
        fit(parameters, design, decay(), {.method = method, .max_iterations = 200, .tolerance = 1e-14});
    EXPECT_TRUE(result.converged) << result.reason;
    EXPECT_NEAR(result.values[0], 2.0, 1e-6);
    EXPECT_NEAR(result.values[1], 0.5, 1e-6);
    EXPECT_EQ(parameters.value(parameters.find("b0")), result.values[0]); // the model is left at the result
  }
}

TEST(Identification, StepsBackFromPointsThatCannotBeComputed) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    Curve curve = decay();
    curve.exists = [](std::span<const double> b) { return b[0] < 1.1 + 1.85 * b[1]; }; // steps go beyond
    const IdentificationResult result =
        fit(parameters, design, curve, {.method = method, .max_iterations = 200, .tolerance = 1e-14});
    EXPECT_TRUE(result.converged) << result.reason;
    EXPECT_GT(result.failures, 0) << static_cast<int>(method);
    EXPECT_NEAR(result.values[0], 2.0, 1e-6);
    EXPECT_NEAR(result.values[1], 0.5, 1e-6);
  }
}

TEST(Identification, StepsBackFromValuesThatAreRefused) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    Curve curve = decay();
    curve.exists = [](std::span<const double> b) {
      if (b[0] > 1.1 + 1.85 * b[1]) throw InputError("the law is not stable with these numbers");
      return true;
    };
    const IdentificationResult result =
        fit(parameters, design, curve, {.method = method, .max_iterations = 200, .tolerance = 1e-14});
    EXPECT_GT(result.failures, 0);
    EXPECT_NEAR(result.values[1], 0.5, 1e-6);
    parameters.set(parameters.find("b0"), 9.0);
    Design refused = design_of(parameters); // at the start it is the input that is wrong
    EXPECT_THROW(fit(parameters, refused, curve, {.method = method}), InputError);
  }
}

TEST(Identification, DoesNotCallAPlaceConvergedWhereFailuresBlockTheWay) {
  Parameters parameters = make_numbers({1.0, 1.0});
  Design design = design_of(parameters);
  Curve curve = decay();
  curve.exists = [](std::span<const double> b) { return b[0] < 1.5; };
  const IdentificationResult result = fit(parameters, design, curve, {.max_iterations = 200});
  EXPECT_FALSE(result.converged) << result.values[0] << " " << result.reason;
  EXPECT_NE(result.reason.find("trial points the solve failed"), std::string::npos) << result.reason;
}

TEST(Identification, ThrowsWhatTheStartThrows) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    Curve curve = decay();
    curve.exists = [](std::span<const double>) { return false; };
    EXPECT_NE(message_of<AnalysisError>([&] {
                fit(parameters, design, curve, {.method = method});
              }).find("the start values of the unknowns cannot be evaluated: no such curve"),
              std::string::npos);
    curve.exists = [](std::span<const double> b) {
      if (b[0] != 1.0) throw std::runtime_error("not of the analysis");
      return true;
    };
    EXPECT_THROW(fit(parameters, design, curve, {.method = method}), std::runtime_error);
  }
}

/// The minimum on a bound is where the gradient pushes out there and vanishes along it: found here by scanning.
TEST(Identification, FindsTheMinimumOnABoundOfCorrelatedUnknowns) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design;
    design.add(make_scalar_variable(parameters, "b0", {.upper = 1.6, .scaling = VariableScaling::linear}));
    design.add(make_scalar_variable(parameters, "b1", {.scaling = VariableScaling::linear}));
    const IdentificationResult result =
        fit(parameters, design, decay(), {.method = method, .max_iterations = 500, .tolerance = 1e-14});
    EXPECT_TRUE(result.converged) << result.reason;
    EXPECT_DOUBLE_EQ(result.values[0], 1.6);
    EXPECT_TRUE(result.at_bound[0]);
    EXPECT_FALSE(result.at_bound[1]);
    EXPECT_TRUE(has_warning(result, "at a bound: b0 = 1.6"));

    const Curve curve = decay();
    const auto slope = [&](double b1) { // of the sum of squares along the bound
      double sum = 0.0;
      for (std::size_t i = 0; i < curve.t.size(); ++i) {
        const double y = 1.6 * std::exp(-b1 * curve.t[i]);
        sum += (y - curve.y[i]) * -curve.t[i] * y;
      }
      return sum;
    };
    double low = 0.1, high = 0.6;
    for (int i = 0; i < 60; ++i) (slope(0.5 * (low + high)) < 0.0 ? low : high) = 0.5 * (low + high);
    EXPECT_NEAR(result.values[1], low, 1e-6);
    if (method == IdentificationMethod::lbfgs) continue;
    EXPECT_EQ(result.interval_95[0].second, 1.6);
  }
}

TEST(Identification, ProjectsTheDatasOwnUnknownsOut) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    Curve curve = decay();
    curve.shift_scale = 0.1;
    for (double& y : curve.y) y += 0.03;
    const IdentificationResult shifted =
        fit(parameters, design, curve, {.method = method, .max_iterations = 300, .tolerance = 1e-14});
    EXPECT_NEAR(shifted.values[0], 2.0, 1e-6);
    EXPECT_NEAR(shifted.values[1], 0.5, 1e-6);
    ASSERT_EQ(shifted.nuisance.size(), 1U);
    EXPECT_NEAR(shifted.nuisance[0], 0.3, 1e-5);
    EXPECT_EQ(shifted.degrees_of_freedom, 14);
  }
}

TEST(Identification, StopsWhereAskedAndTellsOfEachStep) {
  for (const IdentificationMethod method : both_methods) {
    Parameters parameters = make_numbers({1.0, 1.0});
    Design design = design_of(parameters);
    std::vector<double> chi_squared;
    IdentificationOptions options{.method = method, .max_iterations = 100, .tolerance = 1e-15};
    options.on_iterate = [&](const IdentificationIterate& iterate) {
      EXPECT_EQ(iterate.iteration, static_cast<int>(chi_squared.size()));
      EXPECT_EQ(iterate.x.size(), 2U);
      chi_squared.push_back(iterate.chi_squared);
      return chi_squared.size() < 10;
    };
    const IdentificationResult result = fit(parameters, design, decay(), options);
    EXPECT_TRUE(result.stopped);
    EXPECT_FALSE(result.converged);
    ASSERT_EQ(chi_squared.size(), 10U);
    EXPECT_LT(result.chi_squared, chi_squared[0]);
  }
}

TEST(Identification, ReachesItsLimitOfIterations) {
  Parameters parameters = make_numbers({1.0, 1.0});
  Design design = design_of(parameters);
  const IdentificationResult result = fit(parameters, design, decay(), {.max_iterations = 1});
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 1);
  EXPECT_NE(result.reason.find("limit of 1 iterations"), std::string::npos) << result.reason;
}

TEST(Identification, RefusesWhatCannotBeFitted) {
  Parameters parameters = make_numbers({1.0, 1.0});
  Design design = design_of(parameters), none;
  CurveTerm one_point(parameters, decay(1)), term(parameters, decay());
  const auto message = [](const IdentificationProblem& problem, const IdentificationOptions& options = {}) {
    return message_of([&] { identify(problem, options); });
  };
  EXPECT_NE(message({&none, {&term}, {}}).find("no unknowns"), std::string::npos);
  EXPECT_NE(message({&design, {}, {}}).find("no data"), std::string::npos);
  EXPECT_NE(message({&design, {&one_point}, {}}).find("2 unknowns cannot be found from 1 measured values"),
            std::string::npos);
  EXPECT_NE(message({&design, {&term}, {}}, {.samples = 1}).find("1 samples have no spread"), std::string::npos);
  EXPECT_NE(message({&design, {&term}, {}}, {.tolerance = 0.0}).find("tolerance"), std::string::npos);
  const auto variation = make_total_variation("steps", 0, 1.0, {});
  EXPECT_NE(message({&design, {&term}, {variation.get()}}).find("use method \"lbfgs\""), std::string::npos);
}

/// With a quadratic prior of weight w about the start, one unknown and one value: the mean of both by their weights.
TEST(Identification, WeighsDataAgainstTikhonovsTerm) {
  Parameters parameters = make_numbers({1.0});
  Design design = design_of(parameters, {.scaling = VariableScaling::linear});
  Curve curve;
  curve.value = [](double, std::span<const double> b, std::span<double> derivatives) {
    derivatives[0] = 1.0;
    return b[0];
  };
  curve.t = {0.0};
  curve.y = {2.0};
  curve.noise = 0.5;
  const auto prior = make_tikhonov("start", 0, 12.0);
  for (const IdentificationMethod method : both_methods) {
    const IdentificationResult result =
        fit(parameters, design, curve, {.method = method, .tolerance = 1e-12}, {prior.get()});
    EXPECT_NEAR(result.values[0], (2.0 * 4.0 + 1.0 * 12.0) / 16.0, 1e-6);
    EXPECT_NEAR(result.regularization, 0.5 * 12.0 * 0.25 * 0.25, 1e-6);
    if (method == IdentificationMethod::lbfgs) continue;
    EXPECT_NEAR(result.standard_deviation[0], 0.25, 1e-9);
  }
}

} // namespace
} // namespace adjoule::test
