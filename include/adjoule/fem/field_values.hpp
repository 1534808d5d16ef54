/// Nodal values of the fields of a model.
#pragma once

#include "adjoule/core/index.hpp"

#include <string>
#include <vector>

namespace adjoule {

/// A field on the nodes of the mesh, interpolated with the elements' own shape functions.
struct Field {
  std::string name; ///< "potential", "temperature", "displacement"
  std::string unit;
  int components = 1; ///< in two dimensions a displacement has 2
};

/// Primal values: one vector a field, value of component c at node n in [n * components + c].
struct FieldValues {
  std::vector<std::vector<double>> values;
  std::vector<std::vector<double>> rates;         ///< empty: zero
  std::vector<std::vector<double>> accelerations; ///< empty: zero
};

/// Dual values: residuals, and derivatives to nodal values. Kept apart from the primal ones so that the two are not
/// mixed up.
struct FieldDuals {
  std::vector<std::vector<double>> values; ///< layout of FieldValues::values
};

/// Node positions' duals: derivative to the coordinates, [3 n + d].
using CoordinateDuals = std::vector<double>;

} // namespace adjoule
