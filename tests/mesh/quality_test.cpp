#include "mesh_test_support.hpp"

#include <cmath>

namespace adjoule::test {
namespace {

/// The reference element of a type as a mesh, its nodes mapped by `position`.
template <class Function>
Mesh single(ElementType type, Function position) {
  std::vector<std::array<double, 3>> coordinates;
  ElementBlock block{type, 0, {}, {}};
  for (const auto& node : topology(type).node_coordinates) {
    block.connectivity.push_back(static_cast<Index>(coordinates.size()));
    coordinates.push_back(position(node));
  }
  return Mesh(topology(type).dimension, std::move(coordinates), {block}, {});
}
std::array<double, 3> same(const std::array<double, 3>& x) {
  return x;
}

class ElementQuality : public testing::TestWithParam<ElementType> {};

/// From the reference to the ideal element: simplices become equilateral.
std::array<double, 3> ideal(ElementShape shape, const std::array<double, 3>& x) {
  const double h = std::sqrt(3.0) / 2.0;
  switch (shape) {
    case ElementShape::triangle:
    case ElementShape::prism:
      return {x[0] + 0.5 * x[1], h * x[1], x[2]};
    case ElementShape::tetrahedron:
      return {x[0] + 0.5 * x[1] + 0.5 * x[2], h * x[1] + h / 3.0 * x[2], std::sqrt(2.0 / 3.0) * x[2]};
    default:
      return x;
  }
}

TEST_P(ElementQuality, IsOneForTheIdealShapeOfAnySize) {
  const ElementShape shape = topology(GetParam()).shape;
  const Mesh mesh = single(GetParam(), [&](const auto& x) {
    auto p = ideal(shape, x);
    for (double& c : p) c *= 3e-6;
    return p;
  });
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_NEAR(quality.minimum_scaled_jacobian, 1.0, 1e-12);
  EXPECT_TRUE(quality.inverted.empty());
  EXPECT_TRUE(quality.zero_volume.empty());
}

TEST_P(ElementQuality, FindsTheMirrorImageInverted) {
  const Mesh mesh = single(GetParam(), [](const auto& x) { return std::array{-x[0], x[1], x[2]}; });
  const MeshQuality quality = check_degeneracy(mesh);
  ASSERT_EQ(quality.inverted.size(), 1u);
  EXPECT_LT(quality.inverted[0].scaled_jacobian, 0.0);
  EXPECT_LT(quality.volume, 0.0);
}

TEST_P(ElementQuality, FindsTheFlatElementWithoutVolume) {
  const int last = topology(GetParam()).dimension - 1;
  const Mesh mesh = single(GetParam(), [&](auto x) {
    x[static_cast<std::size_t>(last)] *= 1e-14;
    return x;
  });
  EXPECT_EQ(check_degeneracy(mesh).zero_volume.size(), 1u);
}

TEST_P(ElementQuality, VolumeIsTheDeterminantTimesThatOfTheReference) {
  const Mesh mesh = single(GetParam(), [](const auto& x) {
    return std::array{2.0 * x[0] + x[1], 3.0 * x[1], x[2] * 5.0};
  });
  const double reference = check_degeneracy(single(GetParam(), same)).volume;
  EXPECT_NEAR(check_degeneracy(mesh).volume, (mesh.dimension() == 3 ? 30.0 : 6.0) * reference,
              1e-12 * 30.0 * reference);
}

TEST_P(ElementQuality, FindsTheFoldOfAMisplacedMidNode) {
  const ElementTopology& element = topology(GetParam());
  if (element.order == 1) return;
  // The first mid node beyond the far corner of its edge.
  Mesh mesh = single(GetParam(), same);
  auto coordinates = mesh.coordinates();
  const auto middle = static_cast<std::size_t>(element.corners);
  for (std::size_t d = 0; d < 3; ++d)
    coordinates[middle][d] = coordinates[1][d] + 0.1 * (coordinates[1][d] - coordinates[0][d]);
  mesh.set_coordinates(coordinates);
  const MeshQuality quality = check_degeneracy(mesh);
  ASSERT_EQ(quality.inverted.size(), 1u);
  expect_words(message_of([&] { require_valid(mesh, quality); }), {"inverted or folded", "element 1 at"});
}

INSTANTIATE_TEST_SUITE_P(Types, ElementQuality,
                         testing::Values(ElementType::triangle3, ElementType::triangle6, ElementType::quadrilateral4,
                                         ElementType::quadrilateral8, ElementType::quadrilateral9,
                                         ElementType::tetrahedron4, ElementType::tetrahedron10,
                                         ElementType::hexahedron8, ElementType::hexahedron20, ElementType::hexahedron27,
                                         ElementType::prism6, ElementType::prism15, ElementType::prism18),
                         [](const auto& instance) { return topology(instance.param).name; });

TEST(Quality, VolumeOfACurvedTetrahedronIsExact) {
  // One mid node of the edge 0-1 moved by s along y: the determinant is 1 + s dN_4/dy with N_4 = 4 x (1 - x - y - z),
  // of integral -4 s / 24.
  Mesh mesh = single(ElementType::tetrahedron10, same);
  auto coordinates = mesh.coordinates();
  coordinates[4][1] -= 0.1;
  mesh.set_coordinates(coordinates);
  EXPECT_NEAR(check_degeneracy(mesh).volume, 1.0 / 6.0 + 0.4 / 24.0, 1e-15);
}

TEST(Quality, ARightAngledTriangleHasTheSineOf45DegreesAgainst60) {
  EXPECT_NEAR(check_degeneracy(single(ElementType::triangle3, same)).minimum_scaled_jacobian,
              std::sqrt(0.5) / (std::sqrt(3.0) / 2.0), 1e-15);
}

TEST(Quality, ListsTheTenWorstElementsAndCountsTheRest) {
  std::vector<std::array<double, 3>> coordinates;
  ElementBlock block{ElementType::triangle3, 0, {}, {}};
  for (Index i = 0; i < 15; ++i) {
    const double x = 10.0 * i;
    coordinates.insert(coordinates.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x, i < 12 ? -1.0 - i : 1.0, 0}});
    block.connectivity.insert(block.connectivity.end(), {3 * i, 3 * i + 1, 3 * i + 2});
    block.tags.push_back(100 + i);
  }
  const Mesh mesh(2, coordinates, {block}, {});
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_EQ(quality.bodies, 15);
  const std::string message = message_of([&] { require_valid(mesh, quality); });
  expect_words(message, {"12 of 15 elements", "element 100 at", "and 2 more"});
  EXPECT_EQ(message.find("element 111 at"), std::string::npos);
}

