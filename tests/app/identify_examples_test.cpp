// The examples of identification find what their data were made from.
#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "support/command.hpp"

#include <cmath>

namespace support {
namespace {

/// The summary of an example's fit, whose results go to the folder.
nlohmann::json fitted(const TemporaryFolder& folder, const std::string& example, const std::string& file,
                      const std::vector<std::string>& more = {}) {
  const std::string examples = std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/";
  std::vector<std::string> arguments{"identify", examples + example + "/" + file, "--output", folder / "out",
                                     "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const CommandResult result = run_command(arguments);
  EXPECT_EQ(result.status, 0) << result.errors;
  return read_json(folder / "out/summary.json");
}

TEST(IdentifyExamples, the_rubber_sheet_gives_mu_and_alpha_of_the_truth_within_two_percent) {
  const TemporaryFolder folder;
  const nlohmann::json identified = fitted(folder, "identify_rubber", "identify_rubber.toml")["identified"];
  const nlohmann::json mu = identified["materials.rubber.elasticity.mu.0"];
  const nlohmann::json alpha = identified["materials.rubber.elasticity.alpha.0"];
  EXPECT_NEAR(mu["value"], 0.62e6, 0.02 * 0.62e6);
  EXPECT_NEAR(alpha["value"], 2.6, 0.02 * 2.6);
  EXPECT_LT(mu["standard_deviation"], 0.01 * 0.62e6);
}

TEST(IdentifyExamples, the_inclusion_has_the_contrast_of_the_truth_within_ten_percent) {
  const TemporaryFolder folder;
  fitted(folder, "identify_inclusion", "identify_inclusion.toml", {"--set", "identify.tolerance=1e-4"});
  const adjoule::Model model = adjoule::build_model(adjoule::CaseFile::read(folder / "out/identified.toml"));
  const adjoule::Mesh& mesh = model.system->mesh();
  const std::vector<double> young =
      adjoule::read_csv_column(folder / "out/materials.plate.elasticity.young.csv", "value");
  ASSERT_EQ(static_cast<adjoule::Index>(young.size()), mesh.element_count());
  // Elements that cross the outline, a circle of 7 mm about (5, 3) mm, belong to neither side.
  double inside = 0.0, outside = 0.0;
  int inside_count = 0, outside_count = 0;
  for (adjoule::Index e = 0; e < mesh.element_count(); ++e) {
    const auto centre = mesh.centroid(e);
    const double radius = std::hypot(centre[0] - 5e-3, centre[1] - 3e-3);
    if (radius < 5e-3) inside += young[static_cast<std::size_t>(e)], ++inside_count;
    if (radius > 9e-3) outside += young[static_cast<std::size_t>(e)], ++outside_count;
  }
  ASSERT_GT(inside_count, 5);
  EXPECT_NEAR(inside / inside_count / (outside / outside_count), 4.0, 0.4);
  EXPECT_NEAR(outside / outside_count, 1e6, 0.05e6);
}

} // namespace
} // namespace support
