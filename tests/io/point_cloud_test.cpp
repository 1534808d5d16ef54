#include "adjoule/core/error.hpp"
#include "adjoule/io/point_cloud.hpp"
#include "sample_meshes.hpp"

#include <limits>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

namespace adjoule::test {
namespace {

PointCloud two_points() {
  return {{{0.1, 0.2, 0.3}, {1.0, 2.0, 3.0}},
          {{"displacement", 3, {1e-3, 0.0, 0.0, 2e-3, 0.0, 1.0 / 3.0}}, {"normalised_residual", 1, {0.5, -1.5}}},
          {{"data", "front"}}};
}

TEST(PointCloud, keeps_points_and_fields_digit_for_digit) {
  const TemporaryFolder folder;
  const PointCloud cloud = two_points();
  write_point_cloud(folder / "cloud.vtu", cloud);
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName((folder / "cloud.vtu").c_str());
  reader->Update();
  vtkUnstructuredGrid* const grid = reader->GetOutput();
  ASSERT_EQ(grid->GetNumberOfPoints(), 2);
  ASSERT_EQ(grid->GetNumberOfCells(), 2); // without cells ParaView shows nothing
  EXPECT_EQ(grid->GetCellType(1), 1);     // a vertex
  EXPECT_EQ(grid->GetPoint(0)[1], 0.2);
  ASSERT_NE(grid->GetPointData()->GetVectors(), nullptr);
  EXPECT_EQ(grid->GetPointData()->GetVectors()->GetComponent(1, 2), 1.0 / 3.0);
  EXPECT_EQ(grid->GetPointData()->GetArray("normalised_residual")->GetComponent(1, 0), -1.5);
}

TEST(PointCloud, refuses_fields_that_do_not_fit) {
  const TemporaryFolder folder;
  PointCloud cloud = two_points();
  cloud.fields[1].values.pop_back();
  EXPECT_THROW(write_point_cloud(folder / "cloud.vtu", cloud), InputError);
  cloud = two_points();
  cloud.fields[1].name = "displacement";
  EXPECT_THROW(write_point_cloud(folder / "cloud.vtu", cloud), InputError);
  cloud = two_points();
  cloud.fields[0].values[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(write_point_cloud(folder / "cloud.vtu", cloud), AnalysisError);
  EXPECT_FALSE(std::filesystem::exists(folder / "cloud.vtu"));
}

} // namespace
} // namespace adjoule::test
