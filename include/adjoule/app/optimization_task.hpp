/// What [optimize] asks for.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/inverse/optimize.hpp"

#include <optional>
#include <vector>

namespace adjoule {

/// A quantity that is to stay within bounds, SI.
struct QuantityBounds {
  const ModelQuantity* quantity = nullptr;
  std::optional<double> lower, upper;
};

struct OptimizationTask {
  const ModelQuantity* objective = nullptr;
  bool maximize = false;
  std::vector<QuantityBounds> constraints; ///< in file order
  OptimizationOptions options;             ///< constraint_tolerance relative to the bounds
};

/// Reads [optimize]. Throws InputError if the file has no such section.
OptimizationTask plan_optimization(const CaseFile& case_file, const Model& model);

} // namespace adjoule
