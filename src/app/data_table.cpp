#include "data_table.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string delimiter_name(char delimiter) {
  return delimiter == ';' ? "semicolon" : delimiter == '\t' ? "tab" : "comma";
}

/// The unit that a header carries at its end, "U [mm]" or "U (mm)"; empty without.
std::string bracketed(const std::string& name) {
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const auto first = name.rfind(open);
    if (first != std::string::npos && name.back() == close) return name.substr(first + 1, name.size() - first - 2);
  }
  return {};
}

/// Whether a text is a unit of that dimension, and which.
std::optional<UnitConversion> as_unit(const std::string& text, const std::string& si_unit) {
  try {
    return convert_unit(text, si_unit);
  } catch (const InputError&) {
    return {};
  }
}

/// Nobody should have to trust a header, nor be misled by it.
void check_header_unit(const CaseFile& file, const std::string& set, const DataColumn& column,
                       const std::string& header) {
  const std::string carried = bracketed(header);
  if (carried.empty() || column.si_unit.empty()) return;
  const std::string key = set + ".units." + column.unit_key;
  const std::optional<UnitConversion> unit = as_unit(carried, column.si_unit);
  const UnitConversion given = data_unit(file, set, column.unit_key, column.si_unit);
  if (unit && unit->factor == given.factor && unit->offset == given.offset) return;
  if (file.has(key)) {
    if (unit)
      warn(file.error(key, fmt::format("the column '{}' carries another unit than {} = \"{}\", which is used", header,
                                       key, file.text(key)))
               .what());
    return;
  }
  if (!unit && header.back() == ')') return; // any remark may stand in parentheses
  throw InputError(fmt::format("the column '{}' carries another unit than {}: say in which it is, units = {{ {} = "
                               "\"{}\" }}",
                               header, column.si_unit, column.unit_key, unit ? carried : column.si_unit));
}

class RowReader {
 public:
  RowReader(const CaseFile& file, const std::string& set, const std::vector<DataColumn>& columns, DataRecord& record)
      : file_(file), set_(set), columns_(columns), record_(record) {
    for (const DataColumn& column : columns_) {
      units_.push_back(column.si_unit.empty() ? UnitConversion{}
                                              : data_unit(file_, set_, column.unit_key, column.si_unit));
      if (column.without_offset) units_.back().offset = 0.0;
    }
  }

  DataRows read(const std::filesystem::path& path) {
    std::vector<std::string> needed;
    for (const DataColumn& column : columns_) {
      if (column.needed || is_named(column)) needed.push_back(header(column));
    }
    const CsvTable table = read_csv(path, needed);
    record_.delimiters.push_back(delimiter_name(table.delimiter));
    DataRows result;
    for (const DataColumn& column : columns_) {
      const std::string name = header(column);
      const bool present = !name.empty() && std::ranges::count(table.columns, name) > 0;
      result.present.push_back(present);
      positions_.push_back(present ? table.column(name) : 0);
      if (present) check_header_unit(file_, set_, column, name);
    }
    for (const CsvRow& row : table.rows) {
      ++record_.rows;
      DataRow numbers{row.line, {}};
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::optional<double> number = result.present[i] ? table.number(row, positions_[i]) : not_a_number;
        numbers.values.push_back(units_[i].to_si(number.value_or(not_a_number)));
      }
      if (is_usable(numbers, result.present)) result.rows.push_back(std::move(numbers));
    }
    return result;
  }

 private:
  bool is_named(const DataColumn& column) const { return file_.has(set_ + ".columns." + column.role); }
  /// Empty for a column that has no default name and is not named.
  std::string header(const DataColumn& column) const {
    const SchemaKey* key = case_schema().find(parse_case_path(set_ + ".columns." + column.role));
    return is_named(column) || !key->default_value.empty() ? file_.text(set_ + ".columns." + column.role) : "";
  }

  bool is_usable(const DataRow& row, const std::vector<bool>& present) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].role != "flag" || !present[i]) continue;
      if (row.values[i] >= file_.number(set_ + ".flag_below")) continue;
      count_skipped(record_, "flagged");
      return false;
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!present[i] || std::isfinite(row.values[i])) continue;
      count_skipped(record_, "without a number");
      return false;
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].role != "noise" || !present[i] || row.values[i] > 0.0) continue;
      count_skipped(record_, "without a positive standard deviation");
      return false;
    }
    return true;
  }

  const CaseFile& file_;
  const std::string& set_;
  const std::vector<DataColumn>& columns_;
  DataRecord& record_;
  std::vector<std::size_t> positions_;
  std::vector<UnitConversion> units_;
};

} // namespace

UnitConversion data_unit(const CaseFile& file, const std::string& set, const std::string& unit_key,
                         const std::string& si_unit) {
  const std::string path = set + ".units." + unit_key;
  if (!file.has(path)) return {};
  return at_place(file, path, [&] { return convert_unit(file.text(path), si_unit); });
}

DataRows read_data_rows(const CaseFile& file, const std::string& set, const std::filesystem::path& path,
                        const std::vector<DataColumn>& columns, DataRecord& record) {
  record.files.push_back(path);
  RowReader reader(file, set, columns, record); // a fault in a unit has the unit's place
  return at_place(file, set + ".file", [&] { return reader.read(path); });
}

std::string rows_left_out(const DataRecord& record) {
  if (record.rows == 0) return "below its header there is no row";
  std::string text;
  for (const auto& [reason, count] : record.skipped)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, reason);
  return fmt::format("none of {} rows can be used: {}", record.rows, text);
}

void count_skipped(DataRecord& record, const std::string& reason) {
  const auto known = std::ranges::find(record.skipped, reason, &std::pair<std::string, Index>::first);
  if (known != record.skipped.end()) {
    ++known->second;
  } else {
    record.skipped.emplace_back(reason, 1);
  }
}

int step_of_time(double time, const std::vector<double>& times, const std::string& where) {
  double range = 0.0;
  for (const double known : times) range = std::max(range, std::abs(known));
  for (std::size_t step = 0; step < times.size(); ++step) {
    if (std::abs(time - times[step]) <= 1e-9 * range) return static_cast<int>(step);
  }
  throw InputError(fmt::format("{}: t = {:.10g} s is none of time.quasistatic_times, which are {:.10g} s: the model is "
                               "solved at these only: add the time there, or take the row out",
                               where, time, fmt::join(times, ", ")));
}

} // namespace adjoule
