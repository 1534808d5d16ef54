#include "schema_sections.hpp"

namespace adjoule {
namespace {

/// A section of one number or expression (or vector of them) a group.
void add_load(std::vector<SchemaKey>& keys, const std::string& section, const std::string& placeholder, ValueType type,
              const std::string& unit, Range range, const std::string& help, std::vector<std::string> aliases = {}) {
  keys.push_back({.pattern = section, .aliases = std::move(aliases), .help = help});
  keys.push_back({.pattern = section + "." + placeholder,
                  .type = type,
                  .unit = unit,
                  .range = range,
                  .differentiable = true,
                  .help = help});
}

SchemaKey exchange_value(const std::string& pattern, ValueType type, const std::string& unit, Range range,
                         const std::string& help) {
  return {.pattern = pattern,
          .type = type,
          .unit = unit,
          .range = range,
          .required = true,
          .differentiable = true,
          .help = help};
}

} // namespace

std::vector<SchemaKey> electrical_keys() {
  std::vector<SchemaKey> keys{
      {.pattern = "electrical", .aliases = {"electric"}, .help = "Steady conduction; its presence solves it."}};
  const ValueType value = ValueType::number_or_expression;
  add_load(keys, "electrical.potential", "<group>", value, "V", {},
           "Prescribed potential of a group. Where two groups share nodes the first listed wins.", {"voltage"});
  add_load(keys, "electrical.current", "<group>", value, "A", {},
           "Total current into the body through an equipotential terminal.");
  add_load(keys, "electrical.current_density", "<group>", value, "A/m^2", {},
           "Current density into the body through a face.");
  const Stage later = Stage::second;
  keys.push_back(
      {.pattern = "electrical.contact", .stage = later, .help = "Contact resistance to an outside potential."});
  keys.push_back({.pattern = "electrical.contact.<group>", .stage = later, .help = "The contact of one group."});
  for (SchemaKey key :
       {exchange_value("electrical.contact.<group>.resistance", ValueType::number, "ohm m^2", Range::positive(),
                       "Contact resistance times area."),
        exchange_value("electrical.contact.<group>.potential", ValueType::number, "V", {}, "Outside potential.")}) {
    key.stage = later;
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<SchemaKey> thermal_keys() {
  std::vector<SchemaKey> keys{
      {.pattern = "thermal", .aliases = {"heat"}, .help = "Heat conduction, or a prescribed temperature."},
      {.pattern = "thermal.joule_heating",
       .type = ValueType::boolean,
       .default_note = "true where [electrical] is present",
       .aliases = {"joule"},
       .help = "Whether the electrical losses heat the body."},
      {.pattern = "thermal.prescribed",
       .type = ValueType::number_or_expression,
       .unit = "K",
       .range = Range::positive(),
       .differentiable = true,
       .help = "Temperature of the whole body, given instead of a heat problem."},
      {.pattern = "thermal.initial_temperature",
       .type = ValueType::number,
       .unit = "K",
       .range = Range::positive(),
       .default_note = "chosen from the prescribed and ambient temperatures",
       .needed_by = "a transient",
       .differentiable = true,
       .help = "Temperature at the start of a transient, and Newton's first guess."},
  };
  const ValueType value = ValueType::number_or_expression;
  add_load(keys, "thermal.temperature", "<group>", value, "K", Range::positive(),
           "Prescribed temperature of a group. Where two groups share nodes the first listed wins.");
  add_load(keys, "thermal.flux", "<group>", value, "W/m^2", {}, "Heat flux into the body through a face.",
           {"heat_flux"});
  add_load(keys, "thermal.source", "<region>", value, "W/m^3", {}, "Heat source per volume of a region.",
           {"heat_source"});
  keys.push_back({.pattern = "thermal.convection", .help = "Exchange with a fluid, one section a group."});
  keys.push_back({.pattern = "thermal.convection.<group>", .help = "Flux into the body: coefficient (ambient - T)."});
  keys.push_back({.pattern = "thermal.convection.<group>.coefficient",
                  .type = ValueType::property,
                  .unit = "W/(m^2 K)",
                  .range = Range::at_least(0.0),
                  .required = true,
                  .differentiable = true,
                  .aliases = {"h", "film_coefficient"},
                  .help = "Heat transfer coefficient."});
  keys.push_back(
      exchange_value("thermal.convection.<group>.ambient", value, "K", Range::positive(), "Temperature of the fluid."));
  keys.push_back({.pattern = "thermal.radiation", .help = "Grey radiation to surroundings, one section a group."});
  keys.push_back({.pattern = "thermal.radiation.<group>",
                  .help = "Flux into the body: emissivity times Stefan-Boltzmann constant times (ambient^4 - T^4)."});
  keys.push_back(exchange_value("thermal.radiation.<group>.emissivity", ValueType::number, "",
                                {.lower = 0.0, .upper = 1.0}, "Emissivity of the grey surface."));
  keys.push_back(exchange_value("thermal.radiation.<group>.ambient", value, "K", Range::positive(),
                                "Temperature of the surroundings."));
  return keys;
}

std::vector<SchemaKey> mechanical_keys() {
  std::vector<SchemaKey> keys{
      {.pattern = "mechanical", .aliases = {"mechanics", "structural"}, .help = "Static equilibrium."}};
  add_load(
      keys, "mechanical.displacement", "<group>", ValueType::displacement, "m", {},
      "Prescribed displacement of a group; a component left out of the table is free. Where two groups share nodes the "
      "first listed wins.",
      {"fixed", "support"});
  add_load(keys, "mechanical.traction", "<group>", ValueType::load_vector, "Pa", {},
           "Dead load per reference area of a face.");
  add_load(keys, "mechanical.force", "<group>", ValueType::load_vector, "N", {},
           "Total dead load, spread evenly over the reference area of a face.");
  add_load(
      keys, "mechanical.pressure", "<group>", ValueType::number_or_expression, "Pa", {},
      "Pressure on a face, positive into the body; follows the deformed normal in finite strain (there not in plane "
      "stress).");
  add_load(keys, "mechanical.body_force", "<region>", ValueType::load_vector, "N/m^3", {},
           "Force per volume of a region.", {"gravity"});
  add_load(keys, "mechanical.spring", "<group>", ValueType::number, "N/m^3", Range::at_least(0.0),
           "Elastic foundation: force per area and displacement of a face.", {"foundation"});
  keys.push_back({.pattern = "mechanical.rigid",
                  .aliases = {"rigid_face", "coupling", "plate"},
                  .help = "Faces that move without turning, as if glued to a guided plate; one section a group."});
  keys.push_back({.pattern = "mechanical.rigid.<group>",
                  .help = "All nodes of the group share the displacement components listed; a reaction on it is the "
                          "force that the plate exerts on the body."});
  keys.push_back({.pattern = "mechanical.rigid.<group>.components",
                  .type = ValueType::names,
                  .choices = {{"x"}, {"y"}, {"z"}},
                  .required = true,
                  .aliases = {"axes", "directions"},
                  .help = "The displacement components that are the same on the whole face; the others are free."});
  keys.push_back({.pattern = "mechanical.rigid.<group>.force",
                  .type = ValueType::load_vector,
                  .unit = "N",
                  .default_note = "none: the plate moves as the body lets it",
                  .differentiable = true,
                  .aliases = {"total_force", "load"},
                  .help = "Total force on the plate, along its components only."});
  return keys;
}

} // namespace adjoule
