#include "adjoule/io/vtu_reader.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "vtk_errors.hpp"

#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkExecutive.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUnstructuredGridReader.h>

namespace adjoule {
namespace {

class GridReader : public vtkXMLUnstructuredGridReader {
 public:
  static GridReader* New();
  vtkTypeMacro(GridReader, vtkXMLUnstructuredGridReader)

      protected : int ReadPiece(vtkXMLDataElement* piece) override {
    // VTK 9.1 names this element in its error messages without looking whether it is there, and ends in a null pointer.
    if (piece->FindNestedElementWithName("PointData") == nullptr) {
      vtkNew<vtkXMLDataElement> element;
      element->SetName("PointData");
      piece->AddNestedElement(element);
    }
    return Superclass::ReadPiece(piece);
  }
};
vtkStandardNewMacro(GridReader)

    std::vector<std::string> array_names(vtkFieldData& data) {
  std::vector<std::string> names;
  for (int i = 0; i < data.GetNumberOfArrays(); ++i)
    if (const char* const name = data.GetArrayName(i)) names.emplace_back(name);
  return names;
}

enum class Place { point, cell };

vtkDataArray& require_array(const std::filesystem::path& path, vtkUnstructuredGrid& grid, Place place,
                            const std::string& name) {
  vtkDataSetAttributes* own = grid.GetPointData();
  vtkDataSetAttributes* other = grid.GetCellData();
  if (place == Place::cell) std::swap(own, other);
  if (vtkDataArray* const array = own->GetArray(name.c_str())) return *array;
  const std::string_view kind = place == Place::cell ? "cell" : "point",
                         other_kind = place == Place::cell ? "point" : "cell";
  const std::vector<std::string> present = array_names(*own);
  const std::string nearest = nearest_name(name, present);
  const std::string hint =
      other->HasArray(name.c_str())
          ? fmt::format(" ('{}' is there as a {} array; one value a {} is needed)", name, other_kind, kind)
      : nearest.empty() ? ""
                        : "; did you mean '" + nearest + "'?";
  throw InputError(fmt::format("'{}' has no {} array '{}'; its {} arrays: {}{}", path.string(), kind, name, kind,
                               join_names(present), hint));
}

vtkSmartPointer<vtkUnstructuredGrid> read_grid(const std::filesystem::path& path, const std::string& purpose) {
  if (!std::filesystem::is_regular_file(path))
    throw InputError(fmt::format("there is no file '{}' to read {} from", path.string(), purpose));
  vtkNew<GridReader> reader;
  if (!reader->CanReadFile(path.c_str()))
    throw InputError(fmt::format("'{}' cannot be read as a VTK unstructured grid (.vtu)", path.string()));
  const vtkNew<VtkErrors> errors;
  reader->SetReaderErrorObserver(errors);
  reader->SetParserErrorObserver(errors);
  reader->AddObserver(vtkCommand::ErrorEvent, errors);
  reader->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, errors);
  reader->SetFileName(path.c_str());
  // Without the information the second step would read through null pointers.
  reader->UpdateInformation();
  if (reader->GetErrorCode() == 0 && errors->text().empty()) reader->Update();
  if (reader->GetErrorCode() != 0 || !errors->text().empty())
    throw InputError(fmt::format("reading '{}' failed: {}", path.string(), errors->text()));
  return reader->GetOutput();
}

} // namespace

std::vector<double> read_vtu_cell_array(const std::filesystem::path& path, const std::string& array_name) {
  const auto grid = read_grid(path, fmt::format("the cell array '{}'", array_name));
  vtkDataArray& array = require_array(path, *grid, Place::cell, array_name);
  if (array.GetNumberOfComponents() != 1)
    throw InputError(fmt::format("the cell array '{}' of '{}' has {} components; one is needed", array_name,
                                 path.string(), array.GetNumberOfComponents()));
  std::vector<double> values(static_cast<std::size_t>(array.GetNumberOfTuples()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = array.GetTuple1(static_cast<vtkIdType>(i));
    if (!std::isfinite(values[i]))
      throw InputError(fmt::format("the cell array '{}' of '{}' is {} in cell {}; a finite number is needed",
                                   array_name, path.string(), values[i], i));
  }
  return values;
}

VtuVectors read_vtu_point_vectors(const std::filesystem::path& path, const std::string& array_name) {
  const auto grid = read_grid(path, fmt::format("the point array '{}'", array_name));
  vtkDataArray& array = require_array(path, *grid, Place::point, array_name);
  if (array.GetNumberOfComponents() != 3)
    throw InputError(fmt::format("the point array '{}' of '{}' has {} components; three (a vector) are needed",
                                 array_name, path.string(), array.GetNumberOfComponents()));
  VtuVectors result;
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i) {
    grid->GetPoint(i, result.points.emplace_back().data());
    array.GetTuple(i, result.vectors.emplace_back().data());
  }
  return result;
}

} // namespace adjoule
