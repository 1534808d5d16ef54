#include "blas_threads.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/memory.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <array>

// OpenBLAS's own functions; its cblas.h is not on every include path.
extern "C" {
int openblas_get_num_threads(void);
void openblas_set_num_threads(int threads);
void dtrsm_(const char* side, const char* triangle, const char* transposed, const char* diagonal, const int* rows,
            const int* columns, const double* factor, const double* a, const int* leading_a, double* b,
            const int* leading_b);
}

namespace adjoule {
namespace {

/// OpenBLAS keeps a buffer from the first product on. Where there is no room for it, it asks for ever: so the room is
/// looked for here, and the buffer taken at once.
void take_blas_buffer() {
  static bool taken = false;
  if (taken) return;
  // The buffer of most processors is 128 MiB, of which only a part is touched.
  constexpr std::size_t room = 150'000'000;
  if (const std::size_t left = available_memory(); left < room)
    throw AnalysisError(fmt::format("the linear algebra library (OpenBLAS) needs room for a buffer of {} MB and {} MB "
                                    "are left: give the process more memory (ulimit -v), or end other programs",
                                    room / 1'000'000, left / 1'000'000));
  constexpr int size = 8;
  constexpr double one = 1.0;
  std::array<double, size * size> identity{}, b{};
  for (std::size_t i = 0; i < size; ++i) identity[(size + 1) * i] = 1.0;
  dtrsm_("L", "L", "N", "N", &size, &size, &one, identity.data(), &size, b.data(), &size);
  taken = true;
}

} // namespace

SuiteSparseThreads::SuiteSparseThreads()
    : blas_threads_before_(openblas_get_num_threads()), active_levels_before_(omp_get_max_active_levels()) {
  take_blas_buffer();
  openblas_set_num_threads(1);
  omp_set_max_active_levels(0);
}

SuiteSparseThreads::~SuiteSparseThreads() {
  omp_set_max_active_levels(active_levels_before_);
  openblas_set_num_threads(blas_threads_before_);
}

} // namespace adjoule
