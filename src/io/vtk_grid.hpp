/// Mesh and fields as VTK's data structures.
#pragma once

#include "adjoule/io/fields.hpp"

#include <span>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

namespace adjoule {

/// VTK's cell type of the same nodes.
int vtk_cell_type(ElementType type);

/// Local node numbers in VTK's order: VTK's node i is our node order[i].
std::span<const int> vtk_node_order(ElementType type);

/// The grid with every field, cells in the mesh's order. The fields have passed `check_fields`.
vtkSmartPointer<vtkUnstructuredGrid> make_vtk_grid(const Mesh& mesh, const OutputFields& fields);

} // namespace adjoule
