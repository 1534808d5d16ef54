#include "adjoule/materials/thickness_stretch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

constexpr int most_iterations = 100;
constexpr double longest_step = 0.5; // in ln lambda_3
constexpr double last_step = 1e-12;  // relative to the strains; Newton's next one would be far below rounding

} // namespace

Batch free_thickness_logarithm(const IsotropicEnergy& energy, const Tensor2<Batch>& green_lagrange,
                               const Batch* properties) {
  const Batch mean = 0.5 * (green_lagrange(0, 0) + green_lagrange(1, 1));
  const Batch difference = 0.5 * (green_lagrange(0, 0) - green_lagrange(1, 1));
  const Batch radius = sqrt(difference * difference + green_lagrange(0, 1) * green_lagrange(0, 1));
  IsotropicEnergy::Logarithms logarithms{0.5 * log1p(2.0 * (mean + radius)), 0.5 * log1p(2.0 * (mean - radius)), {}};

  // Begin with the ratio of the undeformed material.
  const auto undeformed = energy.hessian({}, properties).hessian;
  logarithms[2] = -(undeformed[2][0] * logarithms[0] + undeformed[2][1] * logarithms[1]) / undeformed[2][2];
  const Batch size = abs(logarithms[0]) + abs(logarithms[1]);
  bool settled = false;
  for (int iteration = 0; iteration < most_iterations && !settled; ++iteration) {
    const IsotropicEnergy::Derivatives at = energy.hessian(logarithms, properties);
    settled = true;
    for (int lane = 0; lane < Batch::lanes; ++lane) {
      const double slope = at.hessian[2][2][lane], stress = at.gradient[2][lane];
      // Where the energy is not convex, downhill.
      double step = slope > 0.0 ? -stress / slope : std::copysign(longest_step, -stress);
      step = std::clamp(step, -longest_step, longest_step);
      logarithms[2].set(lane, logarithms[2][lane] + step);
      settled = settled && (std::abs(step) <= last_step * size[lane] || std::isnan(step));
    }
  }
  if (settled) return logarithms[2];
  // Rounding may keep the last digits moving; what has not settled to ten is no solution.
  const IsotropicEnergy::Derivatives at = energy.hessian(logarithms, properties);
  return map_lanes(logarithms[2], at.gradient[2] / at.hessian[2][2], [](double logarithm, double rest) {
    return std::abs(rest) <= 1e-10 ? logarithm : std::numeric_limits<double>::quiet_NaN();
  });
}

} // namespace adjoule
