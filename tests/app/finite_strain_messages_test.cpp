// What the program says of laws of finite strain that are wrong, unfit or doubtful: place, cause and remedy.
#include "support/bar_case.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace support;
using adjoule::ElementType;

struct Doubt {
  std::string name;
  std::string text;
  std::vector<std::string> words;
  ElementType type = ElementType::hexahedron8;
};

std::ostream& operator<<(std::ostream& stream, const Doubt& doubt) {
  return stream << doubt.name;
}

CommandResult check(const Doubt& doubt) {
  const TemporaryFolder folder;
  write_rubber_mesh(folder, {.type = doubt.type});
  return run_command({"check", folder.write("cube.toml", doubt.text).string()});
}

class RubberFault : public testing::TestWithParam<Doubt> {};

TEST_P(RubberFault, IsOneMessageWithPlaceCauseAndRemedy) {
  const CommandResult result = check(GetParam());
  EXPECT_EQ(result.status, 2) << result.output;
  const std::size_t start = result.errors.find("error: ");
  ASSERT_NE(start, std::string::npos) << result.errors;
  const std::string message = result.errors.substr(start);
  expect_words(message, GetParam().words);
  EXPECT_NE(message.find("cube.toml:"), std::string::npos) << message;
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1) << message;
  EXPECT_EQ(message.find("cube.toml", message.find("cube.toml") + 1), std::string::npos) << message;
}

std::string ogden_with(const std::string& from, const std::string& to) {
  return rubber_case(with(rubber_of_ogden, from, to));
}
std::string neo_hooke_with(const std::string& from, const std::string& to) {
  return rubber_case(with(rubber_of_neo_hooke, from, to));
}
const std::string incompressible = "model = \"neo_hookean\"\nmu = 1e5\nbulk = inf\nformulation = \"mixed\"\n";
const std::string stretchy_sheet = "[model]\nsection = \"plane_stress\"\n";
std::string sheet_supports(const std::string& rest) {
  return "[mechanical.displacement]\nx0 = { x = 0.0 }\ny0 = { y = 0.0 }\n" + rest;
}

