#include "body_surface.hpp"

#include "vtk_grid.hpp"

#include <algorithm>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkFeatureEdges.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyDataNormals.h>

namespace adjoule {
namespace {

constexpr const char* colour_name = "colour";
constexpr const char* motion_name = "motion";

vtkSmartPointer<vtkUnstructuredGrid> make_unit_grid(const Mesh& mesh, const FieldArray* displacement, double scale,
                                                    const std::optional<ColourField>& colours, double colour_factor) {
  const auto [lower, upper] = mesh.bounding_box();
  const double size = largest_extent(mesh);
  OutputFields fields;
  FieldArray motion{motion_name, 3, std::vector<double>(3 * mesh.coordinates().size(), 0.0)};
  if (displacement != nullptr)
    std::ranges::transform(displacement->values, motion.values.begin(), [&](double u) { return scale * u / size; });
  fields.point.push_back(std::move(motion));
  if (colours) {
    FieldArray colour{colour_name, 1, colours->values};
    for (double& value : colour.values) value *= colour_factor;
    (colours->on_nodes ? fields.point : fields.cell).push_back(std::move(colour));
  }
  const vtkSmartPointer<vtkUnstructuredGrid> grid = make_vtk_grid(mesh, fields);
  vtkPoints& points = *grid->GetPoints();
  for (vtkIdType i = 0; i < points.GetNumberOfPoints(); ++i) {
    std::array<double, 3> x{};
    points.GetPoint(i, x.data());
    for (std::size_t k = 0; k < 3; ++k) x[k] = (x[k] - 0.5 * (lower[k] + upper[k])) / size;
    points.SetPoint(i, x.data());
  }
  return grid;
}

vtkSmartPointer<vtkPolyData> moved(vtkPolyData& original) {
  auto result = vtkSmartPointer<vtkPolyData>::New();
  result->ShallowCopy(&original);
  vtkDataArray& motion = *original.GetPointData()->GetArray(motion_name);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(original.GetNumberOfPoints());
  for (vtkIdType i = 0; i < original.GetNumberOfPoints(); ++i) {
    std::array<double, 3> x{};
    std::array<double, 3> u{};
    original.GetPoint(i, x.data());
    motion.GetTuple(i, u.data());
    points->SetPoint(i, x[0] + u[0], x[1] + u[1], x[2] + u[2]);
  }
  result->SetPoints(points);
  return result;
}

/// Normals that are smooth except across sharp edges.
vtkSmartPointer<vtkPolyData> with_normals(vtkPolyData& surface, double feature_angle) {
  vtkNew<vtkPolyDataNormals> normals;
  normals->SetInputData(&surface);
  normals->SetFeatureAngle(feature_angle);
  normals->ConsistencyOff();
  normals->Update();
  return normals->GetOutput();
}

void collect_points(vtkPolyData& surface, BodySurface& body) {
  vtkDataArray& motion = *surface.GetPointData()->GetArray(motion_name);
  for (vtkIdType i = 0; i < surface.GetNumberOfPoints(); ++i) {
    Point x{};
    Point u{};
    surface.GetPoint(i, x.data());
    motion.GetTuple(i, u.data());
    body.points.push_back(x);
    body.points.push_back({x[0] + u[0], x[1] + u[1], x[2] + u[2]});
    body.motion.insert(body.motion.end(), 2, u);
  }
}

} // namespace

double largest_extent(const Mesh& mesh) {
  const auto [lower, upper] = mesh.bounding_box();
  return std::max({upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]});
}

BodySurface make_body_surface(const Mesh& mesh, const FieldArray* displacement, double scale,
                              const std::optional<ColourField>& colours, double colour_factor) {
  vtkNew<vtkDataSetSurfaceFilter> skin;
  skin->SetInputData(make_unit_grid(mesh, displacement, scale, colours, colour_factor));
  constexpr Index many = 200000; // elements so small on the page that their curvature is not seen
  skin->SetNonlinearSubdivisionLevel(mesh.order() == 1 ? 0 : mesh.element_count() > many ? 1 : 2);
  skin->Update();

  constexpr double feature_angle = 30.0; // degrees
  vtkNew<vtkFeatureEdges> edges;
  edges->SetInputData(skin->GetOutput());
  edges->SetFeatureAngle(feature_angle);
  edges->BoundaryEdgesOn();
  edges->ManifoldEdgesOff();
  edges->NonManifoldEdgesOff();
  edges->ColoringOff();
  edges->Update();

  BodySurface body;
  // The edges are those of the original shape, so that strong deformation neither adds nor hides any.
  body.original_edges = edges->GetOutput();
  body.deformed_edges = moved(*edges->GetOutput());
  body.deformed = with_normals(*moved(*skin->GetOutput()), feature_angle);
  if (colours) {
    if (colours->on_nodes)
      body.deformed->GetPointData()->SetActiveScalars(colour_name);
    else
      body.deformed->GetCellData()->SetActiveScalars(colour_name);
  }
  collect_points(*edges->GetOutput(), body);
  collect_points(*skin->GetOutput(), body);
  return body;
}

} // namespace adjoule
