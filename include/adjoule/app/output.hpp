/// The fields of a solution for files and pictures.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/fields.hpp"

#include <string>
#include <vector>

namespace adjoule {

/// Names of [output].fields that the model computes, in the order of the format.
std::vector<std::string> available_fields(const Model& model);

/// The names of [output].fields, or all that are available. Throws InputError for one that the model does not compute.
std::vector<std::string> chosen_fields(const CaseFile& case_file, const Model& model);

/// About the memory, bytes, that those fields and their file take while they are written.
double output_memory(const Model& model, const std::vector<std::string>& names);

/// SI unit of such a field.
std::string field_unit_text(const std::string& field);

/// The fields named: potential, temperature, displacement (three components), pressure at nodes, the others as means
/// over elements; always the material's number (cell "material", named in the metadata); `reactions` adds what supports
/// and terminals exert at nodes: "current_reaction" (A), "heat_reaction" (W), "force_reaction" (N), 0 where nothing is
/// held.
OutputFields make_output_fields(const CaseFile& case_file, const Model& model, const FieldValues& fields,
                                const std::vector<std::string>& names, bool reactions);

} // namespace adjoule
