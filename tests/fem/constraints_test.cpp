#include "adjoule/fem/constraints.hpp"
#include "support/small_meshes.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

struct Wire {
  Mesh mesh = make_box({.type = ElementType::triangle3, .cells = {4, 1, 1}});
  Parameters parameters;
  Parameter low = parameters.register_parameter("low", 2.0);
  Parameter high = parameters.register_parameter("high", 5.0);
  CoefficientPointer low_value = constant_coefficient(parameters, low);
  CoefficientPointer high_value = constant_coefficient(parameters, high);
  const std::vector<Index>& nodes(const std::string& group) const { return mesh.group(group).nodes; }
};
const Field scalar{"potential", "V", 1};

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

TEST(Constraints, ExpandPutsPrescribedValuesTiesAndUnknownsInTheirPlaces) {
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  EXPECT_EQ(c.prescribe(wire.nodes("left"), 0, wire.low_value, "left"), 0);
  const int tie = c.tie(wire.nodes("right"), 0, "right");
  c.number_unknowns();
  EXPECT_EQ(c.unknown_count(), wire.mesh.node_count() - 2 - 2 + 1);
  std::vector<double> q(at(c.unknown_count())), u, homogeneous;
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = 10.0 + static_cast<double>(i);
  c.expand(q, wire.parameters.all(), u);
  c.expand_homogeneous(q, homogeneous);
  for (const Index node : wire.nodes("left")) {
    EXPECT_EQ(u[at(node)], 2.0);
    EXPECT_EQ(homogeneous[at(node)], 0.0);
    EXPECT_EQ(c.unknown()[at(node)], -1);
    EXPECT_EQ(c.name_at(node), "left");
    EXPECT_TRUE(c.is_prescribed(node));
  }
  for (const Index node : wire.nodes("right")) {
    EXPECT_EQ(u[at(node)], q[at(c.tied_unknown(tie))]);
    EXPECT_EQ(c.name_at(node), "right");
    EXPECT_FALSE(c.is_prescribed(node));
  }
  std::vector<double> back(q.size());
  c.restrict_values(u, back);
  EXPECT_EQ(back, q);
}

TEST(Constraints, ReduceIsTheTransposeOfTheHomogeneousExpansion) {
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  c.prescribe(wire.nodes("left"), 0, wire.low_value, "left");
  c.tie(wire.nodes("right"), 0, "right");
  c.deactivate(std::vector<Index>{4});
  c.number_unknowns();
  Numbers numbers;
  const std::vector<double> q = numbers.vector(at(c.unknown_count())),
                            full = numbers.vector(at(wire.mesh.node_count()));
  std::vector<double> u, reduced(q.size());
  c.expand_homogeneous(q, u);
  c.reduce(full, reduced);
  double left = 0.0, right = 0.0;
  for (std::size_t i = 0; i < full.size(); ++i) left += u[i] * full[i];
  for (std::size_t i = 0; i < q.size(); ++i) right += q[i] * reduced[i];
  EXPECT_NEAR(left, right, 1e-14);
}

TEST(Constraints, FirstPrescriptionWinsAndTheLoserHasNoGradientThere) {
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  EXPECT_EQ(c.prescribe(wire.nodes("left"), 0, wire.low_value, "left"), 0);
  EXPECT_EQ(c.prescribe(wire.nodes("left"), 0, wire.high_value, "left again"), 2);
  c.number_unknowns();
  std::vector<double> u;
  c.expand(std::vector<double>(at(c.unknown_count()), 0.0), wire.parameters.all(), u);
  for (const Index node : wire.nodes("left")) EXPECT_EQ(u[at(node)], 2.0);
  ParameterVector sensitivity = wire.parameters.zeros();
  c.add_vjp(std::vector<double>(u.size(), 1.0), wire.parameters.all(), sensitivity, nullptr);
  EXPECT_EQ(wire.parameters.part(std::as_const(sensitivity), wire.low)[0], 2.0);
  EXPECT_EQ(wire.parameters.part(std::as_const(sensitivity), wire.high)[0], 0.0);
}

