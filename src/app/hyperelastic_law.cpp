#include "hyperelastic_law.hpp"

#include "builder.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

std::optional<VolumetricLaw> volumetric_law(const CaseFile& file, const std::string& path) {
  if (!file.has(path)) return {};
  const std::string name = file.text(path);
  if (name == "log") return VolumetricLaw::logarithmic;
  return name == "simo_taylor" ? VolumetricLaw::simo_taylor : VolumetricLaw::quadratic;
}

/// Keys of a law's properties in the order of its energy, without bulk.
std::vector<std::string> property_keys(const std::string& model) {
  if (model == "ogden") return {"mu", "alpha"};
  if (model == "mooney_rivlin") return {"c10", "c01"};
  if (model == "yeoh") return {"c"};
  if (model == "gent") return {"mu", "jm"};
  if (model == "arruda_boyce") return {"mu", "locking_stretch"};
  if (model == "st_venant_kirchhoff") return {"young", "poisson"};
  return {"mu"};
}

IsotropicEnergyPointer energy_of(const CaseFile& file, const std::string& section, std::optional<VolumetricLaw> law) {
  const std::string model = file.text(section + ".model");
  const auto terms = [&](const char* key) { return static_cast<int>(file.terms(section + key).size()); };
  if (model == "ogden") {
    const bool abaqus = file.text(section + ".convention") == "abaqus";
    return ogden_energy(terms(".mu"), abaqus ? OgdenConvention::abaqus : OgdenConvention::ogden, law);
  }
  if (model == "mooney_rivlin") return mooney_rivlin_energy(law);
  if (model == "yeoh") return yeoh_energy(terms(".c"), law);
  if (model == "gent") return gent_energy(law);
  if (model == "arruda_boyce") return arruda_boyce_energy(law);
  if (model == "st_venant_kirchhoff") return st_venant_kirchhoff_energy();
  return neo_hookean_energy(law);
}

} // namespace

IsotropicEnergyPointer HyperelasticLaw::energy(const CaseFile& file, std::optional<VolumetricLaw> law) const {
  return at_place(file, section, [&] { return energy_of(file, section, law); });
}

HyperelasticLaw read_hyperelastic_law(const CaseFile& file, const std::string& material) {
  HyperelasticLaw law;
  law.section = join_case_path(join_case_path("materials", material), "elasticity");
  const std::string model = file.text(law.section + ".model");
  if (model == "linear") {
    throw file.error(law.section, fmt::format("{}.model = \"linear\" is no law of finite strain: choose another model",
                                              law.section));
  }
  law.volumetric = volumetric_law(file, law.section + ".volumetric");
  law.mixed = file.text(law.section + ".formulation") == "mixed";
  for (const std::string& key : property_keys(model)) {
    const std::vector<std::string> terms = file.terms(join_case_path(law.section, key));
    law.properties.insert(law.properties.end(), terms.begin(), terms.end());
  }
  const std::string bulk = law.section + ".bulk";
  if (!file.has(bulk)) return law;
  const CaseValue& value = file.at(bulk);
  if (!value.is_number() || !std::isinf(value.number)) law.bulk = bulk;
  return law;
}

} // namespace adjoule
