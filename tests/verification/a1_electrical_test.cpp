// Case A1: resistances and terminals. Values "on this mesh" are those of dolfinx 0.5.2, P2 on the same mesh.
#include "support/reference_models.hpp"

namespace adjoule::test {
namespace {

constexpr double conductivity = 1e6; // S/m

std::unique_ptr<MultiphysicsSystem> make_conductor(const std::string& mesh) {
  auto model = std::make_unique<MultiphysicsSystem>(read_test_mesh(mesh));
  model->electrical().set_conductivity({"body"}, model->number("sigma", conductivity, "S/m"));
  return model;
}

/// Current into each of `terminals` at the potentials given.
std::vector<double> currents(const std::string& mesh, const std::vector<std::string>& terminals,
                             const std::vector<double>& potentials) {
  const auto model = make_conductor(mesh);
  for (std::size_t i = 0; i < terminals.size(); ++i) {
    model->electrical().prescribe_potential(terminals[i], model->number("V." + terminals[i], potentials[i], "V"));
  }
  const State state = model->solve_steady_state(tight());
  std::vector<double> result;
  for (const std::string& terminal : terminals)
    result.push_back(evaluate(*model, state, reaction("potential", terminal)));
  return result;
}

double resistance(const std::string& mesh, const std::string& from, const std::string& to) {
  return 1.0 / currents(mesh, {from, to}, {1.0, 0.0})[0];
}

void expect_relative(double actual, double expected, double tolerance, const std::string& what) {
  EXPECT_NEAR(actual, expected, tolerance * std::abs(expected)) << what;
}

TEST(ReferenceA1, BarHasTheResistanceOfItsLengthAndSection) {
  const auto model = make_conductor("bar_p2.msh"); // 20 x 2 x 1 mm: R = L / (sigma A) = 0.01 ohm
  model->electrical().prescribe_potential("left", model->number("V", 1.0, "V"));
  model->electrical().prescribe_potential("right", model->number("V.right", 0.0, "V"));
  const State state = model->solve_steady_state(tight());
  expect_references(*model, state,
                    {{"bar.I_at_1V", 100.0, 1e-9, reaction("potential", "left")},
                     {"bar.P_at_1V", 100.0, 1e-9, integral("joule_heat")}});
  expect_relative(1.0 / evaluate(*model, state, reaction("potential", "left")), 0.01, 1e-9, "bar.R");
}

TEST(ReferenceA1, QuarterAnnulusConductsRadiallyAndAroundAsItsLogarithmSays) {
  const double radial = resistance("annulus_p2.msh", "inner", "outer");
  const double around = resistance("annulus_p2.msh", "start", "end");
  expect_relative(radial, 0.006993983051321195, 1e-4, "ln(r2/r1) / (sigma t theta)");
  expect_relative(around, 0.014298004336900637, 1e-4, "theta / (sigma t ln(r2/r1))");
  expect_relative(radial, 0.00699387232547, 1e-7, "radial, on this curved mesh");
  expect_relative(around, 0.0142976780048, 1e-7, "circumferential, on this curved mesh");
}

TEST(ReferenceA1, SheetWithACornerHasTheSquaresOfItsConformalMap) {
  const double sheet = resistance("lsheet_p2.msh", "terminal_a", "terminal_b");
  expect_relative(sheet * conductivity * 1e-4, 8.558728799694697, 5e-4, "squares: 2*4 + 1 - (2/pi) ln 2");
  expect_relative(sheet, 0.08558728799694697, 5e-4, "squares / (sigma t)");
  expect_relative(sheet, 0.0855794700277, 1e-7, "on this mesh");
}

TEST(ReferenceA1, DrivenCurrentRaisesTheTerminalToTheVoltageOfItsResistance) {
  const auto model = make_conductor("lsheet_p2.msh");
  model->electrical().drive_current("terminal_a", model->number("I", 2.0, "A"));
  model->electrical().prescribe_potential("terminal_b", model->number("V", 0.0, "V"));
  const State state = model->solve_steady_state(tight());
  expect_references(
      *model, state,
      {{"Lsheet.V_at_2A", 0.17117457599389393, 5e-4, average("potential", "terminal_a")},
       {"2 A times the resistance on this mesh", 2.0 * 0.0855794700277, 1e-7, average("potential", "terminal_a")},
       {"what enters leaves", -2.0, 1e-9, reaction("potential", "terminal_b")}});
}

TEST(ReferenceA1, ThreeTerminalSheetHasTheConductanceMatrixOfItsMesh) {
  const std::vector<std::string> terminals{"left", "right", "stem"};
  const double expected[3][3] = {{15.262955272392709, -7.349982386892432, -7.912972885500309},
                                 {-7.349982386892432, 15.262867093054552, -7.9128847061621235},
                                 {-7.912972885500309, -7.9128847061621235, 15.825857591662423}};
  for (std::size_t driven = 0; driven < 3; ++driven) {
    std::vector<double> potentials(3, 0.0);
    potentials[driven] = 1.0;
    const std::vector<double> into = currents("tsheet_p2.msh", terminals, potentials);
    for (std::size_t i = 0; i < 3; ++i) {
      expect_relative(into[i], expected[i][driven], 1e-7, "G " + terminals[i] + " " + terminals[driven]);
    }
  }
}

TEST(ReferenceA1, FloatingTerminalTakesHalfTheVoltageBySymmetry) {
  const auto model = make_conductor("tsheet_p2.msh");
  model->electrical().prescribe_potential("left", model->number("V", 0.0, "V"));
  model->electrical().drive_current("right", model->number("I.right", 1.0, "A"));
  model->electrical().drive_current("stem", model->number("I.stem", 0.0, "A"));
  const State state = model->solve_steady_state(tight());
  expect_references(*model, state,
                    {{"Tsheet.V_right_at_1A@mesh", 0.0884451162282, 1e-7, average("potential", "right")},
                     {"Tsheet.V_stem_at_1A@mesh", 0.0442223117126, 1e-7, average("potential", "stem")}});
  const double ratio =
      evaluate(*model, state, average("potential", "stem")) / evaluate(*model, state, average("potential", "right"));
  expect_relative(ratio, 0.5, 1e-4, "Tsheet.V_stem_over_V_right");
}

} // namespace
} // namespace adjoule::test
