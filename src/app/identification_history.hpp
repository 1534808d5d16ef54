// history.csv and convergence.png of a fit.
#pragma once

#include "adjoule/inverse/identification.hpp"

#include <filesystem>
#include <vector>

namespace adjoule {

class IdentificationHistory {
 public:
  /// Keeps a reference to the design.
  IdentificationHistory(const Design& design, std::filesystem::path folder)
      : design_(design), folder_(std::move(folder)) {}

  /// Writes history.csv with the new line: iteration, chi_squared, regularization, gradient, step, failures, and the
  /// values of the unknowns.
  void add(const IdentificationIterate& iterate);
  /// Draws convergence.png. A chart that cannot be drawn is a warning.
  void draw() const;

 private:
  const Design& design_;
  std::filesystem::path folder_;
  std::vector<IdentificationIterate> iterates_; ///< without x
  std::vector<std::vector<double>> values_;
};

} // namespace adjoule
