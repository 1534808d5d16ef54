// summary.json
#pragma once

#include "adjoule/app/gradient_task.hpp"
#include "adjoule/app/model_builder.hpp"
#include "identification_result.hpp"
#include "optimization_outcome.hpp"

#include <string>
#include <utility>
#include <vector>

namespace adjoule {

/// Seconds that each part of a run has taken.
struct RunSeconds {
  double mesh = 0.0;  ///< reading or making it, its checks, and which element is of which material
  double model = 0.0; ///< the rest of what stands before the first assembly: case file, properties, unknowns, patterns
  double assembly = 0.0, factorization = 0.0, solve = 0.0; ///< of the forward run
  double adjoint = 0.0;                                    ///< all that the gradient costs beyond it
  double output = 0.0;                                     ///< making and writing the fields
  double total = 0.0;

  /// What the parts leave of the total: quantities, reports, checks of the solution and of the gradient, and in
  /// identify and optimize all that is not of the last solve.
  double other() const;
};

/// What is known of a run; parts that are missing are left out of the file.
struct RunSummary {
  std::string case_name;
  bool converged = false;
  std::string message;       ///< why it failed
  std::vector<double> times; ///< s, pseudo-times that were solved, of a sequence
  std::vector<std::pair<std::string, double>> quantities;
  const Model* model = nullptr;
  const GradientResult* gradient = nullptr;
  const OptimizationOutcome* optimization = nullptr;
  const Identification* identification = nullptr;
  const FitOutcome* fit = nullptr; ///< of `identification`
  SolveReport report;
  int load_steps = 0; ///< accepted
  RunSeconds seconds;
  int threads = 1;
};

/// The file's text, numbers in full precision, with a line end.
std::string summary_text(const RunSummary& summary);

/// Seconds, memory and how the systems were solved, for people.
std::string cost_report(const RunSummary& summary);

/// Of all systems.
Index unknown_count(const Model& model);

} // namespace adjoule
