#include "chart_axis.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace adjoule {
namespace {

const std::string minus = "−";
constexpr double margin = 0.04; // of the data's range, on both sides

// 1, 2 or 5 times a power of ten, so that `most` steps make up the range.
double round_step(double range, int most) {
  const double least = range / most;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double leading : {1.0, 2.0, 5.0})
    if (leading * power >= least) return leading * power;
  return 10.0 * power;
}

} // namespace

std::string power_of_ten(int power) {
  return fmt::format("10#u{}{}#d", power < 0 ? minus : "", std::abs(power));
}

std::optional<ChartScale> ChartScale::around(const std::vector<double>& values, bool logarithmic) {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -lower;
  bool whole = true;
  for (const double value : values) {
    if (!std::isfinite(value) || (logarithmic && value <= 0.0)) continue;
    const double measure = logarithmic ? std::log10(value) : value;
    lower = std::min(lower, measure);
    upper = std::max(upper, measure);
    whole = whole && value == std::round(value);
  }
  if (lower > upper) return std::nullopt;
  // Values that are all but equal get room: their difference could not be written beside the axis.
  const double least = logarithmic ? 0.1 : std::max(1e-7 * std::max(std::abs(lower), std::abs(upper)), 1e-300);
  if (upper - lower < least) {
    double half = 0.05 * std::max(std::abs(lower), std::abs(upper));
    if (logarithmic)
      half = 0.5;
    else if (whole)
      half = std::max(half, 1.0);
    const double middle = 0.5 * lower + 0.5 * upper;
    return ChartScale(middle - half, middle + half, logarithmic, whole);
  }
  const double room = margin * (upper - lower);
  return ChartScale(lower - room, upper + room, logarithmic, whole);
}

std::optional<double> ChartScale::position(double value) const {
  if (!std::isfinite(value) || (logarithmic_ && value <= 0.0)) return std::nullopt;
  return ((logarithmic_ ? std::log10(value) : value) - lower_) / (upper_ - lower_);
}

int ChartScale::exponent() const {
  if (logarithmic_) return 0;
  const double power = std::floor(std::log10(std::max(std::abs(lower_), std::abs(upper_))));
  if (power >= -3.0 && power < 5.0) return 0;
  return 3 * static_cast<int>(std::floor(power / 3.0));
}

std::vector<AxisMark> ChartScale::marks(int most) const {
  return logarithmic_ ? logarithmic_marks(most) : linear_marks(most);
}

std::vector<AxisMark> ChartScale::linear_marks(int most) const {
  const double factor = std::pow(10.0, -exponent());
  const double step = std::max(round_step(upper_ - lower_, most), whole_ ? 1.0 : 0.0);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step * factor) + 1e-9)));
  std::vector<AxisMark> marks;
  for (double count = std::ceil(lower_ / step); count * step <= upper_; count += 1.0) {
    const double value = count * step;
    const std::string digits = fmt::format("{:.{}f}", std::abs(value * factor), decimals);
    marks.push_back({(value - lower_) / (upper_ - lower_), (value < 0.0 ? minus : "") + digits,
                     static_cast<double>(digits.size() + (value < 0.0 ? 1 : 0))});
  }
  return marks;
}

AxisMark ChartScale::logarithmic_mark(double value, bool plain) const {
  constexpr double rounding = 1e-9;
  const double logarithm = std::log10(value);
  const double position = (logarithm - lower_) / (upper_ - lower_);
  const int power = static_cast<int>(std::floor(logarithm + rounding));
  if (plain) {
    const std::string label = fmt::format("{:.4g}", value);
    return {position, label, static_cast<double>(label.size())};
  }
  const std::string leading = fmt::format("{:.3g}", value / std::pow(10.0, power));
  const std::string front = leading == "1" ? "" : leading + "·";
  constexpr double small = 0.7; // letters of the exponent
  return {position, front + power_of_ten(power),
          (front.empty() ? 2.0 : 3.0 + static_cast<double>(leading.size())) +
              small * static_cast<double>(fmt::formatted_size("{}", power))};
}

std::vector<AxisMark> ChartScale::logarithmic_marks(int most) const {
  const int first = static_cast<int>(std::ceil(lower_));
  const int last = static_cast<int>(std::floor(upper_));
  std::vector<double> values;
  if (last - first >= 2) {
    const int stride = (last - first) / most + 1;
    for (int power = first; power <= last; ++power)
      if (power % stride == 0) values.push_back(std::pow(10.0, power));
  } else if (upper_ - lower_ > 1.0) {
    for (int power = first - 1; power <= last; ++power)
      for (const double leading : {1.0, 2.0, 5.0}) values.push_back(leading * std::pow(10.0, power));
  } else {
    const double end = std::pow(10.0, upper_);
    const double start = std::pow(10.0, lower_);
    const double step = round_step(end - start, most);
    for (double count = std::ceil(start / step); count * step <= end; count += 1.0) values.push_back(count * step);
  }
  std::vector<AxisMark> marks;
  // Without powers of ten where all numbers are short.
  const bool plain = lower_ > -2.5 && upper_ < 4.0;
  for (const double value : values) {
    const AxisMark mark = logarithmic_mark(value, plain);
    if (mark.position >= 0.0 && mark.position <= 1.0) marks.push_back(mark);
  }
  return marks;
}

} // namespace adjoule
