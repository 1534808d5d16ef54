#include "adjoule/inverse/design.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <optional>

namespace adjoule {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Registry {
  Registry() {
    parameters.register_parameter("young", 2e9, {.unit = "Pa", .lower = 0.0});
    parameters.register_parameter("poisson", 0.3, {.lower = -1.0, .upper = 0.5});
    parameters.register_parameter("voltage", 0.0, {.unit = "V"});
    parameters.register_field("stiffness", {1.0, 2.0, 3.0, 3.0}, ParameterKind::per_element,
                              {.unit = "Pa", .lower = 0.0});
  }
  Parameters parameters;
};

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

FieldVariable stiffness_groups(std::vector<double> measure) {
  return {.name = "material.young",
          .parameter = "stiffness",
          .variable_of_entry = {0, 1, 2, 2},
          .measure = std::move(measure)};
}

TEST(ScalarVariable, IsLogarithmicWhereTheValueCanOnlyBePositive) {
  Registry r;
  const auto young = make_scalar_variable(r.parameters, "young", {.lower = 1e9, .upper = 8e9});
  EXPECT_EQ(young->unit(), "Pa");
  EXPECT_EQ(young->start(), std::vector<double>{0.0});
  EXPECT_DOUBLE_EQ(young->lower()[0], std::log(0.5));
  EXPECT_DOUBLE_EQ(young->upper()[0], std::log(4.0));
  EXPECT_DOUBLE_EQ(young->values(std::vector{std::log(3.0)})[0], 6e9);
  // The lower end of the physical range, 0, is never reached.
  EXPECT_EQ(make_scalar_variable(r.parameters, "young")->lower()[0], -infinite);
  // A bound of 0 that was asked for can be.
  EXPECT_EQ(make_scalar_variable(r.parameters, "young", {.lower = 0.0})->lower()[0], 0.0);
  EXPECT_DOUBLE_EQ(make_scalar_variable(r.parameters, "poisson")->start()[0], 1.0);
  EXPECT_EQ(make_scalar_variable(r.parameters, "voltage", {.initial = 2.0, .lower = 1.0})->start()[0], 0.0);
}

TEST(ScalarVariable, IsCutToThePhysicalRange) {
  Registry r;
  const auto poisson = make_scalar_variable(r.parameters, "poisson", {.lower = 0.1, .upper = 3.0});
  EXPECT_DOUBLE_EQ(poisson->values(poisson->upper())[0], 0.5);
  EXPECT_DOUBLE_EQ(poisson->values(poisson->lower())[0], 0.1);
}

TEST(ScalarVariable, IsMeasuredByItsRangeWhereItBeginsAtZero) {
  Registry r;
  const auto voltage = make_scalar_variable(r.parameters, "voltage", {.lower = -2.0, .upper = 8.0});
  EXPECT_EQ(voltage->start()[0], 0.0);
  EXPECT_DOUBLE_EQ(voltage->upper()[0], 0.8);
  EXPECT_DOUBLE_EQ(voltage->values(std::vector{0.3})[0], 3.0);
}

TEST(ScalarVariable, NeverLeavesItsBoundsByRounding) {
  Registry r;
  for (double upper = 2.1e9; upper < 9e9; upper *= 1.0173) {
    const auto young = make_scalar_variable(r.parameters, "young", {.upper = upper});
    EXPECT_LE(young->values(young->upper())[0], upper);
  }
}

TEST(ScalarVariable, RefusesWhatCannotBe) {
  Registry r;
  const Parameters& p = r.parameters;
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "youngs"); }).find("did you mean 'young'"), std::string::npos);
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "stiffness"); }).find("4 values"), std::string::npos);
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "young", {.lower = 3e9, .upper = 3e9}); }).find("nothing to vary"),
            std::string::npos);
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "poisson", {.lower = 0.5}); }).find("physical range"),
            std::string::npos);
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "young", {.lower = 3e9}); }).find("out of its bounds"),
            std::string::npos);
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "young", {.initial = std::nan("")}); }).find("finite"),
            std::string::npos);
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "young", {.lower = std::nan("")}); }).find("numbers"),
            std::string::npos);
  const VariableOptions logarithmic{.scaling = VariableScaling::logarithmic};
  EXPECT_NE(message_of([&] { make_scalar_variable(p, "voltage", logarithmic); }).find("begins at or below 0"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              make_scalar_variable(p, "voltage",
                                   {.initial = 1.0, .lower = -1.0, .scaling = VariableScaling::logarithmic});
            }).find("may become negative"),
            std::string::npos);
  // Without a bound the logarithm itself keeps it above 0.
  EXPECT_EQ(make_scalar_variable(p, "voltage", {.initial = 1.0, .scaling = VariableScaling::logarithmic})->lower()[0],
            -infinite);
}

