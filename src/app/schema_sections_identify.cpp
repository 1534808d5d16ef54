#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> identify_keys() {
  const auto variable = [](const std::string& name, const std::string& help) {
    return SchemaKey{.pattern = "identify.unknowns.<path>." + name,
                     .type = ValueType::number,
                     .unit = "of the number",
                     .stage = Stage::second,
                     .help = help};
  };
  return {
      {.pattern = "identify",
       .stage = Stage::second,
       .help = "Identification of numbers of this file from measured data."},
      {.pattern = "identify.method",
       .type = ValueType::choice,
       .choices = {{"levenberg_marquardt"}, {"lbfgs"}},
       .stage = Stage::second,
       .help = "Method of the fit."},
      {.pattern = "identify.unknowns", .stage = Stage::second, .help = "The numbers to identify."},
      {.pattern = "identify.unknowns.<path>",
       .stage = Stage::second,
       .help = "A number of this file, named by its path, that is to be found."},
      variable("initial", "Start value."),
      variable("lower", "Lower bound."),
      variable("upper", "Upper bound."),
  };
}

} // namespace adjoule
