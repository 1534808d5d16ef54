#include "coefficient_battery.hpp"

#include <cmath>
#include <set>

namespace adjoule {

SamplePoints::SamplePoints(const std::array<double, Batch::lanes>& temperatures) {
  for (int lane = 0; lane < Batch::lanes; ++lane) temperature_.set(lane, temperatures[static_cast<std::size_t>(lane)]);
  for (int node = 0; node < 4; ++node) {
    shape_.push_back(0.1 * (node + 1));
    for (int lane = 0; lane < Batch::lanes; ++lane) nodes_.push_back((2 * node + lane) % mesh_nodes);
  }
}

PointContext SamplePoints::context() const {
  PointContext at;
  at.element = {3, 0, 4, 1};
  at.temperature = temperature_;
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    at.position[0].set(lane, 0.3 + 0.1 * lane);
    at.position[1].set(lane, 0.9 - 0.2 * lane);
    at.position[2].set(lane, 0.4 + 0.05 * lane);
  }
  at.shape = shape_;
  at.nodes = nodes_;
  return at;
}

namespace {

/// Richardson's extrapolation of central differences (order 6) of f(offset) at 0.
template <class Function>
Batch numerical_derivative(Function f, double step) {
  const auto central = [&](double h) { return (f(h) - f(-h)) / Batch(2.0 * h); };
  const Batch a = central(step), b = central(0.5 * step), c = central(0.25 * step);
  const Batch ab = (4.0 * b - a) / 3.0, bc = (4.0 * c - b) / 3.0;
  return (16.0 * bc - ab) / 15.0;
}

/// Allows for the rounding of the differences and of the extrapolation.
void expect_equal(Batch analytic, Batch numerical, Batch value, double step, double accuracy, const std::string& what) {
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const double tolerance = 1e-8 * std::abs(numerical[lane]) + accuracy * std::abs(value[lane]) / step;
    EXPECT_NEAR(analytic[lane], numerical[lane], tolerance) << what << ", lane " << lane;
  }
}

struct Prepared {
  Parameters parameters;
  CoefficientPointer coefficient;
  SamplePoints points;
  explicit Prepared(const CoefficientCase& given) : coefficient(given.make(parameters)), points(given.temperatures) {}
};

TEST_P(CoefficientBattery, LinearizationHasTheSameValue) {
  const Prepared p(GetParam());
  CoefficientDerivative derivative;
  const Batch value = p.coefficient->value(p.points.context(), p.parameters.all());
  const Batch linearized = p.coefficient->linearize(p.points.context(), p.parameters.all(), true, derivative);
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    EXPECT_TRUE(std::isfinite(value[lane]));
    EXPECT_EQ(linearized[lane], value[lane]);
  }
}

TEST_P(CoefficientBattery, LinearizationForgetsWhatStoodInTheDerivativeBefore) {
  const Prepared p(GetParam());
  CoefficientDerivative fresh, used;
  used.temperature = 17.0;
  used.position[1] = 18.0;
  used.terms.resize(7);
  p.coefficient->linearize(p.points.context(), p.parameters.all(), true, fresh);
  p.coefficient->linearize(p.points.context(), p.parameters.all(), true, used);
  EXPECT_EQ(used.terms.size(), fresh.terms.size());
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    EXPECT_EQ(used.temperature[lane], fresh.temperature[lane]);
    EXPECT_EQ(used.position[1][lane], fresh.position[1][lane]);
  }
  p.coefficient->linearize(p.points.context(), p.parameters.all(), false, used);
  EXPECT_TRUE(used.terms.empty());
  for (int lane = 0; lane < Batch::lanes; ++lane) EXPECT_EQ(used.temperature[lane], fresh.temperature[lane]);
}

