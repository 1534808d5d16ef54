#include "adjoule/materials/thermal_strain.hpp"

#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/table.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace adjoule {
namespace {

PointContext at_temperatures(double a, double b, double c, double d) {
  PointContext at;
  at.temperature = Batch(Batch::Vector{a, b, c, d});
  return at;
}

CoefficientPointer silicon_table(Parameters& parameters) {
  std::vector<Parameter> temperatures, values;
  double temperature = 300.0;
  for (const double alpha : {2.568e-6, 3.212e-6, 3.594e-6, 3.831e-6, 3.987e-6, 4.099e-6, 4.185e-6, 4.258e-6}) {
    const std::string entry = std::to_string(values.size());
    temperatures.push_back(parameters.register_parameter("alpha.temperature." + entry, temperature));
    values.push_back(parameters.register_parameter("alpha.value." + entry, alpha));
    temperature += 100.0;
  }
  return table_coefficient(parameters, temperatures, values);
}

TEST(ThermalStrain, OfASiliconTableIsIntegratedOrMultipliedAsAsked) {
  Parameters parameters;
  const CoefficientPointer alpha = silicon_table(parameters);
  const Parameter reference = parameters.register_parameter("reference", 300.0);
  const PointContext at = at_temperatures(1000.0, 500.0, 300.0, 300.0);
  const Batch integrated =
      thermal_strain(parameters, alpha, reference, ExpansionKind::instantaneous)->value(at, parameters.all());
  // The reference figure has more digits than the entries: their rounding alone may move it by 3e-7.
  EXPECT_NEAR(integrated[0], 2.63213e-3, 5e-8);
  EXPECT_NEAR(integrated[0], 1e-4 * (0.5 * (2.568 + 4.258) + 3.212 + 3.594 + 3.831 + 3.987 + 4.099 + 4.185), 1e-17);
  EXPECT_NEAR(integrated[1], 6.293e-4, 1e-16);
  const Batch secant = thermal_strain(parameters, alpha, reference, ExpansionKind::secant)->value(at, parameters.all());
  EXPECT_NEAR(secant[0], 2.9806e-3, 1e-16);
  EXPECT_NEAR(secant[1], 7.188e-4, 1e-16);
}

TEST(ThermalStrain, OfAConstantIsTheSameForBothKinds) {
  Parameters parameters;
  const CoefficientPointer alpha = constant_coefficient(parameters, parameters.register_parameter("alpha", 2.9e-6));
  const Parameter reference = parameters.register_parameter("reference", 298.0);
  for (const ExpansionKind kind : {ExpansionKind::instantaneous, ExpansionKind::secant}) {
    const Batch strain = thermal_strain(parameters, alpha, reference, kind)
                             ->value(at_temperatures(398, 198, 298, 298), parameters.all());
    EXPECT_NEAR(strain[0], 2.9e-4, 1e-18);
    EXPECT_NEAR(strain[1], -2.9e-4, 1e-18);
    EXPECT_EQ(strain[2], 0.0);
  }
}

TEST(ThermalStrain, IsExactlyZeroAtTheReferenceTemperature) {
  for (const double temperature : {150.0, 293.15, 300.0, 421.7, 1000.0, 1234.5}) {
    Parameters parameters;
    const Parameter reference = parameters.register_parameter("reference", temperature);
    const CoefficientPointer formula = expression_coefficient(parameters, "2.5e-6 + 1e-9*T - 3e-8*exp(-T/77)", {});
    for (const CoefficientPointer& alpha : {silicon_table(parameters), formula})
      for (const ExpansionKind kind : {ExpansionKind::instantaneous, ExpansionKind::secant}) {
        CoefficientDerivative derivative;
        const CoefficientPointer strain = thermal_strain(parameters, alpha, reference, kind);
        const PointContext at = at_temperatures(temperature, temperature, 700.0, temperature);
        const Batch value = strain->linearize(at, parameters.all(), true, derivative);
        for (const int lane : {0, 1, 3}) {
          EXPECT_EQ(value[lane], 0.0);
          EXPECT_EQ(strain->value(at, parameters.all())[lane], 0.0);
          EXPECT_GT(derivative.temperature[lane], 0.0) << "the tangent does not vanish with the strain";
        }
      }
  }
}

TEST(ThermalStrain, OfAFormulaIsItsIntegral) {
  Parameters parameters;
  const Parameter reference = parameters.register_parameter("reference", 300.0);
  const PointContext at = at_temperatures(1000.0, 77.0, 300.001, 1500.0);
  // Y. Okada, Y. Tokumaru, J. Appl. Phys. 56 (1984): expansion of silicon.
  const CoefficientPointer alpha =
      expression_coefficient(parameters, "(3.725*(1 - exp(-5.88e-3*(T - 124))) + 5.548e-4*T)*1e-6", {});
  const auto primitive = [](double t) {
    return 1e-6 * (3.725 * (t + std::exp(-5.88e-3 * (t - 124.0)) / 5.88e-3) + 0.5 * 5.548e-4 * t * t);
  };
  const Batch strain =
      thermal_strain(parameters, alpha, reference, ExpansionKind::instantaneous)->value(at, parameters.all());
  for (const int lane : {0, 1, 3}) {
    const double exact = primitive(at.temperature[lane]) - primitive(300.0);
    EXPECT_NEAR(strain[lane], exact, 1e-12 * std::abs(exact));
  }
  EXPECT_NEAR(strain[2], 1e-3 * alpha->value(at_temperatures(300.0005, 0, 0, 0), parameters.all())[0], 1e-17);
}

TEST(ThermalStrain, OfASteepFormulaIsItsIntegral) {
  Parameters parameters;
  const Parameter reference = parameters.register_parameter("reference", 4.0);
  const CoefficientPointer alpha = expression_coefficient(parameters, "1e-6/T", {});
  const PointContext at = at_temperatures(1000.0, 40.0, 4.0, 1.0);
  const Batch strain =
      thermal_strain(parameters, alpha, reference, ExpansionKind::instantaneous)->value(at, parameters.all());
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const double exact = 1e-6 * std::log(at.temperature[lane] / 4.0);
    EXPECT_NEAR(strain[lane], exact, 1e-12 * std::abs(exact));
  }
}

