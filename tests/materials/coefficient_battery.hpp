/// Every coefficient goes through the same tests: add one case to a list and instantiate `CoefficientBattery` with it.
#pragma once

#include "adjoule/fem/coefficient.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace adjoule {

struct CoefficientCase {
  std::string name; ///< letters, digits and underscores
  /// Registers what the coefficient needs and makes it.
  std::function<CoefficientPointer(Parameters&)> make;
  /// K, away from kinks.
  std::array<double, Batch::lanes> temperatures = {310.0, 455.0, 702.0, 980.0};
  double accuracy = 1e-13; ///< of the value, relative: what differences have to bear
};

/// A batch of points in four elements of four nodes each; temperatures as given.
class SamplePoints {
 public:
  explicit SamplePoints(const std::array<double, Batch::lanes>& temperatures);
  PointContext context() const;
  static constexpr Index elements = 5, mesh_nodes = 9;

 private:
  Batch temperature_;
  std::vector<Batch> shape_;
  std::vector<Index> nodes_;
};

class CoefficientBattery : public testing::TestWithParam<CoefficientCase> {};

inline std::string case_name(const testing::TestParamInfo<CoefficientCase>& info) {
  return info.param.name;
}

} // namespace adjoule
