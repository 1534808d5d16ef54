#include "adjoule/core/dual.hpp"
#include "adjoule/core/tensor.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace adjoule {
namespace {

using D1 = Dual<1>;
using D2 = Dual<2>;

D1 seeded(double x) {
  D1 d(x);
  d.tangent[0] = 1.0;
  return d;
}

struct FunctionCase {
  std::string name;
  std::function<D1(D1)> dual;
  std::function<double(double)> value, derivative;
  double at;
};

class DualFunction : public testing::TestWithParam<FunctionCase> {};

TEST_P(DualFunction, ValueAndDerivativeAreExact) {
  const FunctionCase& f = GetParam();
  const D1 result = f.dual(seeded(f.at));
  EXPECT_NEAR(result.value, f.value(f.at), 1e-14 * std::abs(f.value(f.at)));
  EXPECT_NEAR(result.tangent[0], f.derivative(f.at), 1e-13 * std::abs(f.derivative(f.at)) + 1e-300);
  const double h = 1e-5 * std::max(1.0, std::abs(f.at));
  const double numerical = (f.value(f.at + h) - f.value(f.at - h)) / (2.0 * h);
  EXPECT_NEAR(result.tangent[0], numerical, 1e-8 * std::max(1.0, std::abs(numerical)));
}

INSTANTIATE_TEST_SUITE_P(
    All, DualFunction,
    testing::Values(FunctionCase{"sqrt", [](D1 x) { return sqrt(x); }, [](double x) { return std::sqrt(x); },
                                 [](double x) { return 0.5 / std::sqrt(x); }, 2.3},
                    FunctionCase{"exp", [](D1 x) { return exp(x); }, [](double x) { return std::exp(x); },
                                 [](double x) { return std::exp(x); }, -0.7},
                    FunctionCase{"log", [](D1 x) { return log(x); }, [](double x) { return std::log(x); },
                                 [](double x) { return 1.0 / x; }, 3.1},
                    FunctionCase{"pow", [](D1 x) { return pow(x, 2.7); }, [](double x) { return std::pow(x, 2.7); },
                                 [](double x) { return 2.7 * std::pow(x, 1.7); }, 1.9},
                    FunctionCase{"pow_negative", [](D1 x) { return pow(x, -1.5); },
                                 [](double x) { return std::pow(x, -1.5); },
                                 [](double x) { return -1.5 * std::pow(x, -2.5); }, 0.8},
                    FunctionCase{"sin", [](D1 x) { return sin(x); }, [](double x) { return std::sin(x); },
                                 [](double x) { return std::cos(x); }, 0.4},
                    FunctionCase{"cos", [](D1 x) { return cos(x); }, [](double x) { return std::cos(x); },
                                 [](double x) { return -std::sin(x); }, 0.4},
                    FunctionCase{"quotient", [](D1 x) { return (x * x + 1.0) / (2.0 - x); },
                                 [](double x) { return (x * x + 1.0) / (2.0 - x); },
                                 [](double x) { return (2.0 * x * (2.0 - x) + x * x + 1.0) / ((2.0 - x) * (2.0 - x)); },
                                 0.6},
                    FunctionCase{"constants", [](D1 x) { return 3 * x - x / 4.0 + 1 - (-x); },
                                 [](double x) { return 3.75 * x + 1.0; }, [](double) { return 3.75; }, 1.2},
                    FunctionCase{"nested", [](D1 x) { return exp(sin(x) * sqrt(x)) / log(x + 2.0); },
                                 [](double x) { return std::exp(std::sin(x) * std::sqrt(x)) / std::log(x + 2.0); },
                                 [](double x) {
                                   const double e = std::exp(std::sin(x) * std::sqrt(x)), l = std::log(x + 2.0);
                                   const double inner = std::cos(x) * std::sqrt(x) + 0.5 * std::sin(x) / std::sqrt(x);
                                   return e * inner / l - e / (l * l * (x + 2.0));
                                 },
                                 1.7}),
    [](const auto& one) { return one.param.name; });

TEST(Dual, CompoundAssignmentsAgreeWithTheirOperatorsEvenOnThemselves) {
  const D1 a = seeded(1.5), b = 2.0 * seeded(1.5) + 0.3;
  const auto expect_same = [](D1 x, const D1& y) {
    EXPECT_EQ(x.value, y.value);
    EXPECT_EQ(x.tangent[0], y.tangent[0]);
  };
  D1 c = a;
  expect_same(c += b, a + b);
  c = a;
  expect_same(c -= b, a - b);
  c = a;
  expect_same(c *= b, a * b);
  c = a;
  expect_same(c /= b, a / b);
  c = a;
  expect_same(c *= c, a * a);
  c = a;
  c /= c;
  EXPECT_EQ(c.tangent[0], 0.0);
}

TEST(Dual, DirectionsDoNotMix) {
  D2 x(2.0), y(3.0);
  x.tangent[0] = 1.0;
  y.tangent[1] = 1.0;
  const D2 f = x * x * y + sin(y) / x;
  EXPECT_NEAR(f.tangent[0], 2.0 * 2.0 * 3.0 - std::sin(3.0) / 4.0, 1e-14);
  EXPECT_NEAR(f.tangent[1], 4.0 + std::cos(3.0) / 2.0, 1e-14);
}

TEST(Dual, NestedDualsGiveTheSecondDerivativeOfAProduct) {
  using Second = Dual<1, D1>;
  Second x(seeded(1.3));
  x.tangent[0] = D1(1.0);
  const Second f = x * x * x; // 6 x
  EXPECT_NEAR(f.tangent[0].tangent[0], 6.0 * 1.3, 1e-14);
}

TEST(Dual, LanesOfABatchKeepTheirOwnDerivatives) {
  using S = Dual<1, Batch>;
  S x;
  for (int lane = 0; lane < Batch::lanes; ++lane) x.value.set(lane, 1.0 + lane);
  x.tangent[0] = 1.0;
  const S f = exp(x) / x + pow(x, 3.0) - sqrt(x);
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const double v = 1.0 + lane;
    EXPECT_NEAR(f.tangent[0][lane], std::exp(v) * (v - 1.0) / (v * v) + 3.0 * v * v - 0.5 / std::sqrt(v), 1e-12);
    EXPECT_EQ(value_of(f)[lane], f.value[lane]);
  }
}

