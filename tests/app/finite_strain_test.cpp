// Laws of finite strain from the case file to quantities and gradients, on one element.
#include "adjoule/io/vtu_reader.hpp"
#include "support/bar_case.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace {

using namespace support;
using adjoule::ElementType;

class Rubber : public testing::Test {
 protected:
  CommandResult run(const std::string& command, const std::string& text, const RubberMesh& mesh = {},
                    std::vector<std::string> more = {}) {
    write_rubber_mesh(folder_, mesh);
    std::vector<std::string> arguments{command, folder_.write("cube.toml", text).string(), "--output",
                                       (folder_ / "out").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments);
  }
  nlohmann::json summary() const { return read_json(folder_ / "out/summary.json"); }
  double quantity(const std::string& name) const { return summary()["quantities"][name].get<double>(); }

  TemporaryFolder folder_;
};

struct NamedLaw {
  std::string name, text;
};

std::ostream& operator<<(std::ostream& stream, const NamedLaw& law) {
  return stream << law.name;
}

class EveryLaw : public Rubber, public testing::WithParamInterface<NamedLaw> {};

TEST_P(EveryLaw, HoldsWithTheForceThatItsEnergyHasForTheMotion) {
  const CommandResult result = run("gradient", rubber_case(GetParam().text));
  ASSERT_EQ(result.status, 0) << result.errors;
  const double pull = quantity("pull");
  EXPECT_GT(pull, 1e4);
  EXPECT_NEAR(summary()["gradients"]["stored"]["mechanical.displacement.x1.x"].get<double>(), pull, 1e-7 * pull);
}

const std::string volume = "bulk = 2e6\nvolumetric = \"simo_taylor\"\n";

INSTANTIATE_TEST_SUITE_P(
    All, EveryLaw,
    testing::Values(NamedLaw{"st_venant_kirchhoff", "model = \"st_venant_kirchhoff\"\nyoung = 3e5\npoisson = 0.4\n"},
                    NamedLaw{"neo_hookean", rubber_of_neo_hooke},
                    NamedLaw{"mooney_rivlin", "model = \"mooney_rivlin\"\nc10 = 4e4\nc01 = 1e4\n" + volume},
                    NamedLaw{"yeoh", "model = \"yeoh\"\nc = [5e4, -1e3, 2e2]\n" + volume},
                    NamedLaw{"gent", "model = \"gent\"\nmu = 1e5\njm = 30.0\n" + volume},
                    NamedLaw{"arruda_boyce", "model = \"arruda_boyce\"\nmu = 1e5\nlocking_stretch = 2.8\n" + volume},
                    NamedLaw{"ogden", rubber_of_ogden},
                    NamedLaw{"ogden_by_expression", "model = \"ogden\"\nmu = \"1e5 * (1 + 0*x)\"\nalpha = 2.0\n"
                                                    "convention = \"abaqus\"\n" +
                                                        volume}),
    [](const auto& law) { return law.param.name; });

TEST_F(Rubber, TheIncompressibleNeoHookeanBlockHasItsClosedFormForceAndPressure) {
  const std::string law = "model = \"neo_hookean\"\nmu = 1e5\nbulk = inf\nformulation = \"mixed\"\n";
  const std::string more = "[quantities.p]\nkind = \"average\"\nfield = \"pressure\"\n"
                           "[quantities.ratio]\nkind = \"average\"\nfield = \"volume_ratio\"\n";
  const CommandResult result = run("solve", rubber_case(law) + more, {.type = ElementType::hexahedron20});
  ASSERT_EQ(result.status, 0) << result.errors;
  constexpr double stretch = 1.5, mu = 1e5;
  const double tension = mu * (stretch * stretch - 1.0 / stretch); // true stress
  EXPECT_NEAR(quantity("pull"), tension / stretch, 1e-7 * tension);
  EXPECT_NEAR(quantity("p"), -tension / 3.0, 1e-7 * tension);
  EXPECT_NEAR(quantity("ratio"), 1.0, 1e-8);
  expect_words(result.output, {"neo_hookean, mixed", "initial shear modulus 100000 Pa", "bulk modulus inf Pa"});
}

TEST_F(Rubber, TheTwoConventionsOfOgdenAreTwoReadingsOfMu) {
  const auto pull = [&](const std::string& convention, const std::string& mu) {
    const std::string law = "model = \"ogden\"\nmu = " + mu + "\nalpha = 4.0\nconvention = \"" + convention + "\"\n";
    EXPECT_EQ(run("solve", rubber_case(law + volume)).status, 0);
    return quantity("pull");
  };
  // mu/alpha of the one is 2 mu/alpha^2 of the other.
  EXPECT_NEAR(pull("ogden", "5e4"), pull("abaqus", "1e5"), 1e-4);
}

