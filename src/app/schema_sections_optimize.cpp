#include "schema_sections.hpp"

namespace adjoule {
namespace {

/// Topology optimisation, which is still to come.
std::vector<SchemaKey> density_keys() {
  std::vector<SchemaKey> keys;
  const auto add = [&](const std::string& name, ValueType type, const std::string& help, const std::string& unit = "") {
    keys.push_back(
        {.pattern = "optimize.density" + name, .type = type, .unit = unit, .stage = Stage::third, .help = help});
  };
  add("", ValueType::section, "Topology optimisation: one variable per element.");
  add(".regions", ValueType::names, "Regions with a design.");
  add(".filter_radius", ValueType::number, "Radius of the filter.", "m");
  add(".penalty", ValueType::number, "Exponent of the penalisation.");
  add(".volume", ValueType::section, "Bounds of the volume fraction.");
  add(".volume.lower", ValueType::number, "Lower bound.");
  add(".volume.upper", ValueType::number, "Upper bound.");
  return keys;
}

} // namespace

std::vector<SchemaKey> optimize_keys() {
  std::vector<SchemaKey> keys{
      {.pattern = "optimize",
       .aliases = {"optimise", "optimization", "tune"},
       .help = "Optimisation of numbers of this file: `adjoule optimize`."},
      {.pattern = "optimize.maximize",
       .type = ValueType::text,
       .aliases = {"maximise"},
       .help = "Quantity to maximise; either this or minimize."},
      {.pattern = "optimize.minimize",
       .type = ValueType::text,
       .aliases = {"minimise", "objective"},
       .help = "Quantity to minimise; either this or maximize."},
      {.pattern = "optimize.method",
       .type = ValueType::choice,
       .choices = {{"mma"}, {"ccsaq"}, {"lbfgs"}, {"slsqp"}},
       .default_note = "mma with constraints, lbfgs without",
       .aliases = {"algorithm"},
       .help = "mma: method of moving asymptotes; ccsaq: its quadratic kin, for very many variables; lbfgs: "
               "quasi-Newton, no constraints; slsqp: sequential quadratic programming, below 300 variables."},
      {.pattern = "optimize.max_iterations",
       .type = ValueType::integer,
       .range = Range::at_least(1.0),
       .default_value = "100",
       .help = "Evaluations of the design at most."},
      {.pattern = "optimize.tolerance",
       .type = ValueType::number,
       .range = Range::positive(),
       .default_value = "1e-6",
       .help = "Relative change of the objective, and of the variables, that ends the optimisation."},
      {.pattern = "optimize.constraint_tolerance",
       .type = ValueType::number,
       .range = Range::positive(),
       .default_value = "1e-6",
       .help = "Violation of a constraint that still counts as met, relative to its bound (to the start value of "
               "the quantity where the bound is 0)."},
      {.pattern = "optimize.constraints", .help = "Bounds of quantities."},
      {.pattern = "optimize.constraints.<quantity>", .help = "Bounds of one quantity: lower, upper, or both."},
      {.pattern = "optimize.constraints.<quantity>.lower",
       .type = ValueType::number,
       .unit = "of the quantity",
       .aliases = {"min"},
       .help = "Lower bound."},
      {.pattern = "optimize.constraints.<quantity>.upper",
       .type = ValueType::number,
       .unit = "of the quantity",
       .aliases = {"max"},
       .help = "Upper bound."},
      {.pattern = "optimize.variables", .aliases = {"unknowns", "parameters"}, .help = "The numbers to vary."},
  };
  for (const auto& part : {variable_keys("optimize.variables"), density_keys()})
    keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

} // namespace adjoule
