#include "orientation.hpp"

#include "adjoule/fem/integrand.hpp"
#include "adjoule/fem/point_sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

// det F at a place on the way from one displacement to another.
struct VolumeBetween {
  static constexpr std::array fields{FieldUse{.components = 3, .gradient = true},
                                     FieldUse{.components = 3, .gradient = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;

  double place = 0.0; // 0 .. 1

  template <class S, class P>
  void evaluate(const PointInputs<VolumeBetween, S, P>& at, PointResponse<VolumeBetween, S>& response) const {
    const Tensor2<S> from = at.gradient_tensor(0), to = at.gradient_tensor(1);
    Tensor2<S> deformation;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        deformation(i, j) = (i == j ? 1.0 : 0.0) + (1.0 - place) * from(i, j) + place * to(i, j);
    response.add_source(determinant(deformation));
  }
};

constexpr std::array<double, 4> places{0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0};

// Least value in [0, 1] of the cubic through four values at `places`.
double least_of_cubic(const double* v) {
  double least = std::min({v[0], v[1], v[2], v[3]});
  // v(s) = a s^3 + b s^2 + c s + v[0]
  const double a = 4.5 * (v[3] - 3.0 * v[2] + 3.0 * v[1] - v[0]);
  const double b = 4.5 * (-v[3] + 4.0 * v[2] - 5.0 * v[1] + 2.0 * v[0]);
  const double c = v[3] - v[0] - a - b;
  const auto consider = [&](double s) {
    if (s > 0.0 && s < 1.0) least = std::min(least, ((a * s + b) * s + c) * s + v[0]);
  };
  const double discriminant = b * b - 3.0 * a * c;
  if (discriminant < 0.0) return least;
  // Roots of 3 a s^2 + 2 b s + c without cancellation; a division by zero gives no place in between.
  const double sum = -(b + std::copysign(std::sqrt(discriminant), b));
  consider(sum / (3.0 * a));
  consider(c / sum);
  return least;
}

} // namespace

double least_volume_between(const Mesh& mesh, const Field& displacement, const std::shared_ptr<const Domain>& domain,
                            const std::vector<double>& from, const std::vector<double>& to) {
  const std::vector<Field> fields{displacement, displacement};
  const FieldValues ends{.values = {from, to}, .rates = {}, .accelerations = {}};
  const ParameterVector none;
  Integral integral;
  integral.name = "volume on the way of a step";
  integral.domain = domain;
  integral.fields = {0, 1};
  std::vector<IntegrandPointer> volumes;
  for (const double place : places) volumes.push_back(make_integrand(VolumeBetween{place}));
  integral.integrand = volumes.front();
  double least = std::numeric_limits<double>::infinity();
  sweep_points({mesh, fields, ends, none}, integral, volumes, [&](const SweptPoint& point) {
    const double smaller_end = std::min(point.outputs[0], point.outputs[places.size() - 1]);
    least = std::min(least, least_of_cubic(point.outputs) / smaller_end);
  });
  return least;
}

} // namespace adjoule
