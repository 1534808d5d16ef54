#include "vtk_errors.hpp"

#include <string_view>

namespace adjoule {

vtkSmartPointer<VtkErrors> VtkErrors::watch(vtkObject& object) {
  auto errors = vtkSmartPointer<VtkErrors>::Take(new VtkErrors);
  object.AddObserver(vtkCommand::ErrorEvent, errors);
  return errors;
}

void VtkErrors::Execute(vtkObject*, unsigned long, void* data) {
  // VTK writes "ERROR: In file, line n\nvtkClass (0xaddress): message\n\n".
  std::string_view message(static_cast<const char*>(data));
  while (!message.empty() && message.back() == '\n') message.remove_suffix(1);
  if (const auto address = message.find("): "); address != std::string_view::npos) message.remove_prefix(address + 3);
  if (!text_.empty()) text_ += "; ";
  text_ += message;
}

} // namespace adjoule
