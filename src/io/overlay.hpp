/// Text, colour bar and axes on top of a picture, in pixels from its lower left corner.
#pragma once

#include "viewpoint.hpp"

#include <string>
#include <vtkLookupTable.h>
#include <vtkRenderer.h>

namespace adjoule {

enum class Anchor { left, centre };

struct TextStyle {
  double size;       ///< font size, pixels
  double grey = 0.0; ///< 0 black, 1 white
  bool bold = false;
  Anchor anchor = Anchor::left;
};

/// Draws into a renderer that covers the whole window and belongs to it already.
class Overlay {
 public:
  Overlay(vtkRenderer& renderer, int width, int height) : renderer_(renderer), width_(width), height_(height) {}

  /// A line of text about the height y (its middle), made smaller where it would run out of the picture.
  void text(const std::string& line, double x, double y, TextStyle style);
  /// A horizontal bar of all colours between two corners, framed.
  void colour_bar(vtkLookupTable& table, double left, double bottom, double right, double top);
  void line(double x0, double y0, double x1, double y1, double thickness, const std::array<double, 3>& rgb);
  /// The directions of x, y and z as seen, about a point.
  void axes(const Viewpoint& view, double x, double y, double length);

 private:
  vtkRenderer& renderer_;
  int width_;
  int height_;
};

} // namespace adjoule
