#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>

#include "structure/checker.hpp"

namespace {

namespace fs = std::filesystem;

TEST(Structure, IncludesOfTheProjectPointDownAndFilesAreSmall) {
  const fs::path root = ADJOULE_SOURCE_DIRECTORY;
  ASSERT_GT(structure::count_checked_files(root), 10);
  const auto violations = structure::check_tree(root);
  EXPECT_TRUE(violations.empty()) << structure::describe(violations);
}

/// A small source tree of its own, to see that the checker finds what it is for.
class StructureChecker : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::temp_directory_path() / ("adjoule_structure_" + std::to_string(::getpid()) + "_" + test->name());
    fs::remove_all(root_);
    write("include/adjoule/core/index.hpp", "#include <vector>\n");
    write("include/adjoule/fem/space.hpp", "#include \"adjoule/core/index.hpp\"\n");
    write("include/adjoule/physics/heat.hpp", "#include \"adjoule/fem/space.hpp\"\n");
    write("include/adjoule/solvers/newton.hpp", "#include \"adjoule/core/index.hpp\"\n");
    write("src/fem/space_plan.hpp", "#pragma once\n");
    write("src/fem/space.cpp", "#include \"adjoule/fem/space.hpp\"\n#include \"space_plan.hpp\"\n");
    write("solvers/newton.cpp", "#include \"adjoule/solvers/newton.hpp\"\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  /// Expects one violation, in this file and line, whose message holds the given words.
  void expect_violation(const std::string& file, int line, const std::string& words) const {
    const auto violations = structure::check_tree(root_, 5);
    ASSERT_EQ(violations.size(), 1U) << structure::describe(violations);
    EXPECT_EQ(violations[0].file, file);
    EXPECT_EQ(violations[0].line, line);
    EXPECT_NE(violations[0].message.find(words), std::string::npos) << violations[0].message;
  }

  fs::path root_;
};

TEST_F(StructureChecker, AcceptsATreeInOrder) {
  EXPECT_EQ(structure::count_checked_files(root_), 7);
  const auto violations = structure::check_tree(root_, 5);
  EXPECT_TRUE(violations.empty()) << structure::describe(violations);
}

TEST_F(StructureChecker, FindsAnIncludeThatPointsUp) {
  write("src/core/bad.cpp", "\n#include \"adjoule/fem/space.hpp\"\n");
  expect_violation("src/core/bad.cpp", 2, "point down only");
}

TEST_F(StructureChecker, FindsAnIncludeInAngleBracketsThatPointsUp) {
  write("src/core/bad.cpp", "  #  include <adjoule/fem/space.hpp> // sly\n");
  expect_violation("src/core/bad.cpp", 1, "point down only");
}

TEST_F(StructureChecker, FindsAnIncludeOfAnotherRoomOnTheSameFloor) {
  write("include/adjoule/physics/bad.hpp", "#include \"adjoule/solvers/newton.hpp\"\n");
  expect_violation("include/adjoule/physics/bad.hpp", 1, "point down only");
}

TEST_F(StructureChecker, FindsAnUpwardIncludeInTheRoomsAtTheTop) {
  write("include/adjoule/coupling/graph.hpp", "#pragma once\n");
  write("solvers/bad.cpp", "#include \"adjoule/coupling/graph.hpp\"\n");
  expect_violation("solvers/bad.cpp", 1, "point down only");
}

TEST_F(StructureChecker, FindsAPrivateIncludeOfAnotherRoom) {
  write("src/physics/bad.cpp", "#include \"../fem/space_plan.hpp\"\n");
  expect_violation("src/physics/bad.cpp", 1, "another room");
}

TEST_F(StructureChecker, FindsAPrivateIncludeThatDoesNotExist) {
  write("src/physics/bad.cpp", "#include \"space_plan.hpp\"\n");
  expect_violation("src/physics/bad.cpp", 1, "does not stand beside it");
}

TEST_F(StructureChecker, FindsAPublicIncludeThatDoesNotExist) {
  write("src/physics/bad.cpp", "#include \"adjoule/fem/gone.hpp\"\n");
  expect_violation("src/physics/bad.cpp", 1, "does not exist");
}

TEST_F(StructureChecker, FindsAnUnknownRoom) {
  write("include/adjoule/attic/old.hpp", "#pragma once\n");
  expect_violation("include/adjoule/attic/old.hpp", 0, "no room");
}

TEST_F(StructureChecker, FindsAFileOutsideTheRooms) {
  write("src/stray.cpp", "int x;\n");
  expect_violation("src/stray.cpp", 0, "no room");
}

TEST_F(StructureChecker, FindsAFileThatIsTooLong) {
  write("src/core/long.cpp", "\n\n\n\n\n\n");
  expect_violation("src/core/long.cpp", 0, "6 lines");
}

} // namespace