TEST(Quality, NodesOfNoElementAreRefusedInAMeshFromArrays) {
  const Mesh mesh(2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 0}}, {{ElementType::triangle3, 0, {0, 1, 2}, {}}}, {});
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_EQ(quality.orphan_nodes, std::vector<Index>{3});
  expect_words(message_of([&] { require_valid(mesh, quality); }),
               {"1 nodes belong to no element", "node 3 at (5, 5, 0) m"});
}

TEST(Quality, CloseNodesOfAFineMeshAreNotCoincident) {
  for (const double gap : {1e-5, 1e-9}) {
    const Mesh mesh(2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1 + gap, 0, 0}, {2, 0, 0}, {2, 1, 0}},
                    {{ElementType::triangle3, 0, {0, 1, 2, 3, 4, 5}, {}}}, {});
    EXPECT_EQ(check_degeneracy(mesh).coincident_nodes.size(), gap < 1e-6 ? 1u : 0u);
  }
}

TEST(Quality, AnElementWithTwoNodesAtOnePlaceIsFlatAndNotACoincidentPair) {
  const Mesh mesh(2, {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {{ElementType::triangle3, 0, {0, 1, 2}, {}}}, {});
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_EQ(quality.zero_volume.size(), 1u);
  EXPECT_TRUE(quality.coincident_nodes.empty());
}

} // namespace
} // namespace adjoule::test
