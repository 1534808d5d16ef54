#include "adjoule/app/case_file.hpp"

#include "adjoule/core/log.hpp"

#include <gtest/gtest.h>

namespace {

using adjoule::CaseFile;
using adjoule::InputError;

constexpr const char* small_case = R"toml(title = "bar"
[mesh]
file = "bar.msh"
unit = "mm"
[constants]
tcr = 1.25e-3
[materials.zinc]
regions = "right half"
electrical_conductivity = "5e4 / (1 + tcr * (T - 293))"
thermal_conductivity = { temperature = [300, 600], value = [34, 22.5] }
[materials.aluminium]
regions = ["left half"]
electrical_conductivity = { elements = "data/sigma.csv" }
thermal_conductivity = { elements = "k.vtu", array = "k" }
[electrical.potential]
zero = 0
"anchor.hot" = 5.0
[electrical.potential."side \"a\""]
)toml";

std::string message_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    CaseFile::parse(text, "bar.toml", overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

const std::string good = std::string(small_case).substr(0, std::string(small_case).rfind("[electrical.potential.\""));

CaseFile read_good(const std::vector<std::string>& overrides = {}) {
  return CaseFile::parse(good, "folder/bar.toml", overrides);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CaseFile, ListsSectionsInTheOrderOfTheFile) {
  EXPECT_EQ(read_good().children("materials"), (std::vector<std::string>{"zinc", "aluminium"}));
  EXPECT_EQ(read_good().children("electrical.potential"), (std::vector<std::string>{"zero", "anchor.hot"}));
  EXPECT_TRUE(read_good().children("mechanical.displacement").empty());
}

TEST(CaseFile, KeepsTheOrderWhereSectionsAreNestedAndReopened) {
  const CaseFile nested =
      CaseFile::parse("[mesh]\nfile='a.msh'\nunit='m'\n[thermal.convection.b]\ncoefficient=1\nambient=300\n"
                      "[materials.z.elasticity]\nmodel='linear'\nyoung=1e9\npoisson=0.3\n"
                      "[materials.a]\nregions='a'\n[materials.z]\nregions='z'\n"
                      "[thermal.convection.a]\ncoefficient=1\nambient=300\n",
                      "a.toml");
  EXPECT_EQ(nested.children("thermal.convection"), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(nested.children("materials"), (std::vector<std::string>{"z", "a"}));
}

TEST(CaseFile, NamesWithDotsStandInQuotesInPaths) {
  EXPECT_DOUBLE_EQ(read_good().number("electrical.potential.\"anchor.hot\""), 5.0);
  EXPECT_EQ(adjoule::join_case_path("electrical.potential", "anchor.hot"), "electrical.potential.\"anchor.hot\"");
  EXPECT_TRUE(
      contains(message_of(small_case), "electrical.potential.\"side \\\"a\\\"\" has to be a number (V), not a table"));
}

TEST(CaseFile, TakesNumericalSettingsFromTheSchemaWhereTheFileHasNone) {
  const CaseFile read = read_good();
  EXPECT_FALSE(read.has("solve.tolerance"));
  EXPECT_DOUBLE_EQ(read.number("solve.tolerance"), 1e-9);
  EXPECT_EQ(read.integer("solve.max_iterations"), 25);
  EXPECT_EQ(read.text("solve.coupling"), "auto");
  EXPECT_FALSE(read.boolean("gradient.shape"));
  EXPECT_EQ(read.names("gradient.wrt"), (std::vector<std::string>{"all"}));
  EXPECT_TRUE(read.names("gradient.fields").empty());
}

TEST(CaseFile, HasNoPhysicalDefaults) {
  const CaseFile read = read_good();
  EXPECT_THROW(read.number("materials.zinc.density"), InputError);
  try {
    read.require("materials.zinc.specific_heat", "the heat problem");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "folder/bar.toml:7: [materials.zinc] has no specific_heat, which the heat problem needs: add "
                 "specific_heat = ... (J/(kg K))");
  }
}

TEST(CaseFile, GivesThePropertyInTheFormItWasWritten) {
  const CaseFile read = read_good();
  EXPECT_EQ(std::get<adjoule::CaseExpression>(read.property("materials.zinc.electrical_conductivity")).text,
            "5e4 / (1 + tcr * (T - 293))");
  const auto table = std::get<adjoule::CaseTable>(read.property("materials.zinc.thermal_conductivity"));
  ASSERT_EQ(table.values.size(), 2U);
  EXPECT_DOUBLE_EQ(table.temperatures[1].value, 600.0);
  EXPECT_EQ(table.values[1].path, "materials.zinc.thermal_conductivity.value.1");
  const auto csv = std::get<adjoule::CaseElementFile>(read.property("materials.aluminium.electrical_conductivity"));
  EXPECT_EQ(csv.file, std::filesystem::path("folder/data/sigma.csv"));
  EXPECT_TRUE(csv.array.empty());
  EXPECT_EQ(std::get<adjoule::CaseElementFile>(read.property("materials.aluminium.thermal_conductivity")).array, "k");
  const CaseFile number = read_good({"materials.zinc.thermal_conductivity=30"});
  EXPECT_DOUBLE_EQ(std::get<adjoule::CaseNumber>(number.property("materials.zinc.thermal_conductivity")).value, 30.0);
}

TEST(CaseFile, GivesTheComponentsOfADisplacementWithTheirPaths) {
  const CaseFile read = read_good({"mechanical.displacement.a=[0, 1e-6, 0]", "mechanical.displacement.b={z = 2e-6}"});
  const auto a = read.displacement("mechanical.displacement.a");
  ASSERT_EQ(a.size(), 3U);
  EXPECT_EQ(a[1].axis, 1);
  EXPECT_EQ(a[1].path, "mechanical.displacement.a.1");
  const auto b = read.displacement("mechanical.displacement.b");
  ASSERT_EQ(b.size(), 1U);
  EXPECT_EQ(b[0].axis, 2);
  EXPECT_EQ(b[0].path, "mechanical.displacement.b.z");
  EXPECT_TRUE(read.is_zero("mechanical.displacement.a.0"));
  EXPECT_FALSE(read.is_zero("mechanical.displacement.a.1"));
  EXPECT_FALSE(read.is_zero("mechanical.displacement.b.x"));
}

TEST(CaseFile, ListsExactlyTheNumbersThatHaveADerivative) {
  const CaseFile read = read_good({"mechanical.displacement.b={z = 2e-6}", "mechanical.traction.a=[0, 1e3, 0]",
                                   "mesh.size=2.0", "solve.tolerance=1e-7"});
  std::vector<std::string> paths;
  for (const auto& number : read.differentiable_numbers()) paths.push_back(number.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"constants.tcr", "materials.zinc.thermal_conductivity.temperature.0",
                                             "materials.zinc.thermal_conductivity.temperature.1",
                                             "materials.zinc.thermal_conductivity.value.0",
                                             "materials.zinc.thermal_conductivity.value.1", "electrical.potential.zero",
                                             "electrical.potential.\"anchor.hot\"", "mechanical.displacement.b.z",
                                             "mechanical.traction.a.0", "mechanical.traction.a.1",
                                             "mechanical.traction.a.2"}));
  const auto numbers = read.differentiable_numbers();
  EXPECT_EQ(numbers[1].unit, "K");
  EXPECT_EQ(numbers[3].unit, "W/(m K)");
  EXPECT_FALSE(numbers[3].range.contains(0.0));
  EXPECT_EQ(numbers[6].location, "folder/bar.toml:17");
  EXPECT_EQ(numbers[7].location, "--set mechanical.displacement.b={z = 2e-6}");
}

