#include "schema_sections.hpp"

namespace adjoule {
namespace {

SchemaKey property(const std::string& name, const std::string& unit, Range range, const std::string& needed_by,
                   std::vector<std::string> aliases, const std::string& help) {
  return {.pattern = "materials.<material>." + name,
          .type = ValueType::property,
          .unit = unit,
          .range = range,
          .per_element = true,
          .needed_by = needed_by,
          .differentiable = true,
          .aliases = std::move(aliases),
          .help = help};
}

/// A number of the finite-strain models.
SchemaKey finite_strain_number(const std::string& name, const std::string& unit, Range range,
                               std::vector<std::string> models, const std::string& help) {
  return {.pattern = "materials.<material>.elasticity." + name,
          .type = ValueType::number,
          .unit = unit,
          .range = range,
          .required_with = Condition{"model", models},
          .only_with = Condition{"model", models},
          .differentiable = true,
          .stage = Stage::second,
          .help = help};
}

void add_linear_elasticity(std::vector<SchemaKey>& keys) {
  keys.push_back({.pattern = "materials.<material>.elasticity",
                  .needed_by = "the mechanical problem",
                  .aliases = {"mechanical", "elastic"},
                  .help = "The material's elastic law."});
  const Stage later = Stage::second;
  keys.push_back(
      {.pattern = "materials.<material>.elasticity.model",
       .type = ValueType::choice,
       .choices = {{"linear"},
                   {"st_venant_kirchhoff", later},
                   {"neo_hookean", later},
                   {"mooney_rivlin", later},
                   {"yeoh", later},
                   {"gent", later},
                   {"arruda_boyce", later},
                   {"ogden", later}},
       .required = true,
       .aliases = {"law", "type"},
       .help = "linear: small strain, isotropic, from young and poisson. The others are for finite strain."});
  SchemaKey young =
      property("elasticity.young", "Pa", Range::positive(), "",
               {"youngs_modulus", "young_modulus", "elastic_modulus", "modulus", "E"}, "Young's modulus.");
  SchemaKey poisson =
      property("elasticity.poisson", "", {.lower = -1, .upper = 0.5, .lower_open = true, .upper_open = true}, "",
               {"poisson_ratio", "poissons_ratio", "nu"}, "Poisson's ratio.");
  for (SchemaKey* key : {&young, &poisson}) {
    key->required_with = Condition{"model", {"linear", "st_venant_kirchhoff"}};
    key->only_with = key->required_with;
    keys.push_back(std::move(*key));
  }
  keys.push_back({.pattern = "materials.<material>.elasticity.formulation",
                  .type = ValueType::choice,
                  .choices = {{"displacement"}, {"mixed", later}},
                  .default_value = "\"displacement\"",
                  .help = "displacement; mixed adds a pressure field for nearly incompressible materials."});
}

void add_finite_strain(std::vector<SchemaKey>& keys) {
  const auto add = [&](SchemaKey key) { keys.push_back(std::move(key)); };
  const std::string prefix = "materials.<material>.elasticity.";
  const auto array = [&](const std::string& name, const std::string& unit, std::vector<std::string> models,
                         const std::string& help) {
    SchemaKey key = finite_strain_number(name, unit, {}, std::move(models), help);
    key.type = ValueType::number_array;
    add(std::move(key));
  };
  array("mu", "Pa", {"neo_hookean", "gent", "arruda_boyce", "ogden"},
        "Shear modulus; for ogden one a term, of any sign.");
  array("alpha", "", {"ogden"}, "Exponents, one for each mu.");
  add(finite_strain_number("c10", "Pa", {}, {"mooney_rivlin"}, "First Mooney-Rivlin constant."));
  add(finite_strain_number("c01", "Pa", {}, {"mooney_rivlin"}, "Second Mooney-Rivlin constant."));
  array("c", "Pa", {"yeoh"}, "Yeoh's constants C1, C2, ...");
  add(finite_strain_number("jm", "", Range::positive(), {"gent"}, "Limit of the first invariant minus 3."));
  add(finite_strain_number("locking_stretch", "", {.lower = 1, .lower_open = true}, {"arruda_boyce"},
                           "Chain stretch at full extension."));
  add(finite_strain_number("bulk", "Pa", Range::positive(),
                           {"neo_hookean", "mooney_rivlin", "yeoh", "gent", "arruda_boyce", "ogden"}, "Bulk modulus."));
  add({.pattern = prefix + "convention",
       .type = ValueType::choice,
       .choices = {{"ogden"}, {"abaqus"}},
       .required_with = Condition{"model", {"ogden"}},
       .only_with = Condition{"model", {"ogden"}},
       .stage = Stage::second,
       .help = "ogden: W = sum mu/alpha (...); abaqus: W = sum 2 mu/alpha^2 (...), as Abaqus and CalculiX have it."});
  add({.pattern = prefix + "volumetric",
       .type = ValueType::choice,
       .choices = {{"quadratic"}, {"log"}, {"simo_taylor"}},
       .stage = Stage::second,
       .help = "quadratic: K/2 (J-1)^2; log: K/2 (ln J)^2; simo_taylor: K/4 (J^2 - 1 - 2 ln J)."});
}

} // namespace

std::vector<SchemaKey> material_keys() {
  std::vector<SchemaKey> keys{
      {.pattern = "materials", .required = true, .aliases = {"material"}, .help = "One section a material."},
      {.pattern = "materials.<material>",
       .help = "A material. There are no default properties: what a physics needs has to be given."},
      {.pattern = "materials.<material>.regions",
       .type = ValueType::names,
       .required = true,
       .aliases = {"region", "groups", "on"},
       .help = "Physical groups of the mesh's top dimension; [\"*\"] takes all that no other material names."},
      property("density", "kg/m^3", Range::positive(), "a transient", {"rho", "mass_density"}, "Mass per volume."),
      property("electrical_conductivity", "S/m", Range::positive(), "the electrical problem",
               {"sigma", "electric_conductivity", "conductivity"}, "Electrical conductivity."),
      property("thermal_conductivity", "W/(m K)", Range::positive(), "the heat problem",
               {"k", "heat_conductivity", "lambda", "conductivity"}, "Thermal conductivity."),
      property("specific_heat", "J/(kg K)", Range::positive(), "a transient", {"heat_capacity", "cp"},
               "Specific heat per mass."),
      property("thermal_expansion", "1/K", {}, "", {"expansion", "cte", "expansion_coefficient"},
               "Coefficient of thermal expansion; the thermal stretch is 1 plus its integral from the reference "
               "temperature.")};
  keys.push_back(
      {.pattern = "materials.<material>.expansion_kind",
       .type = ValueType::choice,
       .choices = {{"instantaneous"}, {"secant"}},
       .default_note = "a constant coefficient is both; required with a table, an expression or a file",
       .help = "instantaneous: the coefficient is integrated over temperature; secant: mean coefficient from the "
               "reference temperature, stretch = 1 + alpha(T) (T - T_ref)."});
  keys.push_back({.pattern = "materials.<material>.reference_temperature",
                  .type = ValueType::number,
                  .unit = "K",
                  .range = Range::positive(),
                  .default_note = "required with thermal_expansion",
                  .needed_by = "thermal_expansion",
                  .differentiable = true,
                  .aliases = {"stress_free_temperature", "t_ref"},
                  .help = "Temperature at which the material is free of stress."});
  add_linear_elasticity(keys);
  add_finite_strain(keys);
  return keys;
}

} // namespace adjoule
