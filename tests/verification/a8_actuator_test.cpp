// Case A8: hot-arm/cold-arm actuator. Values "@mesh" are those of dolfinx 0.5.2, P2 on the same mesh; for A8a FreeFEM
// agrees.
#include "support/reference_models.hpp"

namespace adjoule::test {
namespace {

constexpr std::array<double, 3> corner{220e-6, 0.0, 0.0};

TEST(ReferenceA8, OneWayChainAgreesWithTwoOtherPrograms) {
  const auto model = make_actuator({.kind = ActuatorKind::one_way, .drive = Drive::voltage, .level = 2.0});
  const State state = model->solve_steady_state(tight());
  const double tip = std::hypot(1.7051581604e-07, 3.63314198292e-06),
               force = std::hypot(3.64035208828e-05, 3.78008077499e-07);
  expect_references(
      *model, state,
      {{"A8a.Tmax = T0 + sigma V^2/(8 k)", 1028.2941176470588, 1e-5, maximum("temperature")},
       {"A8a.I, converged", 0.00140788, 0.003, reaction("potential", "anchor_hot")},
       {"A8a.uy_tip_mean, converged", 3.625e-06, 0.003, average("displacement.y", "tip")},
       {"A8a.ux_tip_mean, converged", 1.7079e-07, 0.003, average("displacement.x", "tip"), tip},
       {"A8a.I_anchor_hot@mesh", 0.00140895017128, 1e-6, reaction("potential", "anchor_hot")},
       {"A8a.P_joule@mesh", 0.00281790034257, 1e-6, integral("joule_heat")},
       {"A8a.Q_anchor_hot@mesh", -0.00140895097331, 1e-6, reaction("temperature", "anchor_hot")},
       {"A8a.Q_anchor_cold@mesh", -0.00140894936926, 1e-6, reaction("temperature", "anchor_cold")},
       {"A8a.Tmax_nodal@mesh", 1028.29486258, 1e-6, maximum("temperature")},
       {"A8a.Tmean@mesh", 747.526597802, 1e-6, average("temperature")},
       {"A8a.ux_tipmean@mesh", 1.7051581604e-07, 1e-6, average("displacement.x", "tip"), tip},
       {"A8a.uy_tipmean@mesh", 3.63314198292e-06, 1e-6, average("displacement.y", "tip"), tip},
       {"A8a.ux_corner@mesh", 3.58057406111e-07, 1e-6, at_point("displacement.x", corner), tip},
       {"A8a.uy_corner@mesh", 3.61864836567e-06, 1e-6, at_point("displacement.y", corner), tip},
       {"A8a.Rx_anchor_hot@mesh", 3.64035208828e-05, 1e-6, reaction("displacement.x", "anchor_hot"), force},
       {"A8a.Ry_anchor_hot@mesh", -3.78008077499e-07, 1e-6, reaction("displacement.y", "anchor_hot"), force},
       {"A8a.strain_energy@mesh", 1.75248544955e-12, 1e-6, elastic_energy()}});
}

TEST(ReferenceA8, TwoWayCouplingAgreesWithAnotherProgram) {
  const auto model = make_actuator({.kind = ActuatorKind::two_way, .drive = Drive::voltage, .level = 5.0});
  const State state = model->solve_steady_state(tight());
  const double tip = std::hypot(2.70989751348e-07, 1.30219736542e-05),
               force = std::hypot(0.000130792417603, 1.36360203406e-06);
  expect_references(
      *model, state,
      {{"A8b.I_anchor_hot@mesh", 0.00221843222502, 1e-6, reaction("potential", "anchor_hot")},
       {"A8b.P_joule@mesh", 0.0110921611251, 1e-6, integral("joule_heat")},
       {"A8b.Q_anchor_hot@mesh", -0.00218960659142, 1e-6, reaction("temperature", "anchor_hot")},
       {"A8b.Q_anchor_cold@mesh", -0.000640078849846, 1e-6, reaction("temperature", "anchor_cold")},
       {"A8b.Tmax_nodal@mesh", 1145.7132665, 1e-6, maximum("temperature")},
       {"A8b.Tmean@mesh", 414.269301399, 1e-6, average("temperature")},
       {"A8b.ux_tipmean@mesh", -2.70989751348e-07, 1e-6, average("displacement.x", "tip"), tip},
       {"A8b.uy_tipmean@mesh", 1.30219736542e-05, 1e-6, average("displacement.y", "tip"), tip},
       {"A8b.ux_corner@mesh", 4.01914030697e-07, 1e-6, at_point("displacement.x", corner), tip},
       {"A8b.uy_corner@mesh", 1.30204163473e-05, 1e-6, at_point("displacement.y", corner), tip},
       {"A8b.Rx_anchor_hot@mesh", 0.000130792417603, 1e-6, reaction("displacement.x", "anchor_hot"), force},
       {"A8b.Ry_anchor_hot@mesh", -1.36360203406e-06, 1e-6, reaction("displacement.y", "anchor_hot"), force},
       {"A8b.strain_energy@mesh", 2.26194516013e-11, 1e-6, elastic_energy()}});
}

} // namespace
} // namespace adjoule::test
