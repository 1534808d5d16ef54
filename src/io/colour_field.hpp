/// The numbers that colour a picture: one component of a field, and the colours and ticks for their range.
#pragma once

#include "adjoule/io/fields.hpp"

#include <string>
#include <vector>
#include <vtkLookupTable.h>
#include <vtkSmartPointer.h>

namespace adjoule {

struct ColourField {
  bool on_nodes; ///< else on elements
  std::vector<double> values;
  double lower;
  double upper;
};

/// Finds "temperature", "displacement.x", "stress.xy", "displacement.magnitude" among the fields. Throws InputError
/// that lists what there is.
ColourField find_colour_field(const OutputFields& fields, const std::string& color_by);

/// 256 colours from dark violet over red to light yellow, of even steps in lightness. The range is widened where it is
/// empty.
vtkSmartPointer<vtkLookupTable> make_lookup_table(const ColourField& field);

/// The power of ten, a multiple of three, that the tick labels leave out: 0 for sizes that read well as they are.
int common_exponent(const ColourField& field);

/// Decimals that give the larger end three significant digits and `ticks` even ticks from lower to upper all they need.
int tick_decimals(double lower, double upper, int ticks);

} // namespace adjoule
