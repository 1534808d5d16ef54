#include "mesh_test_support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule::test {
namespace {

TEST(Facets, OfTheReferenceMeshesPointOutwardsAndCloseTheSurface) {
  for (const char* name : {"bar_p2.msh", "wire_p2.msh", "cantilever_p2.msh"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = read_data(name);
    std::vector<Facet> facets;
    for (const char* side : {"left", "right", "y0", "y1", "z0", "z1"}) {
      const auto& group = mesh.group(side);
      facets.insert(facets.end(), group.facets.begin(), group.facets.end());
    }
    EXPECT_EQ(facets.size(), outer_facets(mesh).size());
    const double volume = group_measure(mesh, "body");
    EXPECT_NEAR(enclosed_by(mesh, facets), volume, 1e-12 * volume);
    std::array<double, 3> sum{};
    for (const Facet& facet : facets)
      for (std::size_t d = 0; d < 3; ++d) sum[d] += vector_area(mesh, facet)[d];
    for (const double component : sum) EXPECT_NEAR(component, 0.0, 1e-12 * std::pow(volume, 2.0 / 3.0));
    double left = 0.0;
    for (const Facet& facet : mesh.group("left").facets) left += vector_area(mesh, facet)[0];
    EXPECT_NEAR(left, -group_measure(mesh, "left"), 1e-18);
  }
}

TEST(Facets, HaveTheNodesOfTheirGroup) {
  const Mesh mesh = read_data("sphere_octant_p2.msh");
  for (const Group& group : mesh.groups()) {
    if (group.dimension != 2) continue;
    std::vector<Index> nodes;
    for (const Facet& facet : group.facets)
      for (const Index node : mesh.facet_nodes(facet)) nodes.push_back(node);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    EXPECT_EQ(nodes, group.nodes) << group.name;
  }
}

Mesh two_triangles(std::vector<Group> groups = {}) {
  return Mesh(2, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{ElementType::triangle3, 0, {0, 1, 2, 0, 2, 3}, {}}},
              std::move(groups));
}
Group group_of(const std::string& name, int dimension, std::vector<Index> elements, std::vector<Facet> facets) {
  Group group;
  group.name = name;
  group.dimension = dimension;
  group.elements = std::move(elements);
  group.facets = std::move(facets);
  return group;
}

TEST(Mesh, FromArraysFindsTheNodesOfItsGroups) {
  const Mesh mesh = two_triangles({group_of("all", 2, {1, 0}, {}), group_of("bottom", 1, {}, {{0, 0}})});
  EXPECT_EQ(mesh.group("all").nodes, (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.group("bottom").nodes, (std::vector<Index>{0, 1}));
  EXPECT_EQ(mesh.element_tag(1), 2);
  EXPECT_EQ(mesh.centroid(0), (std::array<double, 3>{2.0 / 3.0, 1.0 / 3.0, 0.0}));
}

TEST(Mesh, FromArraysRefusesWhatDoesNotFit) {
  expect_words(message_of([] {
                 Mesh(2, {{0, 0, 0}}, {{ElementType::triangle3, 0, {0, 1, 2}, {}}}, {});
               }),
               {"node 1", "1 nodes"});
  expect_words(message_of([] {
                 Mesh(2, {{0, 0, 0}}, {{ElementType::triangle3, 0, {0, 0}, {}}}, {});
               }),
               {"triangle3", "3 nodes each"});
  expect_words(message_of([] {
                 Mesh(3, {{0, 0, 0}}, {{ElementType::triangle3, 0, {0, 0, 0}, {}}}, {});
               }),
               {"3-D mesh", "triangle3"});
  expect_words(message_of([] { Mesh(2, {{0, 0, 0}}, {}, {}); }), {"no elements"});
  expect_words(message_of([] { (void)two_triangles({group_of("a", 2, {2}, {})}); }), {"'a'", "element 2"});
  expect_words(message_of([] { (void)two_triangles({group_of("a", 1, {}, {{0, 3}})}); }), {"'a'", "face 3"});
  expect_words(message_of([] {
                 (void)two_triangles({group_of("a", 2, {1}, {}), group_of("a", 1, {}, {})});
               }),
               {"two groups", "'a'"});
}

TEST(Mesh, SetCoordinatesKeepsEverythingElse) {
  const Mesh original = read_data("bar_p2.msh");
  Mesh moved = original;
  auto coordinates = moved.coordinates();
  for (auto& point : coordinates) point[0] *= 2.0;
  moved.set_coordinates(coordinates);
  EXPECT_EQ(moved.coordinates(), coordinates);
  EXPECT_EQ(moved.blocks()[0].connectivity, original.blocks()[0].connectivity);
  EXPECT_EQ(moved.blocks()[0].tags, original.blocks()[0].tags);
  EXPECT_EQ(moved.group("left").facets, original.group("left").facets);
  EXPECT_NEAR(group_measure(moved, "body"), 2.0 * group_measure(original, "body"), 1e-20);
  EXPECT_NEAR(group_measure(moved, "left"), group_measure(original, "left"), 1e-20);

  coordinates[3][1] = std::numeric_limits<double>::quiet_NaN();
  expect_words(message_of([&] { moved.set_coordinates(coordinates); }), {"node 3", "not finite"});
  coordinates.pop_back();
  expect_words(message_of([&] { moved.set_coordinates(coordinates); }), {"node positions"});
}

TEST(MeshWrite, AWrittenMeshReadsBackTheSame) {
  const TemporaryFolder folder;
  for (const char* name : {"u_actuator_p2.msh", "slab3_p2.msh", "broken_meshes/two_groups.msh"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = read_data(name, 1e-6);
    mesh.write(folder.file("written.msh"));
    const Mesh again = Mesh::read(folder.file("written.msh"), {});
    EXPECT_EQ(again.coordinates(), mesh.coordinates());
    ASSERT_EQ(again.element_count(), mesh.element_count());
    ASSERT_EQ(again.groups().size(), mesh.groups().size());
    for (const Group& group : mesh.groups()) {
      const Group& other = again.group(group.name, group.dimension);
      EXPECT_EQ(other.nodes, group.nodes);
      EXPECT_EQ(other.elements.size(), group.elements.size());
      EXPECT_EQ(other.facets.size(), group.facets.size());
      EXPECT_DOUBLE_EQ(group_measure(again, group.name), group_measure(mesh, group.name));
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("written.unfinished.msh")));
}

TEST(MeshWrite, GroupsOfCurvesAndPointsKeepTheirNodes) {
  const TemporaryFolder folder;
  const auto geo = folder.write(
      "box.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\nPhysical Volume(\"box\") = {1};\n"
                 "Physical Curve(\"edge\") = {1};\nPhysical Point(\"corner\") = {1};\n");
  const Mesh mesh = Mesh::read(geo, {});
  EXPECT_GE(mesh.group("edge").nodes.size(), 2u);
  mesh.write(folder.file("box.msh"));
  const Mesh again = Mesh::read(folder.file("box.msh"), {});
  EXPECT_EQ(again.group("edge").nodes, mesh.group("edge").nodes);
  EXPECT_EQ(again.group("corner").nodes, mesh.group("corner").nodes);
}

TEST(MeshWrite, SaysWhereItCannotWrite) {
  const TemporaryFolder folder;
  const Mesh mesh = two_triangles();
  expect_words(message_of([&] { mesh.write(folder.file("mesh.vtk")); }), {"mesh.vtk", ".msh"});
  expect_words(message_of([&] { mesh.write(folder.file("no/such/folder/mesh.msh")); }),
               {"cannot write", "no/such/folder"});
}

TEST(MeshReport, GivesExtentCountsMeasuresAndQuality) {
  const Mesh mesh = read_data("broken_meshes/coincident_interface.msh");
  const std::string report = mesh_report(mesh, check_degeneracy(mesh));
  expect_words(report, {"dimension     3", "order         1", "nodes         16", "elements      12", "tetrahedron4",
                        "0 to 2, 0 to 1, 0 to 1 m", "body1", "volume", "6 elements", "1 m^3", "left", "2 facets",
                        "1 m^2", "pairs of coincident nodes          4", "connected parts                    2"});
}

} // namespace
} // namespace adjoule::test
