// `adjoule identify` from case file and data to report and files.
#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "support/bar_case.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <cmath>

namespace support {
namespace {

constexpr double true_mu = 1e5, true_bulk = 2e6;

const std::string first_guess = R"(model = "neo_hookean"
mu = 6e4
bulk = 1e6
volumetric = "log"
)";

const std::string two_unknowns = R"([identify.unknowns."materials.rubber.elasticity.mu"]
lower = 1e3
[identify.unknowns."materials.rubber.elasticity.bulk"]
lower = 1e4
)";

const std::string camera_and_cell = R"([identify.data.camera]
field = "displacement"
file = "camera.csv"
noise = 1e-4
[identify.data.cell]
quantity = "pull"
file = "cell.csv"
noise = 10.0
)";

class IdentifyCommand : public testing::Test {
 protected:
  IdentifyCommand() { write_rubber_mesh(folder_); }

  /// Solves the case as it is and writes what it shows: displacements of all nodes, and the force on x1.
  void measure(const std::string& text, const std::string& camera = "camera.csv",
               const std::string& cell = "cell.csv") {
    using namespace adjoule;
    const Model model = build_model(CaseFile::parse(text, folder_ / "truth.toml"));
    SolveOptions options = model.options;
    options.tolerance = 1e-12;
    const State state = model.system->solve_steady_state(options);
    std::vector<CsvColumn> columns{{"x", {}}, {"y", {}}, {"z", {}}, {"ux", {}}, {"uy", {}}, {"uz", {}}};
    const std::vector<double>& displacement = state.fields.values[0];
    for (std::size_t n = 0; n < model.system->mesh().coordinates().size(); ++n) {
      for (std::size_t c = 0; c < 3; ++c) {
        columns[c].values.push_back(model.system->mesh().coordinates()[n][c]);
        columns[c + 3].values.push_back(displacement[3 * n + c]);
      }
    }
    write_csv(folder_ / camera, columns);
    pull_ = model.quantity("pull").objective->value(model.system->evaluation(state.fields));
    write_csv(folder_ / cell, {{"value", {pull_}}});
  }
  CommandResult identify(const std::string& text, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"identify", folder_.write("cube.toml", text).string(), "--output", folder_ / "out"});
    return run_command(more);
  }
  nlohmann::json summary() const { return read_json(folder_ / "out/summary.json"); }
  double identified(const std::string& path) const { return summary()["identified"][path]["value"]; }

  TemporaryFolder folder_;
  double pull_ = 0.0;
};

const std::string mu_path = "materials.rubber.elasticity.mu", bulk_path = "materials.rubber.elasticity.bulk";

TEST_F(IdentifyCommand, finds_the_numbers_that_the_data_were_made_with) {
  measure(rubber_case(rubber_of_neo_hooke));
  const CommandResult result = identify(rubber_case(first_guess) + two_unknowns + camera_and_cell);
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(identified(mu_path), true_mu, 1e-6 * true_mu);
  EXPECT_NEAR(identified(bulk_path), true_bulk, 1e-6 * true_bulk);
  expect_words(result.output,
               {"8 of 8", "iteration", "chi^2", "converged after", "95 % interval", "correlation", "Pa"});
  const nlohmann::json fit = summary()["identification"];
  EXPECT_TRUE(fit["converged"]);
  EXPECT_EQ(fit["data"]["camera"]["used"], 8);
  EXPECT_EQ(fit["data"]["cell"]["residuals"], 1);
  EXPECT_NEAR(fit["correlation"][0][0], 1.0, 1e-12);
  EXPECT_EQ(fit["singular_values"].size(), 2U);
}

