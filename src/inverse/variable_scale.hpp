// From values in SI units to variables of order one and back.
#pragma once

#include "adjoule/inverse/design.hpp"

namespace adjoule {

/// Values that a variable may take: the bounds asked for, cut to the parameter's physical range.
struct VariableRange {
  double lower = 0.0;
  double upper = 0.0;
  bool positive = false; ///< 0 is no value of it, or its physical range ends there and no bound says so
};

/// `offset`: value = parameter + offset. Throws InputError for bounds that leave nothing.
VariableRange variable_range(const Parameters& parameters, Parameter parameter, const std::string& name, double offset,
                             const VariableOptions& options);

/// One variable: x = weight * value / size, or x = weight * ln(value / size).
class VariableScale {
 public:
  VariableScale(bool logarithmic, double size, double weight, const VariableRange& range)
      : logarithmic_(logarithmic), size_(size), weight_(weight), range_(range) {}

  double variable(double value) const;
  /// Within the range, whatever x and its rounding.
  double value(double x) const;
  double derivative(double x) const;
  double lower() const { return variable(range_.lower); }
  double upper() const { return variable(range_.upper); }

 private:
  bool logarithmic_;
  double size_;
  double weight_;
  VariableRange range_;
};

/// A scale for each start value. Throws InputError for a start out of range, a logarithmic scale of values that are not
/// positive.
std::vector<VariableScale> variable_scales(const std::string& name, const VariableRange& range, VariableScaling scaling,
                                           std::span<const double> start, std::span<const double> weights);

} // namespace adjoule
