#include "mesh_test_support.hpp"

#include <clocale>
#include <gmsh.h>
#include <omp.h>
#include <thread>

namespace adjoule::test {
namespace {

TEST(MeshRead, GivesTheSizeAndGroupsOfTheReferenceBar) {
  const Mesh mesh = read_data("bar_p2.msh");
  EXPECT_EQ(mesh.dimension(), 3);
  EXPECT_EQ(mesh.order(), 2);
  const auto [low, high] = mesh.bounding_box();
  EXPECT_NEAR(high[0] - low[0], 20e-3, 1e-15);
  EXPECT_NEAR(high[1] - low[1], 2e-3, 1e-15);
  EXPECT_NEAR(high[2] - low[2], 1e-3, 1e-15);
  EXPECT_NEAR(group_measure(mesh, "left"), 2e-6, 1e-18);
  EXPECT_NEAR(group_measure(mesh, "body"), 40e-9, 1e-20);
  EXPECT_EQ(mesh.dropped_nodes(), 0);
}

TEST(MeshRead, MultipliesStoredCoordinatesByTheUnit) {
  const Mesh metres = read_data("bar_p2.msh"), inches = read_data("bar_p2.msh", length_unit("in"));
  for (std::size_t i = 0; i < metres.coordinates().size(); ++i)
    for (std::size_t d = 0; d < 3; ++d)
      EXPECT_DOUBLE_EQ(inches.coordinates()[i][d], 0.0254 * metres.coordinates()[i][d]);
}

TEST(MeshRead, ReadsEveryReferenceMeshValidAndInOnePiece) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ADJOULE_TEST_DATA)) {
    if (!entry.path().filename().string().ends_with("_p2.msh")) continue;
    ++count;
    SCOPED_TRACE(entry.path().filename().string());
    const Mesh mesh = Mesh::read(entry.path(), {});
    const MeshQuality quality = check_degeneracy(mesh);
    EXPECT_TRUE(quality.inverted.empty());
    EXPECT_TRUE(quality.zero_volume.empty());
    EXPECT_TRUE(quality.coincident_nodes.empty());
    EXPECT_EQ(quality.bodies, 1);
    EXPECT_GT(quality.minimum_scaled_jacobian, 0.01);
    EXPECT_LE(quality.mean_scaled_jacobian, 1.0);
    for (const Group& group : mesh.groups()) EXPECT_EQ(group.fault, "");
  }
  EXPECT_GE(count, 13);
}

void convert(const std::filesystem::path& from, const std::filesystem::path& to, double version, bool binary) {
  gmsh::initialize(0, nullptr, false);
  gmsh::option::setNumber("General.Terminal", 0);
  gmsh::open(from.string());
  gmsh::option::setNumber("Mesh.MshFileVersion", version);
  gmsh::option::setNumber("Mesh.Binary", binary ? 1 : 0);
  gmsh::write(to.string());
  gmsh::finalize();
}

TEST(MeshRead, GivesTheSameMeshFromVersions2And4InAsciiAndBinary) {
  const TemporaryFolder folder;
  for (const char* name : {"u_actuator_p2.msh", "annulus_p2.msh"}) {
    const Mesh original = read_data(name);
    for (const double version : {2.2, 4.1}) {
      for (const bool binary : {false, true}) {
        SCOPED_TRACE(std::string(name) + " " + std::to_string(version) + (binary ? " binary" : " ASCII"));
        const auto file = folder.file("converted.msh");
        convert(data(name), file, version, binary);
        const Mesh mesh = Mesh::read(file, {});
        ASSERT_EQ(mesh.node_count(), original.node_count());
        ASSERT_EQ(mesh.element_count(), original.element_count());
        const auto [low, high] = original.bounding_box();
        for (std::size_t i = 0; i < mesh.coordinates().size(); ++i)
          for (std::size_t d = 0; d < 3; ++d)
            EXPECT_NEAR(mesh.coordinates()[i][d], original.coordinates()[i][d], 1e-14 * (high[0] - low[0]));
        for (std::size_t b = 0; b < mesh.blocks().size(); ++b)
          EXPECT_EQ(mesh.blocks()[b].connectivity, original.blocks()[b].connectivity);
        ASSERT_EQ(mesh.groups().size(), original.groups().size());
        for (const Group& group : original.groups()) {
          EXPECT_EQ(mesh.group(group.name).dimension, group.dimension);
          EXPECT_EQ(mesh.group(group.name).nodes, group.nodes);
          EXPECT_EQ(mesh.group(group.name).elements, group.elements);
          EXPECT_EQ(mesh.group(group.name).facets, group.facets);
        }
      }
    }
  }
}

