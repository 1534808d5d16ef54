#include "adjoule/inverse/field_measurement.hpp"
#include "adjoule/inverse/quantity_measurement.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "adjoule/io/point_cloud.hpp"
#include "adjoule/io/pvd_writer.hpp"
#include "file_names.hpp"
#include "identification_files.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

/// Of one measurement: where its files go, and the unknowns of its own.
struct Place {
  const FittedCase& fitted;
  std::filesystem::path folder;
  std::string file_name;
  std::span<const double> nuisance;
};

std::vector<double> flat(const std::vector<std::array<double, 3>>& vectors) {
  std::vector<double> values;
  for (const auto& vector : vectors) values.insert(values.end(), vector.begin(), vector.end());
  return values;
}

PointCloud residual_cloud(const FieldMeasurement& measurement, int step, const Evaluation& at,
                          std::span<const double> nuisance) {
  const std::vector<MeasuredPoint>& points = measurement.points(step);
  std::vector<std::array<double, 3>> measured = measurement.data(step, nuisance), model = measurement.model(step, at);
  std::vector<std::array<double, 3>> residual(points.size()), normalised(points.size());
  PointCloud cloud;
  std::vector<double> length(points.size(), 0.0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    cloud.points.push_back(points[i].position);
    for (std::size_t c = 0; c < 3; ++c) {
      if (!std::isfinite(measured[i][c])) { // not measured: the model has a value, the others are 0
        measured[i][c] = 0.0;
        continue;
      }
      residual[i][c] = model[i][c] - measured[i][c];
      normalised[i][c] = residual[i][c] / points[i].standard_deviation;
      length[i] = std::hypot(length[i], normalised[i][c]);
    }
  }
  cloud.fields = {{"displacement", 3, flat(model)},
                  {"measured", 3, flat(measured)},
                  {"residual", 3, flat(residual)},
                  {"normalised_residual", 3, flat(normalised)},
                  {"normalised_residual_length", 1, std::move(length)}};
  std::string components;
  for (const int component : measurement.components()) components += "xyz"[component];
  cloud.metadata = {{"data", measurement.name()}, {"components_measured", components}};
  return cloud;
}

/// The state of a step, at its pseudo-time.
Evaluation evaluation_at(const FittedCase& fitted, int step) {
  MultiphysicsSystem& system = *fitted.model->system;
  if (!fitted.model->times.empty()) system.space().set_time(fitted.model->times[static_cast<std::size_t>(step)]);
  return system.evaluation(fitted.experiment->states()[static_cast<std::size_t>(step)].fields);
}

void write_clouds(const FieldMeasurement& measurement, const Place& place) {
  const int steps = measurement.step_count();
  std::vector<PvdEntry> entries;
  for (int step = 0; step < steps; ++step) {
    if (measurement.count(step) == 0) continue;
    const std::string name =
        steps == 1 ? place.file_name + ".vtu" : fmt::format("{}_{:04}.vtu", place.file_name, step + 1);
    write_point_cloud(place.folder / name,
                      residual_cloud(measurement, step, evaluation_at(place.fitted, step), place.nuisance));
    if (steps > 1) entries.push_back({place.fitted.model->times[static_cast<std::size_t>(step)], name});
  }
  if (steps > 1) write_pvd(place.folder / (place.file_name + ".pvd"), entries);
}

/// A table of what was measured and what the model gives, over one column of places.
class ResidualTable {
 public:
  explicit ResidualTable(const std::string& over)
      : columns_{{over, {}}, {"measured", {}}, {"model", {}}, {"residual", {}}, {"normalised_residual", {}}} {}

  void add(double place, double measured, double model, double standard_deviation) {
    const std::array row{place, measured, model, model - measured, (model - measured) / standard_deviation};
    for (std::size_t c = 0; c < row.size(); ++c) columns_[c].values.push_back(row[c]);
  }
  void write(const std::filesystem::path& file) const { write_csv(file, columns_); }

 private:
  std::vector<CsvColumn> columns_;
};

void write_series(const QuantityMeasurement& measurement, const Place& place) {
  ResidualTable table("t");
  for (int step = 0; step < measurement.step_count(); ++step) {
    if (measurement.count(step) == 0) continue;
    const double model = measurement.objective().value(evaluation_at(place.fitted, step));
    const double time =
        place.fitted.model->times.empty() ? 0.0 : place.fitted.model->times[static_cast<std::size_t>(step)];
    for (const MeasuredValue& value : measurement.values(step))
      table.add(time, value.value, model, value.standard_deviation);
  }
  table.write(place.folder / (place.file_name + ".csv"));
}

void write_test(const HomogeneousTest& test, const std::filesystem::path& folder) {
  ResidualTable table("stretch");
  const HomogeneousTestData& data = test.data();
  const std::vector<double> model = test.stress();
  for (std::size_t i = 0; i < model.size(); ++i)
    table.add(data.stretch[i], data.stress[i], model[i], data.standard_deviation[i]);
  table.write(folder / (file_name_of(test.name()) + ".csv"));
}

} // namespace

void write_residuals(const FittedCase& fitted, const std::vector<double>& nuisance,
                     const std::filesystem::path& folder) {
  const std::filesystem::path residuals = folder / "residuals";
  std::filesystem::create_directories(residuals);
  std::span<const double> rest = nuisance;
  for (const BuiltMeasurement& built : fitted.measurements) {
    const auto own = static_cast<std::size_t>(built.measurement->nuisance_count());
    const Place place{fitted, residuals, file_name_of(built.measurement->name()), rest.first(own)};
    if (const auto* field = dynamic_cast<const FieldMeasurement*>(built.measurement.get())) {
      write_clouds(*field, place);
    } else if (const auto* series = dynamic_cast<const QuantityMeasurement*>(built.measurement.get())) {
      write_series(*series, place);
    }
    rest = rest.subspan(own);
  }
  for (const BuiltHomogeneousTest& built : fitted.tests()) write_test(*built.test, residuals);
}

} // namespace adjoule
