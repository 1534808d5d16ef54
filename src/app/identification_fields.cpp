#include "adjoule/app/output.hpp"
#include "adjoule/io/vtu_writer.hpp"
#include "design_case.hpp"
#include "design_series.hpp"
#include "field_series.hpp"
#include "file_names.hpp"
#include "identification_files.hpp"
#include "results_folder.hpp"

#include <cmath>

namespace adjoule {
namespace {

/// Standard deviations of a field with a value an element, as a cell array; none where they are not known.
void add_deviations(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                    OutputFields& output) {
  const std::vector<double>& deviation = outcome.result.standard_deviation;
  if (deviation.empty()) return;
  for (int m = 0; m < identification.design.map_count(); ++m) {
    const ElementField* field = identification.field_of_map[static_cast<std::size_t>(m)];
    if (!field || identification.design.map(m).size() != static_cast<Index>(field->elements.size())) continue;
    const auto first = static_cast<std::size_t>(identification.design.offset(m));
    FieldArray array{field->path + " (standard deviation)", 1,
                     std::vector<double>(static_cast<std::size_t>(fitted.model->system->mesh().element_count()), 0.0)};
    bool known = true;
    for (std::size_t i = 0; i < field->elements.size(); ++i) {
      known = known && std::isfinite(deviation[first + i]);
      array.values[static_cast<std::size_t>(field->elements[i])] = deviation[first + i];
    }
    if (known) output.cell.push_back(std::move(array));
  }
}

OutputFields fitted_fields(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                           std::size_t step) {
  const Model& model = *fitted.model;
  OutputFields output = make_output_fields(fitted.file, model, fitted.experiment->states()[step].fields,
                                           chosen_fields(fitted.file, model), !fitted.file.has("output.fields"));
  if (&fitted == &identification.main()) {
    add_design_fields(model, identification.design, output);
    add_deviations(identification, fitted, outcome, output);
  }
  return output;
}

} // namespace

std::filesystem::path folder_of_case(const Identification& identification, std::size_t index,
                                     const std::filesystem::path& folder) {
  return index == 0 ? folder : folder / "experiments" / file_name_of(identification.cases[index]->name);
}

void write_fitted_fields(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                         const std::filesystem::path& folder) {
  if (!fitted.experiment) return;
  FieldSeries::remove_earlier(folder);
  MultiphysicsSystem& system = *fitted.model->system;
  if (fitted.model->times.empty()) {
    write_vtu(folder / "fields.vtu", system.mesh(), fitted_fields(identification, fitted, outcome, 0));
    return;
  }
  FieldSeries series;
  for (std::size_t step = 0; step < fitted.model->times.size(); ++step) {
    system.space().set_time(fitted.model->times[step]);
    series.add(folder, fitted.model->times[step], system.mesh(), fitted_fields(identification, fitted, outcome, step));
  }
  remove_stale(folder / "fields.vtu");
}

void write_identified_case(const Identification& identification, const FittedCase& fitted,
                           const std::filesystem::path& folder) {
  const std::vector<ElementField> fields = fitted.model ? fitted.model->element_fields : std::vector<ElementField>{};
  write_design_case(fitted.file, fitted.parameters(), fields, identification.design, folder / "identified.toml");
}

} // namespace adjoule
