#include "adjoule/materials/expression.hpp"

#include "adjoule/core/error.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace adjoule {
namespace {

const Vector3<Batch> position{{Batch(0.5), Batch(2.0), Batch(-3.0)}};

double evaluate(const std::string& text, double temperature = 300.0) {
  const Expression expression(text, {});
  return expression.value(temperature, position, {})[0];
}

Expression::Derivative differentiate(const std::string& text, double temperature) {
  const Expression expression(text, {});
  Expression::Derivative derivative;
  expression.linearize(temperature, position, {}, derivative);
  return derivative;
}

TEST(Expression, OperatorsBindAsInMathematics) {
  EXPECT_EQ(evaluate("1 + 2*3"), 7.0);
  EXPECT_EQ(evaluate("(1 + 2)*3"), 9.0);
  EXPECT_EQ(evaluate("8/4/2"), 1.0);
  EXPECT_EQ(evaluate("8/4*2"), 4.0);
  EXPECT_EQ(evaluate("8 - 4 - 2"), 2.0);
  EXPECT_EQ(evaluate("2 - 3 + 4"), 3.0);
  EXPECT_EQ(evaluate("2*3^2"), 18.0);
  EXPECT_EQ(evaluate("1 + 2 < 2 + 2"), 1.0);
  EXPECT_EQ(evaluate("1 + (2 < 2) + 2"), 3.0);
}

TEST(Expression, PowersBindToTheRightAndTighterThanMinus) {
  EXPECT_EQ(evaluate("2^3^2"), 512.0);
  EXPECT_EQ(evaluate("(2^3)^2"), 64.0);
  EXPECT_EQ(evaluate("-2^2"), -4.0);
  EXPECT_EQ(evaluate("(-2)^2"), 4.0);
  EXPECT_EQ(evaluate("2^-1"), 0.5);
  EXPECT_EQ(evaluate("-2^-2"), -0.25);
  EXPECT_EQ(evaluate("2^-2^2"), 0.0625);
  EXPECT_EQ(evaluate("-2^-2^-1"), -std::pow(2.0, -0.5));
  EXPECT_EQ(evaluate("2^2*3"), 12.0);
  EXPECT_EQ(evaluate("2*-3"), -6.0);
  EXPECT_EQ(evaluate("1 - -3"), 4.0);
  EXPECT_EQ(evaluate("--3"), 3.0);
  EXPECT_EQ(evaluate("+3 - +1"), 2.0);
}

TEST(Expression, NumbersMayHaveAnExponent) {
  EXPECT_EQ(evaluate("1e3"), 1000.0);
  EXPECT_EQ(evaluate("1.5E-3"), 1.5e-3);
  EXPECT_EQ(evaluate("2.5e+2"), 250.0);
  EXPECT_EQ(evaluate(".5"), 0.5);
  EXPECT_EQ(evaluate("5."), 5.0);
  EXPECT_EQ(evaluate("4.3478e4/2"), 21739.0);
  EXPECT_EQ(evaluate("3e-6*T^2", 300.0), 3e-6 * 9e4);
}

TEST(Expression, FunctionsAndVariablesMeanWhatTheySay) {
  EXPECT_EQ(evaluate("T"), 300.0);
  EXPECT_EQ(evaluate("x"), 0.5);
  EXPECT_EQ(evaluate("y"), 2.0);
  EXPECT_EQ(evaluate("z"), -3.0);
  EXPECT_EQ(evaluate("pi"), std::numbers::pi);
  EXPECT_EQ(evaluate("exp(x)"), std::exp(0.5));
  EXPECT_EQ(evaluate("log(T)"), std::log(300.0));
  EXPECT_EQ(evaluate("sqrt ( T )"), std::sqrt(300.0));
  EXPECT_EQ(evaluate("sin(x) "), std::sin(0.5));
  EXPECT_EQ(evaluate(" cos(x)"), std::cos(0.5));
  EXPECT_EQ(evaluate("tan(x)"), std::tan(0.5));
  EXPECT_EQ(evaluate("sinh(x)"), std::sinh(0.5));
  EXPECT_EQ(evaluate("cosh(x)"), std::cosh(0.5));
  EXPECT_EQ(evaluate("tanh(x)"), std::tanh(0.5));
  EXPECT_EQ(evaluate("abs(z)"), 3.0);
  EXPECT_EQ(evaluate("min(y, z)"), -3.0);
  EXPECT_EQ(evaluate("max(y, z)"), 2.0);
  EXPECT_EQ(evaluate("if(T > 400, 1, if(T > 200, 2, 3))"), 2.0);
}

TEST(Expression, ComparisonsAreZeroOrOneAndHaveNoDerivative) {
  for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{{"T < 300", 0.0},
                                                                               {"T <= 300", 1.0},
                                                                               {"T > 300", 0.0},
                                                                               {"T >= 300", 1.0},
                                                                               {"T == 300", 1.0},
                                                                               {"T != 300", 0.0}}) {
    EXPECT_EQ(evaluate(text), value) << text;
    EXPECT_EQ(differentiate(text, 300.0).temperature[0], 0.0) << text;
  }
}

