/// From [identify.data] of a case to measurements on its model, and what was read for them.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/inverse/measurement.hpp"

namespace adjoule {

/// What became of the rows (points) of a set of data.
struct DataRecord {
  std::string name;
  std::string what; ///< "displacement" or the quantity's name
  std::vector<std::filesystem::path> files;
  std::vector<std::string> delimiters; ///< of each file: "comma", "semicolon", "tab"; empty for .vtu
  Index rows = 0;                      ///< read
  Index used = 0;
  std::vector<std::pair<std::string, Index>> skipped; ///< reason ("without a number", "flagged") and number of rows
  Index projected = 0;                                ///< points outside the mesh that were moved onto it
  double largest_projection = 0.0;                    ///< m
  Index outside = 0;                                  ///< points too far outside, left out
  std::vector<std::string> outside_list;              ///< the first ten of them, with place and distance
  std::vector<Index> used_of_step;
};

struct BuiltMeasurement {
  std::unique_ptr<Measurement> measurement; ///< a FieldMeasurement or a QuantityMeasurement; refers to the model
  DataRecord record;
};

/// Names of the sets of [identify.data] that are measured on the model: those with `field` or `quantity`.
std::vector<std::string> measurement_names(const CaseFile& case_file);

/// Reads and places the data of a set. `times` are those of the model, empty for one step without a time. Throws
/// InputError with place, cause and remedy.
BuiltMeasurement build_measurement(const CaseFile& case_file, const Model& model, const std::string& name,
                                   const std::vector<double>& times);

/// "front: 93 of 100 points used: 7 without a number ..." for people.
std::string data_report(const DataRecord& record);

} // namespace adjoule
