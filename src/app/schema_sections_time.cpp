#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> time_keys() {
  const Stage later = Stage::third;
  return {
      {.pattern = "time", .help = "A sequence in time; without this section the analysis is steady."},
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
       .unit = "s",
       .required = true,
       .no_derivative = "says when equilibrium is sought",
       .help = "Pseudo-times, ascending: equilibrium at each, from that before. Expressions read them as t. Quantities "
               "and gradients are those at the last; history.csv and fields.pvd have all."},
  };
}

} // namespace adjoule
