#include "homogeneous_test_reader.hpp"

#include "builder.hpp"
#include "data_table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

StretchMode mode_of(const std::string& test) {
  if (test == "uniaxial") return StretchMode::uniaxial;
  return test == "equibiaxial" ? StretchMode::equibiaxial : StretchMode::planar;
}

/// Refuses a set that leaves open what its numbers are.
void check_set(const CaseFile& file, const std::string& set) {
  if (file.has(set + ".columns.strain") && file.has(set + ".columns.stretch"))
    throw file.error(set + ".columns", fmt::format("[{}.columns] names both stretch and strain: remove one", set));
  if (!file.has(set + ".units.stress")) {
    throw file.error(set, fmt::format("[{}] has no unit of the stress: add units = {{ stress = \"MPa\" }} (a header is "
                                      "not trusted)",
                                      set));
  }
  data_unit(file, set, "stress", "Pa"); // a wrong unit is a fault of the file, before that of a row
  data_unit(file, set, "strain", "1");
  for (const char* key : {".noise", ".relative_noise", ".columns.noise"})
    if (file.has(set + key)) return;
  throw file.error(set, fmt::format("[{}] has no standard deviation: add noise = ... (Pa), relative_noise, or "
                                    "columns.noise",
                                    set));
}

/// `own` is that of the row, NaN without. Both kinds of noise add up as variances.
double standard_deviation(const CaseFile& file, const std::string& set, double own, double stress) {
  double deviation = std::isfinite(own) ? own : file.has(set + ".noise") ? file.number(set + ".noise") : 0.0;
  const std::string relative = set + ".relative_noise";
  if (file.has(relative)) deviation = std::hypot(deviation, file.number(relative) * stress);
  return deviation;
}

} // namespace

HomogeneousTestData read_homogeneous_test(const CaseFile& file, const std::string& name, DataRecord& record) {
  const std::string set = join_case_path("identify.data", name);
  record.name = name;
  record.what = "nominal stress, " + file.text(set + ".test");
  check_set(file, set);
  const bool strain = file.has(set + ".columns.strain");
  const DataColumn stretch_column{.role = "stretch"};
  const DataColumn strain_column{.role = "strain", .unit_key = "strain", .si_unit = "1"};
  const std::filesystem::path path = file.resolve(file.text(set + ".file"));
  const DataRows rows =
      read_data_rows(file, set, path,
                     {strain ? strain_column : stretch_column,
                      {.role = "stress", .unit_key = "stress", .si_unit = "Pa"},
                      {.role = "noise", .unit_key = "stress", .si_unit = "Pa", .needed = false, .without_offset = true},
                      {.role = "flag", .needed = false}},
                     record);
  HomogeneousTestData data;
  data.mode = mode_of(file.text(set + ".test"));
  data.weight = file.number(set + ".weight");
  for (const DataRow& row : rows.rows) {
    const double stretch = strain ? 1.0 + row.values[0] : row.values[0], stress = row.values[1];
    const auto fail = [&](const std::string& what) {
      throw file.error(set + ".file", fmt::format("{}:{}: {}", path.string(), row.line, what));
    };
    if (!(stretch > 0.0)) {
      fail(fmt::format("the stretch is {:.6g} and has to be positive{}", stretch,
                       strain ? "" : "; a column of strains is named by columns.strain"));
    }
    const double deviation = standard_deviation(file, set, row.values[2], stress);
    if (!(deviation > 0.0)) fail("relative_noise of a stress of 0 is no standard deviation: add noise = ... (Pa)");
    data.stretch.push_back(stretch);
    data.stress.push_back(stress);
    data.standard_deviation.push_back(deviation);
  }
  if (data.stretch.empty()) {
    throw file.error(set + ".file", fmt::format("{}: {}", path.string(), rows_left_out(record)));
  }
  record.used = static_cast<Index>(data.stretch.size());
  record.used_of_step = {record.used};
  return data;
}

} // namespace adjoule
