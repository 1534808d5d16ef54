#include "adjoule/io/vtu_reader.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "vtk_errors.hpp"

#include <cmath>
#include <fmt/format.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkExecutive.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPointData.h>
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

[[noreturn]] void refuse_missing(const std::filesystem::path& path, const std::string& name,
                                 vtkUnstructuredGrid& grid) {
  const std::vector<std::string> present = array_names(*grid.GetCellData());
  const std::string nearest = nearest_name(name, present);
  const std::string hint = grid.GetPointData()->HasArray(name.c_str())
                               ? " ('" + name + "' is there as a point array; one value a cell is needed)"
                           : nearest.empty() ? ""
                                             : "; did you mean '" + nearest + "'?";
  throw InputError(fmt::format("'{}' has no cell array '{}'; its cell arrays: {}{}", path.string(), name,
                               join_names(present), hint));
}

} // namespace

std::vector<double> read_vtu_cell_array(const std::filesystem::path& path, const std::string& array_name) {
  if (!std::filesystem::is_regular_file(path))
    throw InputError(fmt::format("there is no file '{}' to read the cell array '{}' from", path.string(), array_name));
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

  vtkUnstructuredGrid& grid = *reader->GetOutput();
  vtkDataArray* const array = grid.GetCellData()->GetArray(array_name.c_str());
  if (array == nullptr) refuse_missing(path, array_name, grid);
  if (array->GetNumberOfComponents() != 1)
    throw InputError(fmt::format("the cell array '{}' of '{}' has {} components; one is needed", array_name,
                                 path.string(), array->GetNumberOfComponents()));
  std::vector<double> values(static_cast<std::size_t>(array->GetNumberOfTuples()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = array->GetTuple1(static_cast<vtkIdType>(i));
    if (!std::isfinite(values[i]))
      throw InputError(fmt::format("the cell array '{}' of '{}' is {} in cell {}; a finite number is needed",
                                   array_name, path.string(), values[i], i));
  }
  return values;
}

} // namespace adjoule
