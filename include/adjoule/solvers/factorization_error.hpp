/// What a factorisation throws when the matrix does not allow it.
#pragma once

#include "adjoule/core/error.hpp"
#include "adjoule/core/index.hpp"

#include <string>

namespace adjoule {

enum class FactorizationFault {
  singular,              ///< a pivot is zero, or nothing but rounding error
  not_positive_definite, ///< CHOLMOD met a pivot that is not positive; another factorisation may work
};

/// The factorisation failed because the matrix is singular or indefinite.
class FactorizationError : public AnalysisError {
 public:
  FactorizationError(const std::string& message, FactorizationFault fault, Index unknown)
      : AnalysisError(message), fault_(fault), unknown_(unknown) {}

  FactorizationFault fault() const { return fault_; }
  /// Row and column of the matrix where the pivot failed: a member of the part that is not held, not always its only
  /// one. -1: not known.
  Index unknown() const { return unknown_; }

 private:
  FactorizationFault fault_;
  Index unknown_;
};

} // namespace adjoule
