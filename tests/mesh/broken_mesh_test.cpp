#include "mesh_test_support.hpp"

#include <algorithm>

namespace adjoule::test {
namespace {

Mesh read_broken(const std::string& name) {
  clear_warnings();
  return read_data("broken_meshes/" + name);
}

std::string said() {
  std::string all;
  for (const std::string& warning : warnings()) all += warning + "\n";
  return all;
}

TEST(BrokenMesh, WithoutPhysicalGroupsIsNamedAfterItsEntitiesWithAWarning) {
  const Mesh mesh = read_broken("no_groups.msh");
  EXPECT_EQ(mesh.group("volume1").elements.size(), 6u);
  EXPECT_EQ(mesh.group("surface1").facets.size(), 2u);
  EXPECT_EQ(mesh.group("surface2").facets.size(), 2u);
  expect_words(said(), {"no_groups.msh", "no physical groups", "volume1", "surface1", "Physical Volume"});
}

TEST(BrokenMesh, WithAnEntityInTwoGroupsHasItsElementsOnceAndInBoth) {
  const Mesh mesh = read_broken("two_groups.msh");
  EXPECT_EQ(mesh.element_count(), 6);
  EXPECT_EQ(mesh.group("body").elements, mesh.group("conductor").elements);
  EXPECT_EQ(mesh.group("left").facets.size(), 2u);
  EXPECT_EQ(mesh.group("ends").facets, mesh.group("left").facets);
  EXPECT_NEAR(check_degeneracy(mesh).volume, 1.0, 1e-14);
}

TEST(BrokenMesh, WithGapsInTheNodeNumbersIsNumberedWithoutThem) {
  const Mesh mesh = read_broken("node_gaps.msh"), whole = read_broken("unnamed_group.msh");
  EXPECT_EQ(mesh.node_count(), 8);
  EXPECT_EQ(mesh.coordinates(), whole.coordinates());
  EXPECT_EQ(mesh.blocks()[0].connectivity, whole.blocks()[0].connectivity);
  EXPECT_EQ(mesh.group("left").nodes, whole.group("left").nodes);
}

TEST(BrokenMesh, WithAGroupWithoutNameCallsItByItsNumber) {
  const Mesh mesh = read_broken("unnamed_group.msh");
  EXPECT_EQ(mesh.group("3").elements.size(), 6u);
  EXPECT_EQ(mesh.group("3").dimension, 3);
}

TEST(BrokenMesh, OrphanNodesAreLeftOutCountedAndReported) {
  const Mesh mesh = read_broken("orphan_nodes.msh");
  EXPECT_EQ(mesh.node_count(), 8);
  EXPECT_EQ(mesh.dropped_nodes(), 2);
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_EQ(quality.dropped_nodes, 2);
  EXPECT_TRUE(quality.orphan_nodes.empty());
  EXPECT_NO_THROW(require_valid(mesh, quality));
  expect_words(said(), {"orphan_nodes.msh", "2 of 10 nodes", "orphan"});
  EXPECT_EQ(mesh.bounding_box().second[0], 1.0);
}

TEST(BrokenMesh, WithMixedOrdersIsRefusedNamingBothTypes) {
  expect_words(message_of([] { (void)read_broken("mixed_orders.msh"); }),
               {"mixed_orders.msh", "tetrahedron4", "tetrahedron10", "SetOrder 2"});
}

TEST(BrokenMesh, WithMixedOrdersIsRefusedInVersion4Too) {
  const TemporaryFolder folder;
  expect_words(message_of([&] {
                 (void)Mesh::read(
                     folder.write("mixed.msh",
                                  "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 0\n1 0 0 0 1 1 0 0 0\n"
                                  "$EndEntities\n$Nodes\n1 7 1 7\n2 1 0 7\n1\n2\n3\n4\n5\n6\n7\n0 0 0\n1 0 0\n"
                                  "0 1 0\n0.5 0 0\n0.5 0.5 0\n0 0.5 0\n1 1 0\n$EndNodes\n$Elements\n2 2 1 2\n"
                                  "2 1 9 1\n1 1 2 3 4 5 6\n2 1 2 1\n2 2 7 3\n$EndElements\n"),
                     {});
               }),
               {"triangle3", "triangle6"});
}

TEST(BrokenMesh, OfAnotherVersionNamesTheConversion) {
  const TemporaryFolder folder;
  expect_words(
      message_of([&] { (void)Mesh::read(folder.write("old.msh", "$MeshFormat\n4.0 0 8\n$EndMeshFormat\n"), {}); }),
      {"version 4", "2.2 and 4.1", "-format msh41"});
}

TEST(BrokenMesh, OneInvertedElementIsReportedByNumberAndPlaceAndNotRepaired) {
  const Mesh mesh = read_broken("inverted_element.msh");
  const MeshQuality quality = check_degeneracy(mesh);
  ASSERT_EQ(quality.inverted.size(), 1u);
  EXPECT_EQ(quality.inverted[0].tag, 7);
  EXPECT_EQ(quality.inverted[0].element, 2);
  EXPECT_LT(quality.inverted[0].scaled_jacobian, 0.0);
  EXPECT_EQ(quality.minimum_scaled_jacobian, quality.inverted[0].scaled_jacobian);
  expect_words(message_of([&] { require_valid(mesh, quality); }),
               {"1 of 6 elements are inverted", "element 7 at (0.5, 0.75, 0.25) m", "Cause", "Remedy"});
}

TEST(BrokenMesh, ASliverIsReportedAsHavingNoVolume) {
  const Mesh mesh = read_broken("sliver.msh");
  const MeshQuality quality = check_degeneracy(mesh);
  ASSERT_EQ(quality.zero_volume.size(), 1u);
  EXPECT_EQ(quality.zero_volume[0].tag, 11);
  EXPECT_TRUE(quality.inverted.empty());
  expect_words(message_of([&] { require_valid(mesh, quality); }),
               {"1 of 7 elements have no volume", "element 11 at", "Mesh.Optimize"});
}

TEST(BrokenMesh, AnInterfaceOfDoubledNodesIsWarnedAbout) {
  const Mesh mesh = read_broken("coincident_interface.msh");
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_EQ(quality.coincident_nodes.size(), 4u);
  EXPECT_EQ(quality.bodies, 2);
  EXPECT_EQ(quality.body_of_element.front(), 0);
  EXPECT_EQ(quality.body_of_element.back(), 1);
  for (const auto& [a, b] : quality.coincident_nodes) {
    EXPECT_LT(a, b);
    EXPECT_EQ(mesh.coordinates()[static_cast<std::size_t>(a)], mesh.coordinates()[static_cast<std::size_t>(b)]);
  }
  require_valid(mesh, quality);
  expect_words(said(), {"4 pairs of nodes", "body1, body2", "no current, heat or force", "2 unconnected parts",
                        "BooleanFragments", "Coherence"});
}

TEST(BrokenMesh, AVolumeInNoGroupIsLoadedAllTheSame) {
  const Mesh mesh = read_broken("ungrouped_volume.msh");
  EXPECT_EQ(mesh.element_count(), 12);
  EXPECT_EQ(mesh.group("body").elements.size(), 6u);
  EXPECT_EQ(check_degeneracy(mesh).bodies, 1);
}

TEST(BrokenMesh, AFileCutOffInTheMiddleIsRefused) {
  expect_words(message_of([] { (void)read_broken("truncated.msh"); }), {"truncated.msh", "cut off", "write it again"});
  // Wherever it is cut off.
  const TemporaryFolder folder;
  for (const char* name : {"bar_p2.msh", "broken_meshes/two_bodies.msh"}) {
    std::ifstream stream(data(name), std::ios::binary);
    const std::string whole(std::istreambuf_iterator<char>(stream), {});
    for (std::size_t size = 0; size + 14 < whole.size(); size += 1 + whole.size() / 40)
      message_of([&] { (void)Mesh::read(folder.write("cut.msh", whole.substr(0, size)), {}); });
  }
}

TEST(BrokenMesh, TwoBodiesThatDoNotTouchAreTold) {
  const Mesh mesh = read_broken("two_bodies.msh");
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_EQ(quality.bodies, 2);
  EXPECT_TRUE(quality.coincident_nodes.empty());
  const Index body = quality.body_of_element[static_cast<std::size_t>(mesh.group("body2").elements.front())];
  for (const Index element : mesh.group("body2").elements)
    EXPECT_EQ(quality.body_of_element[static_cast<std::size_t>(element)], body);
}

const char* const square_nodes = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 "
                                 "0\n5 2 0 0\n6 2 1 0\n$EndNodes\n";

TEST(BrokenMesh, ElementsOfOneEntityNumberKeepTheirOwnPhysicalGroups) {
  // Gmsh itself would put all elements of entity 1 in all three groups.
  const TemporaryFolder folder;
  const Mesh mesh = Mesh::read(folder.write("entity.msh", std::string(square_nodes) +
                                                              "$Elements\n6\n1 1 2 7 1 4 1\n2 1 2 8 1 5 6\n"
                                                              "3 2 2 1 1 1 2 3\n4 2 2 2 1 1 3 4\n5 2 2 0 1 2 5 6\n"
                                                              "6 2 2 1 1 2 6 3\n$EndElements\n"),
                               {});
  EXPECT_EQ(mesh.group("1").elements, (std::vector<Index>{0, 3}));
  EXPECT_EQ(mesh.group("2").elements, (std::vector<Index>{1}));
  EXPECT_EQ(mesh.group("7").facets, (std::vector<Facet>{{1, 2}}));
  EXPECT_EQ(mesh.group("8").facets, (std::vector<Facet>{{2, 1}}));
  EXPECT_EQ(mesh.element_count(), 4);
}

TEST(BrokenMesh, UnnamedGroupsOfTheSameNumberGetTheirDimensionAsPrefix) {
  const TemporaryFolder folder;
  const Mesh mesh = Mesh::read(
      folder.write("same.msh", std::string(square_nodes) +
                                   "$Elements\n3\n1 1 2 1 1 4 1\n2 2 2 1 1 1 2 3\n3 2 2 1 1 1 3 4\n$EndElements\n"),
      {});
  EXPECT_EQ(mesh.group("surface1").elements.size(), 2u);
  EXPECT_EQ(mesh.group("curve1").facets.size(), 1u);
}

TEST(BrokenMesh, TwoGroupsOfOneNameAreRefused) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "name.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\nPhysical Volume(\"a\") = {1};\n"
                  "Physical Surface(\"a\") = {1};\n");
  expect_words(message_of([&] { (void)Mesh::read(file, {}); }),
               {"two groups are called 'a'", "surface", "volume", "rename"});
}

