#include "memory_demand.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/memory.hpp"

#include <fmt/format.h>

namespace adjoule {

void require_memory(const std::string& solver, double bytes) {
  const auto available = static_cast<double>(available_memory());
  if (bytes <= available) return;
  constexpr double gigabyte = 1e9;
  throw AnalysisError(fmt::format("the factorisation by {} needs {:.3g} GB of memory and {:.3g} GB are left: {}",
                                  solver, bytes / gigabyte, available / gigabyte, memory_remedy));
}

} // namespace adjoule
