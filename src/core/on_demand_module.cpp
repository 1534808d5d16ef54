#include "adjoule/core/on_demand_module.hpp"

#include "adjoule/core/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace adjoule {
namespace {

/// By the words of the dynamic linker, which tells in no other way.
bool is_lack_of_memory(const std::string& fault) {
  for (const char* words : {"failed to map", "annot allocate memory", "cannot create shared object descriptor"})
    if (fault.find(words) != std::string::npos) return true;
  return false;
}

} // namespace

OnDemandModule::OnDemandModule(const std::string& name) : name_(name) {
  // All symbols at once: a library that is missing or too old shows here, not in the middle of a run.
  handle_ = dlopen(fmt::format("adjoule_{}.so", name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return;
  const char* reason = dlerror();
  fault_ = reason != nullptr ? reason : "unknown reason";
}

void* OnDemandModule::address(const char* symbol) const {
  void* found = handle_ != nullptr ? dlsym(handle_, symbol) : nullptr;
  if (!loaded() && is_lack_of_memory(fault_))
    throw AnalysisError(fmt::format("there is no memory left to load the module adjoule_{} ({}): give the process more "
                                    "memory (ulimit -v), or end other programs",
                                    name_, fault_));
  if (found == nullptr)
    throw AnalysisError(fmt::format("the module adjoule_{} {}: install Adjoule again", name_,
                                    loaded() ? fmt::format("has no function {}", symbol)
                                             : fmt::format("cannot be loaded ({})", fault_)));
  return found;
}

} // namespace adjoule
