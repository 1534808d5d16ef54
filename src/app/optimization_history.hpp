// history.csv and convergence.png of an optimisation.
#pragma once

#include "adjoule/app/optimization_task.hpp"
#include "adjoule/inverse/design.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace adjoule {

/// What one evaluation of a design gave; NaN throughout where it failed.
struct OptimizationRecord {
  int number = 0; ///< from 1
  bool failed = false;
  double objective = 0.0;            ///< the quantity, SI
  std::vector<double> constraints{}; ///< the quantities that have bounds, SI, in the order of the task
  double violation = 0.0;            ///< the largest, relative to its bound
  double gradient_norm = 0.0, step = 0.0;
  std::vector<double> values{}; ///< of the design, SI
};

class OptimizationHistory {
 public:
  /// Keeps references to the task and the design.
  OptimizationHistory(const OptimizationTask& task, const Design& design, std::filesystem::path folder);

  /// Writes history.csv with the new line, and draws convergence.png anew if that takes a small part of the time.
  void add(OptimizationRecord record);
  /// Draws convergence.png. A chart that cannot be drawn is a warning.
  void draw();
  const std::vector<OptimizationRecord>& records() const { return records_; }
  /// What a violation of the constraint is measured by, SI: the bound, for a bound of 0 the value at the start (1 where
  /// that is 0 too).
  double size_of_bound(std::size_t constraint, double bound) const;

 private:
  void write() const;

  const OptimizationTask& task_;
  const Design& design_;
  std::filesystem::path folder_;
  std::vector<OptimizationRecord> records_;
  std::chrono::steady_clock::time_point drawn_;
  std::chrono::steady_clock::duration drawing_{};
};

} // namespace adjoule
