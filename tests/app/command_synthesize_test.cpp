// Data made from a known truth, and the misfit of a model against them.
#include "adjoule/io/csv_reader.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace {

using support::CommandResult;
using support::expect_words;
using support::read_json;
using support::read_text;
using support::run_command;

/// A cube of rubber pulled by half its length.
class Synthesize : public testing::Test {
 protected:
  Synthesize() {
    support::write_rubber_mesh(folder_, {.cells = 2});
    folder_.write("cube.toml", support::rubber_case(support::rubber_of_neo_hooke));
    folder_.write("points.csv", "x,y,z\n0.1,0.2,0.3\n0.9,1,0.4\n0.5,0.5,1\n");
  }

  CommandResult run(std::vector<std::string> arguments, const std::string& output = "data") {
    arguments.insert(arguments.begin(), {"synthesize", (folder_ / "cube.toml").string()});
    arguments.insert(arguments.end(), {"--output", (folder_ / output).string()});
    return run_command(arguments);
  }
  std::string points() const { return (folder_ / "points.csv").string(); }
  std::vector<double> column(const std::string& file, const std::string& name) const {
    return adjoule::read_csv_column(folder_ / file, name);
  }

  support::TemporaryFolder folder_;
};

TEST_F(Synthesize, WithoutNoiseTheDataAreTheSolution) {
  const CommandResult result = run({"--points", points(), "--noise", "0", "--quantity", "pull=0"});
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_words(result.output, {"displacement.csv: 3 rows, noise = 0 m", "pull.csv: 1 rows, noise = 0 N"});
  const std::vector<double> x = column("data/displacement.csv", "x"), ux = column("data/displacement.csv", "ux"),
                            y = column("data/displacement.csv", "y"), uy = column("data/displacement.csv", "uy");
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(ux[i], 0.5 * x[i], 1e-9);
    EXPECT_NEAR(uy[i] * y[0], uy[0] * y[i], 1e-9);
  }
  const CommandResult solve =
      run_command({"solve", (folder_ / "cube.toml").string(), "--json", "--output", (folder_ / "solved").string()});
  EXPECT_DOUBLE_EQ(column("data/pull.csv", "value")[0],
                   nlohmann::json::parse(solve.output)["quantities"]["pull"].get<double>());
}

TEST_F(Synthesize, IsReproducibleForAnyNumberOfThreads) {
  const std::vector<std::string> request{"--on", "x1", "--noise", "0.1%", "--quantity", "pull=2%"};
  const auto with = [&](std::vector<std::string> more, const std::string& output) {
    more.insert(more.begin(), request.begin(), request.end());
    const CommandResult result = run(more, output);
    EXPECT_EQ(result.status, 0) << result.errors;
    return read_text(folder_ / output / "displacement.csv") + read_text(folder_ / output / "pull.csv");
  };
  const std::string one = with({"--seed", "7", "--threads", "1"}, "one");
  EXPECT_EQ(one, with({"--seed", "7", "--threads", "2"}, "two"));
  EXPECT_NE(one, with({"--seed", "8"}, "other"));
}

TEST_F(Synthesize, NoiseHasTheDeviationAskedFor) {
  std::string text = "x,y,z\n";
  for (int i = 0; i < 1000; ++i) text += fmt::format("{},{},0.5\n", 0.001 * i, 0.25 + 0.0005 * i);
  folder_.write("points.csv", text);
  ASSERT_EQ(run({"--points", points(), "--noise", "0.1%"}).status, 0);
  ASSERT_EQ(run({"--points", points(), "--noise", "0"}, "exact").status, 0);
  double square = 0.0, sum = 0.0;
  for (const char* name : {"ux", "uy", "uz"}) {
    const std::vector<double> noisy = column("data/displacement.csv", name),
                              exact = column("exact/displacement.csv", name);
    for (std::size_t i = 0; i < noisy.size(); ++i) {
      square += std::pow(noisy[i] - exact[i], 2);
      sum += noisy[i] - exact[i];
    }
  }
  const std::vector<double> ux = column("exact/displacement.csv", "ux"), uy = column("exact/displacement.csv", "uy"),
                            uz = column("exact/displacement.csv", "uz");
  double largest = 0.0;
  for (std::size_t i = 0; i < ux.size(); ++i) largest = std::max(largest, std::hypot(ux[i], uy[i], uz[i]));
  const double asked = 1e-3 * largest;
  EXPECT_NEAR(std::sqrt(square / 3000.0), asked, 0.05 * asked);
  EXPECT_NEAR(sum / 3000.0, 0.0, 4.0 * asked / std::sqrt(3000.0));
}

