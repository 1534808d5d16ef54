/// Symbolic analyses of CHOLMOD and their common use.
#pragma once

#include "adjoule/solvers/linear_solver.hpp"
#include "cholmod_context.hpp"

#include <memory>
#include <vector>

namespace adjoule {

/// The symbolic factor of one pattern, ordered by `fill_reducing_order`.
class CholmodAnalysis {
 public:
  /// AnalysisError if memory runs out or the factor has too many entries.
  explicit CholmodAnalysis(SparsePatternPointer pattern);
  ~CholmodAnalysis();
  CholmodAnalysis(const CholmodAnalysis&) = delete;
  CholmodAnalysis& operator=(const CholmodAnalysis&) = delete;

  const SparsePatternPointer& pattern() const { return pattern_; }
  const FactorEstimate& estimate() const { return estimate_; }
  /// A copy for the caller to fill with numbers and to free.
  cholmod_factor* copy(CholmodContext& context) const;

 private:
  FactorEstimate make_estimate();

  SparsePatternPointer pattern_;
  CholmodContext context_;
  cholmod_factor* factor_ = nullptr;
  FactorEstimate estimate_;
};

/// Keeps an analysis for as long as some solver uses it.
class AnalysisStore {
 public:
  /// That of an equal pattern if there is one, else a new one.
  std::shared_ptr<const CholmodAnalysis> analysis(const SparsePatternPointer& pattern);
  int analyses() const { return analyses_; } ///< made so far

 private:
  std::vector<std::weak_ptr<const CholmodAnalysis>> kept_;
  int analyses_ = 0;
};

} // namespace adjoule
