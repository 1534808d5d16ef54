// Case A9: derivatives by the adjoint against closed forms (A2), exact scaling (A8a) and central differences of another
// program's whole chain (A8b: dolfinx 0.5.2, P2 on the same mesh).
#include "support/reference_models.hpp"

namespace adjoule::test {
namespace {

TEST(ReferenceA9, WireOfConstantPropertiesHasTheDerivativesOfItsClosedForm) {
  const auto model = make_wire(constant_wire, Drive::voltage, 0.1);
  const State state = model->solve_steady_state(tight());
  expect_derivatives(*model, state, maximum("temperature"),
                     {{"A2.const.dTmax_dV", 2647.0588235294117, 1e-6, "V"},
                      {"A2.const.dTmax_dsigma", 7.3529411764705884e-06, 1e-6, "sigma0"},
                      {"A2.const.dTmax_dk", -0.7785467128027682, 1e-6, "k"}});
  expect_derivatives(*model, state, reaction("potential", "left"),
                     {{"A2.const.dI_dV", 450.0, 1e-6, "V"}, {"A2.const.dI_dk", 0.0, 1e-9, "k", 45.0 / 170.0}});
}

TEST(ReferenceA9, WireOfFallingConductivityHasTheDerivativesOfItsClosedForm) {
  const auto model = make_wire(linear_wire, Drive::voltage, 0.1);
  const State state = model->solve_steady_state(tight());
  expect_derivatives(*model, state, maximum("temperature"),
                     {{"A2.lin.dTmax_dV", 1788.2363330352084, 1e-5, "V"},
                      {"A2.lin.dTmax_dsigma0", 4.9673231473200235e-06, 1e-5, "sigma0"},
                      {"A2.lin.dTmax_dk", -0.5259518626574142, 1e-5, "k"},
                      {"A2.lin.dTmax_dbeta", -3847.3640972071644, 1e-5, "beta"}});
  expect_derivatives(*model, state, reaction("potential", "left"),
                     {{"A2.lin.dI_dV", 205.36912751677852, 1e-5, "V"},
                      {"A2.lin.dI_dsigma0", 1.520018574889853e-06, 1e-5, "sigma0"},
                      {"A2.lin.dI_dk", 0.04013777409611473, 1e-5, "k"},
                      {"A2.lin.dI_dbeta", -1516.3159102976674, 1e-5, "beta"}});
}

TEST(ReferenceA9, WiedemannFranzWireHasTheDerivativeOfItsClosedForm) {
  const auto model = make_wire(wiedemann_franz_wire, Drive::voltage, 0.1);
  const State state = model->solve_steady_state(tight());
  expect_derivatives(*model, state, maximum("temperature"), {{"A2.wf.dTmax_dV", 2335.5063443843233, 1e-5, "V"}});
}

TEST(ReferenceA9, CurrentDrivenWireHasTheDerivativesOfItsClosedForm) {
  const auto model = make_wire(linear_wire, Drive::current, 40.0);
  const State state = model->solve_steady_state(tight());
  expect_derivatives(*model, state, maximum("temperature"),
                     {{"A2.lin_current.dTmax_dI", 13.919466842612504, 1e-5, "I"},
                      {"A2.lin_current.dTmax_dbeta", 23872.11817941247, 1e-5, "beta"}});
}

TEST(ReferenceA9, OneWayActuatorScalesWithItsProperties) {
  // T - Tref ~ sigma V^2/k, u ~ alpha (T - Tref), independent of E.
  const auto model = make_actuator({.kind = ActuatorKind::one_way, .drive = Drive::voltage, .level = 2.0});
  const State state = model->solve_steady_state(tight());
  expect_derivatives(*model, state, average("displacement.y", "tip"),
                     {{"A8a.duy_tip_dV@mesh", 3.63314198292e-06, 1e-6, "V"},
                      {"A8a.duy_tip_dsigma@mesh", 7.266283965840001e-11, 1e-6, "sigma"},
                      {"A8a.duy_tip_dk@mesh", -1.068571171447059e-07, 1e-6, "k"},
                      {"A8a.duy_tip_dalphaT@mesh", 1.2528075803172414, 1e-6, "alpha"},
                      {"A8a.duy_tip_dE@mesh", 0.0, 1e-8, "E", 3.63314198292e-06 / 160e9}});
  expect_derivatives(*model, state, reaction("potential", "anchor_hot"),
                     {{"A8a.dI_dV@mesh", 0.00070447508564, 1e-6, "V"},
                      {"A8a.dI_dsigma@mesh", 2.8179003425599997e-08, 1e-6, "sigma"},
                      {"A8a.dI_dk@mesh", 0.0, 1e-6, "k", 0.00140895017128 / 34.0}});
  expect_derivatives(*model, state, maximum("temperature"),
                     {{"A8a.dTmax_dV", 735.2941176470588, 1e-5, "V"},
                      {"A8a.dTmax_dsigma", 0.014705882352941176, 1e-5, "sigma"},
                      {"A8a.dTmax_dk", -21.62629757785467, 1e-5, "k"}});
}

TEST(ReferenceA9, TwoWayActuatorHasTheDerivativesOfDifferences) {
  const auto model = make_actuator({.kind = ActuatorKind::two_way, .drive = Drive::voltage, .level = 5.0});
  const State state = model->solve_steady_state(tight());
  const double temperature = 414.269301399, current = 0.00221843222502, deflection = 1.30219736542e-05, alpha = 2.9e-6,
               nu = 0.22;
  expect_derivatives(*model, state, average("displacement.y", "tip"),
                     {{"A8b.duy_tip_dV@mesh", 4.171654007699299e-06, 1e-4, "V"},
                      {"A8b.duy_tip_dsigma0@mesh", 2.0858270201076e-10, 1e-4, "sigma"},
                      {"A8b.duy_tip_dbeta@mesh", -0.002074270848275117, 1e-4, "beta"},
                      {"A8b.duy_tip_dk0@mesh", -1.3479221991152173e-07, 1e-4, "k"},
                      {"A8b.duy_tip_dalpha@mesh", 4.4903357314900765, 1e-4, "alpha"},
                      // The tip hardly follows nu: the quotient carries 1e-9 of the deflection over its step of 4e-5,
                      // so the scale is u/nu.
                      {"A8b.duy_tip_dnu@mesh", -8.15962324932463e-08, 1e-5, "nu", deflection / nu},
                      {"A8b.duy_tip_dh@mesh", -2.923099837218e-10, 1e-4, "h"}});
  expect_derivatives(*model, state, average("temperature"),
                     {{"A8b.dTmean_dV@mesh", 35.47013048950021, 1e-4, "V"},
                      {"A8b.dTmean_dsigma0@mesh", 0.001773506536258651, 1e-4, "sigma"},
                      {"A8b.dTmean_dbeta@mesh", -26075.180121210902, 1e-4, "beta"},
                      {"A8b.dTmean_dk0@mesh", -0.14837599144106448, 1e-4, "k"},
                      {"A8b.dTmean_dalpha@mesh", 0.0, 1e-4, "alpha", temperature / alpha},
                      {"A8b.dTmean_dnu@mesh", 0.0, 1e-4, "nu", temperature / nu},
                      {"A8b.dTmean_dh@mesh", -0.004181527260861628, 1e-4, "h"}});
  expect_derivatives(*model, state, reaction("potential", "anchor_hot"),
                     {{"A8b.dI_dV@mesh", 0.00018769541684023235, 1e-4, "V"},
                      {"A8b.dI_dsigma0@mesh", 3.156909302358488e-08, 1e-4, "sigma"},
                      {"A8b.dI_dbeta@mesh", -0.5119820687717046, 1e-4, "beta"},
                      {"A8b.dI_dk0@mesh", 7.073408735332044e-06, 1e-4, "k"},
                      {"A8b.dI_dalpha@mesh", 0.0, 1e-4, "alpha", current / alpha},
                      {"A8b.dI_dnu@mesh", 0.0, 1e-4, "nu", current / nu},
                      {"A8b.dI_dh@mesh", 1.9974084327441157e-08, 1e-4, "h"}});
}

TEST(ReferenceA9, TwoWayActuatorFollowsPoissonsRatioAsItsOwnCentralDifferenceSays) {
  const auto model = make_actuator({.kind = ActuatorKind::two_way, .drive = Drive::voltage, .level = 5.0});
  const State state = model->solve_steady_state(tight());
  const Parameter nu = model->parameters().find("nu");
  const auto tip_at = [&](double value) {
    model->parameters().set(nu, value);
    return evaluate(*model, model->solve_steady_state(tight(), &state.fields), average("displacement.y", "tip"));
  };
  const double step = 4e-4, quotient = (tip_at(0.22 + step) - tip_at(0.22 - step)) / (2.0 * step);
  model->parameters().set(nu, 0.22);
  expect_derivatives(*model, state, average("displacement.y", "tip"), {{"A8b.duy_tip_dnu", quotient, 1e-5, "nu"}});
}

} // namespace
} // namespace adjoule::test
