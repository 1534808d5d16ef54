#include "viewpoint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace adjoule {
namespace {

double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Extent {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();
  double size() const { return upper - lower; }
  double middle() const { return 0.5 * (lower + upper); }
};

Extent extent_along(std::span<const Point> points, const Point& axis) {
  Extent extent;
  for (const Point& point : points) {
    const double position = dot(point, axis);
    extent.lower = std::min(extent.lower, position);
    extent.upper = std::max(extent.upper, position);
  }
  return extent;
}

Viewpoint fit(std::span<const Point> points, const Point& toward_camera, const Point& up, double aspect) {
  const Point right = cross(up, toward_camera);
  const Extent horizontal = extent_along(points, right);
  const Extent vertical = extent_along(points, up);
  const Extent depth = extent_along(points, toward_camera);
  Viewpoint view{toward_camera, up, {}, 0.5 * std::max(vertical.size(), horizontal.size() / aspect)};
  for (std::size_t i = 0; i < 3; ++i)
    view.focus[i] = horizontal.middle() * right[i] + vertical.middle() * up[i] + depth.middle() * toward_camera[i];
  return view;
}

/// Area of the box's three visible sides as projected.
double visible_area(const Point& box, const Point& toward_camera) {
  return box[1] * box[2] * std::abs(toward_camera[0]) + box[2] * box[0] * std::abs(toward_camera[1]) +
         box[0] * box[1] * std::abs(toward_camera[2]);
}

/// Root mean square share of the motion that is not along the line of sight.
double visible_motion(std::span<const Point> motion, const Point& toward_camera) {
  double whole = 0.0;
  double hidden = 0.0;
  for (const Point& vector : motion) {
    whole += dot(vector, vector);
    hidden += std::pow(dot(vector, toward_camera), 2);
  }
  return whole > 0.0 ? std::sqrt(1.0 - hidden / whole) : 1.0;
}

} // namespace

Viewpoint plane_view(std::span<const Point> points, double aspect) {
  return fit(points, {0, 0, 1}, {0, 1, 0}, aspect);
}

Viewpoint oblique_view(std::span<const Point> points, std::span<const Point> motion, double aspect) {
  Point box{};
  for (std::size_t i = 0; i < 3; ++i) {
    Point axis{};
    axis[i] = 1.0;
    box[i] = extent_along(points, axis).size();
  }
  constexpr int step = 5; // degrees
  Viewpoint best{};
  double best_score = -1.0;
  for (int elevation = 20; elevation <= 60; elevation += step)
    for (int azimuth = -70; azimuth <= 70; azimuth += step) {
      if (std::abs(azimuth) < 15) continue; // straight views hide depth
      const double theta = elevation * std::numbers::pi / 180.0;
      const double phi = azimuth * std::numbers::pi / 180.0;
      const Point toward_camera{std::sin(phi) * std::cos(theta), -std::cos(phi) * std::cos(theta), std::sin(theta)};
      const Point up{-std::sin(phi) * std::sin(theta), std::cos(phi) * std::sin(theta), std::cos(theta)};
      const Viewpoint view = fit(points, toward_camera, up, aspect);
      const double covered = visible_area(box, toward_camera) / std::pow(view.half_height, 2);
      const double score = covered * visible_motion(motion, toward_camera);
      if (score > best_score) {
        best_score = score;
        best = view;
      }
    }
  return best;
}

} // namespace adjoule
