// Mistakes of a first day: each gives one message, and results are neither lost nor claimed.
#include "adjoule/core/error.hpp"
#include "adjoule/io/picture.hpp"
#include "support/bar_command.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace support;

class FirstDay : public BarCommand {
 protected:
  std::string electrical() const { return bar_materials() + "[electrical.potential]\nleft = 1.0\nright = 0.0\n"; }
};

TEST_F(FirstDay, ASizeInMetresIsRefusedBeforeMeshing) {
  const std::string box =
      folder_
          .write("box.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0,0,0,220,20,2};\nPhysical Volume(\"b\") = {1};\n")
          .string();
  const CommandResult result = run_command({"mesh", box, "--unit", "um", "--size", "2e-6"});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"mesh.size = 2e-06 would make about 1e+21 elements", "220 x 20 x 2", "here um"});
}

bool can_draw() {
  try {
    adjoule::require_display();
    return true;
  } catch (const adjoule::InputError&) {
    return false;
  }
}

TEST_F(FirstDay, APictureWithoutMechanicsShowsTheUndeformedBody) {
  if (!can_draw()) GTEST_SKIP() << "no display; run the tests under xvfb-run -a";
  const CommandResult result = solve(electrical(), {"--picture", (folder_ / "bar.png").string()});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_GT(std::filesystem::file_size(folder_ / "bar.png"), 1000U);
}

TEST_F(FirstDay, APictureThatFailsLeavesTheResults) {
  if (!can_draw()) GTEST_SKIP() << "no display; run the tests under xvfb-run -a";
  const CommandResult result =
      solve(electrical(), {"--picture", (folder_ / "bar.png").string(), "--color", "potential.y"});
  EXPECT_NE(result.status, 0);
  expect_words(result.errors, {"potential.y"});
  EXPECT_EQ(summary()["converged"], true);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/fields.vtu"));
}

TEST_F(FirstDay, APictureThatCannotBeWrittenIsRefusedBeforeSolving) {
  for (const auto& [name, word] : {std::pair{"bar.jpg", ".png"}, {"bar.toml/bar.png", "cannot make the folder"}}) {
    const CommandResult result = solve(electrical(), {"--picture", (folder_ / name).string()});
    EXPECT_EQ(result.status, 2) << name;
    expect_words(result.errors, {word});
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out")) << name;
  }
}

TEST_F(FirstDay, AResultsFolderThatCannotTakeTheFieldsIsRefusedBeforeSolving) {
  std::filesystem::create_directories(folder_ / "out/fields.vtu");
  const CommandResult result = solve(bar_case());
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"fields.vtu", "a folder"});
  EXPECT_EQ(result.output.find("solution"), std::string::npos);
  EXPECT_EQ(result.output.find("results in"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/summary.json"));
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "out/fields.vtu"));
}

TEST_F(FirstDay, ABrokenCaseTakesTheSummaryOfAnEarlierRunAway) {
  ASSERT_EQ(solve(bar_case()).status, 0);
  EXPECT_EQ(solve(with(bar_case(), "left = 1.0", "lift = 1.0")).status, 2);
  EXPECT_EQ(summary()["converged"], false);
  expect_words(summary()["message"].get<std::string>(), {"lift"});
  EXPECT_TRUE(summary()["quantities"].empty());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/fields.vtu"));
}

TEST_F(FirstDay, StandardOutputThatCannotBeWrittenEndsWithStatus1) {
  const std::filesystem::path file = folder_.write("bar.toml", bar_case());
  testing::internal::CaptureStderr();
  const int former = dup(STDOUT_FILENO), full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  dup2(full, STDOUT_FILENO);
  const std::string case_file = file.string(), out = (folder_ / "out").string();
  const std::vector<const char*> arguments{"adjoule", "solve", case_file.c_str(), "--json", "--output", out.c_str()};
  const int status = adjoule::run_command_line(static_cast<int>(arguments.size()), arguments.data());
  dup2(former, STDOUT_FILENO);
  close(former);
  close(full);
  clearerr(stdout);
  EXPECT_EQ(status, 1);
  expect_words(testing::internal::GetCapturedStderr(), {"error: standard output cannot be written"});
  EXPECT_EQ(summary()["converged"], true);
  EXPECT_EQ(summary()["quantities"].size(), 3U);
}