TEST(CaseFile, OverridesReplaceAndAddValues) {
  const CaseFile read = read_good({"electrical.potential.zero=1.5", "materials.zinc.thermal_conductivity.value.1 = 20",
                                   "electrical.potential.\"new.group\"=3", "mesh.unit=um", "title=two words"});
  EXPECT_DOUBLE_EQ(read.number("electrical.potential.zero"), 1.5);
  EXPECT_DOUBLE_EQ(read.at("materials.zinc.thermal_conductivity.value.1").number, 20.0);
  EXPECT_EQ(read.text("mesh.unit"), "um");
  EXPECT_EQ(read.text("title"), "two words");
  EXPECT_EQ(read.children("electrical.potential").back(), "new.group");
}

TEST(CaseFile, FaultsOfAnOverrideNameTheOverride) {
  EXPECT_EQ(message_of(good, {"solve.tolerence=1e-8"}),
            "--set solve.tolerence=1e-8: unknown key 'solve.tolerence'; did you mean 'tolerance'?");
  EXPECT_TRUE(
      contains(message_of(good, {"solve.tolerance=2"}), "--set solve.tolerance=2: solve.tolerance = 2 is outside"));
  EXPECT_TRUE(contains(message_of(good, {"materials.zinc.thermal_conductivity.value.7=2"}), "has no part '7'"));
  EXPECT_TRUE(
      contains(message_of(good, {"mesh.file.name=2"}), "mesh.file is the text \"bar.msh\" and has no part 'name'"));
  EXPECT_TRUE(contains(message_of(good, {"solve.tolerance"}), "write --set PATH=VALUE"));
  EXPECT_TRUE(contains(message_of(good, {"=3"}), "write --set PATH=VALUE"));
  EXPECT_TRUE(contains(message_of(good, {"solve..tolerance=3"}), "empty name"));
  EXPECT_TRUE(contains(message_of(good, {"mechanical.traction.a=[1,2"}), "list of 3 numbers"));
}

