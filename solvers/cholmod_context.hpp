/// CHOLMOD's settings, work space and errors.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <cholmod.h>

#include <vector>

namespace adjoule {

/// A `cholmod_common` as the project wants it: silent, LL' always (which shows a negative pivot in the simplicial
/// method too), simplicial or supernodal by CHOLMOD's own rule.
class CholmodContext {
 public:
  CholmodContext();
  ~CholmodContext();
  CholmodContext(const CholmodContext&) = delete;
  CholmodContext& operator=(const CholmodContext&) = delete;

  cholmod_common* get() { return &common_; }
  cholmod_common* operator->() { return &common_; }
  /// Throws AnalysisError if the last call failed in that stage ("the factorisation"). Warnings pass.
  void check(const char* stage) const;

 private:
  cholmod_common common_{};
};

/// A symmetric matrix of which CHOLMOD looks at the upper triangle only: the one that costs it a transposition less
/// than the lower. A view; without values where `values` is null.
cholmod_sparse upper_triangle(const std::vector<Index>& column_start, const std::vector<Index>& row,
                              const std::vector<double>* values);

} // namespace adjoule
