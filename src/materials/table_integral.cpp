#include "table_coefficient.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The part of an interval inside [from, to], and whether there is any.
struct Clip {
  double start, end;
  bool empty() const { return !(start < end); }
};
Clip clip(double low, double high, double start, double end) {
  return {std::max(low, start), std::min(high, end)};
}

} // namespace

Batch TableCoefficient::integral(Batch from, Batch to, const ParameterVector& parameters) const {
  return map_lanes(from, to, [&](double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    const double low = std::min(a, b), high = std::max(a, b);
    double sum = 0.0;
    const auto add = [&](double start, double end) {
      const Clip part = clip(low, high, start, end);
      if (part.empty()) return;
      const double ends =
          interpolate(find(part.start, parameters), parameters) + interpolate(find(part.end, parameters), parameters);
      sum += 0.5 * ends * (part.end - part.start);
    };
    add(-infinity, temperature(parameters, 0));
    for (std::size_t left = 0; left + 1 < size(); ++left)
      add(temperature(parameters, left), temperature(parameters, left + 1));
    add(temperature(parameters, size() - 1), infinity);
    return a <= b ? sum : -sum;
  });
}

std::vector<ParameterTerm> TableCoefficient::integral_terms(Batch from, Batch to,
                                                            const ParameterVector& parameters) const {
  std::vector<ParameterTerm> terms(2 * size());
  for (std::size_t entry = 0; entry < size(); ++entry) {
    terms[entry].offset.fill(temperature_offsets_[entry]);
    terms[size() + entry].offset.fill(value_offsets_[entry]);
  }
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const double low = std::min(from[lane], to[lane]), high = std::max(from[lane], to[lane]);
    const double sign = from[lane] <= to[lane] ? 1.0 : -1.0;
    const auto add = [&](std::size_t term, double amount) {
      terms[term].derivative.set(lane, terms[term].derivative[lane] + sign * amount);
    };
    // Integrals of the entries' hat functions; a temperature's derivative is minus the slope times its hat.
    for (std::size_t left = 0; left + 1 < size(); ++left) {
      const double start = temperature(parameters, left), width = temperature(parameters, left + 1) - start;
      const Clip part = clip(low, high, start, start + width);
      if (part.empty()) continue;
      const double length = part.end - part.start;
      const double right_hat = length * (0.5 * (part.start + part.end) - start) / width, left_hat = length - right_hat;
      const double tangent = slope(parameters, left);
      add(left, -tangent * left_hat);
      add(left + 1, -tangent * right_hat);
      add(size() + left, left_hat);
      add(size() + left + 1, right_hat);
    }
    const Clip below = clip(low, high, -infinity, temperature(parameters, 0));
    if (!below.empty()) add(size(), below.end - below.start);
    const Clip above = clip(low, high, temperature(parameters, size() - 1), infinity);
    if (!above.empty()) add(2 * size() - 1, above.end - above.start);
  }
  return terms;
}

} // namespace adjoule
