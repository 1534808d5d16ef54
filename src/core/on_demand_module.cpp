#include "adjoule/core/on_demand_module.hpp"

#include "adjoule/core/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace adjoule {

OnDemandModule::OnDemandModule(const std::string& name) : name_(name) {
  // All symbols at once: a library that is missing or too old shows here, not in the middle of a run.
  int mode = RTLD_NOW | RTLD_LOCAL;
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
  // Looked up among the module's own libraries first, which takes half the time; the address sanitizer forbids it.
  mode |= RTLD_DEEPBIND;
#endif
  handle_ = dlopen(fmt::format("adjoule_{}.so", name).c_str(), mode);
  if (handle_ != nullptr) return;
  const char* reason = dlerror();
  fault_ = reason != nullptr ? reason : "unknown reason";
}

void* OnDemandModule::address(const char* symbol) const {
  void* found = handle_ != nullptr ? dlsym(handle_, symbol) : nullptr;
  if (found == nullptr)
    throw AnalysisError(fmt::format("the module adjoule_{} {}: install Adjoule again", name_,
                                    loaded() ? fmt::format("has no function {}", symbol)
                                             : fmt::format("cannot be loaded ({})", fault_)));
  return found;
}

} // namespace adjoule