TEST(Expression, LinesAndTabsAreSpaces) {
  EXPECT_EQ(evaluate("\n 1 +\t2\r\n * 3\n"), 7.0);
}

TEST(Expression, LanesTakeTheirOwnBranch) {
  const Expression expression("if(T > 300, sqrt(T - 300), 0*T - 5)", {});
  const Batch temperature(Batch::Vector{300.0, 309.0, 200.0, 400.0});
  Expression::Derivative derivative;
  const Batch value = expression.linearize(temperature, position, {}, derivative);
  const std::array<double, 4> values = {-5.0, 3.0, -5.0, 10.0}, slopes = {0.0, 1.0 / 6.0, 0.0, 0.05};
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    EXPECT_DOUBLE_EQ(value[lane], values[static_cast<std::size_t>(lane)]);
    // At 300 K the branch that is not taken has an infinite slope.
    EXPECT_DOUBLE_EQ(derivative.temperature[lane], slopes[static_cast<std::size_t>(lane)]);
  }
}

TEST(Expression, DerivativesOfBranchesAreThoseOfTheBranchTaken) {
  EXPECT_EQ(differentiate("abs(T - 300)", 299.0).temperature[0], -1.0);
  EXPECT_EQ(differentiate("abs(T - 300)", 301.0).temperature[0], 1.0);
  EXPECT_EQ(differentiate("min(2*T, 600)", 299.0).temperature[0], 2.0);
  EXPECT_EQ(differentiate("min(2*T, 600)", 301.0).temperature[0], 0.0);
  EXPECT_EQ(differentiate("max(2*T, 600)", 299.0).temperature[0], 0.0);
  EXPECT_EQ(differentiate("max(600, 3*T)", 301.0).temperature[0], 3.0);
  EXPECT_EQ(differentiate("min(log(T), 5)", 1e9).temperature[0], 0.0);
}

TEST(Expression, PowersOfZeroAndOfNegativeNumbersHaveTheirDerivatives) {
  const Expression expression("(T - 300)^n", {"n"});
  Expression::Derivative derivative;
  for (const double exponent : {1.0, 2.0, 2.5, 7.0}) {
    const std::array<Batch, 1> constants = {Batch(exponent)};
    EXPECT_EQ(expression.linearize(300.0, position, constants, derivative)[0], 0.0);
    EXPECT_EQ(derivative.temperature[0], exponent == 1.0 ? 1.0 : 0.0);
    EXPECT_EQ(derivative.constants[0][0], 0.0);
  }
  const std::array<Batch, 1> cube = {Batch(3.0)};
  EXPECT_EQ(expression.linearize(298.0, position, cube, derivative)[0], -8.0);
  EXPECT_EQ(derivative.temperature[0], 12.0);
  EXPECT_EQ(evaluate("(-2)^3"), -8.0);
  EXPECT_EQ(evaluate("(-2)^21"), -2097152.0);
  EXPECT_EQ(evaluate("0^0"), 1.0);
  EXPECT_EQ(differentiate("(T - 300)^2", 300.0).temperature[0], 0.0);
  EXPECT_EQ(differentiate("(T - 300)^1", 300.0).temperature[0], 1.0);
  EXPECT_EQ(differentiate("(T - 300)^0", 300.0).temperature[0], 0.0);
  EXPECT_EQ(differentiate("(T - 302)^17", 300.0).temperature[0], 17.0 * 65536.0);
}

