#include "adjoule/core/error.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/table.hpp"
#include "adjoule/materials/thermal_strain.hpp"
#include "coefficient_battery.hpp"

namespace adjoule {
namespace {

CoefficientPointer make_constant(Parameters& parameters) {
  return constant_coefficient(parameters, parameters.register_parameter("k", 34.0));
}
CoefficientPointer make_regions(Parameters& parameters) {
  parameters.register_field("other", {1.0, 2.0}, ParameterKind::per_region);
  return region_coefficient(parameters, parameters.register_field("k", {3.0, 5.0, 7.0}, ParameterKind::per_region),
                            {0, 0, 1, 2, 1});
}
CoefficientPointer make_elements(Parameters& parameters) {
  return element_coefficient(
      parameters, parameters.register_field("k", {3.0, 5.0, 7.0, 11.0}, ParameterKind::per_element), {3, 2, -1, 1, 0});
}
CoefficientPointer make_nodes(Parameters& parameters) {
  std::vector<double> values;
  for (int i = 0; i < SamplePoints::mesh_nodes; ++i) values.push_back(2.0 + i * i);
  parameters.register_field("other", {1.0, 2.0}, ParameterKind::per_region);
  return nodal_coefficient(parameters, parameters.register_field("k", values, ParameterKind::per_node));
}

CoefficientPointer make_table(Parameters& parameters) {
  std::vector<Parameter> temperatures, values;
  const std::vector<double> t = {350.0, 400.0, 600.0, 900.0}, v = {2.568, 3.212, 3.9, 3.1};
  for (std::size_t i = 0; i < t.size(); ++i)
    temperatures.push_back(parameters.register_parameter("table.temperature." + std::to_string(i), t[i]));
  for (std::size_t i = 0; i < v.size(); ++i)
    values.push_back(parameters.register_parameter("table.value." + std::to_string(i), v[i]));
  return table_coefficient(parameters, temperatures, values);
}

std::function<CoefficientPointer(Parameters&)> formula(const std::string& text) {
  return [text](Parameters& parameters) {
    const std::map<std::string, Parameter> constants = {{"a", parameters.register_parameter("constants.a", 1.25e-3)},
                                                        {"n", parameters.register_parameter("constants.n", 1.7)},
                                                        {"b", parameters.register_parameter("constants.b", 420.0)}};
    return expression_coefficient(parameters, text, constants);
  };
}

std::function<CoefficientPointer(Parameters&)> strain(std::function<CoefficientPointer(Parameters&)> expansion,
                                                      ExpansionKind kind) {
  return [=](Parameters& parameters) {
    const CoefficientPointer alpha = expansion(parameters);
    return thermal_strain(parameters, alpha, parameters.register_parameter("reference", 430.0), kind);
  };
}

std::function<CoefficientPointer(Parameters&)> scaled(std::function<CoefficientPointer(Parameters&)> load,
                                                      double factor) {
  return [=](Parameters& parameters) {
    const Parameter number = parameters.register_parameter("(load factor)", factor);
    return product_coefficient(parameters, load(parameters), number);
  };
}
/// The factor is one of the coefficient's own parameters.
CoefficientPointer make_square(Parameters& parameters) {
  const Parameter number = parameters.register_parameter("k", 3.0);
  return product_coefficient(parameters, constant_coefficient(parameters, number), number);
}

INSTANTIATE_TEST_SUITE_P(Parameters, CoefficientBattery,
                         testing::Values(CoefficientCase{"constant", make_constant},
                                         CoefficientCase{"regions", make_regions},
                                         CoefficientCase{"elements", make_elements},
                                         CoefficientCase{"nodes", make_nodes}),
                         case_name);

INSTANTIATE_TEST_SUITE_P(Tables, CoefficientBattery,
                         testing::Values(CoefficientCase{"inside_and_outside", make_table},
                                         CoefficientCase{"far_outside", make_table, {1.0, 349.0, 901.0, 5000.0}},
                                         CoefficientCase{"all_inside", make_table, {351.0, 399.0, 601.0, 899.0}}),
                         case_name);

INSTANTIATE_TEST_SUITE_P(
    Expressions, CoefficientBattery,
    testing::Values(CoefficientCase{"number", formula("34")},
                    CoefficientCase{"resistivity", formula("5e4 / (1 + a*(T - 293.15))")},
                    CoefficientCase{"polynomial", formula("1 + 2e-3*T - 3e-6*T^2 + 4e-10*T^3 - T^-2 + T^0")},
                    CoefficientCase{"powers", formula("(T/300)^n + n^(T/300) + (a*T)^1.5 + (x + 1)^-n")},
                    CoefficientCase{"negative_base", formula("(300 - 2*T)^3 + (x - 5)^2 + (y - 9)^20")},
                    CoefficientCase{"exponentials", formula("exp(-T/b) + log(T*a) + sqrt(T + x)")},
                    CoefficientCase{"trigonometry", formula("sin(x*n) + cos(y) * tan(z) - sin(T/b)")},
                    CoefficientCase{"hyperbolic", formula("sinh(T/b) + cosh(x) - tanh(y/n)")},
                    CoefficientCase{"branches", formula("if(T > 500, T*n, b + x) + abs(T - 600) - abs(y - 5)")},
                    CoefficientCase{"extrema", formula("min(T, b) * max(x, 0.45) + min(n*x, y) - max(b, T)")},
                    CoefficientCase{"comparisons", formula("n*(T >= 500) + (x < 0.45)*T + (T != 455) + (y == 2)")},
                    CoefficientCase{"repeated", formula("T*T*T/(T + T) - a*a*T + x*y*z*n")},
                    CoefficientCase{"signs", formula("-T^2 * -x + --n - +b^-1")}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    ThermalStrains, CoefficientBattery,
    testing::Values(CoefficientCase{"constant_secant", strain(make_constant, ExpansionKind::secant)},
                    CoefficientCase{"constant_instantaneous", strain(make_constant, ExpansionKind::instantaneous)},
                    CoefficientCase{"elements", strain(make_elements, ExpansionKind::instantaneous)},
                    CoefficientCase{"position_only", strain(formula("a*(1 + x)"), ExpansionKind::instantaneous)},
                    CoefficientCase{"table_secant", strain(make_table, ExpansionKind::secant)},
                    CoefficientCase{"table_instantaneous", strain(make_table, ExpansionKind::instantaneous)},
                    CoefficientCase{"table_instantaneous_outside",
                                    strain(make_table, ExpansionKind::instantaneous),
                                    {1.0, 349.0, 901.0, 5000.0}},
                    CoefficientCase{"formula_secant", strain(formula("a*exp(T/b) + x*T"), ExpansionKind::secant)},
                    CoefficientCase{"formula_instantaneous",
                                    strain(formula("a*exp(T/b)*(1 + x*y) + n*T"), ExpansionKind::instantaneous)},
                    CoefficientCase{"formula_with_kinks",
                                    strain(formula("a*max(T, b) + n*abs(T - 500)"), ExpansionKind::instantaneous),
                                    {310.0, 455.0, 702.0, 980.0},
                                    1e-12}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Products, CoefficientBattery,
    testing::Values(CoefficientCase{"constant", scaled(make_constant, 0.3)},
                    CoefficientCase{"without_load", scaled(make_constant, 0.0)},
                    CoefficientCase{"regions", scaled(make_regions, 0.3)},
                    CoefficientCase{"elements", scaled(make_elements, -1.7)},
                    CoefficientCase{"nodes", scaled(make_nodes, 0.3)},
                    CoefficientCase{"table", scaled(make_table, 0.3)},
                    CoefficientCase{"formula", scaled(formula("a*exp(T/b)*(1 + x*y) + n*T"), 0.3)},
                    CoefficientCase{"formula_without_load", scaled(formula("a*exp(T/b)*(1 + x*y) + n*T"), 0.0)},
                    CoefficientCase{"thermal_strain", scaled(strain(make_table, ExpansionKind::instantaneous), 0.3)},
                    CoefficientCase{"square", make_square}),
    case_name);

TEST(Coefficients, ProductHoldsWhereItsCoefficientHoldsAndListsItsFactorOnce) {
  Parameters parameters;
  const CoefficientPointer table = make_table(parameters);
  const Parameter factor = parameters.register_parameter("factor", 0.5);
  const CoefficientPointer product = product_coefficient(parameters, table, factor);
  EXPECT_EQ(product->temperature_range(parameters.all()), table->temperature_range(parameters.all()));
  EXPECT_EQ(product->parameters().size(), table->parameters().size() + 1);
  EXPECT_EQ(product_coefficient(parameters, product, factor)->parameters(), product->parameters());
}

TEST(Coefficients, ArraysOfTheWrongKindAreRefusedByPath) {
  Parameters parameters;
  const Parameter array = parameters.register_field("materials.a.k", {1.0, 2.0}, ParameterKind::per_region);
  const Parameter number = parameters.register_parameter("materials.b.k", 1.0);
  EXPECT_THROW(constant_coefficient(parameters, array), InputError);
  EXPECT_THROW(region_coefficient(parameters, number, {0}), InputError);
  EXPECT_THROW(element_coefficient(parameters, array, {0}), InputError);
  EXPECT_THROW(nodal_coefficient(parameters, array), InputError);
  EXPECT_THROW(product_coefficient(parameters, constant_coefficient(parameters, number), array), InputError);
  EXPECT_THROW(expression_coefficient(parameters, "c*T", {{"c", array}}), InputError);
  EXPECT_THROW(thermal_strain(parameters, constant_coefficient(parameters, number), array, ExpansionKind::secant),
               InputError);
  try {
    constant_coefficient(parameters, array);
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("materials.a.k"), std::string::npos) << error.what();
  }
}

TEST(Coefficients, ElementsWithoutAValueAreReportedByNumber) {
  Parameters parameters;
  const Parameter field = parameters.register_field("materials.a.k", {1.0, 2.0}, ParameterKind::per_element);
  EXPECT_THROW(element_coefficient(parameters, field, {0, 1, 2}), InputError);
  const CoefficientPointer coefficient = element_coefficient(parameters, field, {0, -1, 1});
  PointContext at;
  at.element = {0, 2, 1, 0};
  try {
    coefficient->value(at, parameters.all());
    FAIL() << "a value was made up";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("element 1"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("materials.a.k"), std::string::npos) << error.what();
  }
}

} // namespace
} // namespace adjoule
