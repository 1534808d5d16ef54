#include "blas_threads.hpp"

#include <omp.h>

// OpenBLAS's own functions; its cblas.h is not on every include path.
extern "C" {
int openblas_get_num_threads(void);
void openblas_set_num_threads(int threads);
}

namespace adjoule {

SuiteSparseThreads::SuiteSparseThreads()
    : blas_threads_before_(openblas_get_num_threads()), active_levels_before_(omp_get_max_active_levels()) {
  openblas_set_num_threads(1);
  omp_set_max_active_levels(0);
}

SuiteSparseThreads::~SuiteSparseThreads() {
  omp_set_max_active_levels(active_levels_before_);
  openblas_set_num_threads(blas_threads_before_);
}

} // namespace adjoule