TEST(BrokenMesh, ElementsListedTwiceUnderDifferentNumbersCountOnce) {
  const TemporaryFolder folder;
  const Mesh mesh = Mesh::read(
      folder.write("twice.msh", std::string(square_nodes) +
                                    "$Elements\n3\n1 2 2 1 1 1 2 3\n2 2 2 2 2 3 1 2\n3 2 2 2 2 1 3 4\n$EndElements\n"),
      {});
  EXPECT_EQ(mesh.element_count(), 2);
  EXPECT_EQ(mesh.group("1").elements, (std::vector<Index>{0}));
  EXPECT_EQ(mesh.group("2").elements, (std::vector<Index>{0, 1}));
}

TEST(BrokenMesh, ASurfaceBesideTheBodyIsAnErrorOnlyWhereItIsUsed) {
  const TemporaryFolder folder;
  const Mesh mesh =
      Mesh::read(folder.write("beside.msh", std::string(square_nodes) +
                                                "$Elements\n4\n11 1 2 5 1 1 2\n12 1 2 5 1 5 6\n13 1 2 6 2 5 6\n"
                                                "14 2 2 1 1 1 2 3\n$EndElements\n"),
                 {});
  expect_words(message_of([&] { (void)mesh.group("5", 1, "[electrical.potential]"); }),
               {"[electrical.potential]", "'5'", "1 of its 2", "number 12 at (2, 0.5, 0) m", "Coherence"});
  expect_words(message_of([&] { (void)mesh.group("6"); }), {"'6'"});
  EXPECT_NO_THROW((void)mesh.group("1"));
}

