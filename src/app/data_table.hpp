// Rows of numbers out of the files of [identify.data].
#pragma once

#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/core/units.hpp"

#include <limits>

namespace adjoule {

/// What a column holds.
struct DataColumn {
  std::string role{};          ///< key in `columns`: "ux"
  std::string unit_key{};      ///< key in `units`: "displacement"; empty for a flag
  std::string si_unit{};       ///< "m"; empty: none is known
  bool needed = true;          ///< whether the header has to have it
  bool without_offset = false; ///< a difference, such as a standard deviation
};

/// A row all of whose numbers are there.
struct DataRow {
  int line = 0;               ///< of the file
  std::vector<double> values; ///< SI, one a column asked for; NaN where the file has no such column
};

struct DataRows {
  std::vector<bool> present; ///< of each column asked for: whether the file has it
  std::vector<DataRow> rows;
};

/// Unit of a kind of column as the set gives it ("units.displacement"), SI without. Throws InputError with the place.
UnitConversion data_unit(const CaseFile& case_file, const std::string& set, const std::string& unit_key,
                         const std::string& si_unit);

/// Reads a CSV file of the set of data at the path `set`. A column is needed where it says so and where the set names
/// it. Rows that are flagged or have a blank, NaN or infinity are left out and counted in `record`.
DataRows read_data_rows(const CaseFile& case_file, const std::string& set, const std::filesystem::path& file,
                        const std::vector<DataColumn>& columns, DataRecord& record);

/// Adds to the rows that were left out for a reason.
void count_skipped(DataRecord& record, const std::string& reason);

/// Why a set of data has no row that can be used.
std::string rows_left_out(const DataRecord& record);

/// The step of a pseudo-time. Throws InputError, beginning with `where`, that lists the times.
int step_of_time(double time, const std::vector<double>& times, const std::string& where);

} // namespace adjoule
