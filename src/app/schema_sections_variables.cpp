#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> variable_keys(const std::string& section) {
  const std::string entry = section + ".<path>";
  const auto number = [&](const std::string& name, const std::string& note, std::vector<std::string> aliases,
                          const std::string& help) {
    return SchemaKey{.pattern = entry + "." + name,
                     .type = ValueType::number,
                     .unit = "of the number",
                     .default_note = note,
                     .aliases = std::move(aliases),
                     .help = help};
  };
  return {
      {.pattern = entry,
       .help = "A number of this file, named by its path in quotes, that is to be found; its bounds and its start."},
      number("initial", "the number in the file", {"start", "value"}, "Start value, within the bounds."),
      number("lower", "the physical range", {"min", "minimum", "lower_bound"}, "Lower bound."),
      number("upper", "the physical range", {"max", "maximum", "upper_bound"}, "Upper bound."),
      {.pattern = entry + ".scaling",
       .type = ValueType::choice,
       .choices = {{"auto"}, {"linear"}, {"log"}},
       .default_value = "\"auto\"",
       .aliases = {"scale"},
       .help = "How the method sees the number: log by its logarithm, linear in proportion; auto is log where the "
               "start is positive and the bounds or the physical range keep it so, and linear elsewhere."},
      {.pattern = entry + ".per",
       .type = ValueType::choice,
       .choices = {{"value"}, {"region"}, {"element"}},
       .default_value = "\"value\"",
       .aliases = {"by", "each"},
       .help = "value: one number. A material property may vary in space instead: region gives it one number in each "
               "of the material's regions, element one in each element."},
  };
}

} // namespace adjoule
