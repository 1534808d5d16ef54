#include "adjoule/core/error.hpp"
#include "adjoule/io/vtu_reader.hpp"
#include "adjoule/io/vtu_writer.hpp"
#include "sample_meshes.hpp"

namespace adjoule::test {
namespace {

/// What read_vtu_cell_array says about an array of a file with several kinds of them.
std::string refusal(const TemporaryFolder& folder, const std::string& array) {
  write_vtu(folder / "design.vtu", mixed_mesh(),
            {{{"temperature", 1, std::vector<double>(6, 300.0)}},
             {{"sigma", 1, {1, 2, 3}}, {"flux", 3, std::vector<double>(9, 0.0)}},
             {}});
  return message_of<InputError>([&] { read_vtu_cell_array(folder / "design.vtu", array); });
}

TEST(VtuReader, returns_what_was_written_in_the_meshs_order) {
  const TemporaryFolder folder;
  const std::vector<double> sigma{1e4 / 3.0, 2e-300, -7.0};
  write_vtu(folder / "design.vtu", mixed_mesh(), {{}, {{"sigma", 1, sigma}}, {}});
  EXPECT_EQ(read_vtu_cell_array(folder / "design.vtu", "sigma"), sigma);
}

TEST(VtuReader, lists_the_arrays_present_and_the_nearest_when_one_is_missing) {
  const TemporaryFolder folder;
  const auto message = refusal(folder, "sigme");
  EXPECT_TRUE(contains(message, "its cell arrays: sigma, flux")) << message;
  EXPECT_TRUE(contains(message, "did you mean 'sigma'?")) << message;
}

TEST(VtuReader, tells_a_point_array_from_a_cell_array) {
  const TemporaryFolder folder;
  const auto message = refusal(folder, "temperature");
  EXPECT_TRUE(contains(message, "as a point array")) << message;
}

TEST(VtuReader, returns_vectors_with_their_points) {
  const TemporaryFolder folder;
  const Mesh mesh = mixed_mesh();
  const auto nodes = static_cast<std::size_t>(mesh.node_count());
  std::vector<double> motion(3 * nodes);
  for (std::size_t i = 0; i < motion.size(); ++i) motion[i] = 0.1 * static_cast<double>(i);
  write_vtu(folder / "cloud.vtu", mesh,
            {{{"motion", 3, motion}, {"temperature", 1, std::vector<double>(nodes, 300.0)}}, {}, {}});
  const VtuVectors cloud = read_vtu_point_vectors(folder / "cloud.vtu", "motion");
  EXPECT_EQ(cloud.points, mesh.coordinates());
  ASSERT_EQ(cloud.vectors.size(), nodes);
  EXPECT_EQ(cloud.vectors[1], (std::array<double, 3>{motion[3], motion[4], motion[5]}));
  const auto scalar = message_of<InputError>([&] { read_vtu_point_vectors(folder / "cloud.vtu", "temperature"); });
  EXPECT_TRUE(contains(scalar, "1 components; three (a vector) are needed")) << scalar;
  const auto missing = message_of<InputError>([&] { read_vtu_point_vectors(folder / "cloud.vtu", "motoin"); });
  EXPECT_TRUE(contains(missing, "has no point array 'motoin'")) << missing;
  EXPECT_TRUE(contains(missing, "did you mean 'motion'?")) << missing;
}

TEST(VtuReader, refuses_an_array_of_several_components) {
  const TemporaryFolder folder;
  const auto message = refusal(folder, "flux");
  EXPECT_TRUE(contains(message, "has 3 components; one is needed")) << message;
}

TEST(VtuReader, names_a_file_that_is_missing_or_is_no_vtu) {
  const TemporaryFolder folder;
  const auto missing = message_of<InputError>([&] { read_vtu_cell_array(folder / "none.vtu", "sigma"); });
  EXPECT_TRUE(contains(missing, "none.vtu")) << missing;
  const auto text = folder.file("text.vtu", "value\n1\n");
  const auto garbage = message_of<InputError>([&] { read_vtu_cell_array(text, "sigma"); });
  EXPECT_TRUE(contains(garbage, "cannot be read as a VTK unstructured grid")) << garbage;
}

TEST(VtuReader, refuses_a_file_that_was_cut_off) {
  const TemporaryFolder folder;
  write_vtu(folder / "whole.vtu", mixed_mesh(), {{}, {{"sigma", 1, {1, 2, 3}}}, {}});
  const std::string whole = content(folder / "whole.vtu");
  const auto half = folder.file("half.vtu", whole.substr(0, whole.find("<CellData")));
  const auto message = message_of<InputError>([&] { read_vtu_cell_array(half, "sigma"); });
  EXPECT_TRUE(contains(message, "half.vtu")) << message;
}

/// A file as other programs write them: ASCII, and no point data.
std::filesystem::path foreign_file(const TemporaryFolder& folder, const std::string& sigma) {
  return folder.file("foreign.vtu", R"(<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
<UnstructuredGrid><Piece NumberOfPoints="1" NumberOfCells="2">
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">0 0 0</DataArray></Points>
<Cells><DataArray type="Int64" Name="connectivity" format="ascii">0 0</DataArray>
<DataArray type="Int64" Name="offsets" format="ascii">1 2</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">1 1</DataArray></Cells>
<CellData><DataArray type="Float64" Name="sigma" format="ascii">)" +
                                        sigma + R"(</DataArray></CellData>
</Piece></UnstructuredGrid></VTKFile>
)");
}

TEST(VtuReader, reads_files_of_other_programs) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_vtu_cell_array(foreign_file(folder, "5 6"), "sigma"), (std::vector<double>{5, 6}));
}

TEST(VtuReader, refuses_values_that_are_missing_or_not_finite) {
  const TemporaryFolder folder;
  for (const std::string bad : {"5", "5 nan"}) {
    const auto file = foreign_file(folder, bad);
    const auto message = message_of<InputError>([&] { read_vtu_cell_array(file, "sigma"); });
    EXPECT_TRUE(contains(message, "foreign.vtu") && contains(message, "\"sigma\"")) << message;
  }
}

} // namespace
} // namespace adjoule::test
