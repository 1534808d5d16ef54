#include "adjoule/core/log.hpp"
#include "adjoule/inverse/cell_fields.hpp"
#include "adjoule/inverse/stress_response.hpp"
#include "adjoule/io/chart.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "file_names.hpp"
#include "identification_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace adjoule {
namespace {

/// Whether an unknown is a number of the material's law; a field of values has no single curve.
bool is_fitted(const Identification& identification, const FittedCase& fitted, const std::string& material) {
  const std::string law = join_case_path(join_case_path("materials", material), "elasticity") + ".";
  bool any = false;
  for (int m = 0; m < identification.design.map_count(); ++m) {
    const DesignMap& map = identification.design.map(m);
    if (!map.name().starts_with(law) || !map.acts_on(fitted.parameters())) continue;
    if (identification.field_of_map[static_cast<std::size_t>(m)]) return false;
    any = true;
  }
  return any;
}

std::vector<const HomogeneousTest*> tests_of(const FittedCase& fitted, const std::string& material) {
  std::vector<const HomogeneousTest*> tests;
  for (const BuiltHomogeneousTest& built : fitted.tests())
    if (built.material == material) tests.push_back(built.test.get());
  return tests;
}

/// The largest first invariant of C (isochoric or not) that the material's elements have reached in any step.
double first_invariant_reached(const FittedCase& fitted, const std::string& material) {
  double largest = 3.0;
  if (!fitted.experiment) return largest;
  const Model& model = *fitted.model;
  const auto of = std::find_if(model.materials.begin(), model.materials.end(),
                               [&](const ModelMaterial& candidate) { return candidate.name == material; });
  if (of == model.materials.end()) return largest;
  for (const State& state : fitted.experiment->states()) {
    const std::vector<double> stretches = cell_means(*model.system, state.fields, "principal_stretches");
    for (const Index element : of->elements) {
      double invariant = 0.0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double stretch = stretches[static_cast<std::size_t>(element) * 3 + i];
        invariant += stretch * stretch;
      }
      largest = std::max(largest, invariant);
    }
  }
  return largest;
}

/// The stretches that were tested; where a specimen was measured on a mesh, tension up to the first invariant that it
/// reached.
std::vector<StretchRange> ranges_of(const FittedCase& fitted, const std::string& material) {
  std::vector<StretchRange> ranges = stretch_ranges(tests_of(fitted, material));
  const double invariant = first_invariant_reached(fitted, material);
  if (invariant == 3.0) return ranges;
  for (StretchRange& range : ranges) {
    const double reached = stretch_of_first_invariant(range.mode, invariant);
    const bool tested = range.evidence != ModeEvidence::unknown;
    range.lowest = tested ? range.lowest : 1.0;
    range.highest = tested ? std::max(range.highest, reached) : reached;
  }
  return ranges;
}

std::vector<double> padded(std::vector<double> values, std::size_t size) {
  values.resize(size, std::numeric_limits<double>::quiet_NaN());
  return values;
}

std::vector<double> edge(const StressCurve& curve, double sign) {
  std::vector<double> values;
  for (std::size_t i = 0; i < curve.standard_deviation.size(); ++i)
    values.push_back(curve.stress[i] + sign * normal_quantile * curve.standard_deviation[i]);
  return values;
}

/// One of "uniaxial", "equibiaxial", "pure_shear".
std::string mode_name(StretchMode mode) {
  return mode == StretchMode::planar ? "pure_shear" : name_of(mode);
}

void write_table(const std::vector<StressCurve>& curves, const std::filesystem::path& file) {
  std::size_t rows = 0;
  for (const StressCurve& curve : curves) rows = std::max(rows, curve.stretch.size());
  std::vector<CsvColumn> columns;
  for (const StressCurve& curve : curves) {
    const std::string name = mode_name(curve.range.mode);
    columns.push_back({name + ".stretch", padded(curve.stretch, rows)});
    columns.push_back({name + ".stress", padded(curve.stress, rows)});
    if (curve.standard_deviation.empty()) continue;
    columns.push_back({name + ".stress_lower_95", padded(edge(curve, -1.0), rows)});
    columns.push_back({name + ".stress_upper_95", padded(edge(curve, 1.0), rows)});
  }
  write_csv(file, columns);
}

std::vector<double> in_megapascal(std::vector<double> stresses) {
  for (double& stress : stresses) stress *= 1e-6;
  return stresses;
}

ChartPanel panel_of(const std::string& material, const std::vector<StressCurve>& curves,
                    const std::vector<const HomogeneousTest*>& tests) {
  ChartPanel panel{.title = fmt::format("stress response of {}", material),
                   .x = {.label = "stretch"},
                   .y = {.label = "nominal stress (MPa)"}};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const StressCurve& curve = curves[c];
    const int color = static_cast<int>(c);
    if (!curve.standard_deviation.empty()) {
      panel.series.push_back({.style = ChartSeries::Style::band,
                              .x = curve.stretch,
                              .y = in_megapascal(edge(curve, -1.0)),
                              .upper = in_megapascal(edge(curve, 1.0)),
                              .color = color});
    }
    panel.series.push_back({.label = mode_name(curve.range.mode),
                            .style = ChartSeries::Style::line,
                            .x = curve.stretch,
                            .y = in_megapascal(curve.stress),
                            .color = color});
    for (const HomogeneousTest* test : tests) {
      if (test->data().mode != curve.range.mode) continue;
      panel.series.push_back({.label = test->name() + " (measured)",
                              .style = ChartSeries::Style::markers,
                              .x = test->data().stretch,
                              .y = in_megapascal(test->data().stress),
                              .color = color});
    }
  }
  return panel;
}

void write_response(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                    const std::string& material, const std::filesystem::path& file) {
  const HomogeneousLaw law = build_homogeneous_law(fitted.file, fitted.parameters(), material);
  const std::vector<StressCurve> curves =
      stress_response(law, fitted.parameters(), identification.design, outcome.result.x, outcome.result.covariance,
                      ranges_of(fitted, material));
  for (const std::string& warning : judge_stress_response(material, curves)) warn(warning);
  write_table(curves, file.string() + ".csv");
  try {
    draw_chart(file.string() + ".png", {panel_of(material, curves, tests_of(fitted, material))});
  } catch (const AnalysisError& error) {
    warn(fmt::format("{}.png is not drawn: {}", file.filename().string(), error.what()));
  }
}

} // namespace

void write_stress_responses(const Identification& identification, const FittedCase& fitted, const FitOutcome& outcome,
                            const std::filesystem::path& folder) {
  std::vector<std::string> materials;
  for (const std::string& material : fitted.file.children("materials")) {
    const std::string model = join_case_path(join_case_path("materials", material), "elasticity") + ".model";
    if (fitted.file.has(model) && fitted.file.text(model) != "linear" && is_fitted(identification, fitted, material))
      materials.push_back(material);
  }
  for (const std::string& material : materials) {
    const std::string name = materials.size() == 1 ? "stress_response" : "stress_response_" + file_name_of(material);
    try {
      write_response(identification, fitted, outcome, material, folder / name);
    } catch (const InputError& error) {
      warn(fmt::format("there is no {}: {}", name, error.what()));
    }
  }
}

} // namespace adjoule
