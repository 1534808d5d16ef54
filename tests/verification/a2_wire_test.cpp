// Case A2: a Joule-heated wire with ends at 300 K. Closed forms; values "@mesh" are those of dolfinx 0.5.2, P2 on the
// same mesh.
#include "support/reference_models.hpp"

namespace adjoule::test {
namespace {

TEST(ReferenceA2, ConstantPropertiesGiveTheParabola) {
  const auto model = make_wire(constant_wire, Drive::voltage, 0.1);
  const State state = model->solve_steady_state(tight());
  expect_references(*model, state,
                    {{"const.Tmax = T0 + sigma V^2/(8 k)", 432.3529411764706, 1e-8, maximum("temperature")},
                     {"const.Tmean = T0 + sigma V^2/(12 k)", 388.2352941176471, 1e-8, average("temperature")},
                     {"const.I = sigma A V/L", 45.0, 1e-8, reaction("potential", "left")},
                     {"const.Q, half of V I, out at the left", -2.25, 1e-8, reaction("temperature", "left")},
                     {"const.Q, half of V I, out at the right", -2.25, 1e-8, reaction("temperature", "right")}});
}

TEST(ReferenceA2, ConductivityFallingWithTemperatureFollowsThePotentialTemperatureRelation) {
  const auto model = make_wire(linear_wire, Drive::voltage, 0.1);
  const State state = model->solve_steady_state(tight());
  expect_references(
      *model, state,
      {{"lin.Tmax: theta + beta theta^2/2 = sigma0 V^2/(8 k)", 406.72495508919263, 1e-6, maximum("temperature")},
       {"lin.I = (2A/L) sqrt(k sigma0/beta) atan((V/2) sqrt(sigma0 beta/k))", 34.18375594435686, 1e-6,
        reaction("potential", "left")},
       {"lin.I_left@mesh", 34.1837630837, 1e-6, reaction("potential", "left")},
       {"lin.Tmax_nodal@mesh", 406.72509921, 1e-6, maximum("temperature")},
       {"lin.Tmean@mesh", 370.314358412, 1e-6, average("temperature")}});
}

TEST(ReferenceA2, DrivenCurrentGivesTheVoltageAndPeakOfTheClosedForm) {
  const auto model = make_wire(linear_wire, Drive::current, 40.0);
  const State state = model->solve_steady_state(tight());
  expect_references(
      *model, state,
      {{"lin_current.Tmax: theta = (sec(mL/2)-1)/beta, m = (I/A) sqrt(beta/(sigma0 k))", 470.964805044894, 1e-6,
        maximum("temperature")},
       {"lin_current.V = 2 sqrt(k/(sigma0 beta)) tan(mL/2)", 0.13373954090507703, 1e-6, average("potential", "left")}});
}

TEST(ReferenceA2, WiedemannFranzPeakDoesNotDependOnTheConductivity) {
  const auto model = make_wire(wiedemann_franz_wire, Drive::voltage, 0.1);
  const State state = model->solve_steady_state(tight());
  expect_references(
      *model, state,
      {{"wf.Tmax^2 = T0^2 + V^2/(4 Lz)", 438.70151172915126, 1e-5, maximum("temperature")},
       {"wf.I = (A/L) int_0^V sigma(T(phi)) dphi", 32.01030840408121, 1e-5, reaction("potential", "left")}});
}

TEST(ReferenceA2, ConvectionFromTheSidesGivesTheFin) {
  const auto model = make_wire(constant_wire, Drive::voltage, 0.02);
  const CoefficientPointer h = model->number("h", 2000.0, "W/(m^2 K)"),
                           ambient = model->number("T.ambient", 300.0, "K");
  for (const char* side : {"y0", "y1", "z0", "z1"}) model->thermal().add_convection(side, h, ambient);
  const State state = model->solve_steady_state(tight());
  expect_references(*model, state,
                    {{"fin.Tmax of the one-dimensional fin", 302.64511324088585, 2e-5, maximum("temperature")},
                     {"fin.I_left@mesh", 9.0, 1e-7, reaction("potential", "left")},
                     {"fin.Tmax_nodal@mesh", 302.649021946, 1e-7, maximum("temperature")},
                     {"fin.Tmean@mesh", 301.828026791, 1e-7, average("temperature")}});
  const double rise = evaluate(*model, state, maximum("temperature")) - 300.0;
  EXPECT_NEAR(rise, 2.645113240885832, 0.005 * 2.645113240885832)
      << "fin.rise, up to the one-dimensional model's error";
}

} // namespace
} // namespace adjoule::test
