#include "quantity_field.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace adjoule {
namespace {

const std::map<std::string, QuantityField>& known_fields() {
  static const std::map<std::string, QuantityField> fields = [] {
    std::map<std::string, QuantityField> result;
    const auto add = [&result](FieldName name, const std::string& text, int component) {
      result[text] = {name, component, text};
    };
    add(FieldName::potential, "potential", QuantityField::none);
    add(FieldName::temperature, "temperature", QuantityField::none);
    add(FieldName::joule_heat, "joule_heat", QuantityField::none);
    add(FieldName::von_mises, "von_mises", QuantityField::none);
    for (const auto& [name, text] : {std::pair{FieldName::displacement, "displacement"},
                                     {FieldName::heat_flux, "heat_flux"},
                                     {FieldName::current_density, "current_density"}}) {
      add(name, text, QuantityField::none);
      int component = 0;
      for (const char* part : {".x", ".y", ".z", ".magnitude"}) add(name, std::string(text) + part, component++);
    }
    for (const auto& [name, text] : {std::pair{FieldName::stress, "stress"},
                                     {FieldName::strain, "strain"},
                                     {FieldName::logarithmic_strain, "logarithmic_strain"}}) {
      int component = 0;
      for (const char* part : {".xx", ".yy", ".zz", ".xy", ".yz", ".xz"})
        add(name, std::string(text) + part, component++);
    }
    int component = 0;
    for (const char* part : {".xx", ".xy", ".xz", ".yx", ".yy", ".yz", ".zx", ".zy", ".zz"})
      add(FieldName::first_piola_kirchhoff, std::string("first_piola_kirchhoff") + part, component++);
    component = 0;
    for (const char* part : {".1", ".2", ".3"})
      add(FieldName::principal_stretch, std::string("principal_stretch") + part, component++);
    add(FieldName::volume_ratio, "volume_ratio", QuantityField::none);
    add(FieldName::elastic_energy, "energy_density", QuantityField::none);
    add(FieldName::pressure, "pressure", QuantityField::none);
    return result;
  }();
  return fields;
}

} // namespace

bool QuantityField::is_nodal() const {
  return name == FieldName::potential || name == FieldName::temperature || name == FieldName::displacement;
}

bool QuantityField::is_vector() const {
  return is_flux() || name == FieldName::displacement;
}

bool QuantityField::is_mechanical() const {
  switch (name) {
    case FieldName::potential:
    case FieldName::temperature:
    case FieldName::heat_flux:
    case FieldName::current_density:
    case FieldName::joule_heat:
      return false;
    default:
      return true;
  }
}

QuantityField parse_quantity_field(const std::string& text, const std::string& where) {
  const auto found = known_fields().find(text);
  if (found != known_fields().end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, field] : known_fields()) names.push_back(name);
  const std::string hint = nearest_name(text, names);
  throw InputError(fmt::format("{}: no field '{}'{}. Fields: {}", where, text,
                               hint.empty() ? "" : "; did you mean '" + hint + "'?", join_names(names, names.size())));
}

std::string field_unit(const QuantityField& field, int lengths) {
  std::string symbol;
  int power = lengths;
  switch (field.name) {
    case FieldName::potential:
      symbol = "V";
      break;
    case FieldName::temperature:
      symbol = "K";
      break;
    case FieldName::displacement:
      power += 1;
      break;
    case FieldName::heat_flux:
      symbol = "W", power -= 2;
      break;
    case FieldName::current_density:
      symbol = "A", power -= 2;
      break;
    case FieldName::joule_heat:
      symbol = "W", power -= 3;
      break;
    case FieldName::stress:
    case FieldName::first_piola_kirchhoff:
    case FieldName::pressure:
    case FieldName::von_mises:
      symbol = "N", power -= 2;
      break;
    case FieldName::strain:
    case FieldName::logarithmic_strain:
    case FieldName::principal_stretch:
    case FieldName::volume_ratio:
      break;
    case FieldName::elastic_energy:
      symbol = "J", power -= 3;
      break;
  }
  if (symbol == "N" && power == -2) return "Pa";
  if (power == 0) return symbol.empty() ? "1" : symbol;
  const int magnitude = power < 0 ? -power : power;
  const std::string metres = magnitude == 1 ? "m" : fmt::format("m^{}", magnitude);
  if (power < 0) return (symbol.empty() ? "1" : symbol) + "/" + metres;
  return symbol.empty() ? metres : symbol + " " + metres;
}

} // namespace adjoule
