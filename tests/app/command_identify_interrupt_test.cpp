// An identification that is interrupted leaves the best it has found, and says so.
#include "support/child_process.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <gtest/gtest.h>

namespace support {
namespace {

const std::string unknown_and_data = R"([identify.unknowns."materials.rubber.elasticity.mu"]
lower = 1e3
upper = 1e9
[identify.data.cell]
quantity = "pull"
file = "cell.csv"
noise = 10.0
)";

class IdentifyInterrupt : public testing::Test {
 protected:
  std::vector<std::string> arguments(const std::vector<std::string>& more) const {
    std::vector<std::string> list{"identify",
                                  folder_.write("cube.toml", rubber_case(rubber_of_neo_hooke) + unknown_and_data),
                                  "--output", folder_ / "out"};
    list.insert(list.end(), more.begin(), more.end());
    return list;
  }

  TemporaryFolder folder_;
};

TEST_F(IdentifyInterrupt, LeavesTheBestSoFarAndSaysHowToGoOn) {
  write_rubber_mesh(folder_, {.cells = 6});
  folder_.write("cell.csv", "value\n5e7\n"); // far from the start: many steps
  for (const int signal : {SIGINT, SIGTERM}) {
    ChildProcess child(arguments({"--threads", "1"}), folder_ / "said.txt");
    ASSERT_TRUE(child.wait_for(folder_ / "out/history.csv")) << read_text(folder_ / "said.txt");
    child.send(signal);
    EXPECT_EQ(child.wait(), 1);
    expect_words(read_text(folder_ / "said.txt"),
                 {"stopping after the running iteration", "has not converged (stopped on request)", "identified.toml"});
    const nlohmann::json fit = read_json(folder_ / "out/summary.json")["identification"];
    EXPECT_EQ(fit["converged"], false);
    for (const char* file : {"identified.toml", "residuals/cell.csv", "fields.vtu"})
      EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out" / file)) << file;
    std::filesystem::remove_all(folder_ / "out");
  }
}

/// Far more of them than the test has time for.
TEST_F(IdentifyInterrupt, EndsTheRefitsToDataWithNoiseAdded) {
  write_rubber_mesh(folder_, {.cells = 3});
  folder_.write("cell.csv", "value\n4e4\n");
  ChildProcess child(arguments({"--set", "identify.samples=100000"}), folder_ / "said.txt");
  ASSERT_TRUE(child.wait_for(folder_ / "out/history.csv")) << read_text(folder_ / "said.txt");
  child.send(SIGINT);
  EXPECT_EQ(child.wait(), 1);
  expect_words(read_text(folder_ / "said.txt"), {"stopped on request"});
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "out/identified.toml"));
}

} // namespace
} // namespace support
