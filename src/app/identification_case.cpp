#include "identification_case.hpp"

#include "adjoule/app/design_builder.hpp"
#include "builder.hpp"
#include "regularization_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// Models, data and experiment of a case that has its name and file.
void fill_case(FittedCase& fitted, const std::function<void(const std::string&)>& progress) {
  const CaseFile& file = fitted.file;
  if (is_mesh_free(file)) {
    fitted.mesh_free = build_mesh_free_model(file);
    return;
  }
  progress(fmt::format("building the model of {}", fitted.name));
  fitted.model = build_model(file);
  for (const std::string& data : measurement_names(file)) {
    progress(fmt::format("reading the data {} of {}", data, fitted.name));
    fitted.measurements.push_back(build_measurement(file, *fitted.model, data, fitted.model->times));
  }
  fitted.tests_beside_model = build_homogeneous_tests(file, fitted.parameters());
  if (fitted.measurements.empty()) return;
  std::vector<const Measurement*> measurements;
  for (const BuiltMeasurement& built : fitted.measurements) measurements.push_back(built.measurement.get());
  SolveOptions options = fitted.model->options;
  options.on_progress = [progress, name = fitted.name](const Progress& at) {
    progress(fmt::format("solving {}: {} iteration {}, relative residual {:.2e}", name, at.systems, at.iteration,
                         at.relative_residual));
  };
  fitted.experiment =
      std::make_unique<Experiment>(fitted.name, *fitted.model->system, fitted.model->times, measurements, options);
}

CaseFile read_experiment(const CaseFile& file, const std::string& name) {
  const std::string place = join_case_path("identify.experiments", name);
  CaseFile other = at_place(file, place, [&] { return CaseFile::read(file.resolve(file.text(place))); });
  if (other.has("identify.experiments")) {
    throw other.error(
        "identify.experiments",
        fmt::format("{} is fitted as an experiment of {} and has experiments of its own: name all of them "
                    "in {}",
                    other.file().string(), file.file().string(), file.file().string()));
  }
  if (other.children("identify.data").empty()) {
    throw file.error(place, fmt::format("{}: {} has no data: add a section [identify.data.NAME] there", place,
                                        other.file().string()));
  }
  return other;
}

bool has_number(const FittedCase& fitted, const std::string& path) {
  if (fitted.parameters().contains(path)) return true;
  return fitted.model && std::any_of(fitted.model->element_fields.begin(), fitted.model->element_fields.end(),
                                     [&](const ElementField& field) { return field.path == path; });
}

std::unique_ptr<DesignMap> build_unknown(const CaseFile& file, const std::string& name, const FittedCase& fitted) {
  if (fitted.model) return build_variable(file, "identify.unknowns", name, *fitted.model);
  return build_variable(file, "identify.unknowns", name, fitted.parameters());
}

/// The unknown as a map onto a number of the first case that has and uses it.
std::unique_ptr<DesignMap> find_unknown(const Identification& identification, const std::string& name) {
  const CaseFile& file = identification.main().file;
  const std::string path = case_path_text(parse_case_path(name));
  std::optional<InputError> fault;
  for (const auto& fitted : identification.cases) {
    if (!has_number(*fitted, path)) continue;
    try {
      return build_unknown(file, name, *fitted);
    } catch (const InputError& error) {
      if (!fault) fault = error;
    }
  }
  if (fault) throw *fault;
  return build_unknown(file, name, identification.main()); // and it tells what there is instead
}

/// The field of values that an unknown is; null for a number.
const ElementField* field_of(const FittedCase& fitted, const std::string& name) {
  if (fitted.file.text(join_case_path("identify.unknowns", name) + ".per") == "value") return nullptr;
  const std::string path = case_path_text(parse_case_path(name));
  const std::vector<ElementField>& fields = fitted.model->element_fields;
  return &*std::find_if(fields.begin(), fields.end(), [&](const ElementField& field) { return field.path == path; });
}

/// A field of unknowns belongs to the mesh of its case.
void require_fields_are_not_shared(const Identification& identification) {
  const CaseFile& file = identification.main().file;
  for (const std::string& name : file.children("identify.unknowns")) {
    const std::string place = join_case_path("identify.unknowns", name);
    if (file.text(place + ".per") == "value") continue;
    const std::string path = case_path_text(parse_case_path(name));
    for (std::size_t i = 1; i < identification.cases.size(); ++i) {
      if (!has_number(*identification.cases[i], path)) continue;
      throw file.error(place,
                       fmt::format("{}: a field of values belongs to one mesh, and the experiment {} has {} too: "
                                   "take out per, or the experiment",
                                   place, identification.cases[i]->name, path));
    }
  }
}

void build_unknowns(Identification& identification) {
  const FittedCase& main = identification.main();
  if (main.mesh_free && identification.cases.size() == 1) {
    identification.design = build_design(main.file, *main.mesh_free);
    identification.field_of_map.assign(static_cast<std::size_t>(identification.design.map_count()), nullptr);
    return;
  }
  const std::vector<std::string> names = main.file.children("identify.unknowns");
  if (names.empty()) {
    throw main.file.error("identify", "[identify] has no unknowns: add a section [identify.unknowns.\"PATH\"] with the "
                                      "path of a number of this file");
  }
  require_fields_are_not_shared(identification);
  for (const std::string& name : names) {
    identification.design.add(find_unknown(identification, name));
    identification.field_of_map.push_back(field_of(main, name));
  }
}

IdentificationOptions build_identification_options(const CaseFile& file) {
  IdentificationOptions options;
  if (file.text("identify.method") == "lbfgs") options.method = IdentificationMethod::lbfgs;
  options.max_iterations = file.integer("identify.max_iterations");
  options.tolerance = file.number("identify.tolerance");
  options.samples = file.integer("identify.samples");
  options.seed = static_cast<std::uint64_t>(file.integer("identify.seed"));
  return options;
}

} // namespace

std::vector<DataTerm*> FittedCase::terms() const {
  std::vector<DataTerm*> terms;
  if (experiment) terms.push_back(experiment.get());
  for (const BuiltHomogeneousTest& built : tests()) terms.push_back(built.test.get());
  return terms;
}

IdentificationProblem Identification::problem() {
  IdentificationProblem problem{.design = &design, .data = {}, .regularization = {}};
  for (const auto& fitted : cases)
    for (DataTerm* term : fitted->terms()) problem.data.push_back(term);
  for (const auto& term : regularization) problem.regularization.push_back(term.get());
  return problem;
}

Identification build_identification(const CaseFile& file, const std::function<void(const std::string&)>& progress) {
  if (!file.has("identify")) {
    throw InputError(fmt::format("{}: the file has no [identify]: add [identify.unknowns.\"PATH\"] for each number to "
                                 "be found, and [identify.data.NAME] for what was measured",
                                 file.file().string()));
  }
  Identification identification;
  identification.options = build_identification_options(file);
  identification.cases.push_back(std::make_unique<FittedCase>(file.name(), file));
  for (const std::string& name : file.children("identify.experiments"))
    identification.cases.push_back(std::make_unique<FittedCase>(name, read_experiment(file, name)));
  for (const auto& fitted : identification.cases) fill_case(*fitted, progress);
  if (identification.problem().data.empty()) {
    throw file.error("identify", "[identify] has no data: add a section [identify.data.NAME] with what was measured, "
                                 "or [identify.experiments]");
  }
  build_unknowns(identification);
  identification.regularization = build_regularization(file, identification);
  return identification;
}

} // namespace adjoule
