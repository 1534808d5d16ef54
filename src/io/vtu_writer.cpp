#include "adjoule/io/vtu_writer.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "vtk_errors.hpp"
#include "vtk_grid.hpp"

#include <fmt/format.h>
#include <vtkNew.h>
#include <vtkXMLUnstructuredGridWriter.h>

namespace adjoule {

void write_vtu(const std::filesystem::path& path, const Mesh& mesh, const OutputFields& fields) {
  check_fields(mesh, fields);
  AtomicFile file(path);
  vtkNew<vtkXMLUnstructuredGridWriter> writer;
  const auto errors = VtkErrors::watch(*writer);
  writer->SetInputData(make_vtk_grid(mesh, fields));
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetCompressorTypeToLZ4();
  writer->SetFileName(file.temporary().c_str());
  if (writer->Write() == 0 || writer->GetErrorCode() != 0)
    throw AnalysisError(fmt::format("writing '{}' failed: {} (is the disk full?)", path.string(), errors->text()));
  file.commit();
}

} // namespace adjoule
