// The part of summary.json that tells of a fit.
#pragma once

#include "identification_result.hpp"

#include <nlohmann/json.hpp>

namespace adjoule {

/// path -> value, standard deviation and 95 % interval; of fields count, least, mean and largest value.
nlohmann::ordered_json identified_json(const Identification& identification, const FitOutcome& outcome);

/// chi^2, convergence, correlation, singular values, data, samples.
nlohmann::ordered_json identification_json(const Identification& identification, const FitOutcome& outcome);

} // namespace adjoule