TEST(Constraints, TieThatMeetsAPrescriptionOrATieIsRefusedByName) {
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  c.prescribe(wire.nodes("left"), 0, wire.low_value, "terminal A");
  c.tie(wire.nodes("right"), 0, "terminal B");
  for (const auto& [group, other] : {std::pair{"left", "terminal A"}, std::pair{"right", "terminal B"}}) {
    try {
      c.tie(wire.nodes(group), 0, "terminal C");
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("terminal C"), std::string::npos) << message;
      EXPECT_NE(message.find(other), std::string::npos) << message;
    }
  }
  EXPECT_THROW(c.prescribe(wire.nodes("right"), 0, wire.low_value, "terminal D"), InputError);
}

TEST(Constraints, ComponentsAreTiedAndPrescribedApartFromEachOther) {
  const Wire wire;
  Constraints c(wire.mesh, {"displacement", "m", 2});
  c.prescribe(wire.nodes("right"), 0, wire.low_value, "held");
  const int tie = c.tie(wire.nodes("right"), 1, "lid");
  EXPECT_THROW(c.tie(wire.nodes("right"), 0, "lid"), InputError);
  EXPECT_THROW(c.prescribe(wire.nodes("right"), 1, wire.low_value, "held"), InputError);
  c.number_unknowns();
  EXPECT_EQ(c.unknown_count(), 2 * (wire.mesh.node_count() - 2) + 1);
  for (Index node = 0; node < wire.mesh.node_count(); ++node) {
    const std::vector<Index>& right = wire.nodes("right");
    const bool tied = std::find(right.begin(), right.end(), node) != right.end();
    EXPECT_EQ(c.tie_at(2 * node), -1);
    EXPECT_EQ(c.tie_at(2 * node + 1), tied ? tie : -1);
    EXPECT_EQ(c.unknown()[at(2 * node + 1)] == c.tied_unknown(tie), tied);
    EXPECT_EQ(c.is_prescribed(2 * node), tied);
    EXPECT_EQ(c.name_at(2 * node + 1), tied ? "lid" : "");
  }
}

TEST(Constraints, ValueThatFollowsTheTemperatureIsRefused) {
  struct Warm final : Coefficient {
    Batch value(const PointContext& p, const ParameterVector&) const override { return p.temperature; }
    Batch linearize(const PointContext& p, const ParameterVector&, bool, CoefficientDerivative&) const override {
      return p.temperature;
    }
    bool reads_temperature() const override { return true; }
    std::vector<Parameter> parameters() const override { return {}; }
  };
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  EXPECT_THROW(c.prescribe(wire.nodes("left"), 0, std::make_shared<Warm>(), "left"), InputError);
}

TEST(Constraints, ComponentThatTheFieldHasNotIsRefused) {
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  for (const int component : {-1, 1}) {
    EXPECT_THROW(c.prescribe(wire.nodes("left"), component, wire.low_value, "left"), InputError);
    EXPECT_THROW(c.tie(wire.nodes("left"), component, "left"), InputError);
  }
}

TEST(Constraints, NothingCanBeAddedOnceUnknownsAreNumbered) {
  const Wire wire;
  Constraints c(wire.mesh, scalar);
  c.number_unknowns();
  EXPECT_THROW(c.prescribe(wire.nodes("left"), 0, wire.low_value, "left"), InputError);
  EXPECT_THROW(c.tie(wire.nodes("right"), 0, "right"), InputError);
}

TEST(Constraints, NodalValuesArePrescribedNodeByNodeWithTheirDerivatives) {
  Wire wire;
  Numbers numbers;
  const Parameter field =
      wire.parameters.register_field("nodal", numbers.vector(at(wire.mesh.node_count())), ParameterKind::per_node);
  Constraints c(wire.mesh, scalar);
  c.prescribe(wire.nodes("left"), 0, nodal_coefficient(wire.parameters, field), "left");
  c.number_unknowns();
  std::vector<double> u;
  c.expand(std::vector<double>(at(c.unknown_count()), 0.0), wire.parameters.all(), u);
  ParameterVector sensitivity = wire.parameters.zeros();
  c.add_vjp(std::vector<double>(u.size(), 3.0), wire.parameters.all(), sensitivity, nullptr);
  for (Index node = 0; node < wire.mesh.node_count(); ++node) {
    const bool held = c.is_prescribed(node);
    if (held) {
      EXPECT_EQ(u[at(node)], wire.parameters.values(field)[at(node)]);
    }
    EXPECT_EQ(wire.parameters.part(std::as_const(sensitivity), field)[at(node)], held ? 3.0 : 0.0);
  }
}