TEST(Expression, DivisionByZeroGivesAnInfinityAndNoCrash) {
  EXPECT_TRUE(std::isinf(evaluate("1/0")));
  EXPECT_TRUE(std::isnan(evaluate("0/0")));
  EXPECT_TRUE(std::isinf(evaluate("1/(T - 300)")));
  EXPECT_TRUE(std::isinf(evaluate("0^-1")));
  EXPECT_FALSE(std::isfinite(differentiate("1/(T - 300)", 300.0).temperature[0]));
}

TEST(Expression, WhatIsNotANumberIsNotHiddenByBranches) {
  EXPECT_TRUE(std::isnan(evaluate("log(-1) > 0")));
  EXPECT_TRUE(std::isnan(evaluate("if(sqrt(z) > 0, 1, 2)")));
  EXPECT_TRUE(std::isnan(evaluate("min(log(z), 5)")));
  EXPECT_TRUE(std::isnan(evaluate("min(5, log(z))")));
  EXPECT_TRUE(std::isnan(evaluate("max(log(z), 5)")));
  EXPECT_TRUE(std::isnan(evaluate("max(5, log(z))")));
}

TEST(Expression, KnowsWhatItReads) {
  const Expression constant("2*b + a*b", {"a", "b", "c"});
  EXPECT_EQ(constant.used_constants(), (std::vector<std::string>{"b", "a"}));
  EXPECT_FALSE(constant.reads_temperature());
  EXPECT_FALSE(constant.reads_position());
  const Expression field("T*y", {"a"});
  EXPECT_TRUE(field.used_constants().empty());
  EXPECT_TRUE(field.reads_temperature());
  EXPECT_TRUE(field.reads_position());
}

TEST(Expression, CopiesAreIndependent) {
  Expression first("T + 1", {});
  {
    const Expression second("2*T", {});
    const Expression copy(second);
    first = copy;
    EXPECT_EQ(copy.value(3.0, position, {})[0], 6.0);
  }
  EXPECT_EQ(first.value(3.0, position, {})[0], 6.0);
}

TEST(Expression, DerivativesAreExactToTheLastDigits) {
  const Expression expression("b / (1 + a*(T - 293.15)) + x^2*y/z", {"a", "b"});
  const std::array<Batch, 2> constants = {Batch(5e4), Batch(1.25e-3)};
  ASSERT_EQ(expression.used_constants(), (std::vector<std::string>{"b", "a"}));
  Expression::Derivative derivative;
  expression.linearize(400.0, position, constants, derivative);
  const double rise = 400.0 - 293.15, denominator = 1.0 + 1.25e-3 * rise;
  EXPECT_DOUBLE_EQ(derivative.temperature[0], -5e4 * 1.25e-3 / (denominator * denominator));
  EXPECT_DOUBLE_EQ(derivative.constants[0][0], 1.0 / denominator);
  EXPECT_DOUBLE_EQ(derivative.constants[1][0], -5e4 * rise / (denominator * denominator));
  EXPECT_DOUBLE_EQ(derivative.position[0][0], 2.0 * 0.5 * 2.0 / -3.0);
  EXPECT_DOUBLE_EQ(derivative.position[1][0], 0.25 / -3.0);
  EXPECT_DOUBLE_EQ(derivative.position[2][0], -0.25 * 2.0 / 9.0);
}

struct Fault {
  std::string text;
  int column;
  std::string says;
};

class FaultyExpression : public testing::TestWithParam<Fault> {};

