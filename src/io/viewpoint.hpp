/// From where a body is looked at, and how much of the world the picture shows.
#pragma once

#include <array>
#include <span>

namespace adjoule {

using Point = std::array<double, 3>;

/// A parallel projection.
struct Viewpoint {
  Point toward_camera; ///< unit vector
  Point up;            ///< unit vector, normal to it
  Point focus;         ///< middle of what is seen
  double half_height;  ///< of the view, in the points' unit
};

/// The view along z that holds all points in a picture of that aspect (width by height).
Viewpoint plane_view(std::span<const Point> points, double aspect);

/// An oblique view with z upwards in which the body, the box about the points, covers as much of the picture as it can
/// and as much as it can of the motion of the points is seen. `motion` has one vector a point or is empty.
Viewpoint oblique_view(std::span<const Point> points, std::span<const Point> motion, double aspect);

} // namespace adjoule