TEST(Constraints, ValueGivenElementByElementIsRefusedAtNodes) {
  Wire wire;
  const Parameter field = wire.parameters.register_field("regions", {1.0}, ParameterKind::per_region);
  const CoefficientPointer value =
      region_coefficient(wire.parameters, field, std::vector<Index>(at(wire.mesh.element_count()), 0));
  Constraints c(wire.mesh, scalar);
  c.prescribe(wire.nodes("left"), 0, value, "left");
  c.number_unknowns();
  std::vector<double> u;
  EXPECT_THROW(c.expand(std::vector<double>(at(c.unknown_count()), 0.0), wire.parameters.all(), u), InputError);
}

TEST(Constraints, DerivativesOfPrescribedValuesAreTransposesOfEachOther) {
  struct Ramp final : Coefficient { // p (1 + x^2 + y)
    explicit Ramp(Parameter p) : p_(p) {}
    Batch value(const PointContext& c, const ParameterVector& v) const override {
      return v.scalars[0] * (1.0 + c.position[0] * c.position[0] + c.position[1]);
    }
    Batch linearize(const PointContext& c, const ParameterVector& v, bool, CoefficientDerivative& d) const override {
      d = {};
      d.position = {{v.scalars[0] * 2.0 * c.position[0], Batch(v.scalars[0]), Batch(0.0)}};
      ParameterTerm term;
      term.offset.fill(0);
      term.derivative = 1.0 + c.position[0] * c.position[0] + c.position[1];
      d.terms.push_back(term);
      return value(c, v);
    }
    bool reads_position() const override { return true; }
    std::vector<Parameter> parameters() const override { return {p_}; }
    Parameter p_;
  };
  const Wire wire;
  Constraints c(wire.mesh, {"displacement", "m", 2});
  c.prescribe(wire.nodes("right"), 1, std::make_shared<Ramp>(wire.low), "right");
  c.number_unknowns();
  Numbers numbers;
  const auto nodes = at(wire.mesh.node_count());
  const std::vector<double> dual = numbers.vector(2 * nodes);
  std::vector<double> move = numbers.vector(3 * nodes);
  for (std::size_t n = 0; n < nodes; ++n) move[3 * n + 2] = 0.0;
  ParameterVector direction = wire.parameters.zeros();
  direction.scalars[0] = 0.7;
  std::vector<double> change(2 * nodes, 0.0), coordinates(3 * nodes, 0.0);
  c.add_jvp(wire.parameters.all(), direction, move, change);
  ParameterVector sensitivity = wire.parameters.zeros();
  c.add_vjp(dual, wire.parameters.all(), sensitivity, &coordinates);
  double left = 0.0, right = 0.7 * sensitivity.scalars[0];
  for (std::size_t i = 0; i < dual.size(); ++i) left += dual[i] * change[i];
  for (std::size_t i = 0; i < move.size(); ++i) right += move[i] * coordinates[i];
  EXPECT_NE(left, 0.0);
  EXPECT_NEAR(left, right, 1e-14 * std::abs(left));

  // and the change itself against differences
  const double h = 1e-6;
  Mesh moved = wire.mesh;
  auto x = moved.coordinates();
  for (std::size_t i = 0; i < move.size(); ++i) x[i / 3][i % 3] += h * move[i];
  moved.set_coordinates(x);
  Constraints there(moved, {"displacement", "m", 2});
  there.prescribe(wire.nodes("right"), 1, std::make_shared<Ramp>(wire.low), "right");
  there.number_unknowns();
  ParameterVector parameters = wire.parameters.all();
  parameters.scalars[0] += h * 0.7;
  std::vector<double> before, after;
  const std::vector<double> q(at(c.unknown_count()), 0.0);
  c.expand(q, wire.parameters.all(), before);
  there.expand(q, parameters, after);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR((after[i] - before[i]) / h, change[i], 1e-5);
}

} // namespace
} // namespace adjoule::test
