// What only the mesh can tell is found without solving, and said in one sentence with place, cause and remedy.
#include "support/bar_case.hpp"
#include "support/command.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

struct Fault {
  std::string name;
  std::string text;
  std::vector<std::string> words;
};

std::ostream& operator<<(std::ostream& stream, const Fault& fault) {
  return stream << fault.name;
}

class CheckFinds : public testing::TestWithParam<Fault> {};

TEST_P(CheckFinds, ABrokenCase) {
  const TemporaryFolder folder;
  folder.write("short.csv", "value\n1\n2\n3\n");
  const CommandResult result = run_command({"check", folder.write("bar.toml", GetParam().text).string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "");
  const std::size_t start = result.errors.find("error: ");
  ASSERT_NE(start, std::string::npos) << result.errors;
  const std::string message = result.errors.substr(start);
  expect_words(message, GetParam().words);
  EXPECT_NE(message.find("bar.toml"), std::string::npos) << message;
  EXPECT_EQ(message.find("error: ", 1), std::string::npos) << message;
  EXPECT_EQ(message.find("internal"), std::string::npos) << message;
}

std::string two_bodies(const std::string& rest) {
  return "[mesh]\nfile = \"" ADJOULE_TEST_DATA "/broken_meshes/two_bodies.msh\"\nunit = \"m\"\n"
         "[materials.a]\nregions = [\"body1\", \"body2\"]\nelectrical_conductivity = 1.0\nthermal_conductivity = 1.0\n"
         "elasticity = { model = \"linear\", young = 1.0, poisson = 0.2 }\n" +
         rest;
}

const std::string gradient = "[gradient]\nof = [\"hottest\"]\nwrt = ";

INSTANTIATE_TEST_SUITE_P(
    All, CheckFinds,
    testing::Values(
        Fault{"missing_group",
              with(bar_case(), "left = 1.0", "Left = 1.0"),
              {"bar.toml:14:", "[electrical.potential]", "Left", "left", "body"}},
        Fault{
            "missing_region", with(bar_case(), "\"body\"", "\"bodi\""), {"materials.silicon.regions", "bodi", "body"}},
        Fault{"region_of_another_dimension",
              with(bar_case(), "\"body\"", "\"left\""),
              {"materials.silicon.regions", "'left' is a surface"}},
        Fault{"missing_property",
              with(bar_case(), "thermal_conductivity = 32.0\n", ""),
              {"[materials.silicon] has no thermal_conductivity", "the heat problem", "W/(m K)"}},
        Fault{"missing_elasticity",
              with(bar_case(), "elasticity = {", "# elasticity = {"),
              {"[materials.silicon] has no elasticity", "the mechanical problem"}},
        Fault{"expansion_without_temperature",
              bar_materials() + "[mechanical.displacement]\nleft = [0.0, 0.0, 0.0]\n",
              {"materials.silicon.thermal_expansion", "neither solved for nor prescribed", "thermal.prescribed"}},
        Fault{"property_without_temperature",
              with(bar_materials(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4e4-T\"") +
                  "[electrical.potential]\nleft = 1.0\n",
              {"electrical_conductivity follows the temperature", "[thermal]"}},
        Fault{"unknown_constant",
              with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4e4*alpha\""),
              {"bar.toml:7:", "alpha"}},
        Fault{"negative_property",
              with(bar_case(), "electrical_conductivity = 4.3478e4", "electrical_conductivity = \"4e4-200*T\""),
              {"electrical_conductivity gives -19600 S/m", "at 298 K", "> 0", "first guess"}},
        Fault{"wrong_row_count",
              with(bar_case(), "electrical_conductivity = 4.3478e4",
                   "electrical_conductivity = { elements = \"short.csv\" }"),
              {"short.csv has 3 values", "30 elements"}},
        Fault{"reaction_on_a_free_group",
              with(bar_case(), "on = \"left\"", "on = \"y0\""),
              {"'current'", "'y0' does not fix potential", "left"}},
        Fault{"quantity_that_is_not_computed",
              bar_materials() +
                  "[electrical.potential]\nleft = 1.0\n[quantities.h]\nkind = \"maximum\"\nfield = \"temperature\"\n",
              {"'h'", "temperature", "[thermal]"}},
        Fault{"point_outside",
              bar_case() + "[quantities.p]\nkind = \"point\"\nfield = \"temperature\"\nat = [1.0, 0.0, 0.0]\n",
              {"'p'", "outside", "0.02"}},
        Fault{"unknown_parameter",
              bar_case() + gradient + "[\"materials.silicon.thermal_conductivty\"]\n",
              {"gradient.wrt", "did you mean \"materials.silicon.thermal_conductivity\""}},
        Fault{"unused_parameter",
              bar_case() + "[constants]\nspare = 3.0\n" + gradient + "[\"constants.spare\"]\n",
              {"gradient.wrt", "nothing in this analysis uses constants.spare"}},
        Fault{"numerical_setting",
              bar_case() + "[solve]\ntolerance = 1e-9\n" + gradient + "[\"solve.tolerance\"]\n",
              {"gradient.wrt", "solve.tolerance", "no derivative"}},
        Fault{"unused_field",
              with(bar_case(), "regions = [\"body\"]", "regions = [\"body\"]\ndensity = 2300.0") + gradient +
                  "\"all\"\nfields = [\"materials.silicon.density\"]\n",
              {"gradient.fields", "materials.silicon.density"}},
        Fault{"output_that_is_not_computed",
              bar_materials() + "[electrical.potential]\nleft = 1.0\n[output]\nfields = [\"stress\"]\n",
              {"output.fields", "no stress", "potential"}},
        Fault{"load_steps", bar_case() + "[solve]\nload_steps = 0\n", {"solve.load_steps", "outside its range"}},
        Fault{"no_physics", bar_materials(), {"no physics", "[electrical]"}},
        Fault{"section_of_a_solid",
              bar_case() + "[model]\nsection = \"plane_strain\"\n",
              {"[model]", "three-dimensional"}},
        Fault{"missing_mesh", with(bar_case(), "bar_p2.msh", "bar_p3.msh"), {"bar.toml:2:", "bar_p3.msh"}},
        Fault{"free_body",
              with(bar_case(), "left = [0.0, 0.0, 0.0]", "left = { x = 0.0 }"),
              {"free body", "translation along y", "[mechanical.displacement]"}},
        Fault{"no_known_temperature",
              bar_materials() + "[thermal.flux]\nleft = 1.0\n",
              {"[thermal.temperature]", "temperature is not determined"}},
        Fault{"floating_conductor",
              two_bodies("[electrical.potential]\nleft = 1.0\n"),
              {"floating conductor", "body2", "[electrical.potential]"}},
        Fault{"free_second_body",
              two_bodies("[mechanical.displacement]\nleft = [0.0, 0.0, 0.0]\n"),
              {"free body", "body2"}},
        Fault{"element_without_material",
              with(two_bodies("[electrical.potential]\nleft = 1.0\n"), "\"body1\", \"body2\"", "\"body1\""),
              {"have no material", "they are in body2", "[\"*\"]"}},
        Fault{"current_and_potential_meet",
              bar_case() + "[electrical.current]\ny0 = 1.0\n",
              {"[electrical.current]", "y0", "left"}}),
    [](const auto& fault) { return fault.param.name; });

std::string overlap() {
  return "[mesh]\nfile = \"" ADJOULE_TEST_DATA "/broken_meshes/two_groups.msh\"\nunit = \"m\"\n";
}

TEST(Check, TwoMaterialsForOneElementAreRefusedWithCountsAndGroups) {
  const TemporaryFolder folder;
  const std::string text = read_text(ADJOULE_TEST_DATA "/broken_meshes/two_groups.msh");
  // The names of the file's volume groups.
  std::vector<std::string> names;
  for (std::size_t at = text.find("\n3 "); at != std::string::npos && at < text.find("$EndPhysicalNames");
       at = text.find("\n3 ", at + 1)) {
    const std::size_t quote = text.find('"', at);
    names.push_back(text.substr(quote + 1, text.find('"', quote + 1) - quote - 1));
  }
  ASSERT_GE(names.size(), 2U);
  std::string materials;
  for (const std::string& name : names) {
    materials += "[materials.\"of " + name + "\"]\nregions = [\"" + name + "\"]\nthermal_conductivity = 1.0\n";
  }
  const CommandResult result = run_command(
      {"check", folder.write("bar.toml", overlap() + materials + "[thermal.temperature]\nleft = 300.0\n").string()});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"elements belong to two materials", "overlap", names[0], names[1]});
}

