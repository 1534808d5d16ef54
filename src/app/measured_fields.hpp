// The points of a field of [identify.data].
#pragma once

#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/inverse/field_measurement.hpp"

namespace adjoule {

/// Reads the files of the set of data at the path `set` and places their points in the mesh.
FieldMeasurementOptions read_measured_field(const CaseFile& case_file, const Mesh& mesh, const std::string& set,
                                            const std::vector<double>& times, DataRecord& record);

} // namespace adjoule