TEST_F(FirstDay, APropertyOutOfItsRangeAtTheSolutionIsAFailure) {
  const std::string text = with(bar_case(), "young = 169e9", "young = \"169e9 - 1.2e9*(T - 298)\"");
  const CommandResult result = solve(text);
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"error: ", "materials.silicon.elasticity.young", "the solution means nothing there"});
  EXPECT_EQ(summary()["converged"], false);
  EXPECT_FALSE(summary()["message"].get<std::string>().empty());
  EXPECT_GT(summary()["solve"]["unknowns"], 0);
  EXPECT_EQ(summary()["solve"]["load_steps"], 0);
  EXPECT_EQ(result.output.find("results in"), std::string::npos);
}

TEST_F(FirstDay, StrainsAndTemperaturesBeyondTheModelAreWarnedAbout) {
  const CommandResult hot = solve(with(bar_case(), "left = 1.0", "left = 10.0"));
  EXPECT_EQ(hot.status, 0) << hot.errors;
  expect_words(hot.errors, {"the temperature reaches 17281.6 K at", "lost exponent"});
  const CommandResult strained = solve(with(bar_case(), "thermal_expansion = 2.9e-6", "thermal_expansion = 2.9e-3"));
  EXPECT_EQ(strained.status, 0) << strained.errors;
  expect_words(strained.errors, {"the strain reaches", "small strains", "thermal_expansion"});
  EXPECT_EQ(summary()["warnings"].size(), 1U);
}

TEST_F(FirstDay, ACircuitThatNothingDrivesIsWarnedAbout) {
  const CommandResult result = solve(with(electrical(), "left = 1.0\n", ""));
  EXPECT_EQ(result.status, 0) << result.errors;
  expect_words(result.errors, {"nothing drives the electric current", "all potentials are equal (0 V)"});
}

TEST_F(FirstDay, ZerosThatAloneHoldTheModelAreRefused) {
  const std::string heat = bar_materials() + "[thermal.convection.left]\ncoefficient = 0.0\nambient = 300.0\n";
  expect_words(solve(heat).errors, {"bar.toml:", "coefficients are 0", "not determined"});
  const std::string ray = bar_materials() + "[thermal.radiation.left]\nemissivity = 0.0\nambient = 300.0\n";
  expect_words(solve(ray).errors, {"[thermal.radiation]", "coefficients are 0"});
  EXPECT_EQ(solve(heat + "[thermal.temperature]\nright = 300.0\n").status, 0);
  const std::string spring =
      with(bar_case(), "[mechanical.displacement]\nleft = [0.0, 0.0, 0.0]", "[mechanical.spring]\nleft = 0.0");
  expect_words(solve(spring).errors, {"stiffnesses are 0", "free body"});
}

TEST_F(FirstDay, AQuadratureThatMakesTheStiffnessSingularIsRefused) {
  const CommandResult low = solve(bar_case(), {"--set", "mesh.quadrature=1"});
  EXPECT_EQ(low.status, 2);
  expect_words(low.errors, {"mesh.quadrature = 1 is too low", "tetrahedron10", "2 at least"});
  EXPECT_EQ(solve(bar_case(), {"--set", "mesh.quadrature=2"}).status, 0);
}

TEST_F(FirstDay, AMissingIncludeIsToldBeforeAMissingParameter) {
  const std::string geo = folder_.write("main.geo", "Include \"sizes.geo\";\n").string();
  const CommandResult result = run_command({"mesh", geo, "--parameter", "length=2"});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"includes sizes.geo, which does not exist"});
}

TEST_F(FirstDay, AMeshWithoutUnitIsReportedInFileUnits) {
  const std::string bar = ADJOULE_TEST_DATA "/bar_p2.msh";
  expect_words(run_command({"mesh", bar}).output, {"file units^3", "0 to 0.02"});
  expect_words(run_command({"mesh", bar, "--unit", "m"}).output, {" m^3"});
}

TEST_F(FirstDay, ANamedPipeIsNoCase) {
  const std::filesystem::path pipe = folder_ / "pipe.toml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const CommandResult result = run_command({"check", pipe.string()});
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"pipe.toml", "no regular file"});
}

TEST_F(FirstDay, NamesNearTheRightOnesAreRecognised) {
  expect_words(run_command({"sovle", "a.toml"}).errors, {"unknown command 'sovle': did you mean 'solve'?"});
  expect_words(solve(bar_case() + "[gradient]\nof = [\"hottest\"]\nwrt = \"All\"\n").errors, {"did you mean \"all\"?"});
}

TEST_F(FirstDay, NamesOfNewCasesAreLettersDigitsDashesAndUnderscores) {
  for (const char* name : {"my case", "a.b", "größe", "a$b", ""}) {
    const CommandResult result = run_command({"new", name, "--output", (folder_ / "new").string()});
    EXPECT_EQ(result.status, 2) << name;
    expect_words(result.errors, {"letters, digits"});
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

} // namespace
