#include "vtk_grid.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "vtk_errors.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkStringArray.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLUnstructuredGridWriter.h>

namespace adjoule {
namespace {

// Gmsh and VTK number the corners alike, and differ from the edges on.
constexpr std::array<int, 27> same_order{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                         14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26};
constexpr std::array<int, 10> tetrahedron_order{0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
// The 20-node hexahedron and the 15-node prism are the first nodes of the fuller elements in both numberings.
constexpr std::array<int, 27> hexahedron_order{0,  1,  2,  3,  4,  5,  6,  7,  8,  11, 13, 9,  16, 18,
                                               19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26};
constexpr std::array<int, 18> prism_order{0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11, 15, 17, 16};

} // namespace

int vtk_cell_type(ElementType type) {
  switch (type) {
    case ElementType::point1:
      return VTK_VERTEX;
    case ElementType::line2:
      return VTK_LINE;
    case ElementType::line3:
      return VTK_QUADRATIC_EDGE;
    case ElementType::triangle3:
      return VTK_TRIANGLE;
    case ElementType::triangle6:
      return VTK_QUADRATIC_TRIANGLE;
    case ElementType::quadrilateral4:
      return VTK_QUAD;
    case ElementType::quadrilateral8:
      return VTK_QUADRATIC_QUAD;
    case ElementType::quadrilateral9:
      return VTK_BIQUADRATIC_QUAD;
    case ElementType::tetrahedron4:
      return VTK_TETRA;
    case ElementType::tetrahedron10:
      return VTK_QUADRATIC_TETRA;
    case ElementType::hexahedron8:
      return VTK_HEXAHEDRON;
    case ElementType::hexahedron20:
      return VTK_QUADRATIC_HEXAHEDRON;
    case ElementType::hexahedron27:
      return VTK_TRIQUADRATIC_HEXAHEDRON;
    case ElementType::prism6:
      return VTK_WEDGE;
    case ElementType::prism15:
      return VTK_QUADRATIC_WEDGE;
    case ElementType::prism18:
      return VTK_BIQUADRATIC_QUADRATIC_WEDGE;
  }
  throw InputError("an element of unknown type has no VTK cell type");
}

std::span<const int> vtk_node_order(ElementType type) {
  const auto count = static_cast<std::size_t>(topology(type).nodes);
  switch (type) {
    case ElementType::tetrahedron10:
      return tetrahedron_order;
    case ElementType::hexahedron20:
    case ElementType::hexahedron27:
      return std::span(hexahedron_order).first(count);
    case ElementType::prism15:
    case ElementType::prism18:
      return std::span(prism_order).first(count);
    default:
      return std::span(same_order).first(count);
  }
}

vtkSmartPointer<vtkDoubleArray> make_vtk_array(const FieldArray& field) {
  static constexpr std::array<const char*, 3> vector_names{"X", "Y", "Z"};
  static constexpr std::array<const char*, 6> symmetric_names{"XX", "YY", "ZZ", "XY", "YZ", "XZ"};
  static constexpr std::array<const char*, 9> tensor_names{"XX", "XY", "XZ", "YX", "YY", "YZ", "ZX", "ZY", "ZZ"};
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(field.name.c_str());
  array->SetNumberOfComponents(field.components);
  for (int i = 0; i < field.components && field.components > 1; ++i) {
    const auto c = static_cast<std::size_t>(i);
    array->SetComponentName(i, field.components == 3   ? vector_names.at(c)
                               : field.components == 6 ? symmetric_names.at(c)
                                                       : tensor_names.at(c));
  }
  array->SetNumberOfTuples(static_cast<vtkIdType>(field.values.size()) / field.components);
  std::ranges::copy(field.values, array->GetPointer(0));
  return array;
}

vtkSmartPointer<vtkPoints> make_vtk_points(const std::vector<std::array<double, 3>>& positions) {
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetNumberOfTuples(static_cast<vtkIdType>(positions.size()));
  double* target = coordinates->GetPointer(0);
  for (const auto& x : positions) target = std::ranges::copy(x, target).out;
  auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetData(coordinates);
  return points;
}

void add_point_fields(const std::vector<FieldArray>& fields, vtkUnstructuredGrid& grid) {
  for (const FieldArray& field : fields) {
    grid.GetPointData()->AddArray(make_vtk_array(field));
    if (field.name == "displacement" && field.components == 3)
      grid.GetPointData()->SetActiveVectors(field.name.c_str());
  }
}

void add_metadata(const std::map<std::string, std::string>& metadata, vtkUnstructuredGrid& grid) {
  for (const auto& [name, text] : metadata) {
    vtkNew<vtkStringArray> array;
    array->SetName(name.c_str());
    array->InsertNextValue(text);
    grid.GetFieldData()->AddArray(array);
  }
}

void write_vtk_grid(const std::filesystem::path& path, vtkUnstructuredGrid& grid) {
  AtomicFile file(path);
  vtkNew<vtkXMLUnstructuredGridWriter> writer;
  const auto errors = VtkErrors::watch(*writer);
  const auto consequences = VtkErrors::watch(*writer->GetExecutive()); // repeats at length that the writer failed
  writer->SetInputData(&grid);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetCompressorTypeToLZ4();
  writer->SetFileName(file.temporary().c_str());
  if (writer->Write() == 0 || writer->GetErrorCode() != 0) {
    const std::string reason =
        errors->text().empty() ? vtkErrorCode::GetStringFromErrorCode(writer->GetErrorCode()) : errors->text();
    throw AnalysisError(fmt::format("writing '{}' failed: {} (is the disk full?)", path.string(), reason));
  }
  file.commit();
}

vtkSmartPointer<vtkUnstructuredGrid> make_vtk_grid(const Mesh& mesh, const OutputFields& fields) {
  vtkIdType connections = 0;
  for (const ElementBlock& block : mesh.blocks()) connections += static_cast<vtkIdType>(block.connectivity.size());
  vtkNew<vtkCellArray> cells;
  cells->AllocateExact(mesh.element_count(), connections);
  vtkNew<vtkUnsignedCharArray> types;
  types->Allocate(mesh.element_count());
  std::array<vtkIdType, 27> ids{};
  for (const ElementBlock& block : mesh.blocks()) {
    const auto order = vtk_node_order(block.type);
    const auto type = static_cast<unsigned char>(vtk_cell_type(block.type));
    for (Index e = 0; e < block.size(); ++e) {
      const auto nodes = block.nodes(e);
      for (std::size_t i = 0; i < order.size(); ++i) ids.at(i) = nodes[static_cast<std::size_t>(order[i])];
      cells->InsertNextCell(static_cast<vtkIdType>(order.size()), ids.data());
      types->InsertNextValue(type);
    }
  }
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(make_vtk_points(mesh.coordinates()));
  grid->SetCells(types, cells);
  add_point_fields(fields.point, *grid);
  for (const FieldArray& field : fields.cell) grid->GetCellData()->AddArray(make_vtk_array(field));
  add_metadata(fields.metadata, *grid);
  return grid;
}

} // namespace adjoule
