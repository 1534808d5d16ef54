/// What VTK has to say about a failure, kept for our message instead of printed.
#pragma once

#include <string>
#include <vtkCommand.h>
#include <vtkObject.h>
#include <vtkSmartPointer.h>

namespace adjoule {

/// Collects an object's error messages while it lives on; the object keeps it by reference count.
class VtkErrors : public vtkCommand {
 public:
  static vtkSmartPointer<VtkErrors> watch(vtkObject& object);
  static VtkErrors* New() { return new VtkErrors; }

  void Execute(vtkObject* caller, unsigned long event, void* data) override;
  /// The last line of each message, joined by "; ".
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

} // namespace adjoule
