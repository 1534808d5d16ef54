#include "blas_threads.hpp"

#include "adjoule/core/log.hpp"

#include <omp.h>

#include <algorithm>

// OpenBLAS's own functions; its cblas.h is not on every include path.
extern "C" {
int openblas_get_parallel(void);
int openblas_get_num_threads(void);
void openblas_set_num_threads(int threads);
}

namespace adjoule {

int blas_threads_for(Index unknowns) {
  constexpr int openmp_variant = 2;
  if (openblas_get_parallel() == openmp_variant) {
    // Two threads of that variant wait for ever where OpenMP regions are held back, and without holding them back it is
    // many times slower.
    warn("OpenBLAS is the OpenMP variant, so factorisations run on one thread: install libopenblas-pthread-dev (or set "
         "the "
         "alternatives libblas.so.3 and liblapack.so.3 to openblas-pthread)");
    return 1;
  }
  return unknowns < unknowns_for_two_blas_threads ? 1 : std::clamp(omp_get_max_threads(), 1, 2);
}

SuiteSparseThreads::SuiteSparseThreads(Index unknowns)
    : blas_threads_before_(openblas_get_num_threads()), active_levels_before_(omp_get_max_active_levels()) {
  openblas_set_num_threads(blas_threads_for(unknowns));
  omp_set_max_active_levels(0);
}

SuiteSparseThreads::~SuiteSparseThreads() {
  omp_set_max_active_levels(active_levels_before_);
  openblas_set_num_threads(blas_threads_before_);
}

} // namespace adjoule
