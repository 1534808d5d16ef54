// Treloar's rubber gives what its README says, and the fit to one test says that it is not enough.
#include "support/command.hpp"

#include <cmath>

namespace support {
namespace {

struct Fit {
  TemporaryFolder folder;
  CommandResult result;
  nlohmann::json summary;

  explicit Fit(const std::string& file)
      : result(run_command({"identify", std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/identify_treloar/" + file,
                            "--output", folder / "out", "--quiet"})),
        summary(read_json(folder / "out/summary.json")) {}

  double value(const std::string& number) const {
    return summary["identified"]["materials.rubber.elasticity." + number]["value"];
  }
};

TEST(TreloarExample, three_terms_fit_all_three_tests) {
  const Fit fit("identify_treloar.toml");
  ASSERT_EQ(fit.result.status, 0) << fit.result.errors;
  EXPECT_NEAR(fit.value("mu.0"), 363305.0, 10.0);
  EXPECT_NEAR(fit.value("alpha.0"), 1.90102, 1e-4);
  EXPECT_NEAR(fit.value("alpha.1"), 8.4825, 1e-3);
  EXPECT_NEAR(fit.value("alpha.2"), -2.2236, 1e-3);
  // All points weigh alike, with a noise of 0.06 MPa.
  const double chi_squared = fit.summary["identification"]["chi_squared"];
  EXPECT_LT(0.06 * std::sqrt(chi_squared / 53.0), 0.063);
  // Nothing is said against its stresses: stable in all modes, with a narrow band.
  EXPECT_EQ(fit.result.errors.find("material rubber:"), std::string::npos) << fit.result.errors;
  EXPECT_TRUE(std::filesystem::is_regular_file(fit.folder / "out/stress_response.csv"));
  EXPECT_TRUE(std::filesystem::is_regular_file(fit.folder / "out/stress_response.png"));
}

TEST(TreloarExample, one_test_is_not_enough_and_the_fit_says_so) {
  const Fit fit("uniaxial_only.toml");
  EXPECT_NE(fit.result.errors.find("equibiaxial tension was not measured"), std::string::npos) << fit.result.errors;
  EXPECT_NE(fit.result.errors.find("pure shear (planar) tension was not measured"), std::string::npos);
}

TEST(TreloarExample, is_checked_without_a_mesh_and_not_solved) {
  const std::string file = std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/identify_treloar/identify_treloar.toml";
  const CommandResult check = run_command({"check", file});
  EXPECT_EQ(check.status, 0) << check.errors;
  expect_words(check.output, {"equibiaxial: nominal stress, equibiaxial, 16 of 16 points used", "ready to identify"});
  const CommandResult solve = run_command({"solve", file});
  EXPECT_EQ(solve.status, 2);
  expect_words(solve.errors, {"identify_treloar.toml: the file has homogeneous tests and no body", "adjoule identify"});
}

} // namespace
} // namespace support
