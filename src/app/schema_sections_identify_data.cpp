#include "schema_sections.hpp"

namespace adjoule {
namespace {

const std::string set = "identify.data.<data>.";

SchemaKey column(const std::string& role, const std::string& help, bool has_default = true) {
  return {.pattern = set + "columns." + role,
          .type = ValueType::text,
          .default_value = has_default ? "\"" + role + "\"" : "",
          .help = help};
}

SchemaKey unit(const std::string& of, const std::string& si, const std::string& help) {
  return {.pattern = set + "units." + of, .type = ValueType::text, .default_note = si, .help = help};
}

std::vector<SchemaKey> data_set_keys() {
  const Condition of_fields{"field", {"displacement"}};
  return {
      {.pattern = "identify.data", .aliases = {"measurements"}, .help = "The measured data."},
      {.pattern = "identify.data.<data>",
       .help = "One set of data: displacements at points (field), the history of a quantity (quantity), or a test of "
               "the material (test)."},
      {.pattern = set + "file",
       .type = ValueType::names,
       .is_file = true,
       .required = true,
       .help =
           "CSV file with a header, beside this file, or .vtu of points with an array. A list has one file for each "
           "of time.quasistatic_times, in their order. Comma, semicolon or tab separate; the decimal mark is a "
           "point; lines above the header are skipped. A row without a number is left out and counted, never "
           "filled."},
      {.pattern = set + "field",
       .type = ValueType::choice,
       .choices = {{"displacement"}},
       .help = "The field that was measured at points."},
      {.pattern = set + "quantity",
       .type = ValueType::text,
       .help = "The quantity of [quantities] that was measured, once or at pseudo-times."},
      {.pattern = set + "noise",
       .type = ValueType::number,
       .unit = "SI, of the data",
       .range = Range::positive(),
       .no_derivative = "weights the data",
       .aliases = {"sigma", "standard_deviation"},
       .help = "Standard deviation of each measured number: the weight of the data, and the basis of the confidence "
               "intervals. Of single rows: columns.noise."},
      {.pattern = set + "components",
       .type = ValueType::names,
       .choices = {{"x"}, {"y"}, {"z"}},
       .default_note = "all that the file has",
       .only_with = of_fields,
       .help = "Components of the displacement to use."},
      {.pattern = set + "array",
       .type = ValueType::text,
       .default_value = "\"displacement\"",
       .only_with = of_fields,
       .help = "Point array of a .vtu file."},
      {.pattern = set + "flag_below",
       .type = ValueType::number,
       .default_value = "0",
       .help = "Rows whose columns.flag is below this, or no number, are left out and counted."},
      {.pattern = set + "projection_tolerance",
       .type = ValueType::number,
       .range = Range::at_least(0.0),
       .default_value = "0.1",
       .only_with = of_fields,
       .help = "A point outside the mesh is moved to the nearest point of its boundary where that is nearer than this "
               "fraction of the element's size there (the mean distance of its corners). The others are listed and "
               "left out."},
      {.pattern = set + "largest_share_outside",
       .type = ValueType::number,
       .range = {.lower = 0.0, .upper = 1.0},
       .default_value = "0.05",
       .only_with = of_fields,
       .help = "More points left out than this share of all of them are an error."},
      {.pattern = set + "rigid_motion",
       .type = ValueType::boolean,
       .default_value = "false",
       .only_with = of_fields,
       .help = "Whether the camera moves against the model, as a rigid body and differently at each pseudo-time: shift "
               "and rotation are found along with the unknowns. With two measured components it moves in their plane."},
  };
}

} // namespace

std::vector<SchemaKey> identify_data_keys() {
  std::vector<SchemaKey> keys = data_set_keys();
  const std::vector<SchemaKey> rest{
      {.pattern = set + "columns", .help = "Names of the file's columns, as its header has them."},
      column("x", "Of a field: position in the undeformed body."),
      column("y", "Of a field: likewise."),
      column("z", "Of a field: likewise; a 2-D mesh needs none."),
      column("ux", "Of a field: displacement along x. A component whose column is not there was not measured."),
      column("uy", "Of a field: likewise."),
      column("uz", "Of a field: likewise."),
      column("t", "Pseudo-time: one of time.quasistatic_times. Without [time], or with a single one, not needed."),
      column("value", "Of a quantity: its value."),
      column("noise",
             "Standard deviation of the row, instead of the key noise. A row in which it is not positive is "
             "left out and counted.",
             false),
      column("flag", "Mark of rows that are no good: see flag_below.", false),
      {.pattern = set + "units",
       .help = "Units of the columns, such as \"mm\" or \"kgf/cm^2\"; SI without them. A header with another unit in "
               "brackets is refused unless the unit is given here."},
      unit("position", "m", "Of x, y, z."),
      unit("displacement", "m", "Of ux, uy, uz, and of columns.noise beside them."),
      unit("t", "s", "Of t."),
      unit("value", "SI, of the quantity", "Of value, and of columns.noise beside it."),
  };
  keys.insert(keys.end(), rest.begin(), rest.end());
  return keys;
}

} // namespace adjoule