TEST(FieldVariable, SetsEachGroupOfEntries) {
  Registry r;
  const auto field = make_field_variable(r.parameters, stiffness_groups({1.0, 1.0, 2.0}));
  EXPECT_EQ(field->size(), 3);
  EXPECT_EQ(field->values(field->start()), (std::vector<double>{1.0, 2.0, 3.0}));
  field->apply(std::vector{std::sqrt(0.25) * std::log(5.0), 0.0, std::sqrt(0.5) * std::log(2.0)}, r.parameters);
  const auto values = r.parameters.values(r.parameters.find("stiffness"));
  EXPECT_NEAR(values[0], 5.0, 1e-14);
  EXPECT_EQ(values[1], 2.0);
  EXPECT_NEAR(values[2], 6.0, 1e-14);
  EXPECT_EQ(values[3], values[2]);
}

TEST(FieldVariable, TakesTheOffsetOfTheParameterIntoAccount) {
  Parameters p;
  p.register_field("deviation", {0.5, -0.5}, ParameterKind::per_element, {.lower = -3.0});
  const auto field = make_field_variable(
      p, {.name = "k", .parameter = "deviation", .variable_of_entry = {0, 1}, .measure = {1.0, 1.0}, .offset = 3.0});
  EXPECT_EQ(field->values(field->start()), (std::vector<double>{3.5, 2.5}));
  std::vector<double> x = field->start();
  x[0] = 0.0;
  x[1] = std::sqrt(0.5) * std::log(4.0 / 2.5);
  field->apply(x, p);
  EXPECT_NEAR(p.values(p.find("deviation"))[0], 0.5, 1e-15);
  EXPECT_NEAR(p.values(p.find("deviation"))[1], 1.0, 1e-14);
}

/// |x| of a field f on a rod of unit length whose elements have these lengths, for the linear and logarithmic scale.
double norm_of(const std::vector<double>& lengths, VariableScaling scaling) {
  Parameters p;
  p.register_field("f", std::vector<double>(lengths.size(), 2.0), ParameterKind::per_element);
  std::vector<Index> own(lengths.size());
  std::iota(own.begin(), own.end(), 0);
  const auto field = make_field_variable(
      p, {.name = "f", .parameter = "f", .variable_of_entry = own, .measure = lengths}, {.scaling = scaling});
  // The point where value and x agree is found by the chain rule: x is linear in the scaled field.
  const std::vector<double> slope = field->value_derivatives(field->start());
  double sum = 0.0, left = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const double change = std::sin(3.0 * (left + 0.5 * lengths[i])); // of the value, from 2
    left += lengths[i];
    sum += change / slope[i] * change / slope[i];
  }
  return std::sqrt(sum);
}

TEST(FieldVariable, NormOfTheVariablesIsTheL2NormOfTheFieldOnAnyMesh) {
  std::vector<double> uniform(400, 1.0 / 400.0), graded;
  double total = 0.0;
  for (int i = 0; i < 400; ++i) {
    graded.push_back(std::pow(1.01, i));
    total += graded.back();
  }
  for (double& length : graded) length /= total;
  // Integral of (sin 3x / 2)^2 from 0 to 1.
  const double exact = std::sqrt((0.5 - std::sin(6.0) / 12.0) / 4.0);
  for (const VariableScaling scaling : {VariableScaling::linear, VariableScaling::logarithmic}) {
    EXPECT_NEAR(norm_of(uniform, scaling), exact, 1e-4 * exact);
    EXPECT_NEAR(norm_of(graded, scaling), exact, 1e-4 * exact);
  }
}

TEST(FieldVariable, RefusesWhatDoesNotFit) {
  Registry r;
  const Parameters& p = r.parameters;
  FieldVariable field = stiffness_groups({1.0, 1.0, 1.0});
  field.variable_of_entry.pop_back();
  EXPECT_NE(message_of([&] { make_field_variable(p, field); }).find("4 values, and 3"), std::string::npos);
  field = stiffness_groups({1.0, 1.0});
  EXPECT_NE(message_of([&] { make_field_variable(p, field); }).find("variable 2"), std::string::npos);
  field = stiffness_groups({1.0, 1.0, 1.0, 1.0});
  EXPECT_NE(message_of([&] { make_field_variable(p, field); }).find("no value belongs to variable 3"),
            std::string::npos);
  field = stiffness_groups({1.0, 0.0, 1.0});
  EXPECT_NE(message_of([&] { make_field_variable(p, field); }).find("volume of variable 1"), std::string::npos);
  field = stiffness_groups({1.0, 1.0, 1.0});
  field.parameter = "young";
  EXPECT_NE(message_of([&] { make_field_variable(p, field); }).find("one number"), std::string::npos);
}

/// Numbers and a field, with both scales.
Design mixed_design(const Parameters& p) {
  Design design;
  design.add(make_scalar_variable(p, "poisson"));
  design.add(make_field_variable(p, stiffness_groups({0.2, 1.0, 3.0})));
  design.add(make_scalar_variable(p, "young", {.lower = 1e9}));
  return design;
}

