// The fields that a quantity can be taken of, by the names of the case file.
#pragma once

#include <string>

namespace adjoule {

enum class FieldName {
  potential,
  temperature,
  displacement,
  heat_flux,
  current_density,
  joule_heat,
  stress,
  strain,
  von_mises,
  elastic_energy,
  first_piola_kirchhoff,
  logarithmic_strain,
  principal_stretch,
  volume_ratio,
  pressure
};

struct QuantityField {
  static constexpr int none = -1, magnitude = 3, normal = 4;

  FieldName name = FieldName::potential;
  // Vectors: 0..2, magnitude, normal; symmetric tensors: 0..5 for xx yy zz xy yz xz, others 0..8 row by row; stretches:
  // 0..2, the largest first.
  int component = none;
  std::string text; // as the case file has it

  // Given by nodal values; the others follow from gradients and jump between elements.
  bool is_nodal() const;
  bool is_vector() const;
  bool is_flux() const { return name == FieldName::heat_flux || name == FieldName::current_density; }
  bool is_mechanical() const;
};

// Throws InputError, beginning with `where`, that lists the fields and the nearest name.
QuantityField parse_quantity_field(const std::string& text, const std::string& where);

// SI unit of the field times metres to the power `lengths`.
std::string field_unit(const QuantityField& field, int lengths);

} // namespace adjoule