TEST_F(Synthesize, RunsThroughThePseudoTimes) {
  folder_.write("cube.toml", support::rubber_material(support::rubber_of_neo_hooke) +
                                 support::rubber_supports("x1 = { x = \"0.4*t\" }") + support::rubber_quantities() +
                                 "[time]\nquasistatic_times = [0.5, 1.0]\n");
  const CommandResult result = run({"--points", points(), "--noise", "0", "--quantity", "pull=0"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::vector<double> t = column("data/displacement.csv", "t"), ux = column("data/displacement.csv", "ux"),
                            x = column("data/displacement.csv", "x");
  ASSERT_EQ(t.size(), 6U);
  for (std::size_t i = 0; i < t.size(); ++i) EXPECT_NEAR(ux[i], 0.4 * t[i] * x[i], 1e-9);
  EXPECT_EQ(column("data/pull.csv", "t"), (std::vector<double>{0.5, 1.0}));
}

TEST_F(Synthesize, WrongRequestsAreExplained) {
  const auto expect_fault = [&](const std::vector<std::string>& arguments, const std::vector<std::string>& words) {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.status, 2);
    expect_words(result.errors, words);
  };
  expect_fault({}, {"nothing is measured", "--points"});
  expect_fault({"--points", points()}, {"--noise S is missing"});
  expect_fault({"--points", points(), "--on", "x1", "--noise", "0"}, {"--points and --on"});
  expect_fault({"--points", points(), "--noise", "1 um"}, {"--noise 1 um", "0.1%"});
  expect_fault({"--points", points(), "--noise", "-1"}, {"--noise -1"});
  expect_fault({"--on", "top", "--noise", "0"}, {"--on", "'top'", "x1"});
  expect_fault({"--quantity", "pul=1"}, {"no quantity of that name", "pull"});
  expect_fault({"--quantity", "pull"}, {"NAME=NOISE"});
  expect_fault({"--quantity", "pull=1", "--quantity", "pull=2"}, {"--quantity pull=2", "twice"});
  expect_fault({"--quantity", "pull=1", "--seed=-1"}, {"--seed", "-1"});
  folder_.write("points.csv", "x,y,z\n100,200,300\n");
  expect_fault({"--points", points(), "--noise", "0"}, {"(100, 200, 300) m", "outside the mesh"});
}

TEST_F(Synthesize, MisfitOfTheDataIsDifferentiable) {
  ASSERT_EQ(run({"--on", "y1", "--noise", "1e-3", "--quantity", "pull=1%"}).status, 0);
  const std::string data =
      "[identify.data.surface]\nfile = \"data/displacement.csv\"\nfield = \"displacement\"\nnoise = 1e-3\n"
      "rigid_motion = true\n"
      "[identify.data.cell]\nfile = \"data/pull.csv\"\nquantity = \"pull\"\nnoise = 500.0\n"
      "[quantities.force_misfit]\nkind = \"misfit\"\ndata = \"cell\"\n"
      "[quantities.field_misfit]\nkind = \"misfit\"\ndata = \"surface\"\n";
  folder_.write("fit.toml", support::rubber_case(support::rubber_of_neo_hooke) + data +
                                "[gradient]\nof = [\"force_misfit\", \"field_misfit\"]\n"
                                "wrt = [\"materials.rubber.elasticity.mu\", \"materials.rubber.elasticity.bulk\"]\n"
                                "[gradient.check]\nenabled = true\n");
  const CommandResult result =
      run_command({"gradient", (folder_ / "fit.toml").string(), "--set", "materials.rubber.elasticity.mu=1.3e5",
                   "--set", "materials.rubber.elasticity.bulk=4e5", "--output", (folder_ / "fit").string()});
  ASSERT_EQ(result.status, 0) << result.errors; // the Taylor test confirms the gradient
  const nlohmann::json summary = read_json(folder_ / "fit" / "summary.json");
  EXPECT_GT(summary["quantities"]["force_misfit"].get<double>(), 1.0);
  for (const char* misfit : {"force_misfit", "field_misfit"}) {
    for (const char* number : {"materials.rubber.elasticity.mu", "materials.rubber.elasticity.bulk"}) {
      const nlohmann::json& check = summary["gradient_check"][misfit][number];
      EXPECT_NE(check["adjoint"].get<double>(), 0.0) << misfit << number;
      EXPECT_LT(check["relative_error"].get<double>(), 1e-5) << misfit << number;
    }
  }
  folder_.write("fit.toml", support::rubber_case(support::rubber_of_neo_hooke) +
                                "[quantities.fit]\nkind = \"misfit\"\ndata = \"cel\"\n");
  const CommandResult unknown = run_command({"check", (folder_ / "fit.toml").string()});
  EXPECT_EQ(unknown.status, 2);
  expect_words(unknown.errors, {"fit.toml:", "quantities.fit.data = \"cel\"", "no such set"});
}

} // namespace
