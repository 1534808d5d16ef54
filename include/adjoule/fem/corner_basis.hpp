/// First-order interpolation on the corner nodes of elements of any order: the pressure of Taylor-Hood elements.
#pragma once

#include "adjoule/fem/field_values.hpp"
#include "adjoule/mesh/mesh.hpp"

#include <vector>

namespace adjoule {

/// The first-order element of a shape: its nodes are the first ones, the corners, of every element of that shape.
ElementType first_order_type(ElementShape shape);

/// The nodes that are a corner of no element, ascending: there the values of a `corners` field belong to no shape
/// function.
std::vector<Index> nodes_beyond_corners(const Mesh& mesh);

/// Gives a `corners` field, at the nodes beyond the corners, the values that it takes there by interpolation, so that
/// the nodal values describe it in the elements' own basis too: for output. A field of another basis is left as it is.
/// `values`: [node * components + component].
void fill_beyond_corners(const Mesh& mesh, const Field& field, std::vector<double>& values);

} // namespace adjoule
