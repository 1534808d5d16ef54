#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> solver_keys() {
  const Stage later = Stage::third;
  return {
      {.pattern = "solve", .aliases = {"solver"}, .help = "Numerical settings; every one has a default."},
      {.pattern = "solve.coupling",
       .type = ValueType::choice,
       .choices = {{"auto"}, {"monolithic"}, {"staggered"}},
       .default_value = "\"auto\"",
       .help = "auto: from who needs whom, a chain is solved in order, a loop monolithically."},
      {.pattern = "solve.linear_solver",
       .type = ValueType::choice,
       .choices = {{"auto"}, {"cholmod"}, {"umfpack"}, {"petsc", Stage::second}},
       .default_value = "\"auto\"",
       .help = "Sparse direct solver; auto takes cholmod for symmetric positive definite systems, else umfpack."},
      {.pattern = "solve.tolerance",
       .type = ValueType::number,
       .range = {.lower = 0.0, .upper = 1.0, .lower_open = true, .upper_open = true},
       .default_value = "1e-9",
       .help = "Newton's residual relative to the largest assembled term of the same physics."},
      {.pattern = "solve.max_iterations",
       .type = ValueType::integer,
       .range = Range::at_least(1.0),
       .default_value = "25",
       .aliases = {"iterations", "maximum_iterations"},
       .help = "Newton iterations a load step."},
      {.pattern = "solve.load_steps",
       .type = ValueType::integer,
       .range = Range::at_least(1.0),
       .default_value = "1",
       .aliases = {"steps", "increments"},
       .help = "First guess for the number of load steps in finite strain; steps are cut back and grown by themselves. "
               "The load factor scales mechanical loads, prescribed displacements and thermal strain from 0 to 1."},
      {.pattern = "time", .stage = later, .help = "Transient analysis; without this section the analysis is steady."},
      {.pattern = "time.end",
       .type = ValueType::number,
       .unit = "s",
       .range = Range::positive(),
       .stage = later,
       .help = "End of the transient."},
      {.pattern = "time.step",
       .type = ValueType::number,
       .unit = "s",
       .range = Range::positive(),
       .stage = later,
       .help = "Time step."},
      {.pattern = "time.method",
       .type = ValueType::choice,
       .choices = {{"backward_euler"}, {"bdf2"}, {"implicit_midpoint"}, {"generalized_alpha"}, {"newmark"}},
       .stage = later,
       .help = "Time integration."},
      {.pattern = "time.quasistatic_times",
       .type = ValueType::number_array,
       .stage = later,
       .help = "Instead of the above: equilibrium at each pseudo-time."},
  };
}

std::vector<SchemaKey> inverse_keys() {
  std::vector<SchemaKey> keys;
  const auto add = [&](const std::string& pattern, ValueType type, const std::string& help,
                       const std::string& unit = "") {
    keys.push_back({.pattern = pattern, .type = type, .unit = unit, .stage = Stage::second, .help = help});
  };
  const auto add_choice = [&](const std::string& pattern, std::vector<Choice> choices, const std::string& help) {
    add(pattern, ValueType::choice, help);
    keys.back().choices = std::move(choices);
  };
  const auto add_variable = [&](const std::string& pattern) {
    add(pattern, ValueType::section, "A number of this file, named by its path, that is to be found.");
    add(pattern + ".initial", ValueType::number, "Start value.", "of the number");
    add(pattern + ".lower", ValueType::number, "Lower bound.", "of the number");
    add(pattern + ".upper", ValueType::number, "Upper bound.", "of the number");
  };
  add("identify", ValueType::section, "Identification of numbers of this file from measured data.");
  add_choice("identify.method", {{"levenberg_marquardt"}, {"lbfgs"}}, "Method of the fit.");
  add("identify.unknowns", ValueType::section, "The numbers to identify.");
  add_variable("identify.unknowns.<path>");
  add("identify.data", ValueType::section, "The measured data.");
  add("identify.data.<data>", ValueType::section, "One set of data.");
  add("identify.data.<data>.file", ValueType::text, "CSV file with a header, or .vtu file, beside this file.");
  add("identify.data.<data>.field", ValueType::text, "The field that was measured.");
  add("identify.data.<data>.quantity", ValueType::text, "The quantity that was measured, for a history of values.");
  add("identify.data.<data>.noise", ValueType::number, "Standard deviation of the measurement: the weight of the data.",
      "of the data");
  add("optimize", ValueType::section, "Optimisation of numbers of this file.");
  add("optimize.maximize", ValueType::text, "Quantity to maximise.");
  add("optimize.minimize", ValueType::text, "Quantity to minimise.");
  add_choice("optimize.method", {{"mma"}, {"lbfgs"}, {"slsqp"}}, "Method of optimisation.");
  add("optimize.max_iterations", ValueType::integer, "Iterations at most.");
  add("optimize.constraints", ValueType::section, "Bounds of quantities.");
  add("optimize.constraints.<quantity>", ValueType::section, "Bounds of one quantity.");
  add("optimize.constraints.<quantity>.lower", ValueType::number, "Lower bound.", "of the quantity");
  add("optimize.constraints.<quantity>.upper", ValueType::number, "Upper bound.", "of the quantity");
  add("optimize.variables", ValueType::section, "The numbers to vary.");
  add_variable("optimize.variables.<path>");
  add("optimize.density", ValueType::section, "Topology optimisation: one variable per element.");
  add("optimize.density.regions", ValueType::names, "Regions with a design.");
  add("optimize.density.filter_radius", ValueType::number, "Radius of the filter.", "m");
  add("optimize.density.penalty", ValueType::number, "Exponent of the penalisation.");
  add("optimize.density.volume", ValueType::section, "Bounds of the volume fraction.");
  add("optimize.density.volume.lower", ValueType::number, "Lower bound.");
  add("optimize.density.volume.upper", ValueType::number, "Upper bound.");
  return keys;
}

} // namespace adjoule