INSTANTIATE_TEST_SUITE_P(
    Faults, FaultyExpression,
    testing::Values(
        Fault{"5e4/(1 + tcr*(Temp - 300))", 15, "unknown name 'Temp'"}, Fault{"T + tcrr", 5, "did you mean 'tcr'?"},
        Fault{"1 + q", 5, "known: T, x, y, z, pi, tcr"}, Fault{"2*t", 3, "there is no time 't' here"},
        Fault{"exq(T)", 1, "did you mean 'exp'?"}, Fault{"1 + ln(T)", 5, "unknown function 'ln'"},
        Fault{"", 1, "expected a number, a name or '('"}, Fault{"   ", 4, "found the end"},
        Fault{"1 + * T", 5, "expected a number, a name or '('"}, Fault{"1 +", 4, "found the end"},
        Fault{"(1 + T", 7, "expected an operator or ')'"}, Fault{"1 + T)", 6, "expected an operator or the end"},
        Fault{"2 T", 3, "expected an operator"}, Fault{"2T", 2, "expected an operator"},
        Fault{"2e", 2, "expected an operator"}, Fault{"1..2", 3, "expected an operator"},
        Fault{"T**2", 3, "powers are written '^'"}, Fault{"T = 3", 3, "equality is written '=='"},
        Fault{"1,5*T", 2, "decimals are written with a point"}, Fault{"1 < T < 2", 7, "comparisons do not chain"},
        Fault{"exp T", 1, "expected '('"}, Fault{"exp(T, 2)", 1, "'exp' takes 1 argument, not 2"},
        Fault{"min(T)", 1, "'min' takes 2 arguments"}, Fault{"if(T > 3, 1)", 1, "'if' takes 3 arguments, not 2"},
        Fault{"exp()", 5, "expected a number"}, Fault{"exp(T", 6, "expected an operator, ',' or ')'"},
        Fault{"tcr(T)", 1, "'tcr' is not a function"}, Fault{"T(3)", 1, "'T' is not a function"},
        Fault{"1e999*T", 1, "too large or too small"}, Fault{"2^", 3, "found the end"},
        Fault{"T $ 3", 3, "expected an operator"}, Fault{"\xC3\xA9*T", 1, "expected a number"},
        Fault{"T \xC3\x97 3 \xC3\x97 q", 3, "expected an operator"}));

TEST_P(FaultyExpression, IsRefusedWithTextColumnAndReason) {
  const Fault& fault = GetParam();
  try {
    Expression expression(fault.text, {"tcr"});
    FAIL() << "accepted: " << fault.text;
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(fault.says), std::string::npos) << message;
    EXPECT_NE(message.find("column " + std::to_string(fault.column) + "\n"), std::string::npos) << message;
    EXPECT_NE(message.find("\"" + fault.text + "\""), std::string::npos) << message;
    EXPECT_TRUE(message.ends_with("\n    " + std::string(static_cast<std::size_t>(fault.column) - 1, ' ') + "^"))
        << message;
  }
}

TEST(Expression, OnlyTheFaultySurroundingsOfALongTextAreShown) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 + ";
  for (const std::string& tail :
       {std::string("q"), "q" + text + "1", std::string(200, '(') + "T" + std::string(200, ')')}) {
    try {
      Expression expression(text + tail, {});
      FAIL() << "accepted";
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_LT(message.size(), 500U);
      const std::size_t line = message.find('\n'), caret = message.rfind('\n');
      const std::string shown = message.substr(line + 1, caret - line - 1), below = message.substr(caret + 1);
      EXPECT_EQ(shown[below.size() - 1], tail[0]) << message;
    }
  }
}

TEST(Expression, DeepNestingIsRefused) {
  try {
    Expression expression(std::string(200000, '(') + "T", {});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("nested more than 100 deep"), std::string::npos) << error.what();
  }
}

TEST(Expression, ConstantsMayNotHideWhatIsBuiltIn) {
  for (const std::string name : {"T", "x", "pi", "exp", "if"})
    EXPECT_THROW(Expression("1", {name}), InputError) << name;
}

TEST(Expression, TimeIsOneOfTheConstantsWhereItIsGiven) {
  const Expression expression("2*t + a", {"a", "t"});
  EXPECT_EQ(expression.used_constants(), (std::vector<std::string>{"t", "a"}));
  const std::array<Batch, 2> constants{3.0, 0.5};
  EXPECT_EQ(expression.value(0.0, {}, constants)[0], 6.5);
  EXPECT_FALSE(expression.reads_position());
}

TEST(Expression, LongFormulaeAreRead) {
  std::string sum = "0", signs, power = "1";
  for (int i = 0; i < 20000; ++i) {
    sum += " + T*1e-4";
    signs += "-";
    power += "^1";
  }
  EXPECT_NEAR(evaluate(sum, 1.0), 2.0, 1e-10);
  EXPECT_EQ(evaluate(signs + "T"), 300.0);
  EXPECT_EQ(evaluate(power), 1.0);
  EXPECT_EQ(evaluate(std::string(100, '(') + "T" + std::string(100, ')')), 300.0);
}

} // namespace
} // namespace adjoule
