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

const std::vector<std::string> split_models{"neo_hookean", "mooney_rivlin", "yeoh", "gent", "arruda_boyce", "ogden"};

/// A property of some of the elastic laws.
SchemaKey elastic_property(const std::string& name, const std::string& unit, Range range,
                           std::vector<std::string> models, std::vector<std::string> aliases, const std::string& help) {
  SchemaKey key = property("elasticity." + name, unit, range, "", std::move(aliases), help);
  key.required_with = Condition{"model", models};
  key.only_with = Condition{"model", std::move(models)};
  return key;
}

/// One value a term of the law.
SchemaKey elastic_terms(const std::string& name, const std::string& unit, std::vector<std::string> models,
                        std::vector<std::string> aliases, const std::string& help) {
  SchemaKey key = elastic_property(name, unit, {}, std::move(models), std::move(aliases), help);
  key.type = ValueType::properties;
  return key;
}

void add_elastic_law(std::vector<SchemaKey>& keys) {
  keys.push_back({.pattern = "materials.<material>.elasticity",
                  .needed_by = "the mechanical problem",
                  .aliases = {"mechanical", "elastic"},
                  .help = "The material's elastic law."});
  keys.push_back({.pattern = "materials.<material>.elasticity.model",
                  .type = ValueType::choice,
                  .choices = {{"linear"},
                              {"st_venant_kirchhoff"},
                              {"neo_hookean"},
                              {"mooney_rivlin"},
                              {"yeoh"},
                              {"gent"},
                              {"arruda_boyce"},
                              {"ogden"}},
                  .required = true,
                  .aliases = {"law", "type"},
                  .help = "linear: small strain, isotropic, from young and poisson. The others are laws of finite "
                          "strain, energies per reference volume; all but st_venant_kirchhoff are a part of the "
                          "isochoric stretches plus a volumetric part."});
  const std::vector<std::string> engineering{"linear", "st_venant_kirchhoff"};
  keys.push_back(elastic_property("young", "Pa", Range::positive(), engineering,
                                  {"youngs_modulus", "young_modulus", "elastic_modulus", "modulus", "E"},
                                  "Young's modulus."));
  keys.push_back(elastic_property("poisson", "", {.lower = -1, .upper = 0.5, .lower_open = true, .upper_open = true},
                                  engineering, {"poisson_ratio", "poissons_ratio", "nu"}, "Poisson's ratio."));
  keys.push_back({.pattern = "materials.<material>.elasticity.formulation",
                  .type = ValueType::choice,
                  .choices = {{"displacement"}, {"mixed"}},
                  .default_value = "\"displacement\"",
                  .help = "displacement; mixed solves for a pressure beside it (Taylor-Hood, mesh.order = 2), for "
                          "nearly incompressible materials of a law with bulk."});
}

void add_finite_strain(std::vector<SchemaKey>& keys) {
  const auto add = [&](SchemaKey key) { keys.push_back(std::move(key)); };
  const std::string prefix = "materials.<material>.elasticity.";
  add(elastic_terms("mu", "Pa", {"neo_hookean", "gent", "arruda_boyce", "ogden"}, {"shear_modulus", "shear", "G"},
                    "Shear modulus; for ogden a list with one for each term, of any sign (one number is one term)."));
  add(elastic_terms("alpha", "", {"ogden"}, {"exponents", "exponent"},
                    "Exponents, one for each mu, of any sign and not 0."));
  add(elastic_property("c10", "Pa", {}, {"mooney_rivlin"}, {"c1", "C10"},
                       "First constant: W = c10 (I1 - 3) + c01 (I2 - 3)."));
  add(elastic_property("c01", "Pa", {}, {"mooney_rivlin"}, {"c2", "C01"}, "Second constant."));
  add(elastic_terms("c", "Pa", {"yeoh"}, {"coefficients", "c_i"},
                    "The constants C1, C2, ... of W = sum C_i (I1 - 3)^i (one number is one term)."));
  add(elastic_property("jm", "", Range::positive(), {"gent"}, {"j_m", "limit"},
                       "Limit of the first invariant minus 3: W = -mu jm/2 ln(1 - (I1 - 3)/jm)."));
  add(elastic_property("locking_stretch", "", {.lower = 1, .lower_open = true}, {"arruda_boyce"},
                       {"lambda_m", "lock_stretch"}, "Chain stretch at full extension."));
  SchemaKey bulk = elastic_property("bulk", "Pa", Range::positive(), split_models, {"bulk_modulus", "kappa", "K"},
                                    "Bulk modulus; inf with formulation = mixed.");
  bulk.may_be_infinite = true;
  add(std::move(bulk));
  add({.pattern = prefix + "convention",
       .type = ValueType::choice,
       .choices = {{"ogden"}, {"abaqus"}},
       .required_with = Condition{"model", {"ogden"}},
       .only_with = Condition{"model", {"ogden"}},
       .help =
           "How mu is meant. ogden: W = sum mu/alpha (...), initial shear modulus sum mu alpha / 2; abaqus: W = sum "
           "2 mu/alpha^2 (...), initial shear modulus sum mu, as Abaqus and CalculiX have it."});
  add({.pattern = prefix + "volumetric",
       .type = ValueType::choice,
       .choices = {{"quadratic"}, {"log"}, {"simo_taylor"}},
       .default_note = "required unless bulk = inf",
       .only_with = Condition{"model", split_models},
       .help = "quadratic: K/2 (J-1)^2; log: K/2 (ln J)^2; simo_taylor: K/4 (J^2 - 1 - 2 ln J), with K = bulk."});
}

} // namespace

std::vector<SchemaKey> material_keys() {
  std::vector<SchemaKey> keys{
      {.pattern = "materials", .required = true, .aliases = {"material"}, .help = "One section a material."},
      {.pattern = "materials.<material>",
       .help = "A material. There are no default properties: what a physics needs has to be given."},
      {.pattern = "materials.<material>.regions",
       .type = ValueType::names,
       .default_note = "required with [mesh]",
       .aliases = {"region", "groups", "on"},
       .help = "Physical groups of the mesh's top dimension; [\"*\"] takes all that no other material names."},
      property("density", "kg/m^3", Range::positive(), "a transient", {"rho", "mass_density"}, "Mass per volume."),
      property("electrical_conductivity", "S/m", Range::positive(), "the electrical problem",
               {"sigma", "electric_conductivity", "conductivity"},
               "Electrical conductivity. An insulator that the mesh has beside conductors gets a small one, such as "
               "1e-9 of theirs."),
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
  add_elastic_law(keys);
  add_finite_strain(keys);
  return keys;
}

} // namespace adjoule