INSTANTIATE_TEST_SUITE_P(
    All, RubberFault,
    testing::Values(
        Doubt{"capitalised",
              ogden_with("\"ogden\"", "\"Ogden\""),
              {"elasticity.model = \"Ogden\"", "did you mean \"ogden\"?"}},
        Doubt{"young_of_a_rubber",
              ogden_with("bulk = 2e6", "young = 3e5"),
              {"elasticity.young means nothing with model = \"ogden\"", "linear, st_venant_kirchhoff",
               "model = \"ogden\" takes: mu, alpha, bulk, convention, volumetric"}},
        Doubt{"no_bulk", ogden_with("bulk = 2e6\n", ""), {"has no bulk", "model = \"ogden\" needs", "or inf", "Pa"}},
        Doubt{"no_convention", ogden_with("convention = \"ogden\"\n", ""), {"has no convention", "ogden, abaqus"}},
        Doubt{"no_volumetric",
              ogden_with("volumetric = \"quadratic\"\n", ""),
              {"has no volumetric, which its bulk needs", "one of: quadratic, log, simo_taylor"}},
        Doubt{"wrong_volumetric",
              ogden_with("\"quadratic\"", "\"logarithmic\""),
              {"volumetric = \"logarithmic\"", "quadratic, log, simo_taylor"}},
        Doubt{"misspelt_term", ogden_with("alpha", "alhpa"), {"alhpa", "did you mean 'alpha'?"}},
        Doubt{"engineering_name", neo_hooke_with("mu =", "shear_modulus ="), {"shear_modulus", "did you mean 'mu'?"}},
        Doubt{"unequal_lengths",
              ogden_with("[1.8, -3.0]", "[1.8]"),
              {"2 values of mu and 1 of alpha", "each term of ogden has one of both"}},
        Doubt{"exponent_zero", ogden_with("-3.0", "0.0"), {"elasticity.alpha.1 = 0", "no energy", "remove the term"}},
        Doubt{"list_of_one_modulus",
              neo_hooke_with("mu = 1e5", "mu = [1e5]"),
              {"elasticity.mu is a list", "one shear modulus", "model = \"ogden\""}},
        Doubt{"empty_list", ogden_with("[1.2e5, -1.5e3]", "[]"), {"elasticity.mu", "an empty list"}},
        Doubt{"text_in_a_list", ogden_with("-1.5e3", "\"1.5e3*T\""), {"elasticity.mu.1", "write a number (Pa)"}},
        Doubt{"unit_in_brackets", neo_hooke_with("1e5", "\"0.1[MPa]\""), {"elasticity.mu", "SI units (Pa)"}},
        Doubt{"infinite_bulk_of_displacements",
              neo_hooke_with("2e6", "inf"),
              {"bulk = inf needs formulation = \"mixed\"", "mesh.order = 2"}},
        Doubt{"infinite_shear", neo_hooke_with("1e5", "inf"), {"elasticity.mu = inf is not a finite number"}},
        Doubt{"negative_bulk", neo_hooke_with("2e6", "-2e6"), {"bulk", "outside its range: > 0"}},
        Doubt{"mixed_st_venant_kirchhoff",
              rubber_case("model = \"st_venant_kirchhoff\"\nyoung = 3e5\npoisson = 0.4\nformulation = \"mixed\"\n"),
              {"formulation = \"mixed\" needs a law with a volumetric part", "st_venant_kirchhoff"}},
        Doubt{"mixed_linear",
              rubber_case("model = \"linear\"\nyoung = 3e5\npoisson = 0.4\nformulation = \"mixed\"\n"),
              {"formulation = \"mixed\" needs a law with a volumetric part", "linear"}},
        Doubt{"mixed_of_first_order", rubber_case(incompressible), {"second order", "order = 2"}},
        Doubt{"mixed_plane_stress",
              stretchy_sheet + rubber_material(incompressible) + sheet_supports(""),
              {"plane stress", "mixed"},
              ElementType::quadrilateral9},
        Doubt{"pressure_on_a_sheet",
              stretchy_sheet + rubber_material(rubber_of_ogden) + sheet_supports("[mechanical.pressure]\nx1 = 1e3\n"),
              {"mechanical.pressure.x1", "plane stress", "[mechanical.traction]"},
              ElementType::quadrilateral4},
        Doubt{"negative_shear",
              ogden_with("[1.2e5, -1.5e3]", "[-1.2e5, -1.5e3]"),
              {"the initial shear modulus is -105750 Pa", "positive", "sum mu alpha / 2", "convention"}},
        Doubt{"negative_mooney_rivlin",
              rubber_case("model = \"mooney_rivlin\"\nc10 = 1e4\nc01 = -2e4\nbulk = 1e6\nvolumetric = \"log\"\n"),
              {"the initial shear modulus is -20000 Pa", "constants"}},
        Doubt{"gradient_to_infinite_bulk",
              rubber_case(incompressible) + "[gradient]\nwrt = [\"materials.rubber.elasticity.bulk\"]\n",
              {"gradient.wrt", "elasticity.bulk = inf", "incompressible: bulk has no derivative"},
              ElementType::hexahedron20},
        Doubt{"field_of_infinite_bulk",
              rubber_case(incompressible) + "[gradient]\nfields = [\"materials.rubber.elasticity.bulk\"]\n",
              {"gradient.fields", "incompressible: bulk has no derivative"},
              ElementType::hexahedron20},
        Doubt{"field_of_a_list",
              rubber_case(rubber_of_ogden) + "[gradient]\nfields = [\"materials.rubber.elasticity.mu\"]\n",
              {"gradient.fields", "materials.rubber.elasticity.mu.0"}},
        Doubt{"gradient_to_a_list",
              rubber_case(rubber_of_ogden) + "[gradient]\nwrt = [\"materials.rubber.elasticity.mu\"]\n",
              {"gradient.wrt", "a list of 2 values", "materials.rubber.elasticity.mu.0"}},
        Doubt{"plate_with_a_force_across",
              rubber_case(rubber_of_ogden) + "[mechanical.rigid.y1]\ncomponents = [\"y\"]\nforce = [1.0, 2.0, 0.0]\n",
              {"mechanical.rigid.y1.force.0 acts along x", "add \"x\" to components"}},
        Doubt{"plate_that_is_displaced",
              rubber_case(rubber_of_ogden) + "[mechanical.rigid.x1]\ncomponents = [\"x\"]\n",
              {"mechanical.rigid.x1", "[mechanical.displacement] prescribes x"}},
        Doubt{"plate_without_components",
              rubber_case(rubber_of_ogden) + "[mechanical.rigid.y1]\nforce = [0.0, 1.0, 0.0]\n",
              {"[mechanical.rigid.y1] has no components", "x, y, z"}},
        Doubt{"plate_of_nothing",
              rubber_case(rubber_of_ogden) + "[mechanical.rigid.y1]\ncomponents = []\n",
              {"mechanical.rigid.y1.components is an empty list"}},
        Doubt{"plate_on_no_group",
              rubber_case(rubber_of_ogden) + "[mechanical.rigid.top]\ncomponents = [\"y\"]\n",
              {"[mechanical.rigid]", "top", "y1"}},
        Doubt{"plate_out_of_the_plane",
              "[model]\nsection = \"plane_strain\"\n" + rubber_material(rubber_of_ogden) +
                  sheet_supports("[mechanical.rigid.x1]\ncomponents = [\"x\", \"z\"]\n"),
              {"mechanical.rigid.x1", "no z component"},
              ElementType::quadrilateral4},
        Doubt{"no_load_step",
              rubber_case(rubber_of_ogden) + "[solve]\nload_steps = 0\n",
              {"solve.load_steps = 0", ">= 1"}}),
    [](const auto& doubt) { return doubt.param.name; });

