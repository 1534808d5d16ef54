#include "adjoule/app/measurement_builder.hpp"

#include "adjoule/core/nearest_name.hpp"
#include "adjoule/inverse/misfit.hpp"
#include "adjoule/inverse/quantity_measurement.hpp"
#include "builder.hpp"
#include "data_table.hpp"
#include "measured_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// Whether a quantity tells forces, currents or powers, in newtons, amperes or watts.
bool tells_force(const std::string& unit) {
  static const std::vector<std::string> symbols{"N", "Pa", "J", "W", "A"};
  return std::ranges::find(symbols, unit.substr(0, unit.find_first_of(" /^"))) != symbols.end();
}

std::vector<std::vector<MeasuredValue>> read_values(const CaseFile& file, const std::string& set,
                                                    const std::string& unit, const std::vector<double>& times,
                                                    DataRecord& record) {
  const std::vector<std::string> names = file.names(set + ".file");
  if (names.size() > 1)
    throw file.error(set + ".file", fmt::format("{}.file: the history of a quantity stands in one file", set));
  if (unit.empty() && file.has(set + ".units.value")) {
    throw file.error(set + ".units.value", fmt::format("the unit of the quantity {} is not known: its values stand in "
                                                       "SI units: leave out units.value",
                                                       record.what));
  }
  const std::filesystem::path path = file.resolve(names.front());
  const std::vector<DataColumn> columns{
      {.role = "value", .unit_key = "value", .si_unit = unit},
      {.role = "t", .unit_key = "t", .si_unit = "s", .needed = times.size() > 1},
      {.role = "noise", .unit_key = "value", .si_unit = unit, .needed = false, .without_offset = true},
      {.role = "flag", .needed = false}};
  const DataRows table = read_data_rows(file, set, path, columns, record);
  const bool has_time = table.present[1], has_noise = table.present[2];
  if (!has_noise && !file.has(set + ".noise")) {
    throw file.error(set, fmt::format("[{}] has no standard deviation: add noise = ... ({}), or columns.noise", set,
                                      unit.empty() ? "in the unit of the data" : unit));
  }
  if (has_time && times.empty()) {
    throw file.error(set + ".file", fmt::format("'{}' has a column of times, and the case has no [time]: add "
                                                "quasistatic_times, or rename the column",
                                                path.string()));
  }
  std::vector<std::vector<MeasuredValue>> steps(std::max<std::size_t>(times.size(), 1));
  for (const DataRow& row : table.rows) {
    const int step = !has_time ? 0 : at_place(file, set + ".file", [&] {
      return step_of_time(row.values[1], times, fmt::format("{}:{}", path.string(), row.line));
    });
    steps[static_cast<std::size_t>(step)].push_back(
        {row.values[0], has_noise ? row.values[2] : file.number(set + ".noise")});
    ++record.used;
  }
  if (record.used == 0) throw file.error(set + ".file", fmt::format("{}: {}", path.string(), rows_left_out(record)));
  for (const std::vector<MeasuredValue>& step : steps) record.used_of_step.push_back(static_cast<Index>(step.size()));
  return steps;
}

} // namespace

std::vector<std::string> measurement_names(const CaseFile& file) {
  std::vector<std::string> names = file.children("identify.data");
  std::erase_if(names,
                [&](const std::string& name) { return file.has(join_case_path("identify.data", name) + ".test"); });
  return names;
}

BuiltMeasurement build_measurement(const CaseFile& file, const Model& model, const std::string& name,
                                   const std::vector<double>& times) {
  const std::string set = join_case_path("identify.data", name);
  BuiltMeasurement built;
  built.record.name = name;
  if (file.has(set + ".field")) {
    built.record.what = file.text(set + ".field");
    FieldMeasurementOptions options = read_measured_field(file, model.system->mesh(), set, times, built.record);
    built.measurement =
        at_place(file, set, [&] { return std::make_unique<FieldMeasurement>(*model.system, std::move(options)); });
    return built;
  }
  built.record.what = file.text(set + ".quantity");
  const ModelQuantity& quantity =
      at_place(file, set + ".quantity", [&]() -> const ModelQuantity& { return model.quantity(built.record.what); });
  built.measurement = std::make_unique<QuantityMeasurement>(name, *quantity.objective, tells_force(quantity.unit),
                                                            read_values(file, set, quantity.unit, times, built.record));
  return built;
}

void build_misfit(const Builder& builder, ModelQuantity& quantity) {
  const std::string place = join_case_path("quantities", quantity.spec.name) + ".data";
  const std::string data = builder.file.text(place);
  const std::vector<std::string> known = measurement_names(builder.file);
  if (std::ranges::find(known, data) == known.end()) {
    throw builder.file.error(place,
                             fmt::format("{} = \"{}\": [identify.data] has no such set of displacements or values "
                                         "of a quantity; it has: {}",
                                         place, data, join_names(known)));
  }
  const std::vector<double>& times = builder.model.times;
  BuiltMeasurement built = build_measurement(builder.file, builder.model, data, times);
  const int last = times.empty() ? 0 : static_cast<int>(times.size()) - 1;
  if (built.measurement->count(last) == 0) {
    throw builder.file.error(place, fmt::format("{}: {} has no data at the last of time.quasistatic_times, where a "
                                                "misfit is taken",
                                                place, data));
  }
  quantity.objective = make_misfit(quantity.spec.name, std::move(built.measurement), last);
  quantity.unit = std::string("1");
}

std::string data_report(const DataRecord& record) {
  std::string text = fmt::format("{}: {}, {} of {} points used", record.name, record.what, record.used, record.rows);
  std::vector<std::string> remarks;
  for (const auto& [reason, count] : record.skipped) remarks.push_back(fmt::format("{} {}", count, reason));
  if (record.outside > 0) remarks.push_back(fmt::format("{} outside the mesh", record.outside));
  if (record.projected > 0)
    remarks.push_back(
        fmt::format("{} moved onto the mesh, by {:.3g} m at most", record.projected, record.largest_projection));
  for (std::size_t i = 0; i < remarks.size(); ++i) text += fmt::format("{}{}", i == 0 ? ": " : ", ", remarks[i]);
  text += " (";
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", record.files[i].filename().string());
    if (!record.delimiters[i].empty()) text += fmt::format(", separated by {}", record.delimiters[i]);
  }
  return text + ")\n";
}

} // namespace adjoule
