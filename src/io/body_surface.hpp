/// The skin of a body as triangles, scaled to unit size, with its deformation and colours.
#pragma once

#include "colour_field.hpp"
#include "viewpoint.hpp"

#include <optional>
#include <vector>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

namespace adjoule {

struct BodySurface {
  vtkSmartPointer<vtkPolyData> deformed;       ///< with scalars if a colour field was given
  vtkSmartPointer<vtkPolyData> deformed_edges; ///< sharp edges and boundaries
  vtkSmartPointer<vtkPolyData> original_edges;
  std::vector<Point> points; ///< of both shapes, sharp edges and skin
  std::vector<Point> motion; ///< one a point
};

/// Lengths are divided by the mesh's largest extent, since VTK's tolerances are made for sizes about one. Quadratic
/// faces are divided. `scale` is the factor on the displacement.
BodySurface make_body_surface(const Mesh& mesh, const FieldArray* displacement, double scale,
                              const std::optional<ColourField>& colours, double colour_factor);

/// The mesh's largest extent along an axis, m.
double largest_extent(const Mesh& mesh);

} // namespace adjoule
