// Homogeneous tests of case files: what is read, and what is refused with which words.
#include "adjoule/app/homogeneous_builder.hpp"

#include "adjoule/app/model_builder.hpp"
#include "support/rubber_case.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace adjoule {
namespace {

const std::string incompressible = R"([materials.rubber.elasticity]
model = "neo_hookean"
mu = 0.4e6
bulk = inf
formulation = "mixed"
[identify.unknowns."materials.rubber.elasticity.mu"]
)";
const std::string pull = R"([identify.data.pull]
test = "uniaxial"
file = "pull.csv"
)";
const std::string sound = "units = { stress = \"MPa\" }\nnoise = 1e3\n";

class HomogeneousBuilder : public testing::Test {
 protected:
  HomogeneousBuilder() { write("stretch,stress\n1.5,0.4\n2,0.7\n"); }

  void write(const std::string& text) const { std::ofstream(folder_ / "pull.csv") << text; }
  MeshFreeModel build(const std::string& text) const {
    return build_mesh_free_model(CaseFile::parse(text, folder_ / "case.toml"));
  }
  std::string refusal(const std::string& text) const {
    try {
      const CaseFile file = CaseFile::parse(text, folder_ / "case.toml");
      build_design(file, build_mesh_free_model(file));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  void expect_refusal(const std::string& text, const std::vector<std::string>& words) const {
    const std::string message = refusal(text);
    for (const std::string& word : words) EXPECT_NE(message.find(word), std::string::npos) << word << "\n" << message;
    EXPECT_NE(message.find("case.toml:"), std::string::npos) << message;
  }

  support::TemporaryFolder folder_;
};

TEST_F(HomogeneousBuilder, ReadsStressesInTheirUnit) {
  write("Kraft;stretch;Spannung\n1;1.5;64.4\n2;2;70\n");
  const MeshFreeModel model = build(
      incompressible + pull +
      "columns = { stress = \"Spannung\" }\nunits = { stress = \"kgf/cm^2\" }\nrelative_noise = 0.02\nweight = 3\n");
  ASSERT_EQ(model.tests.size(), 1u);
  const HomogeneousTestData& data = model.tests[0].test->data();
  EXPECT_EQ(data.mode, StretchMode::uniaxial);
  EXPECT_EQ(data.stretch, (std::vector{1.5, 2.0}));
  EXPECT_NEAR(data.stress[0], 6.31548e6, 5.0);
  EXPECT_NEAR(data.standard_deviation[0], 0.02 * data.stress[0], 1e-6);
  EXPECT_EQ(data.weight, 3.0);
  EXPECT_EQ(model.tests[0].material, "rubber");
  EXPECT_EQ(model.tests[0].record.delimiters, std::vector<std::string>{"semicolon"});
}

TEST_F(HomogeneousBuilder, LeavesOutRowsWithoutNumbersAndFlaggedOnesAndCountsThem) {
  write("strain,stress,sigma,flag\n50,0.4,0.01,0\n60,,0.01,0\n70,nan,0.01,0\n80,0.6,0.01,-1\n100,0.7,0.02,0\n");
  const MeshFreeModel model = build(incompressible + pull +
                                    "columns = { strain = \"strain\", noise = \"sigma\", flag = \"flag\" }\n"
                                    "units = { stress = \"MPa\", strain = \"%\" }\n");
  const auto& [test, material, record] = model.tests[0];
  ASSERT_EQ(test->data().stretch.size(), 2u);
  EXPECT_NEAR(test->data().stretch[0], 1.5, 1e-15);
  EXPECT_NEAR(test->data().stretch[1], 2.0, 1e-15);
  EXPECT_NEAR(test->data().standard_deviation[1], 2e4, 1e-9);
  EXPECT_EQ(record.rows, 5);
  EXPECT_EQ(record.used, 2);
  EXPECT_EQ(record.skipped, (std::vector<std::pair<std::string, Index>>{{"without a number", 2}, {"flagged", 1}}));
}

TEST_F(HomogeneousBuilder, AbsoluteAndRelativeNoiseAddUpAsVariances) {
  const MeshFreeModel model =
      build(incompressible + pull + "units = { stress = \"Pa\" }\nnoise = 3\nrelative_noise = 10\n");
  EXPECT_NEAR(model.tests[0].test->data().standard_deviation[0], 5.0, 1e-14); // of 0.4 Pa
}

// The formulations of a law: displacement and mixed have the same block, and a large bulk modulus the incompressible.
TEST_F(HomogeneousBuilder, BuildsTheLawOfTheFile) {
  const auto stress = [&](const std::string& volume) {
    return build("[materials.rubber.elasticity]\nmodel = \"ogden\"\nconvention = \"ogden\"\nmu = [0.5e6, -1e4]\n"
                 "alpha = [1.3, -2.0]\n" +
                 volume + "\n[identify.unknowns.\"materials.rubber.elasticity.mu.0\"]\n" + pull + sound)
        .tests[0]
        .test->stress()[1];
  };
  const double displacement = stress("bulk = 4e6\nvolumetric = \"log\"");
  EXPECT_EQ(stress("bulk = 4e6\nvolumetric = \"log\"\nformulation = \"mixed\""), displacement);
  EXPECT_NE(stress("bulk = 4e6\nvolumetric = \"quadratic\""), displacement);
  const double incompressible_stress = stress("bulk = inf\nformulation = \"mixed\"");
  EXPECT_GT(std::abs(displacement / incompressible_stress - 1.0), 0.01);
  EXPECT_NEAR(stress("bulk = 4e12\nvolumetric = \"log\"") / incompressible_stress, 1.0, 1e-6);
  const auto closed = [](double mu, double alpha) {
    return mu * (std::pow(2.0, alpha - 1.0) - std::pow(2.0, -0.5 * alpha - 1.0));
  };
  EXPECT_NEAR(incompressible_stress, closed(0.5e6, 1.3) + closed(-1e4, -2.0), 1e-6);
}

TEST_F(HomogeneousBuilder, FollowsConstants) {
  const std::string text = "[constants]\nstiff = 2e5\n[materials.rubber.elasticity]\nmodel = \"neo_hookean\"\n"
                           "mu = \"2 * stiff\"\nbulk = inf\nformulation = \"mixed\"\n"
                           "[identify.unknowns.\"constants.stiff\"]\n" +
                           pull + sound;
  const CaseFile file = CaseFile::parse(text, folder_ / "case.toml");
  const MeshFreeModel model = build_mesh_free_model(file);
  const Design design = build_design(file, model);
  const auto at = model.tests[0].test->linearize(design, design.start(), {}, false);
  // Proportional to the constant, whose variable is its logarithm or itself over its start: 1 either way.
  EXPECT_NEAR(at.design(0, 0), 4e5 * (1.5 - 1.0 / 2.25) / 1e3, 1e-9);
}

TEST_F(HomogeneousBuilder, RefusesWhatLeavesTheNumbersOpen) {
  expect_refusal(incompressible + pull + "noise = 1e3\n",
                 {"[identify.data.pull] has no unit of the stress", "units = { stress = \"MPa\" }"});
  expect_refusal(incompressible + pull + "units = { stress = \"MPa\" }\n", {"no standard deviation", "relative_noise"});
  expect_refusal(incompressible + pull + "units = { stress = \"mm\" }\nnoise = 1\n",
                 {"case.toml:10: the unit 'mm' does not fit", "'Pa'"});
  expect_refusal(incompressible + pull + sound + "columns = { stretch = \"stretch\", strain = \"strain\" }\n",
                 {"names both stretch and strain"});
  expect_refusal(incompressible + pull + sound + "columns = { stress = \"load\" }\n", {"load", "pull.csv"});
  write("stretch,stress\n0,0\n0.5,0.4\n");
  expect_refusal(incompressible + pull + sound, {"pull.csv:2", "the stretch is 0", "columns.strain"});
  write("stretch,stress\n1,0\n1.5,0.4\n");
  expect_refusal(incompressible + pull + "units = { stress = \"MPa\" }\nrelative_noise = 0.01\n",
                 {"pull.csv:2", "add noise"});
  write("stretch,stress\n1,\n1.5,nan\n");
  expect_refusal(incompressible + pull + sound, {"none of 2 rows"});
}

TEST_F(HomogeneousBuilder, RefusesLawsThatAHomogeneousTestCannotSee) {
  const std::string unknown = "[identify.unknowns.\"materials.steel.elasticity.young\"]\n";
  const std::string steel = "[materials.steel.elasticity]\nmodel = \"linear\"\nyoung = 2e11\npoisson = 0.3\n";
  expect_refusal(steel + unknown + pull + sound, {"no material has one", "ogden"});
  expect_refusal(steel + incompressible + pull + "material = \"steel\"\n" + sound,
                 {"material = \"steel\"", "the materials with a law of finite strain are rubber"});
  expect_refusal(steel + incompressible + "[identify.unknowns.\"materials.steel.elasticity.poisson\"]\n" + pull + sound,
                 {"none of the tests depends on materials.steel.elasticity.poisson"});
  expect_refusal("[materials.foam.elasticity]\nmodel = \"neo_hookean\"\nmu = 1e5\nbulk = 1e5\nvolumetric = \"log\"\n" +
                     incompressible + pull + sound,
                 {"has to say which material was tested", "foam", "rubber"});
  expect_refusal(
      "[constants]\nslope = 1e3\n[materials.rubber.elasticity]\nmodel = \"neo_hookean\"\nmu = \"slope * T\"\n"
      "bulk = inf\nformulation = \"mixed\"\n[identify.unknowns.\"constants.slope\"]\n" +
          pull + sound,
      {"elasticity.mu", "no place and no temperature"});
  expect_refusal("[materials.rubber.elasticity]\nmodel = \"neo_hookean\"\nmu = 4e5\nbulk = inf\n"
                 "formulation = \"mixed\"\n[identify.unknowns.\"materials.rubber.elasticity.mu\"]\nper = \"region\"\n" +
                     pull + sound,
                 {"varies in space"});
  expect_refusal(incompressible.substr(0, incompressible.find("[identify")) + pull + sound, {"nothing to find"});
}

// A cube pulled by a half of its length carries the force of the test, and both follow the same number.
TEST_F(HomogeneousBuilder, BesideAMeshATestSeesTheModelsNumbers) {
  support::write_rubber_mesh(folder_);
  for (const std::string& law : {support::rubber_of_ogden, support::rubber_of_neo_hooke}) {
    const CaseFile file = CaseFile::parse(support::rubber_case(law) + pull + sound, folder_ / "case.toml");
    Model model = build_model(file);
    Parameters& parameters = model.system->parameters();
    const std::vector<BuiltHomogeneousTest> tests = build_homogeneous_tests(file, parameters);
    ASSERT_EQ(tests.size(), 1u);
    for (const double factor : {1.0, 1.1}) {
      const std::string mu = "materials.rubber.elasticity.mu";
      const Parameter modulus = parameters.find(parameters.contains(mu) ? mu : mu + ".0");
      parameters.set(modulus, factor * parameters.value(modulus));
      const State state = model.system->solve_steady_state(model.options);
      const double force = model.quantity("pull").objective->value(model.system->evaluation(state.fields));
      EXPECT_NEAR(tests[0].test->stress()[0], force, 1e-6 * force);
    }
  }
}

TEST_F(HomogeneousBuilder, OnlyTestsAloneNeedNoMesh) {
  const std::string quantity = "[quantities.force]\nkind = \"reaction\"\nfield = \"displacement.x\"\non = \"top\"\n"
                               "[identify.data.cell]\nquantity = \"force\"\nfile = \"cell.csv\"\nnoise = 1\n";
  EXPECT_NE(refusal(incompressible + pull + sound + quantity).find("the file has no mesh"), std::string::npos);
  EXPECT_NE(refusal(incompressible + pull + sound + "[mesh]\nfile = \"a.msh\"\nunit = \"m\"\n").find("has no regions"),
            std::string::npos);
  EXPECT_TRUE(is_mesh_free(CaseFile::parse(incompressible + pull + sound, folder_ / "case.toml")));
}

} // namespace
} // namespace adjoule
