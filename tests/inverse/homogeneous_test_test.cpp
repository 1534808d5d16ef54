// Homogeneous tests as data: residuals, Jacobians and gradients against differences; published fits.
#include "adjoule/inverse/homogeneous_test.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "treloar.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule::test {
namespace {

TEST(HomogeneousTest, ResidualsAreTheMisfitInStandardDeviations) {
  Parameters parameters;
  const Parameter mu = parameters.register_parameter("mu", 0.4e6);
  const HomogeneousLaw law{neo_hookean_energy({}), VolumeChange::none, {constant_coefficient(parameters, mu)}};
  HomogeneousTest test("pull", parameters, law,
                       {.mode = StretchMode::uniaxial,
                        .stretch = {1.5, 2.0},
                        .stress = {0.4e6, 0.7e6},
                        .standard_deviation = {1e3, 2e3},
                        .weight = 4.0});
  Design design;
  design.add(make_scalar_variable(parameters, "mu"));
  EXPECT_EQ(test.residual_count(), 2);
  EXPECT_EQ(test.nuisance_count(), 0);
  EXPECT_TRUE(test.sees_force());
  const auto at = test.linearize(design, design.start(), {}, true);
  EXPECT_NEAR(at.residual[0], 2.0 * (0.4e6 * (1.5 - 1.0 / 2.25) - 0.4e6) / 1e3, 1e-9);
  EXPECT_NEAR(at.residual[1], 2.0 * (0.4e6 * 1.75 - 0.7e6) / 2e3, 1e-9);
  EXPECT_EQ(at.nuisance.cols(), 0);
}

TEST(HomogeneousTest, JacobianAndGradientAreThoseOfDifferences) {
  Treloar model(ogden_set_of_1972());
  const std::vector<double> x = [&] {
    std::vector<double> at = model.design.start();
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += 0.01 * static_cast<double>(i + 1);
    return at;
  }();
  for (DataTerm* term : model.terms()) {
    const auto at = term->linearize(model.design, x, {}, false);
    ASSERT_EQ(at.design.rows(), term->residual_count());
    ASSERT_EQ(at.design.cols(), 6);
    const Eigen::VectorXd shift = Eigen::VectorXd::LinSpaced(term->residual_count(), -1.0, 2.0);
    const auto half = term->half_square(model.design, x, {}, shift);
    EXPECT_NEAR(half.value, 0.5 * (at.residual - shift).squaredNorm(), 1e-12 * half.value);
    const Eigen::VectorXd product = at.design.transpose() * (at.residual - shift);
    for (Index j = 0; j < 6; ++j) {
      EXPECT_NEAR(half.design[static_cast<std::size_t>(j)], product[j], 1e-10 * product.norm());
      const auto residual = [&](double step) {
        std::vector<double> moved = x;
        moved[static_cast<std::size_t>(j)] += step;
        return term->linearize(model.design, moved, {}, true).residual;
      };
      const double h = 1e-4;
      const Eigen::VectorXd change =
          (8.0 * (residual(h) - residual(-h)) - (residual(2.0 * h) - residual(-2.0 * h))) / (12.0 * h);
      EXPECT_LT((at.design.col(j) - change).norm(), 1e-8 * (1.0 + change.norm())) << term->name() << ' ' << j;
    }
  }
}

// W linear in a constant that two properties share.
TEST(HomogeneousTest, FollowsExpressionsOfConstants) {
  Parameters parameters;
  const Parameter stiff = parameters.register_parameter("constants.stiff", 2.0e5);
  const CoefficientPointer half = expression_coefficient(parameters, "0.5 * stiff", {{"stiff", stiff}});
  const HomogeneousLaw law{mooney_rivlin_energy({}),
                           VolumeChange::none,
                           {half, expression_coefficient(parameters, "stiff^2 / 8e5", {{"stiff", stiff}})}};
  HomogeneousTest test("pull", parameters, law,
                       {.mode = StretchMode::planar, .stretch = {1.7}, .stress = {0.0}, .standard_deviation = {1.0}});
  Design design;
  design.add(make_scalar_variable(parameters, "constants.stiff"));
  const auto at = test.linearize(design, design.start(), {}, false);
  // d/d ln(stiff) of the stress: the first part is of first, the second of second degree in it.
  const double l = 1.7, shape = 2.0 * (l - std::pow(l, -3.0)); // of both invariants in planar stretch
  EXPECT_NEAR(at.residual[0], shape * (1e5 + 5e4), 1e-6);
  EXPECT_NEAR(at.design(0, 0), shape * (1e5 + 2.0 * 5e4), 1e-6);
}

// Ogden's closed form evaluated by other code on the same tables.
TEST(HomogeneousTest, APublishedSetHasItsPublishedMisfit) {
  Treloar model(ogden_set_of_1972());
  const std::array<double, 3> mean_relative{0.053211, 0.048598, 0.056466},
      root_mean_square{0.348364e6, 0.0494403e6, 0.0351884e6};
  for (std::size_t t = 0; t < 3; ++t) {
    const HomogeneousTest& test = *model.tests[t];
    const std::vector<double> stress = test.stress();
    double relative = 0.0, square = 0.0;
    for (std::size_t i = 0; i < stress.size(); ++i) {
      const double misfit = stress[i] - test.data().stress[i];
      relative += std::abs(misfit / test.data().stress[i]);
      square += misfit * misfit;
    }
    const auto count = static_cast<double>(stress.size());
    EXPECT_NEAR(relative / count, mean_relative[t], 1e-6) << test.name();
    EXPECT_NEAR(std::sqrt(square / count), root_mean_square[t], 1.0) << test.name();
  }
}

TEST(HomogeneousTest, RefusesDataThatCannotBeMeant) {
  Parameters parameters;
  const Parameter mu = parameters.register_parameter("mu", 0.4e6);
  const HomogeneousLaw law{neo_hookean_energy({}), VolumeChange::none, {constant_coefficient(parameters, mu)}};
  const auto make = [&](HomogeneousTestData data) { HomogeneousTest("pull", parameters, law, std::move(data)); };
  EXPECT_THROW(make({}), InputError);
  EXPECT_THROW(make({.stretch = {1.0}, .stress = {1.0}, .standard_deviation = {}}), InputError);
  EXPECT_THROW(make({.stretch = {0.0}, .stress = {1.0}, .standard_deviation = {1.0}}), InputError);
  EXPECT_THROW(make({.stretch = {1.0}, .stress = {1.0}, .standard_deviation = {0.0}}), InputError);
  EXPECT_THROW(make({.stretch = {1.0}, .stress = {1.0}, .standard_deviation = {1.0}, .weight = 0.0}), InputError);
  EXPECT_NO_THROW(make({.stretch = {1.0}, .stress = {1.0}, .standard_deviation = {1.0}}));
}

} // namespace
} // namespace adjoule::test