TEST_F(IdentifyCommand, leaves_history_residuals_fields_and_a_case_that_reproduces_the_result) {
  measure(rubber_case(rubber_of_neo_hooke));
  ASSERT_EQ(identify(rubber_case(first_guess) + two_unknowns + camera_and_cell).status, 0);
  for (const char* file : {"history.csv", "convergence.png", "fields.vtu", "residuals/camera.vtu", "residuals/cell.csv",
                           "identified.toml", "stress_response.csv", "stress_response.png"})
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out" / file)) << file;
  const adjoule::CsvTable cell = adjoule::read_csv(folder_ / "out/residuals/cell.csv", {"measured", "model"});
  EXPECT_NEAR(*cell.number(cell.rows.at(0), cell.column("model")), pull_, 1e-6 * pull_);
  EXPECT_EQ(*cell.number(cell.rows.at(0), cell.column("measured")), pull_);
  const CommandResult solved =
      run_command({"solve", folder_ / "out/identified.toml", "--output", folder_ / "again", "--quiet"});
  ASSERT_EQ(solved.status, 0) << solved.errors;
  EXPECT_NEAR(read_json(folder_ / "again/summary.json")["quantities"]["pull"], pull_, 1e-6 * pull_);
}

TEST_F(IdentifyCommand, gives_the_standard_deviation_that_the_noise_and_the_sensitivity_imply) {
  measure(rubber_case(rubber_of_neo_hooke));
  const std::string unknown = "[identify.unknowns.\"" + mu_path + "\"]\nscaling = \"linear\"\n";
  const std::string cell = "[identify.data.cell]\nquantity = \"pull\"\nfile = \"cell.csv\"\nnoise = 50.0\n";
  ASSERT_EQ(identify(rubber_case(rubber_of_neo_hooke) + unknown + cell).status, 0);
  ASSERT_EQ(run_command({"gradient",
                         folder_.write("g.toml", rubber_case(rubber_of_neo_hooke) +
                                                     "[gradient]\nof = \"pull\"\nwrt = \"" + mu_path + "\"\n"),
                         "--output", folder_ / "gradient", "--quiet"})
                .status,
            0);
  const double slope = read_json(folder_ / "gradient/summary.json")["gradients"]["pull"][mu_path];
  const nlohmann::json entry = summary()["identified"][mu_path];
  const double deviation = 50.0 / slope;
  EXPECT_NEAR(entry["standard_deviation"], deviation, 1e-6 * deviation);
  EXPECT_NEAR(entry["interval_95"][0], true_mu - 1.959964 * deviation, 1e-5 * true_mu);
  EXPECT_NEAR(entry["interval_95"][1], true_mu + 1.959964 * deviation, 1e-5 * true_mu);
}

