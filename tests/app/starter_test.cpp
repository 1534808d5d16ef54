#include "adjoule/app/starter.hpp"

#include "adjoule/app/case_file.hpp"

#include <gmsh.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

using adjoule::CaseFile;

TEST(Starter, TheCaseIsAccepted) {
  const CaseFile read = CaseFile::parse(adjoule::starter_case("my_device"), "my_device.toml");
  EXPECT_EQ(read.text("mesh.file"), "my_device.geo");
  EXPECT_EQ(read.children("quantities").size(), 3U);
}

TEST(Starter, NamesThatCannotBeFilesAreRefused) {
  for (const char* name : {"", "a/b", "a\"b", "../a", "a\nb", ".hidden", "-option"}) {
    EXPECT_THROW(adjoule::starter_case(name), adjoule::InputError) << name;
    EXPECT_THROW(adjoule::starter_geometry(name), adjoule::InputError) << name;
  }
}

/// Centres of the bounding boxes of the geometry's groups, in the unit drawn.
std::map<std::string, std::array<double, 3>> group_centres(const std::string& geometry) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "adjoule_starter.geo";
  std::ofstream(file) << geometry;
  gmsh::initialize();
  gmsh::option::setNumber("General.Terminal", 0);
  gmsh::open(file.string());
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups);
  std::map<std::string, std::array<double, 3>> centres;
  for (const auto& [dimension, tag] : groups) {
    std::string name;
    gmsh::model::getPhysicalName(dimension, tag, name);
    std::vector<int> entities;
    gmsh::model::getEntitiesForPhysicalGroup(dimension, tag, entities);
    std::array<double, 3> low{};
    std::array<double, 3> high{};
    gmsh::model::getBoundingBox(dimension, entities.at(0), low[0], low[1], low[2], high[0], high[1], high[2]);
    for (std::size_t i = 0; i < 3; ++i) centres[name][i] = (low[i] + high[i]) / 2;
  }
  gmsh::finalize();
  std::filesystem::remove(file);
  return centres;
}

TEST(Starter, TheGeometryHasTheGroupsOfTheCaseWhereTheyBelong) {
  const auto centres = group_centres(adjoule::starter_geometry("my_device"));
  const CaseFile read = CaseFile::parse(adjoule::starter_case("my_device"), "my_device.toml");
  for (const char* section :
       {"electrical.potential", "thermal.temperature", "thermal.convection", "mechanical.displacement"}) {
    for (const std::string& name : read.children(section)) EXPECT_TRUE(centres.count(name)) << name;
  }
  EXPECT_TRUE(centres.count(read.names("materials.polysilicon.regions")[0]));
  EXPECT_NEAR(centres.at("anchor_left")[0], -205.0, 1e-3);
  EXPECT_NEAR(centres.at("anchor_right")[0], 205.0, 1e-3);
  EXPECT_NEAR(centres.at("shuttle")[1], 14.0, 1e-3);
  EXPECT_NEAR(centres.at("bottom")[2], 0.0, 1e-3);
}

} // namespace
