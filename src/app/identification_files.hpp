// The files that `adjoule identify` leaves besides summary, history and chart of convergence.
#pragma once

#include "identification_result.hpp"

#include <filesystem>

namespace adjoule {

/// The folder of a case's results: that of the run for the first, "experiments/NAME" in it for the others.
std::filesystem::path folder_of_case(const Identification& identification, std::size_t index,
                                     const std::filesystem::path& folder);

/// "residuals/DATA": of displacements a point cloud (.vtu; .pvd with one .vtu a step where there are several) with
/// measured and modelled displacement, their difference and that over the standard deviation; of quantities and tests a
/// table (.csv).
void write_residuals(const FittedCase& fitted, const std::vector<double>& nuisance,
                     const std::filesystem::path& folder);

/// fields.vtu (fields.pvd with one .vtu a pseudo-time where there are such) of a case with a model, with the identified
/// fields of values and their standard deviations.
void write_fitted_fields(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                         const std::filesystem::path& folder);

/// "identified.toml": the case with the values found, fields of values as files beside it.
void write_identified_case(const Identification& identification, const FittedCase& fitted,
                           const std::filesystem::path& folder);

/// stress_response.csv and .png of each law of finite strain that the fit has changed (with the material's name where
/// there are several), and warnings where the law is no good.
void write_stress_responses(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                            const std::filesystem::path& folder);

} // namespace adjoule
