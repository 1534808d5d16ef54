#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> time_keys() {
  const Stage later = Stage::third;
  return {
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

} // namespace adjoule
