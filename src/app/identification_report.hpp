// What `adjoule identify` prints for people.
#pragma once

#include "identification_result.hpp"

#include <string>

namespace adjoule {

/// The data as they were read and the unknowns with start and bounds.
std::string identification_report(const Identification& identification);

/// The running table: its header, and a row an iteration.
std::string iteration_header();
std::string iteration_row(const IdentificationIterate& iterate);

/// Values with their uncertainty, fit of each set of data, correlations, singular values, samples, warnings.
std::string outcome_report(const Identification& identification, const FitOutcome& outcome);

} // namespace adjoule
