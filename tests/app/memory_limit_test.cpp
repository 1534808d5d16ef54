// Little memory: what will not fit is said before it starts, and nothing waits for memory for ever.
#include "support/command.hpp"
#include "support/structured_mesh.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

namespace support {
namespace {

struct Ending {
  int status;
  std::string said;
};

class MemoryLimit : public testing::Test {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the address sanitizer takes all address space for itself";
#endif
  }

  Ending run(const std::string& command, int megabytes) {
    // OpenBLAS takes address space for each of its threads, which a machine with many processors has many of.
    const std::filesystem::path said = folder_ / "said.txt";
    const std::string line =
        fmt::format("ulimit -v {}; OPENBLAS_NUM_THREADS=1 exec '{}' {} '{}' --threads 1 --output '{}' > '{}' 2>&1",
                    1000 * megabytes, ADJOULE_COMMAND, command, (folder_ / "cube.toml").string(),
                    (folder_ / "out").string(), said.string());
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(said)};
  }

  void write_cube(int cells) {
    adjoule::test::GridMesh grid;
    grid.type = adjoule::ElementType::hexahedron8;
    grid.cells = {cells, cells, cells};
    adjoule::test::make_grid_mesh(grid).write(folder_ / "cube.msh");
    folder_.write("cube.toml", R"([mesh]
file = "cube.msh"
unit = "m"
[materials.steel]
regions = ["body"]
elasticity = { model = "linear", young = 2e11, poisson = 0.3 }
[mechanical.displacement]
x0 = [0.0, 0.0, 0.0]
x1 = [0.0, 1e-3, 0.0]
[solve]
linear_solver = "cholmod"
)");
  }

  TemporaryFolder folder_;
};

TEST_F(MemoryLimit, TooLittleForTheLibrariesIsSaidAtOnce) {
  write_cube(1);
  const Ending ending = run("solve", 250);
  EXPECT_EQ(ending.status, 1);
  expect_words(ending.said, {"error: adjoule needs 200 MB of memory", "MB are left", "ulimit -v"});
}

TEST_F(MemoryLimit, NoRoomForTheBufferOfBlasEndsTheRunInsteadOfAWaitForEver) {
  write_cube(2);
  const Ending ending = run("solve", 350);
  EXPECT_EQ(ending.status, 1);
  expect_words(ending.said, {"error: ", "OpenBLAS", "needs room for a buffer of 150 MB", "MB are left", "ulimit -v"});
}

TEST_F(MemoryLimit, AModelThatWillNotFitIsRefusedBeforeItsFirstIterationWithTheRemedy) {
  write_cube(22);
  const Ending ending = run("solve", 550);
  EXPECT_EQ(ending.status, 1);
  expect_words(ending.said, {"error: the solve will not fit: it needs 0.", "GB of memory more", "for the factors",
                             "GB are left", "coarser mesh", "petsc"});
  const nlohmann::json summary = read_json(folder_ / "out/summary.json");
  EXPECT_EQ(summary["converged"], false);
  EXPECT_EQ(summary["solve"]["factorizations"], 0);
}

TEST_F(MemoryLimit, CheckForeseesWhatARunWillTake) {
  write_cube(12);
  constexpr int plenty = 8000;
  for (const char* command : {"check", "solve"}) {
    const Ending ending = run(command, plenty);
    ASSERT_EQ(ending.status, 0) << ending.said;
  }
  const double foreseen = read_json(folder_ / "out/check.json")["memory"]["peak_bytes"];
  const double taken = read_json(folder_ / "out/summary.json")["solve"]["peak_memory_bytes"];
  EXPECT_GT(foreseen, 0.8 * taken);
  EXPECT_LT(foreseen, 1.25 * taken);
}

} // namespace
} // namespace support