TEST_P(CoefficientBattery, TemperatureDerivativeMatchesDifferences) {
  const Prepared p(GetParam());
  PointContext at = p.points.context();
  CoefficientDerivative derivative;
  const Batch value = p.coefficient->linearize(at, p.parameters.all(), false, derivative);
  const double step = 0.5;
  const Batch temperature = at.temperature;
  const Batch numerical = numerical_derivative(
      [&](double offset) {
        at.temperature = temperature + Batch(offset);
        return p.coefficient->value(at, p.parameters.all());
      },
      step);
  expect_equal(derivative.temperature, numerical, value, step, GetParam().accuracy, "T");
  if (!p.coefficient->reads_temperature()) {
    EXPECT_EQ(sum_lanes(abs(numerical)), 0.0);
  }
}

TEST_P(CoefficientBattery, PositionDerivativeMatchesDifferences) {
  const Prepared p(GetParam());
  PointContext at = p.points.context();
  CoefficientDerivative derivative;
  const Batch value = p.coefficient->linearize(at, p.parameters.all(), false, derivative);
  double change = 0.0;
  for (int d = 0; d < 3; ++d) {
    const double step = 0.01;
    const Batch position = at.position[d];
    const Batch numerical = numerical_derivative(
        [&](double offset) {
          at.position[d] = position + Batch(offset);
          return p.coefficient->value(at, p.parameters.all());
        },
        step);
    at.position[d] = position;
    expect_equal(derivative.position[d], numerical, value, step, GetParam().accuracy, "position " + std::to_string(d));
    change += sum_lanes(abs(numerical));
  }
  if (!p.coefficient->reads_position()) {
    EXPECT_EQ(change, 0.0);
  }
}

/// The sum of the terms that belong to one parameter value.
Batch collect(const std::vector<ParameterTerm>& terms, bool scalar, Index offset) {
  Batch sum = 0.0;
  for (const ParameterTerm& term : terms)
    for (int lane = 0; lane < Batch::lanes; ++lane)
      if (term.scalar == scalar && term.offset[static_cast<std::size_t>(lane)] == offset)
        sum.set(lane, sum[lane] + term.derivative[lane]);
  return sum;
}

TEST_P(CoefficientBattery, DerivativesToEveryParameterValueMatchDifferences) {
  const Prepared p(GetParam());
  const PointContext at = p.points.context();
  CoefficientDerivative derivative;
  const Batch value = p.coefficient->linearize(at, p.parameters.all(), true, derivative);
  std::set<int> listed;
  for (const Parameter parameter : p.coefficient->parameters()) listed.insert(parameter.id);
  double largest = 0.0;
  for (int id = 0; id < p.parameters.size(); ++id) {
    const Parameter parameter{id};
    const bool scalar = p.parameters.kind(parameter) == ParameterKind::scalar;
    for (Index i = 0; i < p.parameters.count(parameter); ++i) {
      const Index offset = p.parameters.offset(parameter) + i;
      ParameterVector changed = p.parameters.all();
      double& number = (scalar ? changed.scalars : changed.entries)[static_cast<std::size_t>(offset)];
      const double start = number, step = start == 0.0 ? 1e-3 : 1e-3 * std::abs(start);
      const Batch numerical = numerical_derivative(
          [&](double change) {
            number = start + change;
            return p.coefficient->value(at, changed);
          },
          step);
      expect_equal(collect(derivative.terms, scalar, offset), numerical, value, step, GetParam().accuracy,
                   p.parameters.path(parameter) + " " + std::to_string(i));
      if (sum_lanes(abs(numerical)) > 0.0) {
        EXPECT_TRUE(listed.contains(id)) << p.parameters.path(parameter);
      }
      largest = std::max(largest, sum_lanes(abs(numerical)));
    }
  }
  if (!listed.empty()) {
    EXPECT_GT(largest, 0.0);
  }
}

TEST_P(CoefficientBattery, LanesDoNotSeeEachOther) {
  const Prepared p(GetParam());
  PointContext at = p.points.context();
  const Batch value = p.coefficient->value(at, p.parameters.all());
  at.temperature.set(2, 333.0);
  at.position[0].set(2, 7.0);
  at.element[2] = 0;
  const Batch changed = p.coefficient->value(at, p.parameters.all());
  for (const int lane : {0, 1, 3}) EXPECT_NEAR(changed[lane], value[lane], 1e-13 * std::abs(value[lane]));
}

} // namespace
} // namespace adjoule