TEST_F(IdentifyCommand, fits_several_cases_together) {
  // A pull fixes mu far better than bulk, a change of volume the other way round.
  const std::string squeezed = rubber_supports("x1 = { x = -0.02 }\ny1 = { y = 0.0 }\nz1 = { z = 0.0 }");
  const std::string cell = "[identify.data.cell]\nquantity = \"pull\"\nnoise = 10.0\nfile = ";
  measure(rubber_material(rubber_of_neo_hooke) + squeezed + rubber_quantities(), "c.csv", "squeezed.csv");
  measure(rubber_case(rubber_of_neo_hooke));
  folder_.write("squeezed.toml",
                rubber_material(first_guess) + squeezed + rubber_quantities() + cell + "\"squeezed.csv\"\n");
  const CommandResult result = identify(rubber_case(first_guess) + two_unknowns + cell + "\"cell.csv\"\n" +
                                        "[identify.experiments]\nsqueezed = \"squeezed.toml\"\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(identified(mu_path), true_mu, 1e-6 * true_mu);
  EXPECT_NEAR(identified(bulk_path), true_bulk, 1e-6 * true_bulk);
  EXPECT_TRUE(summary()["identification"]["data"].contains("squeezed/cell"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/experiments/squeezed/residuals/cell.csv"));
  const adjoule::CaseFile other = adjoule::CaseFile::read(folder_ / "out/experiments/squeezed/identified.toml");
  EXPECT_NEAR(other.number(mu_path), true_mu, 1e-6 * true_mu);
}

TEST_F(IdentifyCommand, samples_are_the_same_for_any_number_of_threads) {
  measure(rubber_case(rubber_of_neo_hooke));
  const std::string text =
      rubber_case(first_guess) + "[identify]\nsamples = 8\nseed = 5\n" + two_unknowns + camera_and_cell;
  ASSERT_EQ(identify(text, {"--threads", "1"}).status, 0);
  const nlohmann::json one = summary()["identification"]["samples"];
  ASSERT_EQ(identify(text, {"--threads", "2"}).status, 0);
  const nlohmann::json two = summary()["identification"]["samples"];
  EXPECT_EQ(one["refits"], 8);
  for (const std::string& path : {mu_path, bulk_path}) {
    const double mean = one["unknowns"][path]["mean"], deviation = one["unknowns"][path]["standard_deviation"];
    EXPECT_NEAR(two["unknowns"][path]["mean"], mean, 1e-7 * mean);
    EXPECT_NEAR(two["unknowns"][path]["standard_deviation"], deviation, 1e-4 * deviation);
    EXPECT_NEAR(summary()["identified"][path]["standard_deviation"], deviation, 0.8 * deviation); // of 8 samples
  }
}

TEST_F(IdentifyCommand, a_fit_that_fails_leaves_no_earlier_result) {
  measure(rubber_case(rubber_of_neo_hooke));
  ASSERT_EQ(identify(rubber_case(first_guess) + two_unknowns + camera_and_cell).status, 0);
  ASSERT_TRUE(std::filesystem::exists(folder_ / "out/identified.toml"));
  const std::string cell = "[identify.data.cell]\nquantity = \"pull\"\nfile = \"cell.csv\"\nnoise = 10.0\n";
  const CommandResult result = identify(rubber_case(first_guess) + two_unknowns + cell);
  EXPECT_EQ(result.status, 2);
  expect_words(result.errors, {"2 unknowns cannot be found from 1 measured values"});
  EXPECT_FALSE(summary()["converged"]);
  for (const char* file : {"identified.toml", "fields.vtu"})
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / file));
}

TEST_F(IdentifyCommand, a_path_may_be_spelled_with_quotes) {
  measure(rubber_case(rubber_of_neo_hooke));
  const std::string quoted = "[identify.unknowns.\"materials.'rubber'.elasticity.mu\"]\nper = \"region\"\n";
  const std::string smooth = "[identify.regularization.\"" + mu_path + "\"]\nkind = \"smoothness\"\nweight = 1.0\n";
  const CommandResult result = identify(rubber_case(rubber_of_neo_hooke) + quoted + smooth + camera_and_cell,
                                        {"--set", "materials.rubber.elasticity.mu=6e4"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(identified(mu_path), true_mu, 1e-6 * true_mu);
  EXPECT_EQ(summary()["identification"]["regularization"], 0.0); // one region has no neighbour
}

TEST_F(IdentifyCommand, says_so_where_no_refit_ends_well) {
  measure(rubber_case(rubber_of_neo_hooke));
  const CommandResult result =
      identify(rubber_case(rubber_of_neo_hooke) + "[identify]\nsamples = 3\nmax_iterations = 1\n" + two_unknowns +
               camera_and_cell);
  expect_words(result.output, {"0 refits", "3 more failed", "too few for a spread"});
  EXPECT_EQ(summary()["identification"]["samples"]["failed"], 3);
}

TEST_F(IdentifyCommand, a_fit_that_does_not_converge_leaves_its_result_and_says_so) {
  measure(rubber_case(rubber_of_neo_hooke));
  const CommandResult result =
      identify(rubber_case(first_guess) + two_unknowns + camera_and_cell, {"--set", "identify.max_iterations=1"});
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"not converged", "identify.max_iterations"});
  EXPECT_FALSE(summary()["converged"]);
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/identified.toml"));
}

TEST_F(IdentifyCommand, json_is_the_summary_and_nothing_else) {
  measure(rubber_case(rubber_of_neo_hooke));
  const CommandResult result = identify(rubber_case(first_guess) + two_unknowns + camera_and_cell, {"--json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_TRUE(nlohmann::json::parse(result.output).contains("identified"));
  EXPECT_EQ(identify(rubber_case(first_guess) + two_unknowns + camera_and_cell, {"--quiet"}).output, "");
}

TEST_F(IdentifyCommand, wrong_input_is_named_with_its_remedy) {
  measure(rubber_case(rubber_of_neo_hooke));
  const std::string good = rubber_case(first_guess) + two_unknowns + camera_and_cell;
  const auto expect_refused = [&](const std::string& text, const std::vector<std::string>& words,
                                  bool before_solving = true) {
    const CommandResult result = identify(text);
    EXPECT_EQ(result.status, 2) << result.errors;
    expect_words(result.errors, words);
    if (!before_solving) return;
    const CommandResult check = run_command({"check", (folder_ / "cube.toml").string()});
    EXPECT_EQ(check.status, 2) << result.errors;
    expect_words(check.errors, words);
  };
  const CommandResult check = run_command({"check", folder_.write("cube.toml", good).string()});
  EXPECT_EQ(check.status, 0) << check.errors;
  expect_words(check.output, {"8 of 8", mu_path, "60000", "ready"});
  expect_refused(rubber_case(first_guess), {"cube.toml", "[identify]", "identify.unknowns"}, false);
  expect_refused(rubber_case(first_guess) + two_unknowns, {"cube.toml:", "no data", "[identify.data.NAME]"});
  expect_refused(rubber_case(first_guess) + camera_and_cell, {"cube.toml:", "no unknowns"}, false);
  expect_refused(with(good, "elasticity.bulk\"", "elasticity.bulck\""), {"cube.toml:", "bulck", "bulk"});
  expect_refused(with(good, "camera.csv", "camra.csv"), {"camra.csv", "cube.toml"});
  expect_refused(with(good, "quantity = \"pull\"", "quantity = \"push\""), {"cube.toml:", "push", "pull"});
  expect_refused(with(good, "lower = 1e3", "lower = 1e5\nupper = 2e5"), {"cube.toml:", "60000", "100000"});
  expect_refused(with(good, "lower = 1e3", "lower = 2e5\nupper = 1e5"), {"cube.toml:", "200000", "100000"});
  expect_refused(rubber_case(first_guess) + two_unknowns +
                     "[identify.data.cell]\nquantity = \"pull\"\nfile = \"cell.csv\"\nnoise = 1.0\n",
                 {"cube.toml", "2 unknowns", "1 measured value"}, false);
  expect_refused(good + "[identify.regularization.\"" + mu_path + "\"]\nkind = \"total_variation\"\nweight = 1.0\n",
                 {"cube.toml:", "one number", "tikhonov"});
  expect_refused(good + "[identify.experiments]\nother = \"none.toml\"\n", {"cube.toml:", "none.toml"});
}

TEST_F(IdentifyCommand, homogeneous_tests_need_no_mesh) {
  std::vector<double> stretch, stress;
  for (int i = 1; i <= 10; ++i) {
    stretch.push_back(1.0 + 0.1 * i);
    stress.push_back(true_mu * (stretch.back() - std::pow(stretch.back(), -2))); // incompressible neo-Hooke
  }
  adjoule::write_csv(folder_ / "pull.csv", {{"stretch", stretch}, {"stress", stress}});
  const CommandResult result = identify("[materials.rubber.elasticity]\nmodel = \"neo_hookean\"\nmu = 3e4\nbulk = inf\n"
                                        "formulation = \"mixed\"\nvolumetric = \"quadratic\"\n"
                                        "[identify.unknowns.\"materials.rubber.elasticity.mu\"]\n"
                                        "[identify.data.pull]\ntest = \"uniaxial\"\nfile = \"pull.csv\"\nnoise = 1e3\n"
                                        "units = { stress = \"Pa\" }\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(identified(mu_path), true_mu, 1e-8 * true_mu);
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/residuals/pull.csv"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/stress_response.png"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/fields.vtu"));
}

} // namespace
} // namespace support
