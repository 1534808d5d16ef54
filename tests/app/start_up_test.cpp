// A run loads the libraries that it uses, and no others.
#include "support/bar_case.hpp"
#include "support/child_process.hpp"
#include "support/command.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace support {
namespace {

class StartUp : public testing::Test {
 protected:
  /// What the dynamic linker of the command tells of the files that it loads.
  std::string loaded_by(const std::vector<std::string>& arguments) {
    setenv("LD_DEBUG", "files", 1);
    setenv("LD_DEBUG_OUTPUT", (folder_ / "linker").c_str(), 1);
    std::optional<ChildProcess> child;
    child.emplace(arguments, folder_ / "said.txt");
    unsetenv("LD_DEBUG");
    unsetenv("LD_DEBUG_OUTPUT");
    EXPECT_EQ(child->wait(), 0) << read_text(folder_ / "said.txt");
    std::string text;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "."))
      if (entry.path().filename().string().starts_with("linker.")) {
        text += read_text(entry.path());
        std::filesystem::remove(entry.path());
      }
    return text;
  }
  static bool names(const std::string& text, const std::string& library) {
    return text.find(library) != std::string::npos;
  }

  TemporaryFolder folder_;
};

TEST_F(StartUp, ARunWithoutAMeshLoadsNoModuleAndInitialisesNoGraphics) {
  const std::string text =
      loaded_by({"check", std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples/identify_treloar/identify_treloar.toml"});
  ASSERT_TRUE(names(text, "libcholmod")) << "the linker tells nothing";
  for (const char* library : {"adjoule_gmsh", "libgmsh", "adjoule_mumps", "dmumps", "adjoule_petsc", "libpetsc",
                              "_dri.so", "libGLX_mesa", "libLLVM"})
    EXPECT_FALSE(names(text, library)) << library;
}

TEST_F(StartUp, ASmallSolveLoadsGmshForItsMeshAndNoOtherSolverThanItsOwn) {
  const std::string text = loaded_by(
      {"solve", folder_.write("bar.toml", bar_case()).string(), "--quiet", "--output", (folder_ / "out").string()});
  EXPECT_TRUE(names(text, "adjoule_gmsh"));
  for (const char* library : {"adjoule_mumps", "dmumps", "adjoule_petsc", "libpetsc", "_dri.so", "libGLX_mesa"})
    EXPECT_FALSE(names(text, library)) << library;
}

} // namespace
} // namespace support