TEST_F(Rubber, OneNumberIsAListOfOneTerm) {
  const std::string number = with(with(rubber_of_ogden, "[1.2e5, -1.5e3]", "1.2e5"), "[1.8, -3.0]", "1.8");
  const std::string list = with(with(rubber_of_ogden, "[1.2e5, -1.5e3]", "[1.2e5]"), "[1.8, -3.0]", "[1.8]");
  ASSERT_EQ(run("gradient", rubber_case(number)).status, 0);
  const nlohmann::json by_number = summary();
  ASSERT_EQ(run("gradient", rubber_case(list)).status, 0);
  EXPECT_EQ(summary()["quantities"], by_number["quantities"]);
  EXPECT_EQ(summary()["gradients"]["pull"]["materials.rubber.elasticity.mu.0"],
            by_number["gradients"]["pull"]["materials.rubber.elasticity.mu"]);
}

TEST_F(Rubber, TheTaylorTestConfirmsTheGradientToTermsAndBulk) {
  const std::string law = "materials.rubber.elasticity.";
  const CommandResult result = run("gradient", rubber_case(rubber_of_ogden) + "[gradient]\nwrt = [\"" + law +
                                                   "mu.0\", \"" + law + "alpha.0\", \"" + law + "alpha.1\", \"" + law +
                                                   "bulk\"]\n[gradient.check]\nenabled = true\n");
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  for (const char* name : {"mu.0", "alpha.0", "alpha.1", "bulk"}) {
    const nlohmann::json check = summary()["gradient_check"]["pull"][law + name];
    EXPECT_TRUE(check["passed"].get<bool>()) << name;
    EXPECT_NE(check["adjoint"].get<double>(), 0.0) << name;
  }
}

TEST_F(Rubber, TheDensityOfATermsSensitivityAddsUpToItsDerivative) {
  const std::string path = "materials.rubber.elasticity.mu.0";
  const CommandResult result =
      run("gradient", rubber_case(rubber_of_ogden) + "[gradient]\nof = [\"pull\"]\nfields = [\"" + path + "\"]\n",
          {.type = ElementType::tetrahedron4, .cells = 2});
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::vector<double> density =
      adjoule::read_vtu_cell_array(folder_ / "out/fields.vtu", "d(pull)/d(" + path + ")");
  const double mean =
      std::accumulate(density.begin(), density.end(), 0.0) / static_cast<double>(density.size()); // equal volumes
  EXPECT_NEAR(mean, summary()["gradients"]["pull"][path].get<double>(), 1e-9 * std::abs(mean));
}

TEST_F(Rubber, APlateCarriesItsForceAndMovesWithoutTurning) {
  const std::string text = rubber_material(rubber_of_ogden) + rubber_supports("") +
                           "[mechanical.rigid.x1]\ncomponents = [\"x\"]\nforce = [2e4, 0.0, 0.0]\n" +
                           rubber_quantities() +
                           "[quantities.least]\nkind = \"minimum\"\nfield = \"displacement.x\"\non = \"x1\"\n"
                           "[quantities.most]\nkind = \"maximum\"\nfield = \"displacement.x\"\non = \"x1\"\n";
  const CommandResult result = run("gradient", text, {.type = ElementType::tetrahedron4, .cells = 2});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(quantity("pull"), 2e4, 1e-4);
  EXPECT_GT(quantity("least"), 0.05);
  EXPECT_EQ(quantity("least"), quantity("most"));
  EXPECT_NEAR(summary()["gradients"]["pull"]["mechanical.rigid.x1.force.0"].get<double>(), 1.0, 1e-8);
}

TEST_F(Rubber, LargeStrainsOfRubberAreNoWarning) {
  const CommandResult result = run("solve", rubber_case(rubber_of_ogden));
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_TRUE(summary()["warnings"].empty()) << result.errors;
}

TEST_F(Rubber, TheReportNamesTheLawItsConventionAndItsInitialModuli) {
  const CommandResult result = run("check", rubber_case(rubber_of_ogden));
  // (1.2e5 * 1.8 + 1.5e3 * 3) / 2
  expect_words(result.output, {"ogden, 2 terms, convention ogden, volumetric quadratic",
                               "initial shear modulus 110250 Pa, bulk modulus 2e+06 Pa"});
}

} // namespace