TEST(Design, NamesAndNumbersItsVariables) {
  Registry r;
  const Design design = mixed_design(r.parameters);
  EXPECT_EQ(design.size(), 5);
  EXPECT_EQ(design.offset(2), 4);
  EXPECT_EQ(design.names(), (std::vector<std::string>{"poisson", "material.young[0]", "material.young[1]",
                                                      "material.young[2]", "young"}));
  const std::vector<double> values = design.values(design.start()), expected{0.3, 1.0, 2.0, 3.0, 2e9};
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_DOUBLE_EQ(values[i], expected[i]);
  EXPECT_NE(message_of([&] { (void)design.values(std::vector{1.0}); }).find("5 variables"), std::string::npos);
  Design twice = mixed_design(r.parameters);
  EXPECT_NE(message_of([&] { twice.add(make_scalar_variable(r.parameters, "young")); }).find("already"),
            std::string::npos);
}

TEST(Design, PassesTheTaylorTest) {
  Registry r;
  const Design design = mixed_design(r.parameters);
  const std::vector<double> x{0.9, 0.1, -0.2, 0.3, 0.4}, change{0.3, 0.2, -0.5, 0.4, 0.7};
  const auto at = [&](double h) {
    std::vector<double> moved = x;
    for (std::size_t i = 0; i < x.size(); ++i) moved[i] += h * change[i];
    design.apply(moved, r.parameters);
    return r.parameters.all();
  };
  const ParameterVector base = at(0.0);
  const ParameterVector tangent = design.push_forward(x, r.parameters, change);
  const auto remainder = [&](double h) {
    const ParameterVector moved = at(h);
    double worst = 0.0;
    for (std::size_t i = 0; i < base.scalars.size(); ++i)
      worst = std::max(worst, std::abs((moved.scalars[i] - base.scalars[i] - h * tangent.scalars[i]) /
                                       std::max(1.0, std::abs(base.scalars[i]))));
    for (std::size_t i = 0; i < base.entries.size(); ++i)
      worst = std::max(worst, std::abs(moved.entries[i] - base.entries[i] - h * tangent.entries[i]));
    return worst;
  };
  EXPECT_NEAR(std::log2(remainder(2e-3) / remainder(1e-3)), 2.0, 0.02);
  // The derivative of each value to its variable, against central differences.
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> up = x, down = x;
    up[i] += 1e-5;
    down[i] -= 1e-5;
    const double difference = (design.values(up)[i] - design.values(down)[i]) / 2e-5;
    EXPECT_NEAR(design.value_derivatives(x)[i], difference, 1e-8 * std::abs(difference)) << i;
  }
}

TEST(Design, PullsBackByTheTransposeOfPushingForward) {
  Registry r;
  const Design design = mixed_design(r.parameters);
  const std::vector<double> x{0.9, 0.1, -0.2, 0.3, 0.4}, change{0.3, 0.2, -0.5, 0.4, 0.7};
  ParameterVector sensitivity = r.parameters.zeros();
  double value = 0.3;
  for (double& s : sensitivity.scalars) s = (value = std::fmod(7.3 * value, 1.0));
  for (double& s : sensitivity.entries) s = (value = std::fmod(7.3 * value, 1.0));
  const ParameterVector pushed = design.push_forward(x, r.parameters, change);
  const std::vector<double> pulled = design.pull_back(x, r.parameters, sensitivity);
  const double forward =
      std::inner_product(pushed.scalars.begin(), pushed.scalars.end(), sensitivity.scalars.begin(), 0.0) +
      std::inner_product(pushed.entries.begin(), pushed.entries.end(), sensitivity.entries.begin(), 0.0);
  const double backward = std::inner_product(pulled.begin(), pulled.end(), change.begin(), 0.0);
  EXPECT_NEAR(forward, backward, 1e-14 * std::abs(forward));
}

TEST(Design, LeavesModelsAloneThatLackAParameter) {
  Registry r;
  const Design design = mixed_design(r.parameters);
  Parameters other;
  const Parameter poisson = other.register_parameter("poisson", 0.1);
  const Parameter far = other.register_parameter("far", 5.0);
  std::vector<double> x = design.start();
  design.apply(x, other);
  EXPECT_DOUBLE_EQ(other.value(poisson), 0.3);
  EXPECT_EQ(other.value(far), 5.0);
  ParameterVector sensitivity = other.zeros();
  sensitivity.scalars = {2.0, 1.0};
  EXPECT_EQ(design.pull_back(x, other, sensitivity), (std::vector<double>{0.6, 0.0, 0.0, 0.0, 0.0}));
}

TEST(Design, CallsWatchers) {
  Registry r;
  const Design design = mixed_design(r.parameters);
  std::vector<std::string> seen;
  for (const char* path : {"young", "stiffness"})
    r.parameters.watch_parameter(path, [&](const std::string& name, std::span<const double>) { seen.push_back(name); });
  design.apply(design.start(), r.parameters);
  EXPECT_EQ(seen, (std::vector<std::string>{"stiffness", "young"}));
}

} // namespace
} // namespace adjoule
