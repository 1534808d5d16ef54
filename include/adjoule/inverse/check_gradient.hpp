/// The Taylor test: does the gradient predict what the model does?
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <limits>

namespace adjoule {

/// One step of a Taylor test along a direction d.
struct TaylorStep {
  double step;      ///< h
  double remainder; ///< |J(p + h d) - J(p) - h dJ/dp d|
  double rate; ///< log of the ratio to the step before over log of the steps' ratio; 2 for a right gradient; NaN in the
               ///< first row
};

struct GradientCheck {
  std::string objective;
  std::string direction; ///< the parameter's path, "node coordinates", ...
  double adjoint = 0.0;  ///< dJ . d of the gradient
  double difference =
      0.0; ///< the same from differences of J, extrapolated to h = 0 (Ridders 1982, doi 10.1016/S0141-1195(82)80057-0)
  double uncertainty = 0.0;    ///< estimated error of `difference`
  double relative_error = 0.0; ///< of the two
  /// Of the smallest steps whose remainder stands out of the noise (where only the first does: what it falls by at
  /// least); NaN where there is none to see: `linear`.
  double rate = std::numeric_limits<double>::quiet_NaN();
  bool linear = false; ///< the remainder is noise from the first steps: J is linear or constant along d, as far as can
                       ///< be seen
  bool passed = false; ///< rate at least 1.9, or linear; and the two derivatives agree to 1e-4 or their uncertainty
  double noise = 0.0;  ///< of J: rounding of the state and of J, and what Newton's method leaves
  std::string note;    ///< what a person should know about the verdict; may be empty
  std::vector<TaylorStep> steps;
};

/// A direction to test: any mix of parameters and node coordinates. Scaled so that h = 1 is a full-size change.
struct CheckDirection {
  std::string name;
  ParameterVector parameters;
  std::vector<double> coordinates; ///< empty: nodes stay
};

/// The relative change of one scalar parameter, stepping inward at a bound of its range: by its own size; where it is 0
/// by 1, and a length (unit m) by a thousandth of the diagonal of the body's bounding box.
CheckDirection parameter_direction(const MultiphysicsSystem& model, Parameter parameter);
/// A reproducible random direction of an array parameter, each value by up to its own size (by 1 where all are 0),
/// inward at bounds.
CheckDirection random_field_direction(const MultiphysicsSystem& model, Parameter parameter, unsigned seed);
/// A reproducible random direction of all node coordinates, each node by up to its shortest edge; nodes on an axis of
/// symmetry stay on it.
CheckDirection random_coordinate_direction(const MultiphysicsSystem& model, unsigned seed);

/// Solves at steps 1e-2 .. 4e-5 of the direction (to a tolerance of 1e-12, or the tightest that the model attains) and
/// compares with the gradients given; one result per gradient. Parameters and nodes are restored, also when a solve
/// fails.
std::vector<GradientCheck> check_gradient(MultiphysicsSystem& model, const State& state,
                                          const std::vector<const Objective*>& objectives,
                                          const std::vector<Gradient>& gradients, const CheckDirection& direction,
                                          const SolveOptions& options);

/// The verdict on values of J: `values[k]` at step `steps[k]` (falling by one ratio), `base` at 0. Exposed for
/// objectives that are not of a model.
GradientCheck judge_taylor_test(const std::vector<double>& steps, const std::vector<double>& values, double base,
                                double adjoint, double noise);

/// The table of step, remainder, rate and the verdict, for people. Rates of noise are left out.
std::string check_table(const GradientCheck& check);

} // namespace adjoule
