// Arguments, exit statuses, and the commands besides solve and gradient.
#include "support/bar_case.hpp"
#include "support/command.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

using namespace support;

TEST(CommandLine, WrongArgumentsEndWithStatus2) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"sovle", "a.toml"},
                                             {"solve"},
                                             {"solve", "a.toml", "--threads", "0"},
                                             {"solve", "a.toml", "--no-such"},
                                             {"solve", "a.toml", "--color", "temperature"},
                                             {"solve", "no_such_case.toml"},
                                             {"mesh", "no_such_mesh.msh"},
                                             {"identify", "a.toml"},
                                             {"optimize", "a.toml", "--resume"}}) {
    const CommandResult result = run_command(arguments);
    EXPECT_EQ(result.status, 2) << testing::PrintToString(arguments);
    EXPECT_EQ(result.output, "") << testing::PrintToString(arguments);
    EXPECT_EQ(result.errors.rfind("error: ", 0), 0U) << result.errors;
  }
}

TEST(CommandLine, HelpAndVersionEndWithStatus0) {
  expect_words(run_command({"--help"}).output,
               {"solve", "gradient", "identify", "optimize", "check", "mesh", "new", "help"});
  EXPECT_EQ(run_command({"--version"}).status, 0);
  EXPECT_EQ(run_command({"--version"}).output.rfind("adjoule ", 0), 0U);
  const CommandResult key = run_command({"help", "thermal_conductivity"});
  EXPECT_EQ(key.status, 0);
  expect_words(key.output, {"materials.", "W/(m K)"});
  expect_words(run_command({"help", "--markdown"}).output, {"# ", "thermal_conductivity"});
  EXPECT_EQ(run_command({"help", "thermal_conductivty"}).status, 2);
}

TEST(CommandLine, AnOverrideDoesNotSwallowTheCase) {
  const TemporaryFolder folder;
  const std::string file = folder.write("bar.toml", bar_case()).string();
  EXPECT_EQ(run_command({"check", "--set", "electrical.potential.left=2", file}).status, 0);
  EXPECT_EQ(run_command({"check", file, "--set", "mechanical.displacement.left=[0.0, 0.0, 0.0]"}).status, 0);
  expect_words(run_command({"check", file, "--set", "electrical.potental.left=2"}).errors,
               {"--set electrical.potental.left=2", "did you mean 'potential'"});
}

TEST(CommandLine, MeshPrintsGroupsCountsAndQuality) {
  const CommandResult result = run_command({"mesh", ADJOULE_TEST_DATA "/bar_p2.msh", "--unit", "mm"});
  EXPECT_EQ(result.status, 0);
  expect_words(result.output, {"tetrahedron10", "body", "left", "2 facets", "scaled Jacobian", "2e-05"});
  EXPECT_EQ(result.errors, "");
  expect_words(run_command({"mesh", ADJOULE_TEST_DATA "/bar_p2.msh"}).errors, {"metres"});
  expect_words(run_command({"mesh", ADJOULE_TEST_DATA "/bar_p2.msh", "--unit", "furlong"}).errors, {"furlong", "mm"});
}

TEST(CommandLine, MeshTellsOfABrokenOneAfterItsTable) {
  const CommandResult result =
      run_command({"mesh", ADJOULE_TEST_DATA "/broken_meshes/inverted_element.msh", "--unit", "m"});
  EXPECT_EQ(result.status, 2);
  expect_words(result.output, {"inverted elements"});
  expect_words(result.errors, {"inverted", "Remedy"});
}

TEST(CommandLine, MeshWritesMshAndVtuAndJson) {
  const TemporaryFolder folder;
  const std::string bar = ADJOULE_TEST_DATA "/bar_p2.msh";
  for (const char* name : {"bar.msh", "bar.vtu"}) {
    EXPECT_EQ(run_command({"mesh", bar, "--unit", "m", "--quiet", "--output", (folder / name).string()}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  }
  EXPECT_EQ(run_command({"mesh", bar, "--unit", "m", "--output", (folder / "bar.stl").string()}).status, 2);
  const nlohmann::json json = nlohmann::json::parse(run_command({"mesh", bar, "--unit", "m", "--json"}).output);
  EXPECT_EQ(json["mesh"]["elements"], 30);
  EXPECT_EQ(json["groups"]["left"]["facets"], 2);
  EXPECT_EQ(json["quality"]["bodies"], 1);
}

TEST(CommandLine, MeshTakesTheNumbersOfAGeometry) {
  const TemporaryFolder folder;
  const std::string geo = folder
                              .write("box.geo", "DefineConstant[ side = 1 ];\nSetFactory(\"OpenCASCADE\");\n"
                                                "Box(1) = {0,0,0,side,side,side};\nPhysical Volume(\"body\") = {1};\n")
                              .string();
  const CommandResult result =
      run_command({"mesh", geo, "--unit", "m", "--order", "2", "--size", "2", "--parameter", "side=2", "--json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const nlohmann::json json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json["mesh"]["order"], 2);
  EXPECT_NEAR(json["bounding_box"][1][0].get<double>(), 2.0, 1e-9);
  EXPECT_EQ(run_command({"mesh", geo, "--unit", "m", "--parameter", "side"}).status, 2);
}

TEST(CommandLine, TheStarterCaseRuns) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_command({"new", "device", "--output", folder.path().string()}).status, 0);
  const CommandResult result = run_command(
      {"gradient", (folder / "device.toml").string(), "--output", (folder / "out").string(), "--set", "mesh.order=1"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_TRUE(std::filesystem::exists(folder / "out/fields.vtu"));
  EXPECT_GT(read_json(folder / "out/summary.json")["quantities"]["deflection"].get<double>(), 0.0);
  const CommandResult again = run_command({"new", "device", "--output", folder.path().string()});
  EXPECT_EQ(again.status, 2);
  expect_words(again.errors, {"exists"});
}

TEST(CommandLine, APictureWithoutADisplayIsRefusedBeforeSolving) {
  const TemporaryFolder folder;
  const std::string file = folder.write("bar.toml", bar_case()).string();
  const char* display = std::getenv("DISPLAY");
  const std::string before = display ? display : "";
  unsetenv("DISPLAY");
  const CommandResult result =
      run_command({"solve", file, "--output", (folder / "out").string(), "--picture", (folder / "bar.png").string()});
  if (display) setenv("DISPLAY", before.c_str(), 1);
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"DISPLAY", "xvfb-run"});
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(CommandLine, AResultsFolderThatCannotBeMadeIsRefusedBeforeSolving) {
  const TemporaryFolder folder;
  const std::string file = folder.write("bar.toml", bar_case()).string();
  const CommandResult result = run_command({"solve", file, "--output", file});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"results folder", "--output"});
}

} // namespace
