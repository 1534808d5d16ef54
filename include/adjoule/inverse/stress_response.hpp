/// What a fitted law of finite strain means: its stress against stretch in the three modes, how well the data fix it,
/// and where it is unstable.
#pragma once

#include "adjoule/inverse/homogeneous_test.hpp"

#include <optional>

namespace adjoule {

/// What the data say of a mode.
enum class ModeEvidence {
  measured, ///< there is a test of it
  missing,  ///< there are tests, of other modes
  unknown   ///< there is no homogeneous test: fields and forces may hold anything
};

/// The stretches over which a mode is looked at.
struct StretchRange {
  StretchMode mode = StretchMode::uniaxial;
  double lowest = 1.0;
  double highest = 1.0;
  ModeEvidence evidence = ModeEvidence::unknown;
};

/// One range a mode. Of measured modes: what was measured, from the undeformed state on; of the others: tension up to
/// the largest first invariant of C that was measured. Without tests: stretches from 0.5 to 3.
std::vector<StretchRange> stretch_ranges(const std::vector<const HomogeneousTest*>& tests);

/// 95 % of a normal distribution lie within this many standard deviations of its mean.
constexpr double normal_quantile = 1.959963984540054;

struct StressCurve {
  StretchRange range{};
  std::vector<double> stretch{};
  std::vector<double> stress{};             ///< nominal, Pa
  std::vector<double> standard_deviation{}; ///< of the stress, Pa, to first order; empty without a covariance
  /// Where Drucker stability is lost or the energy ends, at most one in tension and in compression, the nearest to the
  /// undeformed state first; the curve goes on beyond as long as there is a stress.
  std::vector<StabilityLimit> limits{};
  std::optional<double> falling_from{}; ///< first stretch, seen from 1, at which the nominal stress falls with stretch
};

/// The three curves with the parameters as they stand. `covariance` is that of the design's variables x; empty: no
/// standard deviations.
std::vector<StressCurve> stress_response(const HomogeneousLaw& law, const Parameters& parameters, const Design& design,
                                         std::span<const double> x, const Eigen::MatrixXd& covariance,
                                         const std::vector<StretchRange>& ranges, int points = 101);

/// What is wrong with a fitted law, in words: modes in which it is unstable within the range, above all those that were
/// not measured; modes whose stress the data leave uncertain by more than half (95 %), or that were not measured and
/// have no band. `name` is the material's.
std::vector<std::string> judge_stress_response(const std::string& name, const std::vector<StressCurve>& curves);

} // namespace adjoule
