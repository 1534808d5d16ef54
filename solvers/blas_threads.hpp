/// Threads of OpenBLAS and of CHOLMOD's OpenMP loops during one call into SuiteSparse.
#pragma once

#include "adjoule/core/index.hpp"

namespace adjoule {

/// Below this number of unknowns a second BLAS thread costs more than it gains (measured); results do not depend on the
/// thread count then.
inline constexpr Index unknowns_for_two_blas_threads = 30000;

/// BLAS threads for a system: 1 below `unknowns_for_two_blas_threads`, else 2 if OpenMP may use as many.
int blas_threads_for(Index unknowns);

/// Sets the BLAS threads and keeps CHOLMOD's supernodal loops from opening OpenMP regions of their own (which always
/// ask for 4 threads); restores both at the end of its life.
class SuiteSparseThreads {
 public:
  explicit SuiteSparseThreads(Index unknowns);
  ~SuiteSparseThreads();
  SuiteSparseThreads(const SuiteSparseThreads&) = delete;
  SuiteSparseThreads& operator=(const SuiteSparseThreads&) = delete;

 private:
  int blas_threads_before_;
  int active_levels_before_;
};

} // namespace adjoule
