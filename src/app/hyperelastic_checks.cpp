// Laws of finite strain before the solution: initial moduli, stability, locking.
#include "property_checks.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/materials/admissibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace adjoule {
namespace {

constexpr double nearly_incompressible = 500.0; // bulk over shear modulus

/// Values of a law's properties at one element; the bulk modulus of a mixed formulation stands behind them.
using PropertyValues = std::vector<double>;

/// A law, the section of the file that gives it, and what it is given by.
struct Law {
  const CaseFile& file;
  const ModelMaterial& owner;
  const HyperelasticMaterial& material;
  std::string section;

  std::string model() const { return file.text(section + ".model"); }
  InputError fault(const std::string& what) const { return file.error(section, fmt::format("{}: {}", section, what)); }

  std::vector<CoefficientPointer> coefficients() const {
    std::vector<CoefficientPointer> all = material.properties;
    if (material.mixed && material.mixed->bulk) all.push_back(material.mixed->bulk);
    return all;
  }
  InitialModuli moduli(const PropertyValues& values) const {
    InitialModuli result = initial_moduli(*material.energy, values);
    if (material.mixed) result.bulk = material.mixed->bulk ? values.back() : std::numeric_limits<double>::infinity();
    return result;
  }
};

bool is_uniform(const Coefficient& property, const Parameters& parameters) {
  const std::vector<Parameter> read = property.parameters();
  return !property.reads_temperature() && !property.reads_position() &&
         std::all_of(read.begin(), read.end(), [&](Parameter parameter) {
           // A change per element that a gradient asks for is zero here.
           const std::span<const double> values = parameters.values(parameter);
           return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
         });
}

/// The different sets of values in the law's elements, at their centres.
std::set<PropertyValues> values_of(const Law& law, const MultiphysicsSystem& system,
                                   const std::vector<double>& temperature) {
  const std::vector<CoefficientPointer> coefficients = law.coefficients();
  const bool uniform = std::all_of(coefficients.begin(), coefficients.end(), [&](const CoefficientPointer& property) {
    return is_uniform(*property, system.parameters());
  });
  std::set<PropertyValues> different;
  for (const Index element : law.owner.elements) {
    PointContext at;
    at.element.fill(element);
    const std::array<double, 3> centre = system.mesh().centroid(element);
    for (std::size_t d = 0; d < 3; ++d) at.position[static_cast<int>(d)] = centre[d];
    if (!temperature.empty()) {
      const auto node = static_cast<std::size_t>(system.mesh().element_nodes(element).front());
      at.temperature = temperature[node];
    }
    PropertyValues values;
    for (const CoefficientPointer& property : coefficients)
      values.push_back(property->value(at, system.parameters().all())[0]);
    different.insert(std::move(values));
    if (uniform) break;
  }
  return different;
}

/// The sets in which a property has its smallest or its largest value.
std::set<PropertyValues> extremes(const std::set<PropertyValues>& all) {
  std::set<PropertyValues> chosen;
  for (std::size_t p = 0; p < all.begin()->size(); ++p) {
    const auto less = [p](const PropertyValues& a, const PropertyValues& b) { return a[p] < b[p]; };
    const auto [low, high] = std::minmax_element(all.begin(), all.end(), less);
    chosen.insert({*low, *high});
  }
  return chosen;
}

void require_positive(const Law& law, const InitialModuli& moduli) {
  if (!(moduli.shear > 0.0)) {
    std::string remedy = "check the signs of its constants";
    if (law.model() == "ogden") {
      const bool abaqus = law.file.text(law.section + ".convention") == "abaqus";
      remedy = fmt::format("with convention = \"{}\" it is {}: check the signs of mu and alpha, and the convention",
                           abaqus ? "abaqus" : "ogden", abaqus ? "sum mu" : "sum mu alpha / 2");
    }
    throw law.fault(
        fmt::format("the initial shear modulus is {:.6g} Pa and has to be positive; {}", moduli.shear, remedy));
  }
  if (!(moduli.bulk > 0.0)) {
    throw law.fault(fmt::format("the initial bulk modulus is {:.6g} Pa (the shear modulus {:.6g} Pa) and has to be "
                                "positive: check its constants",
                                moduli.bulk, moduli.shear));
  }
}

std::string limit_text(const StabilityLimit& limit) {
  if (limit.stretch == 1.0) return "in the undeformed state";
  return fmt::format("{} {} at stretch {:.4g}", name_of(limit.mode), limit.stretch > 1.0 ? "tension" : "compression",
                     limit.stretch);
}

std::string joined(const std::vector<StabilityLimit>& limits, StabilityLimit::Kind kind) {
  std::string text;
  for (const StabilityLimit& limit : limits) {
    if (limit.kind == kind) text += (text.empty() ? "" : ", ") + limit_text(limit);
  }
  return text;
}

/// Warns of lost stability; returns where the energy ends.
std::string check_stability(const Law& law, const std::set<PropertyValues>& values) {
  std::string ends;
  for (const PropertyValues& sample : extremes(values)) {
    const std::vector<StabilityLimit> limits = stability_limits(*law.material.energy, sample);
    const std::string lost = joined(limits, StabilityLimit::Kind::instability);
    if (ends.empty()) ends = joined(limits, StabilityLimit::Kind::no_energy);
    if (lost.empty()) continue;
    warn(fmt::format("{}: {}: the material loses Drucker stability in {}; a solution that goes beyond may fail or mean "
                     "nothing: check its constants, or fit them over the strains that occur",
                     law.file.at(law.section).location(), law.section, lost));
    break;
  }
  return ends;
}

/// Displacements alone are too stiff where the volume hardly changes.
void check_locking(const Law& law, const MultiphysicsSystem& system, double ratio) {
  if (law.material.mixed || !(ratio > nearly_incompressible)) return;
  if (system.space().section().kind == SectionKind::plane_stress) return; // the thickness keeps the volume
  if (system.mesh().order() >= 2) {
    note(
        fmt::format("{}: {}: bulk is {:.4g} times the shear modulus: second-order elements bear that with some loss of "
                    "accuracy in the pressure; formulation = \"mixed\" has none",
                    law.file.at(law.section).location(), law.section, ratio));
    return;
  }
  warn(fmt::format(
      "{}: {}: bulk is {:.4g} times the shear modulus, and first-order elements of displacements lock there: "
      "the body comes out too stiff. Use formulation = \"mixed\" with mesh.order = 2",
      law.file.at(law.section).location(), law.section, ratio));
}

std::string range_text(double low, double high) {
  return low == high ? fmt::format("{:.6g}", low) : fmt::format("{:.6g} to {:.6g}", low, high);
}

std::string law_text(const Law& law) {
  std::string text = law.model();
  if (text == "ogden") {
    const std::size_t terms = law.file.terms(law.section + ".mu").size();
    text += fmt::format(", {} term{}, convention {}", terms, terms == 1 ? "" : "s",
                        law.file.text(law.section + ".convention"));
  }
  if (law.file.has(law.section + ".volumetric")) text += ", volumetric " + law.file.text(law.section + ".volumetric");
  return text + (law.material.mixed ? ", mixed" : "");
}

std::string check_law(const Law& law, const MultiphysicsSystem& system, const std::vector<double>& temperature) {
  const std::set<PropertyValues> values = values_of(law, system, temperature);
  InitialModuli low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}, high{};
  double ratio = 0.0;
  for (const PropertyValues& sample : values) {
    const InitialModuli moduli = law.moduli(sample);
    require_positive(law, moduli);
    low = {std::min(low.shear, moduli.shear), std::min(low.bulk, moduli.bulk)};
    high = {std::max(high.shear, moduli.shear), std::max(high.bulk, moduli.bulk)};
    ratio = std::max(ratio, moduli.bulk / moduli.shear);
  }
  check_locking(law, system, ratio);
  const std::string ends = check_stability(law, values);
  return fmt::format("{}; initial shear modulus {} Pa, bulk modulus {} Pa{}", law_text(law),
                     range_text(low.shear, high.shear), range_text(low.bulk, high.bulk),
                     ends.empty() ? "" : "; no energy beyond " + ends);
}

} // namespace

void check_hyperelastic_materials(const CaseFile& file, Model& model) {
  const MultiphysicsSystem& system = *model.system;
  const MechanicalSystem* mechanical = system.find_mechanical();
  if (!mechanical || !mechanical->is_nonlinear()) return;
  const std::vector<double> temperature = first_guess_of_temperature(system);
  for (ModelMaterial& material : model.materials) {
    const std::string section = join_case_path(join_case_path("materials", material.name), "elasticity");
    for (const HyperelasticMaterial& hyperelastic : mechanical->hyperelastic_materials()) {
      if (hyperelastic.regions != material.regions) continue;
      material.elasticity = check_law({file, material, hyperelastic, section}, system, temperature);
    }
  }
}

} // namespace adjoule
