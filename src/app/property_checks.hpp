// Tables and expressions against the temperatures they meet.
#pragma once

#include "adjoule/app/model_builder.hpp"

namespace adjoule {

/// Evaluates the expressions at the nodes of their places at the first guess of the temperature. Throws InputError for
/// values out of the property's range.
void check_properties_before_solve(const CaseFile& file, const Model& model);

/// Throws AnalysisError for a property that leaves its range at the solution; warns of a table that was left.
void check_properties_of_solution(const Model& model, const FieldValues& fields);

/// Warns of solutions that obey the equations and hardly anything else: large strains, temperatures no solid bears, and
/// a circuit that nothing drives.
void warn_of_solution(const Model& model, const FieldValues& fields);

} // namespace adjoule