TEST(BrokenMesh, ElementsThatAreNotSupportedAreNamed) {
  const TemporaryFolder folder;
  expect_words(message_of([&] {
                 (void)Mesh::read(
                     folder.write("pyramid.msh",
                                  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n"
                                  "4 0 1 0\n5 0.5 0.5 1\n$EndNodes\n$Elements\n1\n42 7 2 1 1 1 2 3 4 5\n"
                                  "$EndElements\n"),
                     {});
               }),
               {"Pyramid 5", "number 42", "avoid pyramids"});
  expect_words(message_of([&] {
                 (void)Mesh::read(folder.write("lines.msh", std::string(square_nodes) +
                                                                "$Elements\n1\n1 1 2 5 1 1 2\n$EndElements\n"),
                                  {});
               }),
               {"lines", "surfaces", "volumes"});
}

TEST(BrokenMesh, LinesThatWouldCrashGmshAreRefused) {
  const TemporaryFolder folder;
  const std::string square = square_nodes;
  expect_words(message_of([&] {
                 (void)Mesh::read(folder.write("short.msh", square + "$Elements\n1\n8 2 5 1 1 1 2 3\n$EndElements\n"),
                                  {});
               }),
               {"element 8", "incomplete"});
  std::string names = square + "$Elements\n1\n1 2 2 1 1 1 2 3\n$EndElements\n";
  names.insert(names.find("$Nodes"), "$PhysicalNames\n1\n9 1 \"a\"\n$EndPhysicalNames\n");
  expect_words(message_of([&] { (void)Mesh::read(folder.write("names.msh", names), {}); }), {"dimension 9", "0 to 3"});
}

TEST(BrokenMesh, AMirroredBodyIsTurnedAsAWhole) {
  const TemporaryFolder folder;
  std::string nodes = square_nodes;
  nodes.replace(nodes.find("6 2 1 0"), 7, "6 0 0 1");
  const Mesh mesh =
      Mesh::read(folder.write("mirror.msh", nodes + "$Elements\n1\n1 4 2 1 1 1 4 2 6\n$EndElements\n"), {});
  EXPECT_NEAR(check_degeneracy(mesh).volume, 1.0 / 6.0, 1e-15);
  EXPECT_GT(check_degeneracy(mesh).minimum_scaled_jacobian, 0.0);
}

TEST(BrokenMesh, AMisspeltGroupIsAnsweredWithThoseThereAre) {
  const Mesh mesh = read_broken("coincident_interface.msh");
  expect_words(message_of([&] { (void)mesh.group("Left", {}, "[thermal.temperature]"); }),
               {"[thermal.temperature]", "no group 'Left'", "did you mean 'left'",
                "right (surface, 1 entity, 2 facets)", "body2 (volume, 1 entity, 6 elements)"});
  expect_words(message_of([&] { (void)mesh.group("left", 3); }), {"'left' is a surface", "volume is needed"});
}

} // namespace
} // namespace adjoule::test
