#include "adjoule/io/picture.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "body_surface.hpp"
#include "colour_field.hpp"
#include "overlay.hpp"
#include "viewpoint.hpp"
#include "vtk_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vtkActor.h>
#include <vtkAutoInit.h>
#include <vtkCamera.h>
#include <vtkImageShrink3D.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkWindowToImageFilter.h>

VTK_MODULE_INIT(vtkRenderingOpenGL2)
VTK_MODULE_INIT(vtkRenderingFreeType)

namespace adjoule {
namespace {

constexpr int supersampling =
    2; // drawn this much larger each way and averaged: smooth lines without multisampling hardware
constexpr int ticks = 5;

const FieldArray* find_displacement(const OutputFields& fields) {
  for (const FieldArray& field : fields.point)
    if (field.name == "displacement" && field.components == 3) return &field;
  return nullptr;
}

double largest_length(const FieldArray& vectors) {
  double largest = 0.0;
  for (std::size_t i = 0; i + 2 < vectors.values.size(); i += 3)
    largest = std::max(largest, std::hypot(vectors.values[i], vectors.values[i + 1], vectors.values[i + 2]));
  return largest;
}

/// A tenth of the body's size, rounded down to 1, 2 or 5 times a power of ten.
double automatic_scale(const Mesh& mesh, const FieldArray& displacement) {
  const double largest = largest_length(displacement);
  if (largest == 0.0) return 1.0;
  const double scale = 0.1 * largest_extent(mesh) / largest;
  if (!(scale > 1.0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(scale)));
  const double leading = scale / power;
  return power * (leading >= 5.0 ? 5.0 : leading >= 2.0 ? 2.0 : 1.0);
}

void check_options(const PictureOptions& options) {
  for (const int side : {options.width, options.height})
    if (side < 200 || side > 8000)
      throw InputError(fmt::format("a picture of {} x {} pixels cannot be drawn; each side may be 200 to 8000",
                                   options.width, options.height));
  if (!std::isfinite(options.deformation_scale) || options.deformation_scale < 0.0)
    throw InputError(
        fmt::format("the deformation scale of a picture is {}; it must be positive, or 0 for the automatic one",
                    options.deformation_scale));
}

std::string length(double metres) {
  constexpr std::array<std::pair<double, const char*>, 4> units{{{1.0, "m"}, {1e-3, "mm"}, {1e-6, "µm"}, {1e-9, "nm"}}};
  for (const auto& [size, name] : units)
    if (metres >= size || metres == 0.0) return fmt::format("{:.3g} {}", metres / size, name);
  return fmt::format("{:.3g} nm", metres / 1e-9);
}

std::string caption(const FieldArray& displacement, double scale) {
  const std::string shape =
      scale == 1.0 ? "deformation to scale" : fmt::format("deformation magnified {:.4g} times", scale);
  return fmt::format("{}, largest displacement {}, undeformed outline in grey", shape,
                     length(largest_length(displacement)));
}

/// What stands behind the label: " (MPa)", or " (K) × 1e6" where a prefix is not customary.
std::string scale_text(int exponent, const std::string& unit) {
  constexpr std::array<std::pair<int, const char*>, 8> prefixes{
      {{-12, "p"}, {-9, "n"}, {-6, "µ"}, {-3, "m"}, {3, "k"}, {6, "M"}, {9, "G"}, {12, "T"}}};
  if (!unit.empty() && unit != "K") {
    for (const auto& [power, prefix] : prefixes)
      if (power == exponent) return fmt::format(" ({}{})", prefix, unit);
  }
  return (unit.empty() ? "" : fmt::format(" ({})", unit)) + (exponent == 0 ? "" : fmt::format(" × 1e{}", exponent));
}

void add_surface(vtkRenderer& renderer, vtkPolyData& surface, vtkLookupTable* colours, bool shaded) {
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(&surface);
  mapper->SetScalarVisibility(colours != nullptr);
  if (colours != nullptr) {
    mapper->SetLookupTable(colours);
    mapper->UseLookupTableScalarRangeOn();
    mapper->InterpolateScalarsBeforeMappingOn();
  }
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  vtkProperty& property = *actor->GetProperty();
  property.SetColor(0.62, 0.69, 0.78);
  property.SetAmbient(shaded ? 0.70 : 1.0);
  property.SetDiffuse(shaded ? 0.34 : 0.0);
  renderer.AddActor(actor);
}

void add_lines(vtkRenderer& renderer, vtkPolyData& lines, double grey, double thickness) {
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(&lines);
  mapper->ScalarVisibilityOff();
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(grey, grey, grey);
  actor->GetProperty()->SetLineWidth(static_cast<float>(thickness));
  actor->GetProperty()->LightingOff();
  renderer.AddActor(actor);
}

void aim(vtkRenderer& renderer, const Viewpoint& view) {
  vtkCamera& camera = *renderer.GetActiveCamera();
  camera.ParallelProjectionOn();
  camera.SetFocalPoint(view.focus.data());
  constexpr double distance = 10.0; // bodies have unit size
  camera.SetPosition(view.focus[0] + distance * view.toward_camera[0], view.focus[1] + distance * view.toward_camera[1],
                     view.focus[2] + distance * view.toward_camera[2]);
  camera.SetViewUp(view.up.data());
  camera.SetParallelScale(1.06 * view.half_height);
  renderer.ResetCameraClippingRange();
}

void draw_legend(Overlay& overlay, vtkLookupTable& table, const std::string& label, double width, double height) {
  const double left = 0.22 * width;
  const double right = 0.78 * width;
  const double bottom = 0.065 * height;
  const double top = 0.090 * height;
  overlay.text(label, 0.5 * width, 0.120 * height, {0.028 * height, 0.0, false, Anchor::centre});
  overlay.colour_bar(table, left, bottom, right, top);
  const double* const range = table.GetTableRange();
  const int decimals = tick_decimals(range[0], range[1], ticks);
  for (int i = 0; i < ticks; ++i) {
    const double share = i / (ticks - 1.0);
    const double x = left + share * (right - left);
    overlay.line(x, bottom - 0.008 * height, x, bottom, 0.002 * height, {0.0, 0.0, 0.0});
    double value = range[0] + share * (range[1] - range[0]);
    if (std::abs(value) < 0.5 * std::pow(10.0, -decimals)) value = 0.0; // no "-0.00"
    overlay.text(fmt::format("{:.{}f}", value, decimals), x, 0.038 * height,
                 {0.024 * height, 0.0, false, Anchor::centre});
  }
}

void save(vtkRenderWindow& window, const std::filesystem::path& png_path) {
  AtomicFile file(png_path);
  const auto window_errors = VtkErrors::watch(window);
  window.Render();
  vtkNew<vtkWindowToImageFilter> image;
  image->SetInput(&window);
  image->SetInputBufferTypeToRGB();
  image->ReadFrontBufferOff();
  image->ShouldRerenderOff();
  vtkNew<vtkImageShrink3D> shrink;
  shrink->SetInputConnection(image->GetOutputPort());
  shrink->SetShrinkFactors(supersampling, supersampling, 1);
  shrink->AveragingOn();
  vtkNew<vtkPNGWriter> writer;
  const auto writer_errors = VtkErrors::watch(*writer);
  writer->SetInputConnection(shrink->GetOutputPort());
  writer->SetFileName(file.temporary().c_str());
  writer->Write();
  if (!window_errors->text().empty() || !writer_errors->text().empty() || writer->GetErrorCode() != 0)
    throw AnalysisError(fmt::format("drawing the picture '{}' failed: {} {}", png_path.string(), window_errors->text(),
                                    writer_errors->text()));
  file.commit();
}

} // namespace

void render_picture(const std::filesystem::path& png_path, const Mesh& mesh, const OutputFields& fields,
                    const PictureOptions& options) {
  check_options(options);
  check_fields(mesh, fields);
  std::optional<ColourField> colours;
  if (!options.color_by.empty()) colours = find_colour_field(fields, options.color_by);
  require_display();

  const FieldArray* const displacement = find_displacement(fields);
  const double scale = displacement == nullptr           ? 0.0
                       : options.deformation_scale > 0.0 ? options.deformation_scale
                                                         : automatic_scale(mesh, *displacement);
  const int exponent = colours ? common_exponent(*colours) : 0;
  const double factor = std::pow(10.0, -exponent);
  vtkSmartPointer<vtkLookupTable> table;
  if (colours) {
    table = make_lookup_table(*colours);
    const double* const range = table->GetTableRange();
    table->SetTableRange(factor * range[0], factor * range[1]);
  }
  const BodySurface body = make_body_surface(mesh, displacement, scale, colours, factor);

  const int width = supersampling * options.width;
  const int height = supersampling * options.height;
  const double ceiling = 1.0 - (options.title.empty() ? 0.0 : 0.06) - (displacement == nullptr ? 0.0 : 0.045);
  const double floor = colours ? 0.145 : 0.0;
  vtkNew<vtkRenderWindow> window;
  window->SetOffScreenRendering(1);
  window->SetMultiSamples(0);
  window->SetSize(width, height);
  window->SetNumberOfLayers(3);
  vtkNew<vtkRenderer> page;
  page->SetBackground(1.0, 1.0, 1.0);
  window->AddRenderer(page);

  vtkNew<vtkRenderer> scene;
  scene->SetLayer(1);
  scene->SetViewport(0.0, floor, 1.0, ceiling);
  window->AddRenderer(scene);
  const double unit = supersampling * options.height / 800.0; // line widths grow with the picture
  add_surface(*scene, *body.deformed, table, mesh.dimension() == 3);
  if (displacement != nullptr) add_lines(*scene, *body.original_edges, 0.62, 1.0 * unit);
  add_lines(*scene, *body.deformed_edges, 0.15, 1.2 * unit);
  const double aspect = width / (height * (ceiling - floor));
  const Viewpoint view =
      mesh.dimension() == 3 ? oblique_view(body.points, body.motion, aspect) : plane_view(body.points, aspect);
  aim(*scene, view);

  vtkNew<vtkRenderer> foreground;
  foreground->SetLayer(2);
  window->AddRenderer(foreground);
  Overlay overlay(*foreground, width, height);
  const double margin = 0.03 * width;
  if (!options.title.empty()) overlay.text(options.title, margin, 0.957 * height, {0.036 * height, 0.0, true});
  if (displacement != nullptr)
    overlay.text(caption(*displacement, scale), margin, (ceiling + 0.015) * height, {0.024 * height, 0.35});
  overlay.axes(view, 0.07 * width, (colours ? 0.10 : 0.08) * height, 0.055 * height);
  if (colours) {
    std::string label = options.label.empty() ? options.color_by : options.label;
    label += scale_text(exponent, options.unit);
    draw_legend(overlay, *table, label, width, height);
  }
  save(*window, png_path);
}

} // namespace adjoule
