// Tables and expressions against the temperatures they meet.
#pragma once

#include "adjoule/app/model_builder.hpp"

namespace adjoule {

/// Evaluates the expressions at the nodes of their places at the first guess of the temperature. Throws InputError for
/// values out of the property's range.
void check_properties_before_solve(const CaseFile& file, const Model& model);

/// Warns of expressions that leave the property's range at a solution, and once a property of tables that were left.
void warn_of_properties(const Model& model, const FieldValues& fields);

} // namespace adjoule