TEST(ThermalStrain, OfAFormulaWithAJumpIsItsIntegral) {
  Parameters parameters;
  const Parameter reference = parameters.register_parameter("reference", 300.0);
  const CoefficientPointer alpha = expression_coefficient(parameters, "if(T < 517.3, 2e-6, 5e-6)", {});
  const Batch strain = thermal_strain(parameters, alpha, reference, ExpansionKind::instantaneous)
                           ->value(at_temperatures(1000.0, 500.0, 517.3, 100.0), parameters.all());
  EXPECT_NEAR(strain[0], 2e-6 * 217.3 + 5e-6 * (1000.0 - 517.3), 1e-13);
  EXPECT_NEAR(strain[1], 4e-4, 1e-17);
  EXPECT_NEAR(strain[3], -4e-4, 1e-17);
}

TEST(ThermalStrain, OfATableAndOfItsFormulaAgree) {
  Parameters parameters;
  const CoefficientPointer table = silicon_table(parameters);
  const Parameter reference = parameters.register_parameter("reference", 350.0);
  const CoefficientPointer formula = expression_coefficient(
      parameters, "if(T < 300, 2.568, if(T < 400, 2.568 + 0.00644*(T - 300), 3.212 + 0.00382*(T - 400)))*1e-6", {});
  const PointContext at = at_temperatures(250.0, 310.0, 450.0, 500.0);
  const Batch exact =
      thermal_strain(parameters, table, reference, ExpansionKind::instantaneous)->value(at, parameters.all());
  const Batch quadrature =
      thermal_strain(parameters, formula, reference, ExpansionKind::instantaneous)->value(at, parameters.all());
  for (int lane = 0; lane < Batch::lanes; ++lane)
    EXPECT_NEAR(quadrature[lane], exact[lane], 1e-11 * std::abs(exact[lane]));
}

TEST(ThermalStrain, DoesNotHideValuesThatAreNotNumbers) {
  Parameters parameters;
  const Parameter reference = parameters.register_parameter("reference", 350.0);
  const PointContext at = at_temperatures(std::nan(""), 310.0, 450.0, 500.0);
  for (const CoefficientPointer& alpha :
       {silicon_table(parameters), expression_coefficient(parameters, "1e-6 + 0*T", {}),
        expression_coefficient(parameters, "log(T - 5000)", {})}) {
    const CoefficientPointer strain = thermal_strain(parameters, alpha, reference, ExpansionKind::instantaneous);
    EXPECT_TRUE(std::isnan(strain->value(at, parameters.all())[0]));
  }
}

TEST(ThermalStrain, ListsTheReferenceAmongItsParameters) {
  Parameters parameters;
  const CoefficientPointer table = silicon_table(parameters);
  const Parameter reference = parameters.register_parameter("reference", 350.0);
  const CoefficientPointer strain = thermal_strain(parameters, table, reference, ExpansionKind::instantaneous);
  EXPECT_EQ(strain->parameters().size(), 17U);
  EXPECT_EQ(strain->parameters().back(), reference);
  ASSERT_TRUE(strain->temperature_range(parameters.all()).has_value());
  EXPECT_EQ(strain->temperature_range(parameters.all())->second, 1000.0);
}

} // namespace
} // namespace adjoule
