#include "adjoule/inverse/stress_response.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

constexpr double widest_band = 0.5; // half of a 95 % band over the stress
constexpr std::array modes{StretchMode::uniaxial, StretchMode::equibiaxial, StretchMode::planar};

/// Which of two stretches is further from the undeformed state.
double deformation(double stretch) {
  return std::abs(std::log(stretch));
}

std::vector<StabilityLimit> limits_of(const HomogeneousLaw& law, const std::vector<double>& properties,
                                      const StretchRange& range) {
  std::vector<StabilityLimit> limits;
  for (const double end : {range.lowest, range.highest})
    if (const auto limit = stability_limit(*law.energy, properties, range.mode, end)) limits.push_back(*limit);
  if (limits.size() == 2 && deformation(limits[1].stretch) < deformation(limits[0].stretch))
    std::swap(limits[0], limits[1]);
  return limits;
}

std::string side_text(StretchMode mode, double stretch) {
  const std::string name = mode == StretchMode::planar ? "pure shear (planar)" : name_of(mode);
  return fmt::format("{} {}", name, stretch < 1.0 ? "compression" : "tension");
}

std::string instability_text(const std::string& name, const StressCurve& curve) {
  std::string what;
  double stretch = 1.0;
  const auto lost = std::find_if(curve.limits.begin(), curve.limits.end(), [](const StabilityLimit& limit) {
    return limit.kind == StabilityLimit::Kind::instability;
  });
  if (lost != curve.limits.end()) {
    stretch = lost->stretch;
    what = stretch == 1.0 ? "is unstable (Drucker) in the undeformed state already"
                          : fmt::format("loses Drucker stability at stretch {:.4g}", stretch);
  }
  if (curve.falling_from) {
    if (what.empty()) stretch = *curve.falling_from;
    what += fmt::format("{} nominal stress falls from stretch {:.4g} on", what.empty() ? "gives a" : ", and its",
                        *curve.falling_from);
  }
  if (what.empty()) return {};
  const std::string where = side_text(curve.range.mode, stretch);
  if (curve.range.evidence == ModeEvidence::missing) {
    return fmt::format("material {}: {} was not measured, and there the fitted law {}: it is useless in such a state. "
                       "Add a test of that mode, use fewer terms, or give bounds",
                       name, where, what);
  }
  return fmt::format(
      "material {}: in {}{} the fitted law {}: use fewer terms, or bounds that keep mu and alpha of a "
      "term of one sign",
      name, where, curve.range.evidence == ModeEvidence::measured ? ", within the range that was measured," : "", what);
}

std::string end_text(const std::string& name, const StressCurve& curve) {
  std::string where;
  for (const StabilityLimit& limit : curve.limits) {
    if (limit.kind != StabilityLimit::Kind::no_energy) continue;
    where += fmt::format("{}{} beyond stretch {:.4g}", where.empty() ? "" : " and ",
                         side_text(curve.range.mode, limit.stretch), limit.stretch);
  }
  return where.empty() ? "" : fmt::format("material {}: the fitted law has no energy in {}", name, where);
}

std::string band_text(const std::string& name, const StressCurve& curve) {
  const bool missing = curve.range.evidence == ModeEvidence::missing;
  if (curve.standard_deviation.empty()) {
    if (!missing) return {};
    return fmt::format("material {}: {} was not measured, and how well the data fix its stress is not known (the fit "
                       "gives no covariance: not all unknowns are identifiable, or the method has none). Do not rely "
                       "on it: add a test of that mode, or use fewer terms",
                       name, side_text(curve.range.mode, curve.range.highest));
  }
  double widest = 0.0, at = 1.0;
  for (std::size_t i = 0; i < curve.standard_deviation.size(); ++i) {
    if (curve.stress[i] == 0.0) continue;
    const double width = normal_quantile * curve.standard_deviation[i] / std::abs(curve.stress[i]);
    if (!(width > widest)) continue;
    widest = width;
    at = curve.stretch[i];
  }
  if (widest <= widest_band) return {};
  return fmt::format("material {}: {}the data leave the stress in {} uncertain by up to {:.3g} % (95 %, at stretch "
                     "{:.4g}): {}",
                     name, missing ? "that mode was not measured, and " : "", side_text(curve.range.mode, at),
                     100.0 * widest, at,
                     missing ? "add a test of it, or use fewer terms"
                             : "the law has more numbers than the data fix; use fewer terms, or add data");
}

} // namespace

std::vector<StretchRange> stretch_ranges(const std::vector<const HomogeneousTest*>& tests) {
  if (tests.empty()) return {{modes[0], 0.5, 3.0}, {modes[1], 0.5, 3.0}, {modes[2], 0.5, 3.0}};
  std::vector<StretchRange> ranges;
  double largest_invariant = 3.0;
  for (const StretchMode mode : modes) {
    StretchRange& range = ranges.emplace_back(StretchRange{.mode = mode, .evidence = ModeEvidence::missing});
    for (const HomogeneousTest* test : tests) {
      if (test->data().mode != mode) continue;
      range.evidence = ModeEvidence::measured;
      for (const double stretch : test->data().stretch) {
        range.lowest = std::min(range.lowest, stretch);
        range.highest = std::max(range.highest, stretch);
        largest_invariant = std::max(largest_invariant, first_invariant_of(mode, stretch));
      }
    }
  }
  for (StretchRange& range : ranges)
    if (range.evidence == ModeEvidence::missing)
      range.highest = stretch_of_first_invariant(range.mode, largest_invariant);
  return ranges;
}

std::vector<StressCurve> stress_response(const HomogeneousLaw& law, const Parameters& parameters, const Design& design,
                                         std::span<const double> x, const Eigen::MatrixXd& covariance,
                                         const std::vector<StretchRange>& ranges, int points) {
  const std::vector<double> properties = law.values(parameters);
  const bool has_band = covariance.size() > 0;
  const Eigen::MatrixXd derivatives = has_band ? law.derivatives(design, x, parameters) : Eigen::MatrixXd();
  std::vector<StressCurve> curves;
  for (const StretchRange& range : ranges) {
    StressCurve& curve = curves.emplace_back();
    curve.range = range;
    curve.limits = limits_of(law, properties, range);
    for (int i = 0; i < points; ++i) {
      const double stretch = range.lowest + (range.highest - range.lowest) * i / (points - 1);
      HomogeneousStress at;
      try {
        at = homogeneous_stress(*law.energy, law.volume, properties, range.mode, stretch);
      } catch (const AnalysisError&) {
        continue; // the curve ends there
      }
      curve.stretch.push_back(stretch);
      curve.stress.push_back(at.stress);
      if (at.tangent < 0.0 && (!curve.falling_from || deformation(stretch) < deformation(*curve.falling_from)))
        curve.falling_from = stretch;
      if (!has_band) continue;
      const Eigen::Map<const Eigen::RowVectorXd> to_properties(at.properties.data(), derivatives.rows());
      const Eigen::RowVectorXd gradient = to_properties * derivatives;
      curve.standard_deviation.push_back(std::sqrt(std::max(0.0, gradient.dot(covariance * gradient.transpose()))));
    }
  }
  return curves;
}

std::vector<std::string> judge_stress_response(const std::string& name, const std::vector<StressCurve>& curves) {
  std::vector<std::string> warnings;
  for (const StressCurve& curve : curves) {
    for (std::string text : {instability_text(name, curve), end_text(name, curve), band_text(name, curve)})
      if (!text.empty()) warnings.push_back(std::move(text));
  }
  return warnings;
}

} // namespace adjoule
