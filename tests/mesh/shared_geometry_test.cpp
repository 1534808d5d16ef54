// The .geo files of meshes/ and examples/ give valid meshes with the groups that their comments promise.
#include "adjoule/mesh/quality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

namespace adjoule {
namespace {

const std::filesystem::path root = ADJOULE_SOURCE_DIRECTORY;

TEST(SharedGeometry, BoxHasItsSizeAndSixNamedFacesOfTetrahedraAndBricks) {
  for (const double bricks : {0.0, 1.0}) {
    const Mesh mesh = Mesh::read(root / "meshes/box.geo",
                                 {.unit = 1e-3, .parameters = {{"length", 20.0}, {"width", 3.0}, {"bricks", bricks}}});
    EXPECT_NEAR(check_degeneracy(mesh).volume, 60e-9, 1e-20);
    const auto [low, high] = mesh.bounding_box();
    const std::array<double, 3> size{20e-3, 3e-3, 1e-3};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::string axis(1, "xyz"[d]);
      for (const Index node : mesh.group(axis + "0", 2).nodes) {
        EXPECT_NEAR(mesh.coordinates()[static_cast<std::size_t>(node)][d], 0.0, 1e-15);
      }
      for (const Index node : mesh.group(axis + "1", 2).nodes) {
        EXPECT_NEAR(mesh.coordinates()[static_cast<std::size_t>(node)][d], size[d], 1e-15);
      }
      EXPECT_NEAR(high[d] - low[d], size[d], 1e-15);
    }
  }
}

TEST(SharedGeometry, QuarterRingHasItsAreaAndRadii) {
  const Mesh mesh = Mesh::read(root / "meshes/ring_quarter.geo", {.order = 2, .parameters = {{"outer_radius", 3.0}}});
  EXPECT_NEAR(check_degeneracy(mesh).volume, std::numbers::pi * 8.0 / 4.0, 1e-3);
  for (const auto& [group, radius] : {std::pair{"inner", 1.0}, std::pair{"outer", 3.0}}) {
    for (const Index node : mesh.group(group, 1).nodes) {
      const std::array<double, 3>& x = mesh.coordinates()[static_cast<std::size_t>(node)];
      EXPECT_NEAR(std::hypot(x[0], x[1]), radius, 1e-12);
    }
  }
}

TEST(SharedGeometry, MicroactuatorFollowsItsDimensions) {
  const Mesh mesh = Mesh::read(root / "examples/microactuator/microactuator.geo", {.unit = 1e-6});
  for (const char* group : {"anchor_hot", "anchor_cold", "tip", "bottom", "top"}) {
    EXPECT_FALSE(mesh.group(group, 2).facets.empty()) << group;
  }
  EXPECT_GT(check_degeneracy(mesh).minimum_scaled_jacobian, 0.02);
}

} // namespace
} // namespace adjoule
