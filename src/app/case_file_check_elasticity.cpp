// Checks of the elastic laws and of rigid faces: keys that have to fit together.
#include "case_file_parts.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// One elasticity section.
struct Law {
  const CaseFile& file;
  std::string section;

  std::string path(const char* key) const { return section + "." + key; }
  bool has(const char* key) const { return file.has(path(key)); }
  std::string text(const char* key) const { return file.text(path(key)); }
  std::size_t count(const char* key) const { return file.terms(path(key)).size(); }
};

void check_terms(const Law& law) {
  if (law.has("mu") && law.text("model") != "ogden" && law.file.at(law.path("mu")).is_array()) {
    throw law.file.error(law.path("mu"), fmt::format("{} is a list, and model = \"{}\" has one shear modulus: write a "
                                                     "number, or model = \"ogden\" for several terms",
                                                     law.path("mu"), law.text("model")));
  }
  if (!law.has("alpha")) return;
  if (law.count("mu") != law.count("alpha")) {
    throw law.file.error(law.path("alpha"),
                         fmt::format("[{}] has {} values of mu and {} of alpha: each term of ogden has one of both",
                                     law.section, law.count("mu"), law.count("alpha")));
  }
  for (const std::string& term : law.file.terms(law.path("alpha"))) {
    const CaseValue& value = law.file.at(term);
    if (!value.is_number() || value.number != 0.0) continue;
    throw law.file.error(term, fmt::format("{} = 0: a term with exponent 0 has no energy: give another exponent, or "
                                           "remove the term from mu and alpha",
                                           term));
  }
}

void check_volume(const Law& law) {
  const bool mixed = law.text("formulation") == "mixed";
  if (mixed && !law.has("bulk")) {
    throw law.file.error(law.path("formulation"),
                         fmt::format("{} = \"mixed\" needs a law with a volumetric part of its own (neo_hookean, "
                                     "mooney_rivlin, yeoh, gent, arruda_boyce, ogden), and model = \"{}\" has none: "
                                     "take formulation out, or choose another model",
                                     law.path("formulation"), law.text("model")));
  }
  if (!law.has("bulk")) return;
  const CaseValue& bulk = law.file.at(law.path("bulk"));
  const bool incompressible = bulk.is_number() && std::isinf(bulk.number);
  if (incompressible && !mixed) {
    throw law.file.error(
        law.path("bulk"),
        fmt::format("{} = inf needs formulation = \"mixed\" (with mesh.order = 2): displacements alone "
                    "cannot keep the volume. In plane stress, which has no mixed formulation and does not lock, give a "
                    "finite bulk such as 1000 times the shear modulus",
                    law.path("bulk")));
  }
  if (!incompressible) law.file.require(law.path("volumetric"), "its bulk");
}

void check_rigid_face(const CaseFile& file, const std::string& group) {
  const std::string section = join_case_path("mechanical.rigid", group);
  const std::vector<std::string> components = file.names(section + ".components");
  if (components.empty()) {
    throw file.error(
        section + ".components",
        fmt::format("{}.components is an empty list: name some of x, y, z, or remove the section", section));
  }
  const std::string displacement = join_case_path("mechanical.displacement", group);
  if (file.has(displacement)) {
    for (const CaseComponent& held : file.displacement(displacement)) {
      const std::string name(1, "xyz"[held.axis]);
      if (std::find(components.begin(), components.end(), name) == components.end()) continue;
      throw file.error(
          section + ".components",
          fmt::format("{0}: [mechanical.displacement] prescribes {1} on that group, which moves it as a whole "
                      "already: take \"{1}\" out of the components, or the displacement out of the file",
                      section, name));
    }
  }
  if (!file.has(section + ".force")) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string name(1, "xyz"[axis]), path = fmt::format("{}.force.{}", section, axis);
    if (file.is_zero(path) || std::find(components.begin(), components.end(), name) != components.end()) continue;
    throw file.error(path, fmt::format("{} acts along {}, which is not among the components that the plate moves ({}): "
                                       "add \"{}\" to components, or use [mechanical.force]",
                                       path, name, join_names(components), name));
  }
}

} // namespace

void check_elasticity(const CaseFile& case_file) {
  for (const std::string& name : case_file.children("materials")) {
    const Law law{case_file, join_case_path(join_case_path("materials", name), "elasticity")};
    if (!case_file.has(law.section)) continue;
    check_terms(law);
    check_volume(law);
  }
  for (const std::string& group : case_file.children("mechanical.rigid")) check_rigid_face(case_file, group);
}

} // namespace adjoule