TEST(CaseFile, ErrorsOfTheCallerNameTheNearestLine) {
  const CaseFile read = read_good();
  EXPECT_STREQ(read.error("electrical.potential.zero", "no such group").what(), "folder/bar.toml:16: no such group");
  EXPECT_STREQ(read.error("electrical.potential.none", "no such group").what(), "folder/bar.toml:15: no such group");
  EXPECT_STREQ(read.error("thermal", "nothing").what(), "folder/bar.toml: nothing");
}

TEST(CaseFile, NamesUsedByOtherProgramsLeadToTheKey) {
  const std::string material = "[mesh]\nfile='a.msh'\nunit='m'\n[materials.a]\nregions='a'\n";
  EXPECT_TRUE(contains(message_of(material + "rho = 1.0\n"), "did you mean 'density'"));
  EXPECT_TRUE(
      contains(message_of(material + "E = 1.0\n"), "unknown key 'materials.a.E'; [materials.a] has: regions, density"));
}

TEST(CaseFile, AMissingFileAndAFolderAreSaidToBeSo) {
  EXPECT_THROW(CaseFile::read("no/such/case.toml"), InputError);
  EXPECT_THROW(CaseFile::read(ADJOULE_TEST_DATA), InputError);
}

TEST(CaseFile, TemperaturesThatLookLikeCelsiusGiveAWarning) {
  adjoule::clear_warnings();
  CaseFile::parse(good + "[thermal.radiation.zero]\nemissivity = 0.8\nambient = 27.0\n", "bar.toml");
  const auto said = adjoule::warnings();
  ASSERT_EQ(said.size(), 1U);
  EXPECT_TRUE(contains(said[0], "bar.toml:20: thermal.radiation.zero.ambient = 27 K is very cold"));
  adjoule::clear_warnings();
}

TEST(CaseFile, WrongNamesInAGradientAreExplained) {
  const std::string gradient = good + "[quantities.q]\nkind='maximum'\nfield='temperature'\n[gradient]\nwrt=";
  EXPECT_EQ(message_of(gradient + "'electrical.potential.\"anchor.hot\"'"), "accepted");
  EXPECT_TRUE(
      contains(message_of(gradient + "'electrical.potential.zeros'"), "did you mean \"electrical.potential.zero\""));
  EXPECT_TRUE(contains(message_of(gradient + "'materials.zinc.electrical_conductivity'"), "name one of its constants"));
  EXPECT_TRUE(contains(message_of(gradient + "'materials.zinc.thermal_conductivity'"), "thermal_conductivity.value.0"));
  EXPECT_TRUE(contains(message_of(gradient + "'materials.aluminium.thermal_conductivity'"), "gradient.fields"));
  EXPECT_TRUE(contains(message_of(gradient + "['all', 'constants.tcr']"), "stands alone"));
  EXPECT_TRUE(contains(message_of(gradient + "'mesh.unit'"), "no derivative exists"));
  EXPECT_TRUE(
      contains(message_of(gradient + "'constants.tcr'\nfields='materials.zinc.density'"), "no material property"));
  EXPECT_EQ(message_of(gradient + "'constants.tcr'\nfields='materials.aluminium.thermal_conductivity'"), "accepted");
}

} // namespace
