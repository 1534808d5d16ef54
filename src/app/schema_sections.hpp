/// The parts that the schema is put together from.
#pragma once

#include "adjoule/app/schema_key.hpp"

#include <string>
#include <vector>

namespace adjoule {

std::vector<SchemaKey> mesh_keys();
std::vector<SchemaKey> material_keys();
std::vector<SchemaKey> electrical_keys();
std::vector<SchemaKey> thermal_keys();
std::vector<SchemaKey> mechanical_keys();
std::vector<SchemaKey> solver_keys();
std::vector<SchemaKey> result_keys();
std::vector<SchemaKey> time_keys();
std::vector<SchemaKey> identify_keys();
std::vector<SchemaKey> identify_data_keys();
std::vector<SchemaKey> identify_test_keys();
std::vector<SchemaKey> optimize_keys();

/// Keys of each design variable below a section ("optimize.variables"), the entry of the variable itself first.
std::vector<SchemaKey> variable_keys(const std::string& section);

} // namespace adjoule
