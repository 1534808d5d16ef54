/// Libraries that are loaded when they are first needed.
#pragma once

#include <string>

namespace adjoule {

/// A shared library of this project, adjoule_<name>.so, loaded at its first use: a program that never needs it starts
/// without it. Its symbols, and those of the libraries that it brings along, are seen by nobody else; so two modules
/// may bring libraries with equal names of functions. It stays loaded. The dynamic linker looks for it in the run path
/// of the program, which CMake sets.
class OnDemandModule {
 public:
  /// Tries to load; `loaded` tells the outcome.
  explicit OnDemandModule(const std::string& name);
  bool loaded() const { return handle_ != nullptr; }
  /// Why it is not loaded; empty if it is.
  const std::string& fault() const { return fault_; }
  /// The function of that name with C linkage. AnalysisError if the module is not loaded or has no such function.
  template <typename Function>
  Function* function(const char* symbol) const {
    return reinterpret_cast<Function*>(address(symbol));
  }

 private:
  void* address(const char* symbol) const;

  std::string name_;
  void* handle_ = nullptr;
  std::string fault_;
};

} // namespace adjoule
