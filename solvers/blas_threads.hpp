/// Threads of OpenBLAS and of CHOLMOD's OpenMP loops during one call into a solver library.
#pragma once

namespace adjoule {

/// One thread for BLAS, none beside the caller's for CHOLMOD's supernodal loops (which always ask for 4); both as
/// before at the end of its life. On two threads BLAS gives other bits than on one, is slower on small fronts (128
/// columns and less), and would multiply with the threads of a caller.
class SuiteSparseThreads {
 public:
  /// AnalysisError where there is no memory for the buffer of BLAS.
  SuiteSparseThreads();
  ~SuiteSparseThreads();
  SuiteSparseThreads(const SuiteSparseThreads&) = delete;
  SuiteSparseThreads& operator=(const SuiteSparseThreads&) = delete;

 private:
  int blas_threads_before_;
  int active_levels_before_;
};

} // namespace adjoule
