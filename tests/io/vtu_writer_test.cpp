#include "adjoule/core/error.hpp"
#include "adjoule/io/vtu_writer.hpp"
#include "sample_meshes.hpp"

#include <csignal>
#include <limits>
#include <sys/resource.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

namespace adjoule::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> counting(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = 1.0 / 3.0 + static_cast<double>(i);
  return values;
}

/// Every kind of field on `mixed_mesh`.
OutputFields every_kind_of_field() {
  return {{{"temperature", 1, counting(6)}, {"displacement", 3, counting(18)}},
          {{"joule_heat", 1, counting(3)}, {"stress", 6, counting(18)}, {"first_piola_kirchhoff", 9, counting(27)}},
          {{"case", "mixed"}}};
}

vtkSmartPointer<vtkUnstructuredGrid> read_back(const std::filesystem::path& path) {
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  return reader->GetOutput();
}

TEST(VtuWriter, writes_appended_raw_double_precision_compressed_by_lz4) {
  const TemporaryFolder folder;
  write_vtu(folder / "out.vtu", mixed_mesh(), every_kind_of_field());
  const std::string text = content(folder / "out.vtu");
  EXPECT_TRUE(contains(text, "compressor=\"vtkLZ4DataCompressor\""));
  EXPECT_TRUE(contains(text, "<AppendedData encoding=\"raw\">"));
  EXPECT_TRUE(contains(text, "format=\"appended\""));
  EXPECT_TRUE(contains(text, "type=\"Float64\""));
  EXPECT_FALSE(contains(text, "Float32"));
}

TEST(VtuWriter, keeps_names_components_and_every_digit_in_place) {
  const TemporaryFolder folder;
  const OutputFields fields = every_kind_of_field();
  write_vtu(folder / "out.vtu", mixed_mesh(), fields);
  const auto grid = read_back(folder / "out.vtu");
  ASSERT_EQ(grid->GetNumberOfCells(), 3);
  EXPECT_EQ(grid->GetCellType(2), 9); // the quadrilateral comes last, as in the mesh
  const auto compare = [](vtkDataSetAttributes* data, const std::vector<FieldArray>& expected) {
    ASSERT_EQ(data->GetNumberOfArrays(), static_cast<int>(expected.size()));
    for (const FieldArray& field : expected) {
      vtkDataArray* const array = data->GetArray(field.name.c_str());
      ASSERT_NE(array, nullptr) << field.name;
      ASSERT_EQ(array->GetNumberOfComponents(), field.components);
      ASSERT_EQ(static_cast<std::size_t>(array->GetNumberOfValues()), field.values.size());
      for (std::size_t i = 0; i < field.values.size(); ++i)
        EXPECT_EQ(array->GetVariantValue(static_cast<vtkIdType>(i)).ToDouble(), field.values[i]);
    }
  };
  compare(grid->GetPointData(), fields.point);
  compare(grid->GetCellData(), fields.cell);
  vtkDataArray* const stress = grid->GetCellData()->GetArray("stress");
  const std::array<std::string, 6> tensor{"XX", "YY", "ZZ", "XY", "YZ", "XZ"};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(stress->GetComponentName(i), tensor.at(static_cast<std::size_t>(i)));
  EXPECT_STREQ(grid->GetCellData()->GetArray("first_piola_kirchhoff")->GetComponentName(3), "YX");
  EXPECT_STREQ(grid->GetPointData()->GetArray("displacement")->GetComponentName(2), "Z");
  auto* const name = vtkStringArray::SafeDownCast(grid->GetFieldData()->GetAbstractArray("case"));
  ASSERT_NE(name, nullptr);
  EXPECT_EQ(name->GetValue(0), "mixed");
}

TEST(VtuWriter, makes_displacement_the_active_vector_of_three_components_in_2d) {
  const TemporaryFolder folder;
  OutputFields fields{{{"heat_flux", 3, counting(18)}, {"displacement", 3, std::vector<double>(18, 0.0)}}, {}, {}};
  write_vtu(folder / "out.vtu", mixed_mesh(), fields);
  EXPECT_STREQ(read_back(folder / "out.vtu")->GetPointData()->GetVectors()->GetName(), "displacement");
  fields.point[1] = {"displacement", 2, std::vector<double>(12, 0.0)};
  const auto message = message_of<InputError>([&] { write_vtu(folder / "two.vtu", mixed_mesh(), fields); });
  EXPECT_TRUE(contains(message, "'displacement' has 2 components")) << message;
}