TEST(Batch, ArithmeticAndFunctionsActLaneByLane) {
  Batch a, b;
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    a.set(lane, 0.3 + 0.2 * lane);
    b.set(lane, 1.7 - 0.3 * lane);
  }
  const Batch sum = a + b, difference = a - b, product = a * b, quotient = a / b, negative = -a;
  const Batch power = pow(a, b), least = min(a, b), largest = max(a, b), size = abs(difference);
  const Batch functions = sqrt(a) + exp(a) + log(a) + sin(a) + cos(a) + tan(a) + sinh(a) + cosh(a) + tanh(a);
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const double x = a[lane], y = b[lane];
    EXPECT_EQ(sum[lane], x + y);
    EXPECT_EQ(difference[lane], x - y);
    EXPECT_EQ(product[lane], x * y);
    EXPECT_EQ(quotient[lane], x / y);
    EXPECT_EQ(negative[lane], -x);
    EXPECT_EQ(power[lane], std::pow(x, y));
    EXPECT_EQ(least[lane], std::min(x, y));
    EXPECT_EQ(largest[lane], std::max(x, y));
    EXPECT_EQ(size[lane], std::abs(x - y));
    EXPECT_NEAR(functions[lane],
                std::sqrt(x) + std::exp(x) + std::log(x) + std::sin(x) + std::cos(x) + std::tan(x) + std::sinh(x) +
                    std::cosh(x) + std::tanh(x),
                1e-14);
  }
  EXPECT_EQ(sum_lanes(a), (a[0] + a[1]) + (a[2] + a[3]));
}

TEST(Batch, NumberIsTheSameInEveryLaneAndNothingIsZero) {
  const Batch seven = 7.0, nothing;
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    EXPECT_EQ(seven[lane], 7.0);
    EXPECT_EQ(nothing[lane], 0.0);
  }
}

const Tensor2<double> sample{{1.2, -0.3, 0.5, 0.7, 2.1, -0.4, 0.1, 0.9, 1.6}};

TEST(Tensor, CofactorTimesTransposeIsTheDeterminant) {
  const Tensor2<double> c = cofactor(sample);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double sum = 0.0;
      for (int k = 0; k < 3; ++k) sum += c(i, k) * sample(j, k);
      EXPECT_NEAR(sum, i == j ? determinant(sample) : 0.0, 1e-14);
    }
}

TEST(Tensor, DeterminantIsTheTripleProductOfTheRowsAndItsDerivativeTheCofactor) {
  const auto row = [](int i) { return Vector3<double>{{sample(i, 0), sample(i, 1), sample(i, 2)}}; };
  EXPECT_NEAR(determinant(sample), dot(row(0), cross(row(1), row(2))), 1e-14);
  Tensor2<Dual<9>> a;
  for (std::size_t k = 0; k < 9; ++k) {
    a.c[k] = sample.c[k];
    a.c[k].tangent[k] = 1.0;
  }
  const Dual<9> d = determinant(a);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(d.tangent[k], cofactor(sample).c[k], 1e-14);
}

TEST(Tensor, CrossProductIsPerpendicularAndRightHanded) {
  const Vector3<double> a{{1.0, 2.0, -0.5}}, b{{0.3, -1.0, 2.0}}, n = cross(a, b);
  EXPECT_NEAR(dot(n, a), 0.0, 1e-14);
  EXPECT_NEAR(dot(n, b), 0.0, 1e-14);
  EXPECT_NEAR(dot(n, n), dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b), 1e-12); // Lagrange
  EXPECT_EQ(cross(Vector3<double>{{1, 0, 0}}, Vector3<double>{{0, 1, 0}})[2], 1.0);
}

TEST(Tensor, SymmetricPartAndTraceAreLinear) {
  const Tensor2<double> s = symmetric_part(sample), twice = symmetric_part(2.0 * sample + sample);
  EXPECT_NEAR(trace(s), trace(sample), 1e-15);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(s(i, j), s(j, i));
      EXPECT_NEAR(s(i, j), 0.5 * (sample(i, j) + sample(j, i)), 1e-15);
      EXPECT_NEAR(twice(i, j), 3.0 * s(i, j), 1e-14);
    }
}

} // namespace
} // namespace adjoule