TEST(Check, AGoodCaseIsReadyAndNothingIsWritten) {
  const TemporaryFolder folder;
  const CommandResult result = run_command({"check", folder.write("bar.toml", bar_case()).string()});
  EXPECT_EQ(result.status, 0) << result.errors;
  expect_words(result.output, {"bounding box", "scaled Jacobian", "ready to solve"});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Check, WithJsonOrAFolderTheMeshIsInTheReport) {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      {"check", folder.write("bar.toml", bar_case()).string(), "--json", "--output", (folder / "out").string()});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(nlohmann::json::parse(result.output)["mesh"]["elements"], 30);
  EXPECT_EQ(read_text(folder / "out/check.json"), result.output);
}

struct BrokenMesh {
  std::string file;
  int status;
  std::vector<std::string> words;
};

std::ostream& operator<<(std::ostream& stream, const BrokenMesh& broken) {
  return stream << broken.file;
}

class CheckOfABrokenMesh : public testing::TestWithParam<BrokenMesh> {};

TEST_P(CheckOfABrokenMesh, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string text = "[mesh]\nfile = \"" ADJOULE_TEST_DATA "/broken_meshes/" + GetParam().file +
                           ".msh\"\nunit = \"m\"\n[materials.all]\nregions = [\"*\"]\nthermal_conductivity = 1.0\n"
                           "[thermal.convection.left]\ncoefficient = 1.0\nambient = 300.0\n"
                           "[thermal.convection.right]\ncoefficient = 1.0\nambient = 300.0\n";
  const CommandResult result = run_command({"check", folder.write("mesh.toml", text).string()});
  EXPECT_EQ(result.status, GetParam().status) << result.errors;
  expect_words(result.errors, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(All, CheckOfABrokenMesh,
                         testing::Values(BrokenMesh{"inverted_element", 2, {"mesh.toml:2:", "inverted", "Remedy"}},
                                         BrokenMesh{"sliver", 2, {"mesh.toml:2:", "no volume", "Remedy"}},
                                         BrokenMesh{"truncated", 2, {"mesh.toml:2:", "cut off"}},
                                         BrokenMesh{"mixed_orders", 2, {"tetrahedron4", "tetrahedron10"}},
                                         BrokenMesh{"no_groups", 2, {"no physical groups", "left", "surface1"}},
                                         BrokenMesh{"orphan_nodes", 0, {"warning", "orphan"}},
                                         BrokenMesh{"coincident_interface", 0, {"warning", "4 pairs of nodes"}},
                                         BrokenMesh{"two_groups", 0, {}}),
                         [](const auto& broken) { return broken.param.file; });

} // namespace
