// Tables and expressions against the temperatures they meet.
#pragma once

#include "adjoule/app/model_builder.hpp"

namespace adjoule {

/// Evaluates the expressions at the nodes of their places at the first guess of the temperature. Throws InputError for
/// values out of the property's range.
void check_properties_before_solve(const CaseFile& file, const Model& model);

/// Initial moduli of the laws of finite strain at the same place, and where they stop being stable: describes each in
/// its ModelMaterial and warns of instability and of elements that lock. Throws InputError for a modulus that is not
/// positive.
void check_hyperelastic_materials(const CaseFile& file, Model& model);

/// Temperature of each node before the first iteration, K; empty without a heat problem.
std::vector<double> first_guess_of_temperature(const MultiphysicsSystem& system);

/// Throws AnalysisError for a property that leaves its range at the solution; warns of a table that was left.
void check_properties_of_solution(const Model& model, const FieldValues& fields);

/// Warns of solutions that obey the equations and hardly anything else: large strains of linear materials, temperatures
/// no solid bears, and a circuit that nothing drives.
void warn_of_solution(const Model& model, const FieldValues& fields);

} // namespace adjoule
