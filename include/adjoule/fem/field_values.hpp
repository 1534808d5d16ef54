/// Nodal values of the fields of a model.
#pragma once

#include "adjoule/core/index.hpp"

#include <string>
#include <vector>

namespace adjoule {

/// How a field is interpolated in an element.
enum class FieldBasis {
  geometry, ///< with the element's own shape functions
  corners   ///< with the first-order shape functions of its corner nodes; values at other nodes take part in nothing
};

/// A field on the nodes of the mesh.
struct Field {
  std::string name; ///< "potential", "temperature", "displacement"
  std::string unit;
  int components = 1; ///< in two dimensions a displacement has 2
  FieldBasis basis = FieldBasis::geometry;
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
