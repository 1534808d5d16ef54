// Ranges and marks of the axes of charts.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace adjoule {

struct AxisMark {
  double position = 0.0; // 0 at the lower end of the axis, 1 at the upper one
  std::string label;     // for PlotPage::text
  double width = 0.0;    // of the label, in letters
};

// "10" with its exponent, for PlotPage::text.
std::string power_of_ten(int power);

// Maps values onto a length from 0 to 1.
class ChartScale {
 public:
  // The finite values of which, on a logarithmic axis positive ones, the range is taken; nothing where there are none.
  static std::optional<ChartScale> around(const std::vector<double>& values, bool logarithmic);

  // Nothing for what the axis cannot show: NaN, infinite, on a logarithmic axis 0 and below.
  std::optional<double> position(double value) const;
  // At most about `most` marks at round values.
  std::vector<AxisMark> marks(int most) const;
  // The labels count in 10^exponent, a multiple of 3; 0 on a logarithmic axis.
  int exponent() const;

 private:
  ChartScale(double lower, double upper, bool logarithmic, bool whole)
      : lower_(lower), upper_(upper), logarithmic_(logarithmic), whole_(whole) {}
  std::vector<AxisMark> linear_marks(int most) const;
  std::vector<AxisMark> logarithmic_marks(int most) const;
  AxisMark logarithmic_mark(double value, bool plain) const;

  double lower_, upper_; // of the value or of its decimal logarithm
  bool logarithmic_;
  bool whole_; // the values are whole numbers, such as those of iterations
};

} // namespace adjoule
