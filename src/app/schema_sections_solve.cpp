#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> solver_keys() {
  return {
      {.pattern = "solve", .aliases = {"solver"}, .help = "Numerical settings; every one has a default."},
      {.pattern = "solve.coupling",
       .type = ValueType::choice,
       .choices = {{"auto"}, {"monolithic"}, {"staggered"}},
       .default_value = "\"auto\"",
       .help = "auto: from who needs whom, a chain is solved in order, a loop monolithically."},
      {.pattern = "solve.linear_solver",
       .type = ValueType::choice,
       .choices = {{"auto"}, {"cholmod"}, {"umfpack"}, {"mumps"}, {"petsc"}},
       .default_value = "\"auto\"",
       .help = "How linear systems are solved. cholmod: Cholesky factors, symmetric positive definite systems only; "
               "umfpack, mumps: LU factors, any system; petsc: conjugate gradients with algebraic multigrid, large "
               "symmetric positive definite systems. auto looks at the system (docs/performance.md). mumps and petsc "
               "have to be built in."},
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
  };
}

} // namespace adjoule
