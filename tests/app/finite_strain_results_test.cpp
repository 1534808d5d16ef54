// What a case of finite strain leaves: fields, history of load steps, the last equilibrium of a run that fails.
#include "adjoule/app/output.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/io/vtu_reader.hpp"
#include "support/bar_case.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace support;
using adjoule::ElementType;

class RubberResults : public testing::Test {
 protected:
  CommandResult solve(const std::string& text, const RubberMesh& mesh = {}, std::vector<std::string> more = {}) {
    write_rubber_mesh(folder_, mesh);
    std::vector<std::string> arguments{"solve", folder_.write("cube.toml", text).string(), "--output",
                                       (folder_ / "out").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments);
  }
  nlohmann::json summary() const { return read_json(folder_ / "out/summary.json"); }
  std::vector<double> history(const std::string& column) const {
    return adjoule::read_csv_column(folder_ / "out/history.csv", column);
  }
  std::vector<std::string> fields_of(const std::string& text) {
    folder_.write("cube.toml", text);
    const adjoule::CaseFile file = adjoule::CaseFile::read(folder_ / "cube.toml");
    return adjoule::available_fields(adjoule::build_model(file));
  }

  TemporaryFolder folder_;
};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<std::string> finite_fields{"first_piola_kirchhoff", "logarithmic_strain",    "principal_stretches",
                                             "principal_direction_1", "principal_direction_2", "principal_direction_3",
                                             "volume_ratio",          "energy_density"};

TEST_F(RubberResults, TheFieldsOfFiniteStrainBelongToFiniteStrain) {
  write_rubber_mesh(folder_);
  const std::vector<std::string> finite = fields_of(rubber_case(rubber_of_ogden));
  const std::vector<std::string> small = fields_of(rubber_case("model = \"linear\"\nyoung = 3e5\npoisson = 0.3\n"));
  for (const std::string& name : finite_fields) {
    EXPECT_TRUE(contains(finite, name)) << name;
    EXPECT_FALSE(contains(small, name)) << name;
  }
  for (const char* name : {"stress", "strain", "von_mises", "displacement"})
    EXPECT_TRUE(contains(finite, name)) << name;
  EXPECT_FALSE(contains(finite, "pressure"));
}

TEST_F(RubberResults, AllFieldsOfAMixedBlockAreWrittenWithThePressureBetweenTheCornersToo) {
  const std::string law = "model = \"neo_hookean\"\nmu = 1e5\nbulk = inf\nformulation = \"mixed\"\n";
  const CommandResult result = solve(rubber_case(law), {.type = ElementType::tetrahedron10});
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::string vtu = read_text(folder_ / "out/fields.vtu");
  for (const std::string& name : finite_fields) EXPECT_NE(vtu.find("\"" + name + "\""), std::string::npos) << name;
  const std::vector<double> ratio = adjoule::read_vtu_cell_array(folder_ / "out/fields.vtu", "volume_ratio");
  for (const double value : ratio) EXPECT_NEAR(value, 1.0, 1e-8);

  const adjoule::CaseFile file = adjoule::CaseFile::read(folder_ / "cube.toml");
  adjoule::Model model = adjoule::build_model(file);
  const adjoule::State state = model.system->solve_steady_state(model.options);
  const adjoule::OutputFields output =
      adjoule::make_output_fields(file, model, state.fields, adjoule::available_fields(model), true);
  const auto pressure = std::find_if(output.point.begin(), output.point.end(),
                                     [](const adjoule::FieldArray& field) { return field.name == "pressure"; });
  ASSERT_NE(pressure, output.point.end());
  for (const double value : pressure->values) EXPECT_NEAR(value, -1e5 * (2.25 - 1.0 / 1.5) / 3.0, 1e-2);
}

TEST_F(RubberResults, HistoryHasALineForEachLoadStepThatEndsAtTheResults) {
  const CommandResult result = solve(rubber_case(rubber_of_ogden), {}, {"--set", "solve.load_steps=4"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::vector<double> factor = history("load_factor"), pull = history("pull");
  ASSERT_GE(factor.size(), 2U);
  EXPECT_NEAR(factor.front(), 0.25, 1e-12);
  EXPECT_EQ(factor.back(), 1.0);
  EXPECT_TRUE(std::is_sorted(factor.begin(), factor.end()));
  EXPECT_TRUE(std::is_sorted(pull.begin(), pull.end()));
  EXPECT_EQ(pull.back(), summary()["quantities"]["pull"].get<double>());
  EXPECT_EQ(summary()["solve"]["load_steps"], factor.size());
  const std::vector<double> iterations = history("newton_iterations");
  double sum = 0.0;
  for (const double count : iterations) sum += count;
  EXPECT_EQ(summary()["solve"]["newton_iterations"].get<double>(), sum);
  EXPECT_EQ(summary()["solve"]["load_factor"], 1.0);
  EXPECT_TRUE(summary()["solve"]["stability_losses"].empty());
}

TEST_F(RubberResults, HistoryIsThereForOneStepAndNotForALinearModel) {
  ASSERT_EQ(solve(rubber_case(rubber_of_ogden)).status, 0);
  EXPECT_FALSE(history("load_factor").empty());
  ASSERT_EQ(solve(rubber_case("model = \"linear\"\nyoung = 3e5\npoisson = 0.3\n")).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/history.csv")); // that of the earlier run has gone
}

TEST_F(RubberResults, ARunThatFailsLeavesTheLastEquilibriumAndItsLoad) {
  // Chains that lock at a stretch of 2.06 (I1 = 3 + jm) cannot be drawn to 6.
  const std::string law = "model = \"gent\"\nmu = 1e5\njm = 2.2\nbulk = inf\nformulation = \"mixed\"\n";
  const CommandResult result = solve(rubber_material(law) + rubber_supports("x1 = { x = 5.0 }") + rubber_quantities(),
                                     {.type = ElementType::hexahedron20});
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"error: ", "element 1", "reached 0.2", "what had converged", "displacement, pressure"});
  const nlohmann::json json = summary();
  EXPECT_EQ(json["converged"], false);
  EXPECT_FALSE(json["message"].get<std::string>().empty());
  const double reached = json["solve"]["load_factor"].get<double>();
  EXPECT_GT(reached, 0.2);
  EXPECT_LT(reached, 1.06 / 5.0);
  EXPECT_GT(json["solve"]["rejected_steps"], 0);
  EXPECT_EQ(history("load_factor").back(), reached);
  EXPECT_EQ(json["solve"]["load_steps"], history("load_factor").size());
  EXPECT_EQ(history("pull").back(), json["quantities"]["pull"].get<double>());
  // The fields are complete, and those of that load.
  const std::vector<double> energy = adjoule::read_vtu_cell_array(folder_ / "out/fields.vtu", "energy_density");
  EXPECT_NEAR(energy.at(0), json["quantities"]["stored"].get<double>(), 1e-9 * energy.at(0));
}

TEST_F(RubberResults, ABrokenCaseTakesTheHistoryOfAnEarlierRunAway) {
  ASSERT_EQ(solve(rubber_case(rubber_of_ogden)).status, 0);
  EXPECT_EQ(solve(with(rubber_case(rubber_of_ogden), "x1 = {", "x9 = {")).status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/history.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/fields.vtu"));
}

} // namespace