TEST(VtuWriter, refuses_nan_naming_field_and_node_and_leaves_an_older_file_alone) {
  const TemporaryFolder folder;
  OutputFields fields = every_kind_of_field();
  write_vtu(folder / "out.vtu", mixed_mesh(), fields);
  const std::string before = content(folder / "out.vtu");
  fields.point[1].values[3 * 4 + 1] = nan;
  const auto message = message_of<AnalysisError>([&] { write_vtu(folder / "out.vtu", mixed_mesh(), fields); });
  EXPECT_TRUE(contains(message, "'displacement'")) << message;
  EXPECT_TRUE(contains(message, "node 4 at (2, 0, 0) m")) << message;
  EXPECT_EQ(content(folder / "out.vtu"), before);
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(VtuWriter, refuses_infinity_naming_the_element_as_the_mesh_file_does) {
  const TemporaryFolder folder;
  OutputFields fields = every_kind_of_field();
  fields.cell[1].values[2 * 6] = std::numeric_limits<double>::infinity();
  const auto message = message_of<AnalysisError>([&] { write_vtu(folder / "out.vtu", mixed_mesh(), fields); });
  EXPECT_TRUE(contains(message, "'stress'")) << message;
  EXPECT_TRUE(contains(message, "element 20 about (1.5, 0.5, 0) m")) << message;
}

TEST(VtuWriter, refuses_fields_that_do_not_fit_the_mesh_or_share_a_name) {
  const TemporaryFolder folder;
  const auto message_for = [&](const OutputFields& fields) {
    return message_of<InputError>([&] { write_vtu(folder / "out.vtu", mixed_mesh(), fields); });
  };
  EXPECT_TRUE(contains(message_for({{{"temperature", 1, counting(5)}}, {}, {}}),
                       "has 5 values; 6 nodes of 1 components need 6"));
  EXPECT_TRUE(contains(message_for({{}, {{"heat", 1, counting(6)}}, {}}), "has 6 values; 3 elements"));
  EXPECT_TRUE(
      contains(message_for({{}, {{"heat", 1, counting(3)}, {"heat", 1, counting(3)}}, {}}), "are named 'heat'"));
  EXPECT_TRUE(contains(message_for({{{"", 1, counting(6)}}, {}, {}}), "has no name"));
  EXPECT_EQ(folder.entries(), 0u);
}

/// Files stay below a size during its life, and a larger one is an error of writing, as on a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : action_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, action_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  void (*action_)(int);
};

TEST(VtuWriter, says_in_one_line_that_the_disk_is_full_and_leaves_no_part_of_a_file) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "fields.vtu";
  std::string message;
  testing::internal::CaptureStderr();
  {
    const SmallDisk disk(1500);
    try {
      write_vtu(path, mixed_mesh(), every_kind_of_field());
    } catch (const AnalysisError& error) {
      message = error.what();
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_NE(message.find("fields.vtu' failed: "), std::string::npos) << message;
  EXPECT_EQ(message.find("failed:  ("), std::string::npos) << "no reason: " << message;
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(VtuWriter, says_which_path_cannot_be_written_and_why) {
  const TemporaryFolder folder;
  const auto message_for = [&](const std::filesystem::path& path) {
    return message_of<InputError>([&] { write_vtu(path, mixed_mesh(), {}); });
  };
  const auto missing = message_for(folder / "nowhere/out.vtu");
  EXPECT_TRUE(contains(missing, "nowhere/out.vtu") && contains(missing, "does not exist")) << missing;
  const auto under_file = message_for(folder.file("plain", "text") / "out.vtu");
  EXPECT_TRUE(contains(under_file, "plain/out.vtu") && contains(under_file, "Not a directory")) << under_file;
  std::filesystem::create_directories(folder / "taken.vtu");
  const auto taken = message_for(folder / "taken.vtu");
  EXPECT_TRUE(contains(taken, "it is a folder")) << taken;
  EXPECT_TRUE(contains(message_for("/dev/null"), "not a regular file"));
  if (geteuid() == 0) return; // the superuser may write everywhere
  std::filesystem::permissions(folder / "taken.vtu",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const auto forbidden = message_for(folder / "taken.vtu/out.vtu");
  EXPECT_TRUE(contains(forbidden, "Permission denied")) << forbidden;
}

} // namespace
} // namespace adjoule::test
