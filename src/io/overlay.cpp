#include "overlay.hpp"

#include <algorithm>
#include <cmath>
#include <vtkActor2D.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkProperty2D.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>

namespace adjoule {

void Overlay::text(const std::string& line, double x, double y, TextStyle style) {
  if (line.empty()) return;
  vtkNew<vtkTextActor> actor;
  actor->SetInput(line.c_str());
  vtkTextProperty& property = *actor->GetTextProperty();
  property.SetFontFamilyToArial();
  property.SetBold(style.bold);
  property.SetColor(style.grey, style.grey, style.grey);
  property.SetVerticalJustificationToCentered();
  if (style.anchor == Anchor::centre) property.SetJustificationToCentered();
  const double margin = 0.015 * width_;
  const double room = style.anchor == Anchor::centre ? 2.0 * (std::min(x, width_ - x) - margin) : width_ - x - margin;
  // Font sizes are whole numbers and widths not quite proportional to them.
  for (int size = static_cast<int>(std::lround(style.size)); size >= 1; --size) {
    property.SetFontSize(size);
    std::array<double, 2> extent{};
    actor->GetSize(&renderer_, extent.data());
    if (extent[0] <= room) break;
  }
  actor->SetPosition(x, std::clamp(y, 0.0, static_cast<double>(height_)));
  renderer_.AddActor2D(actor);
}

void Overlay::colour_bar(vtkLookupTable& table, double left, double bottom, double right, double top) {
  const vtkIdType count = table.GetNumberOfTableValues();
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> strips;
  vtkNew<vtkUnsignedCharArray> colours;
  colours->SetNumberOfComponents(3);
  for (vtkIdType i = 0; i <= count; ++i) {
    const double x = left + (right - left) * static_cast<double>(i) / static_cast<double>(count);
    points->InsertNextPoint(x, bottom, 0.0);
    points->InsertNextPoint(x, top, 0.0);
    if (i == count) break;
    strips->InsertNextCell({2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1});
    std::array<double, 4> rgba{};
    table.GetTableValue(i, rgba.data());
    for (std::size_t k = 0; k < 3; ++k)
      colours->InsertNextValue(static_cast<unsigned char>(std::lround(255.0 * rgba[k])));
  }
  vtkNew<vtkPolyData> bar;
  bar->SetPoints(points);
  bar->SetPolys(strips);
  bar->GetCellData()->SetScalars(colours);
  vtkNew<vtkPolyDataMapper2D> mapper;
  mapper->SetInputData(bar);
  vtkNew<vtkActor2D> actor;
  actor->SetMapper(mapper);
  renderer_.AddActor2D(actor);
}

void Overlay::line(double x0, double y0, double x1, double y1, double thickness, const std::array<double, 3>& rgb) {
  vtkNew<vtkPoints> points;
  points->InsertNextPoint(x0, y0, 0.0);
  points->InsertNextPoint(x1, y1, 0.0);
  vtkNew<vtkCellArray> lines;
  lines->InsertNextCell({0, 1});
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  data->SetLines(lines);
  vtkNew<vtkPolyDataMapper2D> mapper;
  mapper->SetInputData(data);
  vtkNew<vtkActor2D> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(rgb[0], rgb[1], rgb[2]);
  actor->GetProperty()->SetLineWidth(static_cast<float>(thickness));
  renderer_.AddActor2D(actor);
}

void Overlay::axes(const Viewpoint& view, double x, double y, double length) {
  const Point& n = view.toward_camera;
  const Point& up = view.up;
  const Point right{up[1] * n[2] - up[2] * n[1], up[2] * n[0] - up[0] * n[2], up[0] * n[1] - up[1] * n[0]};
  constexpr std::array<const char*, 3> names{"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double dx = length * right[axis];
    const double dy = length * up[axis];
    if (std::hypot(dx, dy) < 0.05 * length) continue; // seen end on
    line(x, y, x + dx, y + dy, 0.035 * length, {0.3, 0.3, 0.3});
    text(names.at(axis), x + 1.25 * dx, y + 1.25 * dy, {0.32 * length, 0.3, false, Anchor::centre});
  }
}

} // namespace adjoule
