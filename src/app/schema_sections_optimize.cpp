#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> optimize_keys() {
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
