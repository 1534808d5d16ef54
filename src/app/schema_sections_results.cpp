#include "schema_sections.hpp"

namespace adjoule {
namespace {

std::vector<Choice> quantity_fields() {
  std::vector<Choice> fields{{"potential"}, {"temperature"}, {"joule_heat"}, {"von_mises"}};
  for (const char* vector : {"displacement", "heat_flux", "current_density"}) {
    fields.push_back({vector});
    for (const char* part : {".x", ".y", ".z", ".magnitude"}) fields.push_back({std::string(vector) + part});
  }
  for (const char* tensor : {"stress", "strain", "logarithmic_strain"}) {
    for (const char* part : {".xx", ".yy", ".zz", ".xy", ".yz", ".xz"}) fields.push_back({std::string(tensor) + part});
  }
  for (const char* part : {".xx", ".xy", ".xz", ".yx", ".yy", ".yz", ".zx", ".zy", ".zz"})
    fields.push_back({std::string("first_piola_kirchhoff") + part});
  for (const char* part : {".1", ".2", ".3"}) fields.push_back({std::string("principal_stretch") + part});
  for (const char* scalar : {"volume_ratio", "energy_density", "pressure"}) fields.push_back({scalar});
  return fields;
}

std::vector<SchemaKey> quantity_keys() {
  const std::string prefix = "quantities.<quantity>.";
  const std::vector<std::string> with_field{"average", "integral", "maximum", "minimum", "point", "reaction"};
  return {
      {.pattern = "quantities",
       .aliases = {"quantity", "objectives"},
       .help = "Scalars of the solution, each differentiable."},
      {.pattern = "quantities.<quantity>", .help = "One scalar; its name appears in the summary and in [gradient]."},
      {.pattern = prefix + "kind",
       .type = ValueType::choice,
       .choices = {{"average"},
                   {"integral"},
                   {"maximum"},
                   {"minimum"},
                   {"point"},
                   {"reaction"},
                   {"energy"},
                   {"expression"},
                   {"misfit"}},
       .required = true,
       .aliases = {"type"},
       .help = "average is weighted by area or volume; maximum and minimum take the largest and smallest nodal value; "
               "point "
               "interpolates; reaction is the resultant into the body through a group that fixes the field (A, W or "
               "N); energy is "
               "the stored elastic energy; expression combines other quantities; misfit is half the "
               "sum of squares of (model - data) / standard deviation."},
      {.pattern = prefix + "field",
       .type = ValueType::choice,
       .choices = quantity_fields(),
       .required_with = Condition{"kind", with_field},
       .only_with = Condition{"kind", with_field},
       .help = "The field. On a face, heat_flux and current_density without a component are the outward normal ones; "
               "stress is Cauchy's; strain is Green-Lagrange's, with model = linear the small strain; "
               "first_piola_kirchhoff names the component of the force, then the direction in the undeformed body; "
               "principal_stretch.1 is the largest."},
      {.pattern = prefix + "on",
       .type = ValueType::names,
       .default_note = "everywhere",
       .required_with = Condition{"kind", {"reaction"}},
       .only_with = Condition{"kind", {"average", "integral", "maximum", "minimum", "reaction", "energy"}},
       .aliases = {"group", "region", "regions"},
       .help = "Groups or regions that the quantity is taken on."},
      {.pattern = prefix + "at",
       .type = ValueType::vector,
       .unit = "m",
       .required_with = Condition{"kind", {"point"}},
       .only_with = Condition{"kind", {"point"}},
       .no_derivative = "says where a quantity is taken",
       .aliases = {"point", "position"},
       .help = "Position of the point, metres."},
      {.pattern = prefix + "aggregate",
       .type = ValueType::number,
       .range = {.lower = 1.0},
       .default_note = "the largest or smallest value itself",
       .only_with = Condition{"kind", {"maximum", "minimum"}},
       .no_derivative = "defines the quantity",
       .help = "Exponent of the smooth p-norm aggregate that stands for the maximum or minimum, for optimisation."},
      {.pattern = prefix + "value",
       .type = ValueType::text,
       .required_with = Condition{"kind", {"expression"}},
       .only_with = Condition{"kind", {"expression"}},
       .help = "Formula in the names of other quantities and of [constants], such as \"volts / amps\"; operations and "
               "functions are those of property expressions. Its value has no unit of its own."},
      {.pattern = prefix + "data",
       .type = ValueType::text,
       .required_with = Condition{"kind", {"misfit"}},
       .only_with = Condition{"kind", {"misfit"}},
       .help = "The set of [identify.data] whose misfit it is, at the last of time.quasistatic_times. A camera's rigid "
               "motion takes the value that makes it least."},
      {.pattern = prefix + "time",
       .type = ValueType::number,
       .unit = "s",
       .no_derivative = "says when a quantity is taken",
       .stage = Stage::third,
       .help = "Instant of a transient; the end by default."},
      {.pattern = prefix + "over_time",
       .type = ValueType::choice,
       .choices = {{"maximum"}, {"mean"}},
       .stage = Stage::third,
       .help = "Reduction over a transient."},
  };
}

} // namespace

std::vector<SchemaKey> result_keys() {
  std::vector<SchemaKey> keys = quantity_keys();
  const std::vector<SchemaKey> rest{
      {.pattern = "gradient",
       .aliases = {"gradients", "sensitivity"},
       .help = "What `adjoule gradient` differentiates."},
      {.pattern = "gradient.of",
       .type = ValueType::names,
       .default_note = "every quantity",
       .aliases = {"quantities"},
       .help = "Quantities to differentiate."},
      {.pattern = "gradient.wrt",
       .type = ValueType::names,
       .default_value = "\"all\"",
       .aliases = {"with_respect_to", "parameters"},
       .help = "Paths of numbers in this file, such as \"electrical.potential.anchor_hot\", or \"all\": every number "
               "that has a "
               "derivative and is used."},
      {.pattern = "gradient.fields",
       .type = ValueType::names,
       .default_value = "[]",
       .help = "Paths of properties whose sensitivity density per element goes to the VTU file."},
      {.pattern = "gradient.shape",
       .type = ValueType::boolean,
       .default_value = "false",
       .help = "Sensitivity to every node's coordinates, to the VTU file."},
      {.pattern = "gradient.check", .help = "Taylor test of the gradient beside it."},
      {.pattern = "gradient.check.enabled",
       .type = ValueType::boolean,
       .default_value = "false",
       .required = true,
       .help = "Whether the gradient is checked against differences."},
      {.pattern = "output", .help = "Contents of the result files."},
      {.pattern = "output.fields",
       .type = ValueType::names,
       .choices = {{"potential"},
                   {"temperature"},
                   {"displacement"},
                   {"heat_flux"},
                   {"current_density"},
                   {"joule_heat"},
                   {"von_mises"},
                   {"stress"},
                   {"strain"},
                   {"first_piola_kirchhoff"},
                   {"logarithmic_strain"},
                   {"principal_stretches"},
                   {"principal_direction_1"},
                   {"principal_direction_2"},
                   {"principal_direction_3"},
                   {"volume_ratio"},
                   {"energy_density"},
                   {"pressure"}},
       .default_note = "all that the physics has",
       .help = "Fields of fields.vtu. stress is Cauchy's; strain is Green-Lagrange's, with model = linear the small "
               "strain; logarithmic_strain is ln U; principal stretches come with the largest first, their directions "
               "are those in the undeformed body; energy_density is per volume of the undeformed body."},
  };
  keys.insert(keys.end(), rest.begin(), rest.end());
  return keys;
}

} // namespace adjoule
