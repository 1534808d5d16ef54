// What a fit gave, set by set, as reports and files need it.
#pragma once

#include "identification_case.hpp"

namespace adjoule {

/// The residuals of one set of data at the result.
struct DataFit {
  std::string name{}; ///< "front", or "second/front" where several cases are fitted
  std::string what{}; ///< "displacement", the quantity's name, "uniaxial test"
  Index residuals = 0;
  double chi_squared = 0.0;
};

/// A fit that has ended, with the models at its result.
struct FitOutcome {
  IdentificationResult result;
  std::vector<DataFit> data;
  std::vector<std::vector<double>> nuisance_of_case; ///< of each case's measurements, one after the other
  std::vector<std::string> nuisance_names;           ///< with unit
  std::vector<double> nuisance_values;               ///< in that unit
};

/// Solves all cases at the result, so that their states are those of it, and gathers the residuals.
FitOutcome gather_outcome(Identification& identification, IdentificationResult result);

/// Whether the spread of the refits' sum of squares is small beside its mean (below 5 %): a fit in which few residuals
/// decide is not.
bool is_steady(const SampleStatistics& samples);

} // namespace adjoule
