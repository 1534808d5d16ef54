/// Results as named arrays over nodes and elements, as they go to files and pictures.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <map>
#include <string>
#include <vector>

namespace adjoule {

/// One result: `components` numbers a node or element, one node or element after the other.
struct FieldArray {
  std::string name;
  int components = 1; ///< 1; 3 (vector x y z, z = 0 in 2-D); 6 (symmetric tensor, in VTK's order XX YY ZZ XY YZ XZ); 9
                      ///< (tensor, row by row: XX XY XZ YX ..)
  std::vector<double> values; ///< SI units
};

struct OutputFields {
  std::vector<FieldArray> point;               ///< one entry a node of the mesh
  std::vector<FieldArray> cell;                ///< one entry an element, in the mesh's order
  std::map<std::string, std::string> metadata; ///< text kept with the file, such as the case's name
};

/// Throws InputError if a field has no name or one that is taken, a number of components other than 1, 3, 6, 9, or a
/// number of values that does not fit the mesh; AnalysisError, naming field and node or element, if a value is not
/// finite.
void check_fields(const Mesh& mesh, const OutputFields& fields);

} // namespace adjoule