class RubberWarning : public testing::TestWithParam<Doubt> {};

TEST_P(RubberWarning, IsSaidAndTheCaseIsReady) {
  const CommandResult result = check(GetParam());
  EXPECT_EQ(result.status, 0) << result.errors;
  expect_words(result.errors, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(
    All, RubberWarning,
    testing::Values(Doubt{"falling_ogden",
                          ogden_with("[1.2e5, -1.5e3]", "[1.2e5, 4e4]"),
                          {"warning", "materials.rubber.elasticity", "loses Drucker stability in",
                           "compression at stretch 0."}},
                    Doubt{"falling_yeoh",
                          rubber_case("model = \"yeoh\"\nc = [5e4, -5e3]\nbulk = 2e6\nvolumetric = \"log\"\n"),
                          {"warning", "cube.toml:", "loses Drucker stability in", "tension at stretch"}},
                    Doubt{"locking",
                          neo_hooke_with("2e6", "1e8"),
                          {"warning", "cube.toml:", "bulk is 1000 times the shear modulus", "lock",
                           "formulation = \"mixed\"", "mesh.order = 2"},
                          ElementType::tetrahedron4},
                    Doubt{"nearly_locking",
                          neo_hooke_with("2e6", "1e8"),
                          {"bulk is 1000 times the shear modulus", "formulation = \"mixed\""},
                          ElementType::tetrahedron10}),
    [](const auto& doubt) { return doubt.param.name; });

TEST(RubberWarnings, AGoodLawHasNone) {
  for (const std::string& law : {rubber_of_ogden, rubber_of_neo_hooke})
    EXPECT_EQ(check({"", rubber_case(law), {}}).errors, "");
}

TEST(RubberWarnings, TheEndOfAnEnergyIsPartOfTheReport) {
  const CommandResult result =
      check({"", rubber_case("model = \"gent\"\nmu = 1e5\njm = 4.0\nbulk = 2e6\nvolumetric = \"log\"\n"), {}});
  EXPECT_EQ(result.errors, "");
  expect_words(result.output, {"gent, volumetric log", "no energy beyond", "uniaxial tension at stretch 2.489"});
}

} // namespace
