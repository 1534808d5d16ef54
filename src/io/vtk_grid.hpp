/// Mesh and fields as VTK's data structures.
#pragma once

#include "adjoule/io/fields.hpp"

#include <filesystem>
#include <span>
#include <vtkDoubleArray.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

namespace adjoule {

/// VTK's cell type of the same nodes.
int vtk_cell_type(ElementType type);

/// Local node numbers in VTK's order: VTK's node i is our node order[i].
std::span<const int> vtk_node_order(ElementType type);

/// The values with name and names of components.
vtkSmartPointer<vtkDoubleArray> make_vtk_array(const FieldArray& field);

vtkSmartPointer<vtkPoints> make_vtk_points(const std::vector<std::array<double, 3>>& coordinates);

/// Adds the fields of the points; a vector "displacement" becomes the active one.
void add_point_fields(const std::vector<FieldArray>& fields, vtkUnstructuredGrid& grid);

void add_metadata(const std::map<std::string, std::string>& metadata, vtkUnstructuredGrid& grid);

/// The grid with every field, cells in the mesh's order. The fields have passed `check_fields`.
vtkSmartPointer<vtkUnstructuredGrid> make_vtk_grid(const Mesh& mesh, const OutputFields& fields);

/// Writes the grid as .vtu, appended raw with lz4, whole or not at all. Throws InputError if the file cannot be made,
/// AnalysisError if writing it fails.
void write_vtk_grid(const std::filesystem::path& path, vtkUnstructuredGrid& grid);

} // namespace adjoule
