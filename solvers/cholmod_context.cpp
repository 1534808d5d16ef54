#include "cholmod_context.hpp"

#include "adjoule/core/error.hpp"
#include "memory_demand.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

/// CHOLMOD reads through pointers to non-const but does not write to its input.
template <typename T>
T* readable(const T* data) {
  return const_cast<T*>(data);
}

} // namespace

CholmodContext::CholmodContext() {
  cholmod_start(&common_);
  common_.print = 0;
  common_.supernodal = CHOLMOD_AUTO;
  common_.final_ll = 1;
}

CholmodContext::~CholmodContext() {
  cholmod_finish(&common_);
}

void CholmodContext::check(const char* stage) const {
  // Negative numbers are errors, positive ones warnings.
  if (common_.status >= CHOLMOD_OK) return;
  if (common_.status == CHOLMOD_OUT_OF_MEMORY)
    throw AnalysisError(fmt::format("cholmod ran out of memory in the {}: {}", stage, memory_remedy));
  if (common_.status == CHOLMOD_TOO_LARGE)
    throw AnalysisError(
        fmt::format("cholmod: the factor would have more than 2^31 - 1 entries, 17 GB ({}): {}", stage, memory_remedy));
  throw AnalysisError(fmt::format("cholmod failed in the {} with status {}", stage, common_.status));
}

cholmod_sparse upper_triangle(const std::vector<Index>& column_start, const std::vector<Index>& row,
                              const std::vector<double>* values) {
  cholmod_sparse view{};
  view.nrow = view.ncol = column_start.size() - 1;
  view.nzmax = row.size();
  view.p = readable(column_start.data());
  view.i = readable(row.data());
  view.x = values != nullptr ? readable(values->data()) : nullptr;
  view.stype = 1;
  view.itype = CHOLMOD_INT;
  view.xtype = values != nullptr ? CHOLMOD_REAL : CHOLMOD_PATTERN;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

} // namespace adjoule
