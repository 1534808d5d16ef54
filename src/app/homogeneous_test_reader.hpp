/// The file of a homogeneous test.
#pragma once

#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/inverse/homogeneous_test.hpp"

namespace adjoule {

/// Reads the data of the set `name` of [identify.data], which has a `test`. Rows without a number and flagged rows are
/// left out and counted. Throws InputError with place, cause and remedy.
HomogeneousTestData read_homogeneous_test(const CaseFile& file, const std::string& name, DataRecord& record);

} // namespace adjoule
