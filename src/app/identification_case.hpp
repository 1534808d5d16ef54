// The cases that are fitted together: models, data, unknowns.
#pragma once

#include "adjoule/app/homogeneous_builder.hpp"
#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/inverse/experiment.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace adjoule {

/// A case and what was measured on it. Stays where it is, for its parts refer to each other.
struct FittedCase {
  FittedCase(std::string case_name, CaseFile case_file) : name(std::move(case_name)), file(std::move(case_file)) {}
  FittedCase(const FittedCase&) = delete;
  FittedCase& operator=(const FittedCase&) = delete;

  std::string name; ///< of [identify.experiments]; that of the file for the first
  CaseFile file;
  std::optional<Model> model;
  std::optional<MeshFreeModel> mesh_free; ///< instead, where all data are homogeneous tests
  std::vector<BuiltMeasurement> measurements;
  std::unique_ptr<Experiment> experiment; ///< null without measurements
  std::vector<BuiltHomogeneousTest> tests_beside_model;

  const std::vector<BuiltHomogeneousTest>& tests() const { return mesh_free ? mesh_free->tests : tests_beside_model; }
  Parameters& parameters() { return model ? model->system->parameters() : *mesh_free->parameters; }
  const Parameters& parameters() const { return model ? model->system->parameters() : *mesh_free->parameters; }
  /// The sources of data, the experiment first.
  std::vector<DataTerm*> terms() const;
};

/// What [identify] asks for.
struct Identification {
  std::vector<std::unique_ptr<FittedCase>> cases; ///< the file itself, then [identify.experiments] in file order
  Design design;
  std::vector<const ElementField*> field_of_map; ///< of the first case's model; null where the map is a number
  std::vector<std::unique_ptr<Regularization>> regularization;
  IdentificationOptions options;

  const FittedCase& main() const { return *cases.front(); }
  FittedCase& main() { return *cases.front(); }
  IdentificationProblem problem();
};

/// Reads the data and builds the models of all cases; `progress` is told what is being done. Throws InputError with
/// place, cause and remedy.
Identification build_identification(const CaseFile& file, const std::function<void(const std::string&)>& progress);

} // namespace adjoule