TEST(MeshRead, LeavesTheLocaleAloneAndDoesNotDependOnIt) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const char* german = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  const std::string during = std::setlocale(LC_ALL, nullptr);
  const Mesh mesh = read_data("bar_p2.msh");
  EXPECT_EQ(during, std::setlocale(LC_ALL, nullptr)) << (german != nullptr ? "German" : "no German locale here");
  EXPECT_NEAR(mesh.bounding_box().second[0], 0.02, 1e-15);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(MeshRead, WorksFromSeveralThreadsAtOnce) {
  std::vector<Index> counts(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < counts.size(); ++i)
    threads.emplace_back(
        [&counts, i] { counts[i] = read_data(i % 2 == 0 ? "bar_p2.msh" : "wire_p2.msh").element_count(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts[0], read_data("bar_p2.msh").element_count());
  EXPECT_EQ(counts[1], read_data("wire_p2.msh").element_count());
  EXPECT_EQ(counts[0], counts[2]);
  EXPECT_EQ(counts[1], counts[3]);
}

TEST(MeshRead, SaysWhatIsWrongWithAFileThatIsNoMesh) {
  const TemporaryFolder folder;
  expect_words(message_of([&] { (void)Mesh::read(folder.file("none.msh"), {}); }), {"none.msh", "does not exist"});
  expect_words(message_of([&] { (void)Mesh::read(folder.write("a.vtk", ""), {}); }), {".vtk", ".msh, .geo, .step"});
  expect_words(message_of([&] { (void)Mesh::read(folder.write("text.msh", "hello\n"), {}); }),
               {"not a Gmsh mesh", "MSH 4.1"});
  expect_words(message_of([&] { (void)Mesh::read(folder.write("empty.msh", ""), {}); }), {"not a Gmsh mesh"});
  expect_words(
      message_of([&] { (void)Mesh::read(folder.write("head.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"), {}); }),
      {"$Nodes"});
  expect_words(message_of([&] {
                 (void)Mesh::read(folder.write("bad.msh",
                                               "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n"
                                               "$Elements\n1\n1 2 2 1 1 1 2 3\n$EndElements\n"),
                                  {});
               }),
               {"bad.msh", "Gmsh says"});
}

TEST(MeshRead, RefusesOptionsThatAStoredMeshCannotFollow) {
  MeshOptions order, size, parameters, unit, cubic;
  order.order = 2;
  size.size = 1.0;
  parameters.parameters["gap"] = 1.0;
  unit.unit = 0.0;
  cubic.order = 3;
  const auto message = [](const MeshOptions& options) {
    return message_of([&] { (void)Mesh::read(data("bar_p2.msh"), options); });
  };
  expect_words(message(order), {"a .msh keeps its own element order", ".geo"});
  expect_words(message(size), {"a .msh keeps its own element size"});
  expect_words(message(parameters), {"'gap'", ".geo"});
  expect_words(message(unit), {"unit", "positive"});
  expect_words(message(cubic), {"order must be 1 or 2, not 3"});
}

TEST(MeshRead, RefinesAStoredMeshAndKeepsItsGroups) {
  MeshOptions options;
  options.refine = 1;
  const Mesh coarse = read_data("bar_p2.msh"), fine = Mesh::read(data("bar_p2.msh"), options);
  EXPECT_EQ(fine.element_count(), 8 * coarse.element_count());
  EXPECT_EQ(fine.order(), 2);
  for (const Group& group : coarse.groups())
    EXPECT_NEAR(group_measure(fine, group.name), group_measure(coarse, group.name), 1e-10);
}

TEST(LengthUnit, KnowsFiveNamesAndListsThem) {
  EXPECT_EQ(length_unit("m"), 1.0);
  EXPECT_EQ(length_unit("mm"), 1e-3);
  EXPECT_EQ(length_unit("um"), 1e-6);
  EXPECT_EQ(length_unit("nm"), 1e-9);
  EXPECT_EQ(length_unit("in"), 0.0254);
  expect_words(message_of([] { (void)length_unit("cm"); }), {"'cm'", "m, mm, um, nm, in"});
}

TEST(MeshRead, LeavesTheNumberOfThreadsAsItWas) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(3);
  (void)Mesh::read(std::string(ADJOULE_TEST_DATA) + "/bar_p2.msh", {});
  EXPECT_EQ(omp_get_max_threads(), 3);
  omp_set_num_threads(before);
}

} // namespace
} // namespace adjoule::test
