#include "adjoule/io/point_cloud.hpp"

#include "adjoule/core/error.hpp"
#include "vtk_grid.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <vtkCellArray.h>
#include <vtkNew.h>

namespace adjoule {
namespace {

void check_cloud(const PointCloud& cloud) {
  std::set<std::string> names;
  for (const FieldArray& field : cloud.fields) {
    if (field.name.empty()) throw InputError("a field of a point cloud has no name");
    if (!names.insert(field.name).second)
      throw InputError(fmt::format("two fields of a point cloud are named '{}'", field.name));
    const std::size_t needed = cloud.points.size() * static_cast<std::size_t>(field.components);
    if (field.values.size() != needed)
      throw InputError(fmt::format("field '{}' of a point cloud has {} values; {} points of {} components need {}",
                                   field.name, field.values.size(), cloud.points.size(), field.components, needed));
    const auto bad = std::ranges::find_if_not(field.values, [](double value) { return std::isfinite(value); });
    if (bad == field.values.end()) continue;
    const auto point = (bad - field.values.begin()) / field.components;
    throw AnalysisError(fmt::format("field '{}' of a point cloud is {} at point {}", field.name, *bad, point));
  }
}

} // namespace

void write_point_cloud(const std::filesystem::path& path, const PointCloud& cloud) {
  check_cloud(cloud);
  vtkNew<vtkCellArray> cells;
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    cells->InsertNextCell(1);
    cells->InsertCellPoint(static_cast<vtkIdType>(i));
  }
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(make_vtk_points(cloud.points));
  grid->SetCells(vtk_cell_type(ElementType::point1), cells);
  add_point_fields(cloud.fields, *grid);
  add_metadata(cloud.metadata, *grid);
  write_vtk_grid(path, *grid);
}

} // namespace adjoule
